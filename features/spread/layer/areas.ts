// Which areas of a forecast are drawn at a given minute, in what order, where their labels are, and the picture of them. Loads no Cesium.
import { distinct } from '@lookout/map/layers/drawings/distinct.ts';
import type { SpreadIsochrone } from '../spread-result.ts';
import { probabilityColour, spreadColour } from './colours.ts';

type Corner = SpreadRing[number];
type SpreadRing = SpreadIsochrone['coordinates'][number][number];

/** The area burned by a given minute, as it is drawn. */
export type DrawnArea = Omit<SpreadIsochrone, 'areaHectares'>;

export interface SpreadOnGround {
  /** In any order. */
  readonly areas: readonly DrawnArea[];
  /** Label of a line; null: none. */
  readonly labelOf: (area: Pick<DrawnArea, 'minutes' | 'probability'>) => string | null;
}

const MINUTES_AN_HOUR = 60;
/** Lines of whole hours are emphasised. */
export const isMain = ({ minutes, probability }: Pick<DrawnArea, 'minutes' | 'probability'>): boolean =>
  probability !== null || minutes % MINUTES_AN_HOUR === 0;

/** Larger areas below smaller ones: later ones first, then less probable ones. */
export const inPaintingOrder = <T extends Pick<DrawnArea, 'minutes' | 'probability'>>(areas: readonly T[]): T[] =>
  areas.toSorted((a, b) => b.minutes - a.minutes || (a.probability ?? 0) - (b.probability ?? 0));

/**
 * Which areas are drawn at a minute: with one member all areas up to that minute, with an ensemble only the areas of the last time up to
 * that minute, since earlier areas would cross later ones of another probability.
 */
export function shownAt(areas: readonly Pick<DrawnArea, 'minutes' | 'probability'>[], minutes: number): boolean[] {
  const last = areas.reduce((latest, area) => (area.minutes <= minutes ? Math.max(latest, area.minutes) : latest), 0);
  return areas.map((area) => (area.probability === null ? area.minutes <= minutes : area.minutes === last));
}

/** @returns CSS colour */
export const colourOf = ({ minutes, probability }: Pick<DrawnArea, 'minutes' | 'probability'>, lastMinutes: number): string =>
  probability === null ? spreadColour(minutes, lastMinutes) : probabilityColour(probability);

export const lastMinutesOf = (areas: readonly Pick<DrawnArea, 'minutes'>[]): number =>
  areas.reduce((last, { minutes }) => Math.max(last, minutes), 0);

/** Edges in degrees. */
export interface SpreadBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The box around all areas, with a margin so that their edge is not cut; null: there are no areas. */
export function boxOf(areas: readonly DrawnArea[]): SpreadBox | null {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const { coordinates } of areas)
    for (const [outer = []] of coordinates)
      for (const [lng, lat] of outer) {
        [west, east] = [Math.min(west, lng), Math.max(east, lng)];
        [south, north] = [Math.min(south, lat), Math.max(north, lat)];
      }
  if (west > east) return null;
  const margin = 0.01 * Math.max(east - west, north - south, 1e-4);
  return { west: west - margin, south: south - margin, east: east + margin, north: north + margin };
}

const MOST_PIXELS = 2_048;
const METRES_PER_PIXEL = 4;
const METRES_PER_DEGREE = 111_320;

/** Pixel size of the picture of a box: 4 m a pixel, coarser where that would be too many. */
export function pixelsOf({ west, south, east, north }: SpreadBox): { readonly width: number; readonly height: number } {
  const metresHigh = (north - south) * METRES_PER_DEGREE;
  const metresWide = (east - west) * METRES_PER_DEGREE * Math.max(0.01, Math.cos(((south + north) * Math.PI) / 360));
  const metresPerPixel = Math.max(METRES_PER_PIXEL, metresHigh / MOST_PIXELS, metresWide / MOST_PIXELS);
  return { width: Math.max(1, Math.ceil(metresWide / metresPerPixel)), height: Math.max(1, Math.ceil(metresHigh / metresPerPixel)) };
}

export type SpreadPen = Pick<CanvasRenderingContext2D, 'beginPath' | 'moveTo' | 'lineTo' | 'closePath' | 'fill'> & {
  fillStyle: CanvasRenderingContext2D['fillStyle'];
};

/** Fills an area, replacing what is below; holes are left unchanged. */
export function paintArea(
  pen: SpreadPen,
  { coordinates }: Pick<DrawnArea, 'coordinates'>,
  colour: string,
  { west, south, east, north }: SpreadBox,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const [across, down] = [width / (east - west), height / (north - south)];
  pen.beginPath();
  for (const rings of coordinates)
    for (const ring of rings) {
      for (const [index, [lng, lat]] of ring.entries()) {
        const [x, y] = [(lng - west) * across, (north - lat) * down];
        if (index === 0) pen.moveTo(x, y);
        else pen.lineTo(x, y);
      }
      pen.closePath();
    }
  pen.fillStyle = colour;
  pen.fill('evenodd');
}

