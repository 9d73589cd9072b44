// Sequences of pictures for the smoke detector: plumes, and a camera's week of everything that looks like smoke. The tuning set and the
// frozen set differ in seeds, terrain and parameters; the frozen set was not used for tuning.
import { createSurface, demoRelief } from '@lookout/geo';
import { focalPixels, type Gaze, viewOf } from '@lookout/sim/landscape';
import { type Backdrop, backdropOfRgb, type PlumeShape, type Random, randomOf, type SceneOptions } from '@lookout/smoke/testing';

export type SetName = 'tuning' | 'frozen';

export const IMPOSTORS = ['clear', 'fog', 'cloud shadow', 'dust', 'headlights', 'sunset', 'rain', 'shake'] as const;
export type Impostor = (typeof IMPOSTORS)[number];

export interface Sequence {
  readonly name: string;
  readonly kind: 'smoke' | Impostor;
  readonly frames: number;
  readonly scene: SceneOptions;
}

interface SetRow {
  readonly seed: number;
  /** Where the towers stand: around this place. */
  readonly lng: number;
  readonly lat: number;
  readonly towers: number;
  readonly noise: readonly [number, number];
  readonly shake: readonly [number, number];
  readonly fog: readonly [number, number];
  readonly shadow: readonly [number, number];
  readonly opacity: readonly [number, number];
  readonly wind: number;
  readonly dropPixels: readonly [number, number];
}

/** Parameters of the frozen set lie partly outside those of the tuning set. */
const SETS: Readonly<Record<SetName, SetRow>> = {
  tuning: {
    seed: 1,
    lng: 103.2,
    lat: 31.2,
    towers: 16,
    noise: [1, 2.5],
    shake: [0.5, 3],
    fog: [0.1, 0.8],
    shadow: [0.15, 0.45],
    opacity: [0.3, 0.7],
    wind: 4,
    dropPixels: [5, 14],
  },
  frozen: {
    seed: 100_001,
    lng: 102.1,
    lat: 29.4,
    towers: 20,
    noise: [0.8, 3],
    shake: [0.5, 4],
    fog: [0.05, 1.2],
    shadow: [0.1, 0.55],
    opacity: [0.25, 0.8],
    wind: 6,
    dropPixels: [4, 18],
  },
};

export const WIDTH = 640;
export const HEIGHT = 480;
const PLUME_FRAMES = 30;
const IMPOSTOR_FRAMES = 80;
/** Frames of 30 s in a week. */
export const WEEK_FRAMES = (7 * 24 * 3_600) / 30;
export const PLUMES = 100;

/** @param share of the set: 1 is the whole, with a week of impostors */
export function* sequencesOf(name: SetName, share = 1): Generator<Sequence> {
  const row = SETS[name];
  const towers = backdrops(row);
  for (let n = 0; n < Math.round(PLUMES * share); n++) yield plumeSequence(row, towers, n);
  const impostors = Math.round((WEEK_FRAMES / IMPOSTOR_FRAMES) * share);
  for (let n = 0; n < impostors; n++) yield impostorSequence(row, towers, n);
}

/** Towers on high ground that look over terrain. */
function backdrops({ seed, lng, lat, towers }: SetRow): Backdrop[] {
  const surface = createSurface(demoRelief(), { keepTiles: 4_096 });
  const draws = randomOf(seed);
  const found: Backdrop[] = [];
  while (found.length < towers) {
    let [best, height] = [{ lng, lat }, -1];
    const around = { lng: lng + draws.between(-0.5, 0.5), lat: lat + draws.between(-0.5, 0.5) };
    for (let n = 0; n < 30; n++) {
      const place = { lng: around.lng + draws.between(-0.03, 0.03), lat: around.lat + draws.between(-0.03, 0.03) };
      const here = surface.heightAt(place.lng, place.lat) ?? 0;
      if (here > height) [best, height] = [place, here];
    }
    const gaze: Gaze = {
      eye: { ...best, heightMetres: height + draws.between(20, 45) },
      azimuthDegrees: draws.between(0, 360),
      tiltDegrees: draws.between(-12, -2),
      fieldDegrees: draws.between(22, 50),
      width: WIDTH,
      height: HEIGHT,
    };
    const { rgb, depth } = viewOf(surface, gaze, 1);
    const far = depth.filter((metres) => metres > 1_800 && metres < 9_000).length;
    if (far > 0.3 * depth.length) found.push(backdropOfRgb(rgb, depth, WIDTH, HEIGHT, focalPixels(gaze)));
  }
  return found;
}

