// What of a forecast is drawn at a minute, in what order, where its labels stand, and its picture. Loads no Cesium.
import { distinct } from '../plots/distinct.ts';
import { probabilityColour, spreadColour } from './colours.ts';

/** Longitude and latitude, WGS 84 degrees. */
type Corner = readonly [number, number];
type SpreadRing = readonly Corner[];

/** What has burned by a minute. */
export interface SpreadArea {
  /** From the beginning. */
  readonly minutes: number;
  /** 0–1; null: the forecast has one member. */
  readonly probability: number | null;
  /** GeoJSON MultiPolygon's: an outer ring and its holes each. */
  readonly polygons: readonly (readonly SpreadRing[])[];
}

export interface SpreadOnGround {
  /** In any order. */
  readonly areas: readonly SpreadArea[];
  /** What stands at a line; null: nothing. */
  readonly labelOf: (area: Pick<SpreadArea, 'minutes' | 'probability'>) => string | null;
}

const MINUTES_AN_HOUR = 60;
/** Lines of whole hours stand out. */
export const isMain = ({ minutes, probability }: Pick<SpreadArea, 'minutes' | 'probability'>): boolean =>
  probability !== null || minutes % MINUTES_AN_HOUR === 0;

/** The larger below the smaller: the later first, then the less sure. */
export const inPaintingOrder = <T extends Pick<SpreadArea, 'minutes' | 'probability'>>(areas: readonly T[]): T[] =>
  areas.toSorted((a, b) => b.minutes - a.minutes || (a.probability ?? 0) - (b.probability ?? 0));

/**
 * Which areas are drawn at a minute: of one member all that burns until then, of an ensemble the areas of the last minute until then: its earlier ones lie
 * across the later ones of another probability.
 */
export function shownAt(areas: readonly Pick<SpreadArea, 'minutes' | 'probability'>[], minutes: number): boolean[] {
  const last = areas.reduce((latest, area) => (area.minutes <= minutes ? Math.max(latest, area.minutes) : latest), 0);
  return areas.map((area) => (area.probability === null ? area.minutes <= minutes : area.minutes === last));
}

/** @returns CSS */
export const colourOf = ({ minutes, probability }: Pick<SpreadArea, 'minutes' | 'probability'>, lastMinutes: number): string =>
  probability === null ? spreadColour(minutes, lastMinutes) : probabilityColour(probability);

export const lastMinutesOf = (areas: readonly Pick<SpreadArea, 'minutes'>[]): number =>
  areas.reduce((last, { minutes }) => Math.max(last, minutes), 0);

/** Degrees. */
export interface SpreadBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Round all areas, with a margin so that their edge is not cut; null: there is none. */
export function boxOf(areas: readonly SpreadArea[]): SpreadBox | null {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const { polygons } of areas)
    for (const [outer = []] of polygons)
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

/** Of the picture of a box: 4 m a pixel, coarser where that were too many. */
export function pixelsOf({ west, south, east, north }: SpreadBox): { readonly width: number; readonly height: number } {
  const metresHigh = (north - south) * METRES_PER_DEGREE;
  const metresWide = (east - west) * METRES_PER_DEGREE * Math.max(0.01, Math.cos(((south + north) * Math.PI) / 360));
  const metresPerPixel = Math.max(METRES_PER_PIXEL, metresHigh / MOST_PIXELS, metresWide / MOST_PIXELS);
  return { width: Math.max(1, Math.ceil(metresWide / metresPerPixel)), height: Math.max(1, Math.ceil(metresHigh / metresPerPixel)) };
}

export type SpreadPen = Pick<CanvasRenderingContext2D, 'beginPath' | 'moveTo' | 'lineTo' | 'closePath' | 'fill'> & {
  fillStyle: CanvasRenderingContext2D['fillStyle'];
};

/** Fills an area in place of what lies below it; holes are left as they are. */
export function paintArea(
  pen: SpreadPen,
  { polygons }: Pick<SpreadArea, 'polygons'>,
  colour: string,
  { west, south, east, north }: SpreadBox,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const [across, down] = [width / (east - west), height / (north - south)];
  pen.beginPath();
  for (const rings of polygons)
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
 * The corners of a closed line round a ring: none lies where the one before or after it lies, and the last not where the first does, for Cesium finds no
 * direction between them and stops drawing for good. Fewer than three: there is no line.
 */
export function cornersOfLine(ring: SpreadRing): { readonly lng: number; readonly lat: number }[] {
  const corners = distinct(ring.map(([lng, lat]) => ({ lng, lat })));
  // A ring names its first corner again at its end, and after rounding its last ones may lie there too.
  while (corners.length > 1 && distinct([corners.at(-1), corners[0]].flatMap((corner) => corner ?? [])).length < 2) corners.pop();
  return corners;
}

/** Corners of its rings: what drawing it costs. */
export const cornersOf = ({ polygons }: Pick<SpreadArea, 'polygons'>): number =>
  polygons.reduce((sum, rings) => sum + rings.reduce((of, ring) => of + ring.length, 0), 0);

/** A label is some 60 × 24 pixels, seen from as far as the forecast is looked at; also of a fire of a few hectares. Nearer ones would lie on each other. */
const LABEL_METRES = { east: 220, north: 90 } as const;
/** Of the extent of the whole forecast, which is some 230 pixels and more. */
const LABEL_SHARE = { east: 0.28, north: 0.12 } as const;

/**
 * Where an area's label stands: at the corner of its edge that is farthest from where the fire began, at its head. null: it has no edge, an earlier area of the
 * same probability ends there too, as a fire does that is held, or a later one that is drawn with it has its label too near.
 */
export function labelPlaces(areas: readonly SpreadArea[]): (Corner | null)[] {
  const [first] = areas.toSorted((a, b) => a.minutes - b.minutes || (b.probability ?? 0) - (a.probability ?? 0));
  const box = first && boxOf([first]);
  if (!box) return areas.map(() => null);
  const [lng, lat] = [(box.west + box.east) / 2, (box.south + box.north) / 2];
  const flat = Math.cos((lat * Math.PI) / 180) ** 2;
  const taken = new Set<string>();
  const places = new Map<SpreadArea, Corner>();
  for (const area of areas.toSorted((a, b) => a.minutes - b.minutes)) {
    if (!isMain(area)) continue;
    let [farthest, most]: [Corner | null, number] = [null, -1];
    for (const [outer = []] of area.polygons)
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

/** The last hour keeps its label, and whichever is far enough from those after it. */
function isFree(area: SpreadArea, places: ReadonlyMap<SpreadArea, Corner>, areNear: (a: Corner, b: Corner) => boolean): boolean {
  const kept: Corner[] = [];
  for (const [other, place] of [...places].sort(([a], [b]) => b.minutes - a.minutes || (a.probability ?? 0) - (b.probability ?? 0))) {
    if (!areTogether(area, other)) continue;
    const isNear = kept.some((corner) => areNear(corner, place));
    if (other === area) return !isNear;
    if (!isNear) kept.push(place);
  }
  return false;
}

/** Of an ensemble only the areas of one minute are drawn at a time. */
const areTogether = (a: SpreadArea, b: SpreadArea): boolean =>
  a.probability === null ? b.probability === null : b.probability !== null && a.minutes === b.minutes;
