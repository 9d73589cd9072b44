// The ground a satellite's pixel covers: a hotspot is an area, not a dot. Called by the map's footprints and the popup.
import { destination, type LngLat } from './geodesic.ts';

/** [longitude, latitude]. */
export type Ring = [number, number][];

/**
 * The outline of a fire pixel: centre ± half of `scan` east–west and ± half of `track` north–south, a closed ring of five points,
 * counter-clockwise from the south-west (RFC 7946).
 * Source: NASA FIRMS, attributes of the MODIS and VIIRS files: "scan and track reflect actual pixel size", along scan and along track.
 * The files do not give the track's heading, so the ring is turned to north; the true pixel is turned by up to some 15°.
 */
export function pixelFootprint(centre: LngLat, scanKilometres: number, trackKilometres: number): Ring {
  const north = destination(centre, 0, trackKilometres * 500);
  const south = destination(centre, 180, trackKilometres * 500);
  const [eastOfSouth, eastOfNorth] = [south, north].map((edge) => span(centre.lng, destination(edge, 90, scanKilometres * 500).lng)) as [
    number,
    number,
  ];
  const ring: Ring = [
    [centre.lng - eastOfSouth, south.lat],
    [centre.lng + eastOfSouth, south.lat],
    [centre.lng + eastOfNorth, north.lat],
    [centre.lng - eastOfNorth, north.lat],
  ];
  return [...ring, [centre.lng - eastOfSouth, south.lat]];
}

/** Degrees eastward; over 180° too. A ring may run on past 180°, as one drawn whole must. */
const span = (from: number, to: number): number => ((to - from + 540) % 360) - 180;
