import { describe, expect, test } from 'vitest';
import type { Frame } from './frame.ts';
import { judgeFrames } from './judge-frames.ts';
import { createScene, hills, type PlumeShape, type SceneOptions } from './testing/index.ts';

const backdrop = hills(3, 320, 240);
const SMOKE: PlumeShape = {
  x: 150,
  y: 150,
  windMetresPerSecond: 1.5,
  riseMetresPerSecond: 3,
  opacity: 0.6,
  luma: 160,
  blue: 1,
  red: -1,
  radiusMetres: 12,
  growthSeconds: 240,
  seconds: 3_600,
  footMetresPerSecond: 0,
};

function framesOf(scene: Partial<SceneOptions>, count = 34): Frame[] {
  const next = createScene({ seed: 5, backdrop, startFrame: 14, ...scene });
  return Array.from({ length: count }, () => {
    const { frame } = next();
    return { ...frame, y: frame.y.slice(), u: frame.u.slice(), v: frame.v.slice() };
  });
}

describe('twenty frames of one pose', () => {
  const smoke = framesOf({ smoke: SMOKE });
  const [before, now] = [smoke.slice(0, 14), smoke.slice(14)];

  test('with smoke that rises are smoke, with its place and its first frame', () => {
    const { verdict, score, box, since, judged } = judgeFrames(now, { before });
    expect({ verdict, judged }).toEqual({ verdict: 'smoke', judged: 20 });
    expect(score).toBeGreaterThan(0.5);
    expect(since).toBeLessThan(6);
    const [left, top, right, bottom] = box ?? [0, 0, 0, 0];
    expect(left < SMOKE.x + 10 && right > SMOKE.x - 10 && bottom > SMOKE.y - 20 && top < SMOKE.y).toBe(true);
  });

  test('without smoke are no smoke, but unclear without frames from before', () => {
    const calm = framesOf({});
    expect(judgeFrames(calm.slice(14), { before: calm.slice(0, 14) })).toEqual({
      verdict: 'no-smoke',
      score: 0,
      box: null,
      since: null,
      judged: 20,
    });
    expect(judgeFrames(calm.slice(14)).verdict).toBe('unclear');
  });

  test('of which some cannot be judged count the rest, and too few say nothing', () => {
    const torn = { ...(now[0] as Frame), u: new Uint8Array(3) };
    const dark = { ...torn, y: new Uint8Array(torn.y.length).fill(16), u: torn.v };
    const spoilt = [...now.slice(0, 2), now[1] as Frame, torn, dark, ...now.slice(2)];
    const { verdict, judged, since } = judgeFrames(spoilt, { before });
    expect({ verdict, judged }).toEqual({ verdict: 'smoke', judged: 20 });
    expect(since).toBeLessThan(9);
    expect(judgeFrames([torn, dark], { before })).toEqual({ verdict: 'unclear', score: 0, box: null, since: null, judged: 0 });
    expect(judgeFrames([])).toEqual({ verdict: 'unclear', score: 0, box: null, since: null, judged: 0 });
  });

  test('that end while smoke begins are unclear, and say where', () => {
    const { verdict, score, box } = judgeFrames(now.slice(0, 4), { before });
    expect(verdict).toBe('unclear');
    expect(score).toBeLessThan(0.5);
    expect(box === null).toBe(score === 0);
  });
});
