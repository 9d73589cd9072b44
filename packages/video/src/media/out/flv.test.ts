import { once } from 'node:events';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createViewer } from './flv.ts';

const picture = (mark: number): Buffer => Buffer.alloc(200_000, mark);

describe('a viewer', () => {
  it('that reads slowly skips pictures up to the next keyframe, and never receives a partial picture', async () => {
    const got: number[] = [];
    let release: () => void = () => undefined;
    let isSlow = true;
    const sink = new Writable({
      highWaterMark: 1_000,
      write(chunk: Buffer, _, done) {
        got.push(chunk[0] ?? 0);
        if (isSlow) release = done;
        else done();
      },
    });
    const viewer = createViewer(sink, [picture(0)]);
    for (let i = 1; i <= 20; i += 1) viewer.send(picture(i), false);
    expect(sink.writableLength).toBeLessThan(1_500_000); // bounded, regardless of how much is sent
    viewer.send(picture(21), true); // still behind: this keyframe is not sent to the viewer
    isSlow = false;
    const drained = once(sink, 'drain');
    release();
    await drained;
    viewer.send(picture(22), false);
    viewer.send(picture(23), true);
    viewer.send(picture(24), false);
    await new Promise((resolve) => sink.end(resolve));
    expect(got).toEqual([0, 1, 2, 3, 4, 5, 23, 24]);
  });

  it('that does not read at all is disconnected', async () => {
    const sink = new Writable({ highWaterMark: 1, write: () => undefined });
    const viewer = createViewer(sink, [picture(0)], 30);
    await viewer.closed;
    expect(sink.destroyed).toBe(true);
    viewer.send(picture(1), true); // has no effect any more
  });
});
