// Satellite detections of a fire: the passes that see it, and its fire pixels.
import { MINUTE_MS, type Position } from '@lookout/domain';
import { destination, planeOffset } from '@lookout/geo';
import { drawsOf } from '../draws.ts';
import { type Fire, placesBurning, powerMegawatts } from '../fires/fire.ts';
import { type Pass, passesOver } from '../sky/orbits.ts';
import { sunElevationDegrees } from '../sky/sun.ts';
import { fleet, type PixelSize, pixelSize, products, type Satellite } from './fleet.ts';

/** One row of a FIRMS file, in world time. */
export interface Detection {
  readonly fireId: string;
  readonly satellite: Satellite;
  readonly orbit: number;
  /** Time of the granule, as in FIRMS: whole minutes. */
  readonly acquiredAtMs: number;
  /** Centre of the pixel, five decimals; the fire may be anywhere within the pixel. */
  readonly position: Position;
  readonly size: PixelSize;
  readonly frpMegawatts: number;
  readonly brightnessKelvin: number;
  readonly brightness2Kelvin: number;
  /** Confidence of the product, 0–1. */
  readonly certainty: number;
  readonly isDay: boolean;
}

/** Cloud cover over a place, 0–1. */
type CloudAt = (position: Position, ms: number) => number;

/** All detections of a fire by the fleet, oldest first. */
export function detectionsOf(seed: number, fire: Fire, cloudAt: CloudAt): Detection[] {
  return fleet
    .flatMap((satellite) =>
      passesOver(satellite.orbit, fire.position, fire.startsAtMs, fire.endsAtMs).flatMap((pass) =>
        pixelsOf(seed, fire, satellite, pass, cloudAt),
      ),
    )
    .sort((a, b) => a.acquiredAtMs - b.acquiredAtMs);
}

function pixelsOf(seed: number, fire: Fire, satellite: Satellite, pass: Pass, cloudAt: CloudAt): Detection[] {
  const product = products[satellite.product];
  const draws = drawsOf(seed, 'pixels', fire.id, satellite.code, pass.orbit);
  const power = powerMegawatts(fire, pass.atMs) * draws.between(0.7, 1.4);
  const cloud = cloudAt(fire.position, pass.atMs);
  if (!draws.chance(foundChance(power, product.halfFoundMegawatts, cloud))) return [];

  const size = pixelSize(product.optics, satellite.orbit, pass.offTrackKilometres);
  const granuleMs = product.granuleMinutes * MINUTE_MS;
  const isDay = sunElevationDegrees(fire.position, pass.atMs) > 0;
  const across = pass.towardsTrackDegrees;
  const centre = offset(
    offset(fire.position, across, draws.between(-0.5, 0.5) * size.scan),
    across + 90,
    draws.between(-0.5, 0.5) * size.track,
  );
  // A fire that burns in several pixels is detected in the hottest, and in the others with a chance by its power there.
  const pixels = pixelsBurning(centre, across, size, placesBurning(fire, pass.atMs))
    .slice(0, MOST_PIXELS)
    .filter(({ share }, n) => n === 0 || draws.chance(foundChance(power * share, product.halfFoundMegawatts, cloud)));
  return pixels.map(({ share, acrossPixels, alongPixels }, n) => {
    const frp = Math.max(0.2, power * share * (n === 0 ? 1.2 : draws.between(0.7, 1.2)));
    const background = isDay ? draws.between(292, 306) : draws.between(272, 284);
    const strength = frp / product.halfFoundMegawatts;
    return {
      fireId: fire.id,
      satellite,
      orbit: pass.orbit,
      acquiredAtMs: Math.floor(pass.atMs / granuleMs) * granuleMs,
      position: fiveDecimals(offset(offset(centre, across, acrossPixels * size.scan), across + 90, alongPixels * size.track)),
      size,
      frpMegawatts: frp,
      // The 4 µm channel of VIIRS saturates at 367 K (active fire product guide); MODIS goes to 500 K.
      brightnessKelvin: Math.min(
        satellite.product === 'viirs' ? 367 : 500,
        background + 22 + 14 * Math.sqrt(strength) * draws.between(0.8, 1.2),
      ),
      brightness2Kelvin: background + Math.min(25, 1.5 * Math.sqrt(frp)),
      certainty: Math.min(1, Math.max(0, 0.25 + 0.3 * Math.log2(1 + strength) + 0.08 * draws.normal())),
      isDay,
    };
  });
}

