// What a satellite makes of a fire: which passes see it, and the pixels it becomes.
import type { Position } from '@lookout/domain';
import { destination } from '@lookout/geo';
import { MINUTE_MS } from '../clock.ts';
import { drawsOf } from '../draws.ts';
import { burnedHectares, type Fire, powerMegawatts } from '../fires/fire.ts';
import { type Pass, passesOver } from '../sky/orbits.ts';
import { sunElevationDegrees } from '../sky/sun.ts';
import { fleet, products, type Satellite } from './fleet.ts';
import { type PixelSize, pixelSize } from './pixel.ts';

/** One row of a FIRMS file, in world time. */
export interface Detection {
  readonly fireId: string;
  readonly satellite: Satellite;
  readonly orbit: number;
  /** The granule's time, as FIRMS gives it: whole minutes. */
  readonly acquiredAtMs: number;
  /** The pixel's centre, five decimals: the fire is somewhere within the pixel. */
  readonly position: Position;
  readonly size: PixelSize;
  readonly frpMegawatts: number;
  readonly brightnessKelvin: number;
  readonly brightness2Kelvin: number;
  /** 0–1: how sure the product is. */
  readonly certainty: number;
  readonly isDay: boolean;
}

/** Cloud cover over a place, 0–1. */
export type CloudAt = (position: Position, ms: number) => number;

/** Everything the fleet ever reports of a fire, oldest first. */
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
  if (!draws.chance(foundChance(power, product.halfFoundMegawatts, cloudAt(fire.position, pass.atMs)))) return [];

  const size = pixelSize(product.optics, satellite.orbit, pass.offTrackKilometres);
  const pixelHectares = size.scan * size.track * 100;
  // A fire larger than a pixel shows in its neighbours too; three pixels of one fire in one pass are enough for a demo.
  const count = Math.min(3, 1 + Math.floor(burnedHectares(fire, pass.atMs) / (0.7 * pixelHectares)));
  const granuleMs = product.granuleMinutes * MINUTE_MS;
  const isDay = sunElevationDegrees(fire.position, pass.atMs) > 0;
  const across = pass.towardsTrackDegrees;
  const centre = offset(
    offset(fire.position, across, draws.between(-0.5, 0.5) * size.scan),
    across + 90,
    draws.between(-0.5, 0.5) * size.track,
  );
  return Array.from({ length: count }, (_, n) => {
    const frp = Math.max(0.2, (power / count) * (n === 0 ? 1.2 : draws.between(0.5, 1)));
    const background = isDay ? draws.between(292, 306) : draws.between(272, 284);
    const strength = frp / product.halfFoundMegawatts;
    return {
      fireId: fire.id,
      satellite,
      orbit: pass.orbit,
      acquiredAtMs: Math.floor(pass.atMs / granuleMs) * granuleMs,
      position: fiveDecimals(n === 0 ? centre : offset(centre, n === 1 ? across : across + 90, n === 1 ? size.scan : size.track)),
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

/** A logistic in the logarithm of power: half of the fires of `half` megawatts are found; a closed sky hides nine of ten. */
function foundChance(power: number, half: number, cloud: number): number {
  if (power <= 0) return 0;
  const clear = 1 / (1 + (half / power) ** 2);
  return clear * (1 - (0.9 * Math.max(0, cloud - 0.4)) / 0.6);
}

const offset = (from: Position, bearingDegrees: number, kilometres: number): Position =>
  destination(from, kilometres < 0 ? bearingDegrees + 180 : bearingDegrees, Math.abs(kilometres) * 1000);

const fiveDecimals = ({ lng, lat }: Position): Position => ({ lng: Math.round(lng * 1e5) / 1e5, lat: Math.round(lat * 1e5) / 1e5 });