/**
 * The corners of a closed line around a ring. No two neighbouring corners are equal, nor are the last and the first, because Cesium finds
 * no direction between them and stops drawing permanently. Fewer than three: there is no line.
 */
export function cornersOfLine(ring: SpreadRing): { readonly lng: number; readonly lat: number }[] {
  const corners = distinct(ring.map(([lng, lat]) => ({ lng, lat })));
  // A ring repeats its first corner at its end, and after rounding its last corners may be equal to it too.
  while (corners.length > 1 && distinct([corners.at(-1), corners[0]].flatMap((corner) => corner ?? [])).length < 2) corners.pop();
  return corners;
}

/** Number of corners in its rings, the measure of the cost of drawing it. */
export const cornersOf = ({ coordinates }: Pick<DrawnArea, 'coordinates'>): number =>
  coordinates.reduce((sum, rings) => sum + rings.reduce((of, ring) => of + ring.length, 0), 0);

/**
 * Spacing below which labels would overlap. A label is some 60 × 24 pixels at the distance from which a forecast is viewed, even for a fire
 * of a few hectares.
 */
const LABEL_METRES = { east: 220, north: 90 } as const;
/** Spacing as a share of the extent of the whole forecast, which is 230 pixels or more. */
const LABEL_SHARE = { east: 0.28, north: 0.12 } as const;

/**
 * Position of each area's label: the corner of its edge farthest from the ignition point, at its head. null: it has no edge, an earlier
 * area of the same probability has its head there too (the fire did not advance), or a later area drawn with it has its label too near.
 */
export function labelPlaces(areas: readonly DrawnArea[]): (Corner | null)[] {
  const [first] = areas.toSorted((a, b) => a.minutes - b.minutes || (b.probability ?? 0) - (a.probability ?? 0));
  const box = first && boxOf([first]);
  if (!box) return areas.map(() => null);
  const [lng, lat] = [(box.west + box.east) / 2, (box.south + box.north) / 2];
  const flat = Math.cos((lat * Math.PI) / 180) ** 2;
  const taken = new Set<string>();
  const places = new Map<DrawnArea, Corner>();
  for (const area of areas.toSorted((a, b) => a.minutes - b.minutes)) {
    if (!isMain(area)) continue;
    let [farthest, most]: [Corner | null, number] = [null, -1];
    for (const [outer = []] of area.coordinates)
      for (const corner of outer) {
        const far = (corner[0] - lng) ** 2 * flat + (corner[1] - lat) ** 2;
        if (far > most) [farthest, most] = [corner, far];
      }
    if (farthest === null) continue;
    const at = `${area.probability} ${farthest.map((degrees) => degrees.toFixed(4)).join()}`;
    if (taken.has(at)) continue;
    taken.add(at);
    places.set(area, farthest);
  }
  const whole = boxOf(areas) ?? box;
  const extent = Math.max(whole.north - whole.south, (whole.east - whole.west) * Math.sqrt(flat));
  const least = (side: 'east' | 'north') => Math.max(LABEL_METRES[side] / METRES_PER_DEGREE, LABEL_SHARE[side] * extent);
  const [east, north] = [least('east'), least('north')];
  const areNear = (a: Corner, b: Corner): boolean => Math.abs(a[0] - b[0]) * Math.sqrt(flat) < east && Math.abs(a[1] - b[1]) < north;
  return areas.map((area) => (isFree(area, places, areNear) ? (places.get(area) ?? null) : null));
}

/** The last hour keeps its label, and so does each hour that is far enough from the later ones. */
function isFree(area: DrawnArea, places: ReadonlyMap<DrawnArea, Corner>, areNear: (a: Corner, b: Corner) => boolean): boolean {
  const labelled: Corner[] = [];
  for (const [other, place] of [...places].sort(([a], [b]) => b.minutes - a.minutes || (a.probability ?? 0) - (b.probability ?? 0))) {
    if (!areTogether(area, other)) continue;
    const isNear = labelled.some((corner) => areNear(corner, place));
    if (other === area) return !isNear;
    if (!isNear) labelled.push(place);
  }
  return false;
}

/** In an ensemble only the areas of one minute are drawn at a time. */
const areTogether = (a: DrawnArea, b: DrawnArea): boolean =>
  a.probability === null ? b.probability === null : b.probability !== null && a.minutes === b.minutes;