/** Maximum number of rows for a fire in one pass, so that one fire does not flood the command centre. */
const MOST_PIXELS = 4;

/** A pixel of the pass that contains burning places. */
interface BurningPixel {
  /** Offset from the pixel that contains the origin of the fire. */
  readonly acrossPixels: number;
  readonly alongPixels: number;
  /** Share of all burning places. */
  readonly share: number;
}

/** @param centre of the pixel that contains the origin of the fire @returns the pixels with the largest share first */
function pixelsBurning(centre: Position, acrossDegrees: number, { scan, track }: PixelSize, places: readonly Position[]): BurningPixel[] {
  const [sine, cosine] = [Math.sin((acrossDegrees * Math.PI) / 180), Math.cos((acrossDegrees * Math.PI) / 180)];
  const pixels = Map.groupBy(places, (place) => {
    const { east, north } = planeOffset(centre, place);
    return `${Math.round((east * sine + north * cosine) / (scan * 1000))}/${Math.round((east * cosine - north * sine) / (track * 1000))}`;
  });
  return [...pixels]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([key, inside]) => {
      const [acrossPixels = 0, alongPixels = 0] = key.split('/').map(Number);
      return { acrossPixels, alongPixels, share: inside.length / places.length };
    });
}

/** Logistic in the logarithm of the power: half of the fires of `half` megawatts are detected; full cloud cover hides nine of ten. */
function foundChance(power: number, half: number, cloud: number): number {
  if (power <= 0) return 0;
  const clear = 1 / (1 + (half / power) ** 2);
  return clear * (1 - (0.9 * Math.max(0, cloud - 0.4)) / 0.6);
}

const offset = (from: Position, bearingDegrees: number, kilometres: number): Position =>
  destination(from, kilometres < 0 ? bearingDegrees + 180 : bearingDegrees, Math.abs(kilometres) * 1000);

const fiveDecimals = ({ lng, lat }: Position): Position => ({ lng: Math.round(lng * 1e5) / 1e5, lat: Math.round(lat * 1e5) / 1e5 });

// From overpass to file: the detections of a pass over a stage arrive later in a few files; some rows are repeated, as in FIRMS.

/** FIRMS delivers its files within three hours of the overpass; downlink and processing take a minimum time. */
export const FILE_DELAY_MINUTES = { least: 25, most: 170 } as const;
/** Delay until rows are repeated. */
export const REPEAT_MINUTES = { least: 20, most: 60 } as const;

/** Files for each pass: all rows of a stage at once would be an alarm flood (EEMUA 191). */
const PARTS = 4;

/** The arrival times of a detection: one, or two when it is repeated. World time. */
export function arrivalsOf(seed: number, { id, stage }: Fire, detection: Detection): readonly [number] | readonly [number, number] {
  const part = Math.floor(drawsOf(seed, 'part', id, detection.orbit).uniform() * PARTS);
  // All rows of a part use the same stream of draws, so that they arrive in one file.
  const draws = drawsOf(seed, 'file', detection.satellite.code, stage, detection.orbit, part);
  const first = Math.round(detection.acquiredAtMs + draws.between(FILE_DELAY_MINUTES.least, FILE_DELAY_MINUTES.most) * MINUTE_MS);
  if (!draws.chance(0.3)) return [first];
  return [first, Math.round(first + draws.between(REPEAT_MINUTES.least, REPEAT_MINUTES.most) * MINUTE_MS)];
}