/** A pixel on terrain at such a distance, with more terrain around it. */
function footIn(backdrop: Backdrop, draws: Random, nearest: number, furthest: number): { x: number; y: number } {
  for (;;) {
    const [x, y] = [Math.floor(draws.between(40, WIDTH - 40)), Math.floor(draws.between(40, HEIGHT - 12))];
    const metres = backdrop.depth[y * WIDTH + x] as number;
    if (metres > nearest && metres < furthest) return { x, y };
  }
}

function plumeSequence(row: SetRow, towers: readonly Backdrop[], n: number): Sequence {
  const draws = randomOf(row.seed + 1_000 + n);
  const backdrop = towers[n % towers.length] as Backdrop;
  const startFrame = 12 + Math.floor(draws.between(0, 8));
  const smoke: PlumeShape = {
    ...footIn(backdrop, draws, 1_800, 9_000),
    windMetresPerSecond: draws.between(-row.wind, row.wind),
    riseMetresPerSecond: draws.between(1.5, 5),
    opacity: draws.between(...row.opacity),
    luma: draws.between(120, 190),
    blue: draws.between(-3, 5),
    red: draws.between(-4, 2),
    radiusMetres: draws.between(6, 16),
    growthSeconds: draws.between(120, 420),
    seconds: 3_600,
    footMetresPerSecond: 0,
  };
  // Every second plume rises in weather.
  const weather =
    draws.uniform() < 0.5
      ? [
          { shakePixels: draws.between(...row.shake) },
          { cloudShadow: draws.between(...row.shadow) },
          { light: 0.9, lightStep: -0.008 },
          { light: 0.5, lightStep: 0.008 },
        ][Math.floor(draws.uniform() * 4)]
      : {};
  const scene = { seed: row.seed + 10_000 + n, backdrop, startFrame, smoke, noise: draws.between(...row.noise), ...weather };
  return { name: `smoke ${n}`, kind: 'smoke', frames: startFrame + PLUME_FRAMES - 14, scene };
}

function impostorSequence(row: SetRow, towers: readonly Backdrop[], n: number): Sequence {
  const draws = randomOf(row.seed + 5_000 + n);
  const backdrop = towers[Math.floor(n / IMPOSTORS.length) % towers.length] as Backdrop;
  const kind = IMPOSTORS[n % IMPOSTORS.length] as Impostor;
  const scene: SceneOptions = {
    seed: row.seed + 50_000 + n,
    backdrop,
    startFrame: 12 + Math.floor(draws.between(0, 20)),
    noise: draws.between(...row.noise),
    light: draws.between(0.6, 1),
    ...weatherOf(kind, row, backdrop, draws),
  };
  return { name: `${kind} ${n}`, kind, frames: IMPOSTOR_FRAMES, scene };
}

function weatherOf(kind: Impostor, row: SetRow, backdrop: Backdrop, draws: Random): Partial<SceneOptions> {
  switch (kind) {
    case 'fog':
      return { fogPerKilometre: draws.between(...row.fog), fogFrames: draws.between(6, 60) };
    case 'cloud shadow':
      return { cloudShadow: draws.between(...row.shadow) };
    case 'dust':
      return { dust: dustIn(row, backdrop, draws) };
    case 'headlights':
      return { light: 0.02, headlights: 1 + Math.floor(draws.between(0, 4)) };
    case 'sunset': {
      const isEvening = draws.uniform() < 0.5;
      const glare = draws.uniform() < 0.4 ? draws.between(0.1, 0.7) : 0;
      return { light: isEvening ? 1 : 0.15, lightStep: (isEvening ? -1 : 1) * draws.between(0.006, 0.02), glare };
    }
    case 'rain':
      return { drops: Math.floor(draws.between(3, 60)), dropPixels: draws.between(...row.dropPixels) };
    case 'shake':
      return { shakePixels: draws.between(...row.shake), cloudShadow: draws.uniform() < 0.3 ? draws.between(...row.shadow) : 0 };
    default:
      return {};
  }
}

const dustIn = (row: SetRow, backdrop: Backdrop, draws: Random): PlumeShape => ({
  ...footIn(backdrop, draws, 500, 4_000),
  windMetresPerSecond: draws.between(-row.wind, row.wind),
  riseMetresPerSecond: draws.between(0.2, 0.8),
  opacity: draws.between(0.3, 0.7),
  luma: draws.between(110, 160),
  blue: draws.between(-16, -6),
  red: draws.between(4, 12),
  radiusMetres: draws.between(4, 10),
  growthSeconds: 20,
  seconds: draws.between(60, 400),
  footMetresPerSecond: draws.between(2, 12) * (draws.uniform() < 0.5 ? 1 : -1),
});
