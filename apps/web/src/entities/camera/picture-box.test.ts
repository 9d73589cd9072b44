import { describe, expect, it } from 'vitest';
import { pictureBox, pointIn } from './picture-box.ts';

describe('the picture in its frame', () => {
  const PICTURE = { width: 640, height: 360 };
  it('has bars above and below in a square, beside it in a wide frame', () => {
    expect(pictureBox({ width: 320, height: 320 }, PICTURE)).toEqual({ left: 0, top: 70, width: 320, height: 180 });
    expect(pictureBox({ width: 1000, height: 360 }, PICTURE)).toEqual({ left: 180, top: 0, width: 640, height: 360 });
  });
  it('is nowhere before the first picture', () => expect(pictureBox({ width: 10, height: 10 }, { width: 0, height: 0 })).toBeNull());
  it('a press on a bar is beside it', () => {
    const box = { left: 0, top: 70, width: 320, height: 180 };
    expect(pointIn(box, { x: 160, y: 160 })).toEqual({ u: 0.5, v: 0.5 });
    expect(pointIn(box, { x: 0, y: 250 })).toEqual({ u: 0, v: 1 });
    expect(pointIn(box, { x: 160, y: 60 })).toBeNull();
  });
});
