// The view straight down at a box so that it fills the part of the map that no panel covers. Pure.
import type { GeoBox } from './places.ts';

/** The widths that panels cover at each edge of the map, CSS pixels. */
export interface Covered {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const NOTHING_COVERED: Covered = { left: 0, top: 0, right: 0, bottom: 0 };

interface Fit {
  /** Longitude of the centre of the map. */
  readonly lng: number;
  readonly lat: number;
  /** The scale on the terrain at the centre of the view. */
  readonly metresPerPixel: number;
}

const METRES_PER_DEGREE = 111_320;
/** The box takes this share of the uncovered part. */
const SHARE = 0.8;
/** When panels cover nearly all of the map, this much counts as uncovered. */
const LEAST_FREE_PIXELS = 200;

/**
 * @param size of the map, CSS pixels
 * @param leastMetresPerPixel the largest scale, for smaller boxes
 */
export function fitOf(
  { west, south, east, north }: GeoBox,
  size: { readonly width: number; readonly height: number },
  covered: Covered,
  leastMetresPerPixel: number,
): Fit {
  const [lng, lat] = [(west + east) / 2, (south + north) / 2];
  const perDegreeEast = METRES_PER_DEGREE * Math.max(0.05, Math.cos((lat * Math.PI) / 180));
  const [freeWidth, freeHeight] = [size.width - covered.left - covered.right, size.height - covered.top - covered.bottom];
  const metresPerPixel = Math.max(
    leastMetresPerPixel,
    ((east - west) * perDegreeEast) / (SHARE * Math.max(LEAST_FREE_PIXELS, freeWidth)),
    ((north - south) * METRES_PER_DEGREE) / (SHARE * Math.max(LEAST_FREE_PIXELS, freeHeight)),
  );
  // Offset of the centre of the uncovered part from the centre of the map, pixels.
  const [right, down] = [(covered.left - covered.right) / 2, (covered.top - covered.bottom) / 2];
  return {
    lng: lng - (right * metresPerPixel) / perDegreeEast,
    lat: lat + (down * metresPerPixel) / METRES_PER_DEGREE,
    metresPerPixel,
  };
}
