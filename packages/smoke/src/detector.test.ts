import { describe, expect, test } from 'vitest';
import { createDetector, type Find } from './detector.ts';
import { createScene, hills, type PlumeShape, type SceneOptions } from './testing/index.ts';
import { type DangerLevel, STANDARD, type Thresholds, thresholdsFor } from './thresholds.ts';

const [WIDTH, HEIGHT] = [320, 240];
const backdrop = hills(3, WIDTH, HEIGHT);
const START = 13;
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

interface Setting {
  readonly frames?: number;
  readonly thresholds?: Thresholds;
  readonly isMasked?: (across: number, down: number) => boolean;
}

/** The finds of a scene with the frame of each. */
function findsIn(
  scene: Partial<SceneOptions>,
  { frames = 23, thresholds = STANDARD, isMasked }: Setting = {},
): (Find & { readonly nth: number })[] {
  const next = createScene({ seed: 5, backdrop, startFrame: START, ...scene });
  const detector = createDetector();
  const pose = detector.pose(WIDTH, HEIGHT, isMasked);
  return Array.from({ length: frames }, (_, nth) =>
    detector.see(pose, next().frame, thresholds).finds.map((find) => ({ ...find, nth })),
  ).flat();
}

describe('smoke', () => {
  const [find, ...others] = findsIn({ smoke: SMOKE });

  test('A plume is found within 3 minutes, once, where it is', () => {
    expect(others).toEqual([]);
    expect(find?.nth).toBeLessThanOrEqual(START + 6);
    const [left, top, right, bottom] = find?.box ?? [0, 0, 0, 0];
    expect(left < SMOKE.x + 10 && right > SMOKE.x - 10 && bottom > SMOKE.y - 20 && top < SMOKE.y).toBe(true);
    expect(find?.score).toBeGreaterThan(0.5);
  });

  test('A find has at least five frames, and names the first', () => {
    expect(find?.framesAgo).toBeGreaterThanOrEqual(4);
    expect((find?.nth ?? 0) - (find?.framesAgo ?? 0)).toBeGreaterThanOrEqual(START);
  });

  test('A plume is found on a swaying mast and in falling light', () => {
    expect(findsIn({ smoke: SMOKE, shakePixels: 2 })).toHaveLength(1);
    expect(findsIn({ smoke: SMOKE, light: 0.9, lightStep: -0.008 })).toHaveLength(1);
  });

  test('A mask hides what lies under it, and nothing else', () => {
    expect(findsIn({ smoke: SMOKE }, { isMasked: () => true })).toEqual([]);
    expect(findsIn({ smoke: SMOKE }, { isMasked: (across) => across < 0.2 })).toHaveLength(1);
  });

  test('Smoke over a place that has become hot need not grow', () => {
    const never = { ...STANDARD, growth: 1_000 };
    const findsWith = (levels: number) => {
      const next = createScene({ seed: 5, backdrop, startFrame: START, smoke: SMOKE });
      const detector = createDetector();
      const pose = detector.pose(WIDTH, HEIGHT);
      return Array.from({ length: START + 8 }, (_, nth) => {
        const heat = new Uint8Array(WIDTH * HEIGHT).fill(60);
        for (let y = SMOKE.y - 12; nth >= START && y < SMOKE.y; y++)
          heat.fill(60 + levels, y * WIDTH + SMOKE.x - 6, y * WIDTH + SMOKE.x + 6);
        return detector.see(pose, { ...next().frame, heat }, never).finds;
      }).flat();
    };
    expect(findsWith(0)).toEqual([]);
    expect(findsWith(80)).toHaveLength(1);
  });

  test('As the danger rises a plume is found no later', () => {
    const faint = { ...SMOKE, opacity: 0.3 };
    const nth = ([1, 5] as DangerLevel[]).map((danger) => findsIn({ smoke: faint }, { thresholds: thresholdsFor(danger) })[0]?.nth ?? 99);
    expect(nth).toEqual(nth.toSorted((a, b) => b - a));
    expect(nth.at(-1)).toBeLessThan(99);
    expect(thresholdsFor(3)).toEqual(STANDARD);
  });
});

describe('an impostor', () => {
  const impostors: readonly (readonly [string, Partial<SceneOptions>])[] = [
    ['nothing', {}],
    ['fog', { fogPerKilometre: 0.4, fogFrames: 10 }],
    ['fog that stays and drifts', { fogPerKilometre: 0.8, fogFrames: 4 }],
    ["a cloud's shadow", { cloudShadow: 0.35 }],
    ['dust', { dust: { ...SMOKE, riseMetresPerSecond: 0.4, growthSeconds: 20, blue: -12, red: 9, footMetresPerSecond: 8, seconds: 240 } }],
    ['headlights', { light: 0.02, headlights: 3 }],
    ['a sunset', { lightStep: -0.015 }],
    ['rain on the glass', { drops: 20, dropPixels: 5 }],
    ['a swaying mast', { shakePixels: 3 }],
  ];

  test.each(impostors)('is not taken for smoke: %s', (_, scene) => {
    expect(findsIn(scene, { frames: 30 })).toEqual([]);
  });
});

describe('a rule, when it is turned off', () => {
  const rules: readonly (readonly [string, Partial<Thresholds>, Partial<SceneOptions>])[] = [
    ['growth: drops are taken for smoke', { growth: 0, hiddenShare: 0 }, { drops: 4, dropPixels: 12 }],
    ['five in a row: a plume is found in its first frames', { inARow: 1, growth: 0 }, { smoke: SMOKE }],
  ];

  test.each(rules)('%s', (_, change, scene) => {
    const usual = findsIn(scene)[0]?.nth ?? 99;
    expect(findsIn(scene, { thresholds: { ...STANDARD, ...change } })[0]?.nth ?? 99).toBeLessThan(usual);
  });
});

describe('a frame that cannot be judged', () => {
  const detector = createDetector();
  const pose = detector.pose(WIDTH, HEIGHT);
  const { frame } = createScene({ seed: 1, backdrop, startFrame: 0 })();

  test.each([
    ['dark', { ...frame, y: new Uint8Array(frame.y.length).fill(16) }],
    ['size', { ...frame, width: 160, height: 120, y: new Uint8Array(160 * 120), u: new Uint8Array(80 * 60), v: new Uint8Array(80 * 60) }],
    ['size', { ...frame, u: new Uint8Array(3) }],
  ] as const)('is named: %s', (fault, bad) => {
    expect(detector.see(pose, bad)).toEqual({ finds: [], fault });
  });

  test('is named: frozen, the same to the last bit', () => {
    expect(detector.see(pose, frame).fault).toBeNull();
    expect(detector.see(pose, frame).fault).toBe('frozen');
  });
});
