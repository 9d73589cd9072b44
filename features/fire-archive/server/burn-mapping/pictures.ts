// Opens the pictures of a burned area, checks them file by file, and resamples them onto one grid of cells around the fire.

import { burnRatio, distanceMetres, type LngLat } from '@lookout/geo';
import { type GeoTiffRaster, openGeoTiffRaster, type Placing, placingOf, UnreadableFile } from '@lookout/ingest';
import { type FieldFault, fieldFault } from '@lookout/server/acting/refusal.ts';
import type { BurnPictureRole } from '../../burn-severity.ts';

/** A file as uploaded. */
export interface PictureFile {
  readonly role: BurnPictureRole;
  readonly fileName: string;
  readonly path: string;
}

/** The reasons for refusing the pictures, file by file; `path` is the role, or '' for all together. */
export class PictureFaults extends Error {
  readonly detail: readonly FieldFault[];
  constructor(detail: readonly FieldFault[]) {
    super(detail.map(({ path, code }) => `${path} ${code}`).join(', '));
    this.detail = detail;
  }
}

export interface Picture {
  readonly role: BurnPictureRole;
  readonly fileName: string;
  readonly raster: GeoTiffRaster;
  readonly placing: Placing;
  readonly cellMetres: number;
}

/** A rectangle of cells of the base raster, the grid of the result. */
export interface BurnGrid {
  readonly base: Picture;
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

/** Maximum number of cells of the result: 16 million of 20 m are 80 km by 80 km. */
export const MOST_CELLS = 16_000_000;
/** A strip or tile is decompressed as a whole. */
const MOST_BLOCK_CELLS = 40_000_000;
const SIDES = 24;
const METRES_PER_DEGREE = 111_320;

/** @throws PictureFaults naming every file at fault */
export async function openPictures(files: readonly PictureFile[]): Promise<readonly Picture[]> {
  const pictures: Picture[] = [];
  const faults: FieldFault[] = [];
  for (const { role, fileName, path } of files) {
    try {
      const raster = await openGeoTiffRaster(path);
      const placing = placingOf(raster.georeference);
      pictures.push({ role, fileName, raster, placing, cellMetres: cellMetresOf(raster, placing) });
      faults.push(...bandFaults(role, raster));
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      faults.push({ path: role, ...error.fault });
    }
  }
  if (faults.length === 0) return pictures;
  await closePictures(pictures);
  throw new PictureFaults(faults);
}

export const closePictures = async (pictures: readonly Picture[]): Promise<void> => {
  await Promise.all(pictures.map(({ raster }) => raster.close()));
};

function bandFaults(role: BurnPictureRole, { bands, blockCells }: GeoTiffRaster): FieldFault[] {
  if (blockCells > MOST_BLOCK_CELLS) return [fieldFault(role, 'burn-picture-block')];
  if (role === 'before' || role === 'after') return bands <= 2 ? [] : [fieldFault(role, 'burn-picture-bands', { bands })];
  return bands === 1 ? [] : [fieldFault(role, 'burn-band-single', { bands })];
}

/** Distance between neighbouring cells in the middle of the raster. */
function cellMetresOf({ columns, rows }: GeoTiffRaster, { toPosition }: Placing): number {
  const at = (column: number, row: number): LngLat => {
    const [lng, lat] = toPosition(column, row);
    return { lng, lat };
  };
  const [column, row] = [columns / 2, rows / 2];
  return distanceMetres(at(column, row), at(column + 1, row));
}

/**
 * The cells around the fire, on the grid of the picture with the largest cells: finer cells add nothing to a change.
 * @throws PictureFaults for pictures that do not cover the fire, or too many cells
 */
export function gridAround(pictures: readonly Picture[], fire: LngLat, radiusMetres: number): BurnGrid {
  const windows = pictures.map((picture) => windowAround(picture, fire, radiusMetres));
  const faults = pictures.flatMap(({ role, cellMetres }, index): FieldFault[] => {
    if (!Number.isFinite(cellMetres) || cellMetres <= 0) return [fieldFault(role, 'burn-picture-off-earth')];
    return windows[index] ? [] : [fieldFault(role, 'burn-picture-elsewhere', { kilometres: radiusMetres / 1_000 })];
  });
  if (faults.length > 0) throw new PictureFaults(faults);
  const coarsest = pictures.reduce((best, { cellMetres }, index) => (cellMetres > (pictures[best]?.cellMetres ?? 0) ? index : best), 0);
  const [base, window] = [pictures[coarsest], windows[coarsest]];
  if (!base || !window) throw new Error('a computation without pictures');
  const found = window.columns * window.rows;
  if (found > MOST_CELLS) throw new PictureFaults([fieldFault('', 'burn-too-many-cells', { most: MOST_CELLS, found })]);
  return { base, ...window };
}

/** The cells of a box of twice the radius; null: none of them lie in the raster. */
function windowAround({ raster, placing }: Picture, { lng, lat }: LngLat, radiusMetres: number) {
  const high = radiusMetres / METRES_PER_DEGREE;
  const wide = high / Math.cos((lat * Math.PI) / 180);
  const steps = Array.from({ length: SIDES + 1 }, (_, step) => (2 * step) / SIDES - 1);
  const border = steps.flatMap((t) => [
    placing.toCell(lng + t * wide, lat - high),
    placing.toCell(lng + t * wide, lat + high),
    placing.toCell(lng - wide, lat + t * high),
    placing.toCell(lng + wide, lat + t * high),
  ]);
  const known = border.filter(([column, row]) => Number.isFinite(column) && Number.isFinite(row));
  if (known.length === 0) return null;
  const clamped = (value: number, most: number): number => Math.max(0, Math.min(most, value));
  const from = (axis: 0 | 1, most: number): number => clamped(Math.floor(Math.min(...known.map((at) => at[axis])) + 0.5), most);
  const to = (axis: 0 | 1, most: number): number => clamped(Math.ceil(Math.max(...known.map((at) => at[axis])) + 0.5), most);
  const [column, row] = [from(0, raster.columns), from(1, raster.rows)];
  const [columns, rows] = [to(0, raster.columns) - column, to(1, raster.rows) - row];
  return columns > 0 && rows > 0 ? { column, row, columns, rows } : null;
}

/** A rectangle of the base raster's cells. */
interface Strip {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

/**
 * Spacing of the cells whose coordinates are projected exactly. The cells between are interpolated linearly: over 32 cells of 30 m the
 * error is some centimetres.
 */
const KNOT_CELLS = 32;
/** Half a cell, for rounding. A tie between two cells goes to the lower one, whatever the rounding error. */
const NEAREST = 0.5 - 1e-6;

/**
 * The nearest cell of another raster for each cell of a strip.
 * @returns fractional columns and rows of the other raster, NaN outside its projection
 */
function cellsOfStrip(base: Picture, other: Picture, strip: Strip): { columns: Float64Array; rows: Float64Array } {
  const [across, down] = [Math.ceil(strip.columns / KNOT_CELLS) + 1, Math.ceil(strip.rows / KNOT_CELLS) + 1];
  const knots = Array.from({ length: across * down }, (_, knot) => {
    const column = strip.column + (knot % across) * KNOT_CELLS;
    const row = strip.row + Math.floor(knot / across) * KNOT_CELLS;
    return other.placing.toCell(...base.placing.toPosition(column, row));
  });
  const columns = new Float64Array(strip.columns * strip.rows);
  const rows = new Float64Array(strip.columns * strip.rows);
  for (let row = 0, at = 0; row < strip.rows; row++) {
    const top = Math.floor(row / KNOT_CELLS);
    const v = (row % KNOT_CELLS) / KNOT_CELLS;
    for (let column = 0; column < strip.columns; column++, at++) {
      const left = Math.floor(column / KNOT_CELLS);
      const u = (column % KNOT_CELLS) / KNOT_CELLS;
      const first = top * across + left;
      const [nw, ne, sw, se] = [knots[first], knots[first + 1], knots[first + across], knots[first + across + 1]];
      if (!nw || !ne || !sw || !se) throw new Error('a strip without its knots');
      columns[at] = (nw[0] * (1 - u) + ne[0] * u) * (1 - v) + (sw[0] * (1 - u) + se[0] * u) * v;
      rows[at] = (nw[1] * (1 - u) + ne[1] * u) * (1 - v) + (sw[1] * (1 - u) + se[1] * u) * v;
    }
  }
  return { columns, rows };
}

/** Bands as values of cells of a strip; NaN where unknown. */
type ReadStrip = (strip: Strip) => Promise<Float64Array>;

const hasSameCells = (one: Picture, other: Picture): boolean =>
  one.raster.georeference.projection === other.raster.georeference.projection &&
  one.raster.georeference.cells.every((value, index) => value === other.raster.georeference.cells[index]);

/** @param bandOffset added to stored values */
async function bandReader(base: Picture, picture: Picture, band: number, bandOffset: number): Promise<ReadStrip> {
  const { raster } = picture;
  const { scale, offset } = await raster.scaleOf(band);
  const bandValue = (stored: number): number => (raster.isNoData(stored) ? Number.NaN : (stored + bandOffset) * scale + offset);
  const isBase = hasSameCells(base, picture);
  return async (strip) => {
    const values = new Float64Array(strip.columns * strip.rows).fill(Number.NaN);
    const fits = strip.column + strip.columns <= raster.columns && strip.row + strip.rows <= raster.rows;
    if (isBase && fits) {
      const stored = await raster.read(strip, band);
      for (let at = 0; at < values.length; at++) values[at] = bandValue(stored[at] as number);
      return values;
    }
    const { columns, rows } = cellsOfStrip(base, picture, strip);
    let [west, east, north, south] = [raster.columns, -1, raster.rows, -1];
    for (let at = 0; at < values.length; at++) {
      const [column, row] = [Math.floor((columns[at] as number) + NEAREST), Math.floor((rows[at] as number) + NEAREST)];
      const isInside = column >= 0 && row >= 0 && column < raster.columns && row < raster.rows;
      columns[at] = isInside ? column : Number.NaN;
      rows[at] = row;
      if (!isInside) continue;
      if (column < west) west = column;
      if (column > east) east = column;
      if (row < north) north = row;
      if (row > south) south = row;
    }
    if (east < west) return values;
    const window = { column: west, row: north, columns: east - west + 1, rows: south - north + 1 };
    const stored = await raster.read(window, band);
    for (let at = 0; at < values.length; at++) {
      const column = columns[at] as number;
      if (!Number.isNaN(column)) values[at] = bandValue(stored[((rows[at] as number) - north) * window.columns + column - west] as number);
    }
    return values;
  };
}

/** NBR of a date by strips. */
export interface DateReader {
  readonly read: ReadStrip;
  /** The number of known cells whose value is not an NBR, and the role of their picture. */
  readonly strange: () => { readonly role: BurnPictureRole; readonly cells: number } | null;
}

export async function dateReader(
  pictures: readonly Picture[],
  { base }: BurnGrid,
  date: 'before' | 'after',
  bandOffset: number,
): Promise<DateReader> {
  const find = (role: BurnPictureRole): Picture | undefined => pictures.find((picture) => picture.role === role);
  const whole = find(date);
  if (whole && whole.raster.bands === 1) return ratioReader(await bandReader(base, whole, 0, 0), whole.role);
  const [nirFile, swirFile] = whole ? [whole, whole] : [find(`${date}-nir`), find(`${date}-swir`)];
  if (!nirFile || !swirFile) throw new Error(`no pictures ${date} the fire`);
  const nir = await bandReader(base, nirFile, 0, bandOffset);
  const swir = await bandReader(base, swirFile, whole ? 1 : 0, bandOffset);
  return {
    async read(strip) {
      const [near, short] = [await nir(strip), await swir(strip)];
      for (let at = 0; at < near.length; at++) near[at] = burnRatio(near[at] as number, short[at] as number);
      return near;
    },
    strange: () => null,
  };
}

function ratioReader(read: ReadStrip, role: BurnPictureRole): DateReader {
  let cells = 0;
  return {
    async read(strip) {
      const values = await read(strip);
      for (let at = 0; at < values.length; at++) {
        const value = values[at] as number;
        if (value >= -1 && value <= 1) continue;
        if (!Number.isNaN(value)) cells += 1;
        values[at] = Number.NaN;
      }
      return values;
    },
    strange: () => ({ role, cells }),
  };
}
