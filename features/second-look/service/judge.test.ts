import { type Frame, frameOfRgb } from '@lookout/smoke';
import { createScene, hills } from '@lookout/smoke/testing';
import { expect, it } from 'vitest';
import { heatOf } from './heat.ts';
import { judgeLook } from './judge-frames.ts';

const [WIDTH, HEIGHT] = [160, 120];

/** A thermal picture with a hot patch of two by two pixels. */
function thermal(background: number, hot: { readonly value: number; readonly x: number; readonly y: number }): Uint8Array {
  const luma = new Uint8Array(WIDTH * HEIGHT).fill(background);
  for (const dx of [0, 1]) for (const dy of [0, 1]) luma[(hot.y + dy) * WIDTH + hot.x + dx] = hot.value;
  return luma;
}

it('heat is what the middle third shows: a fire there, not one at the edge, not sunny rock', () => {
  expect(heatOf(thermal(80, { value: 250, x: 80, y: 60 }), WIDTH, HEIGHT)).toEqual({ isHot: true, levels: 170 });
  expect(heatOf(thermal(80, { value: 250, x: 10, y: 60 }), WIDTH, HEIGHT)).toEqual({ isHot: false, levels: 0 });
  expect(heatOf(thermal(80, { value: 140, x: 80, y: 60 }), WIDTH, HEIGHT)).toEqual({ isHot: false, levels: 60 });
});

const frames = (count: number, light: (n: number, at: number) => number): Frame[] =>
  Array.from({ length: count }, (_, n) => {
    const rgb = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, at) => light(n, at));
    return frameOfRgb(rgb, WIDTH, HEIGHT);
  });
const still = (_: number, at: number): number => 60 + ((at * 7) % 90);
const living = (n: number, at: number): number => still(n, at) + ((at * 31 + n * 17) % 5);

it.each([
  ['no picture', [], 'unclear', 'no-picture'],
  ['black pictures', frames(20, () => 0), 'unclear', 'dark'],
  ['the same picture again and again', frames(20, still), 'unclear', 'frozen'],
  ['a few pictures', frames(5, living), 'unclear', 'few'],
  ['twenty of a quiet slope', frames(20, living), 'nothing', null],
] as const)('%s', (_, pictures, verdict, reason) => {
  expect(judgeLook(pictures)).toMatchObject({ verdict, reason });
});

it('smoke that rises while the camera watches is found, where it is', () => {
  const smoke = {
    ...{ x: 150, y: 150, windMetresPerSecond: 1.5, riseMetresPerSecond: 3, opacity: 0.6, luma: 160, blue: 1, red: -1 },
    ...{ radiusMetres: 12, growthSeconds: 240, seconds: 3_600, footMetresPerSecond: 0 },
  };
  const next = createScene({ seed: 5, backdrop: hills(3, 320, 240), startFrame: 12, smoke });
  const painted = Array.from({ length: 20 }, () => {
    const { frame } = next();
    // The scene paints over its planes.
    return { ...frame, y: frame.y.slice(), u: frame.u.slice(), v: frame.v.slice() };
  });
  const { verdict, box } = judgeLook(painted);
  expect(verdict).toBe('smoke');
  const [left, top, right, bottom] = box ?? [1, 1, 0, 0];
  expect(left < 0.5 && right > 0.44 && top < 0.63 && bottom > 0.54).toBe(true);
});
