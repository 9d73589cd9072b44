// Walks made by formula, with the errors of a phone, for tests of tracks.
import type { TrackFix } from '../track/patrol.ts';
import { seededNumbers } from './made-terrain.ts';

const METRES_PER_DEGREE = 111_195;

export interface WalkOptions {
  readonly seed: number;
  readonly beginMs: number;
  readonly hours?: number;
  readonly from?: { readonly lng: number; readonly lat: number };
  /** Standard deviation of a position; errors of neighbours are related, as those of satellite fixes. */
  readonly scatterMetres?: number;
  /** Share of positions that are hundreds of metres off. */
  readonly wrongShare?: number;
}

/** A ranger's day: walks at 0.8 to 1.4 m/s with turns, rests, an hour without signal, positions every 15 s. */
export function honestWalk({ seed, beginMs, hours = 8, from, scatterMetres = 8, wrongShare = 0.005 }: WalkOptions): TrackFix[] {
  const next = seededNumbers(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(next() + 1e-12)) * Math.cos(2 * Math.PI * next());
  const { lng: lng0, lat: lat0 } = from ?? { lng: 103 + next() / 2, lat: 31 + next() / 2 };
  const shrink = Math.cos((lat0 * Math.PI) / 180);
  const count = (hours * 3_600) / 15;
  const gapAt = Math.floor(next() * (count - 240));
  const fixes: TrackFix[] = [];
  let [x, y, heading, speed, restUntil, errorX, errorY] = [0, 0, 2 * Math.PI * next(), 1.1, 0, 0, 0];
  for (let n = 0; n < count; n++) {
    if (next() < 0.005) restUntil = n + 20 + 60 * next();
    if (next() < 0.01) speed = 0.8 + 0.6 * next();
    heading += 0.15 * normal();
    if (n >= restUntil) {
      x += 15 * speed * Math.cos(heading);
      y += 15 * speed * Math.sin(heading);
    }
    errorX = 0.9 * errorX + 0.44 * scatterMetres * normal();
    errorY = 0.9 * errorY + 0.44 * scatterMetres * normal();
    const isWrong = next() < wrongShare;
    const [offX, offY] = isWrong ? [(next() - 0.5) * 1_000, (next() - 0.5) * 1_000] : [0, 0];
    if (n > gapAt && n < gapAt + 240) continue;
    fixes.push({
      ms: beginMs + n * 15_000 + Math.floor(next() * 2_000),
      lng: lng0 + (x + errorX + offX) / METRES_PER_DEGREE / shrink,
      lat: lat0 + (y + errorY + offY) / METRES_PER_DEGREE,
    });
  }
  return fixes;
}

/** The same way as another phone on the same person records it, or as an app that adds noise repeats it. */
export function scattered(fixes: readonly TrackFix[], seed: number, metres: number, shiftMs = 0): TrackFix[] {
  const next = seededNumbers(seed);
  return fixes.map(({ ms, lng, lat }) => ({
    ms: ms + shiftMs,
    lng: lng + ((next() - 0.5) * 2 * metres) / METRES_PER_DEGREE,
    lat: lat + ((next() - 0.5) * 2 * metres) / METRES_PER_DEGREE,
  }));
}
