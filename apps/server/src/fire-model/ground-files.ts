// The terrain of `npm run fire-model -- grow`: heights and land cover classes, read directly from files.
import path from 'node:path';
import { type CoverScheme, KNOWN_COVER_SCHEMES, type KnownCoverScheme, schemesOf } from '@lookout/domain';
import { type ClassedGround, cellsAround, type GroundCells } from '@lookout/fire-model';
import { cubicAt, type LngLat } from '@lookout/geo';
import { openDem, openGeoTiffRaster, type Placing, placingOf } from '@lookout/ingest';
import { BadLine, openedFile } from '../commands/question.ts';

export type FileGround = GroundCells & ClassedGround;

interface GroundAsked {
  readonly dem: string;
  readonly landcover: string;
  /** The centre of the terrain. */
  readonly centre: LngLat;
  /** The scheme that the caller names; null: detect it from the file. */
  readonly classes: KnownCoverScheme | null;
  /** The caller gives the fuel of some classes, so the file's scheme may be unknown. */
  readonly hasFuels: boolean;
}

/** The largest side of a growth grid, in cells. */
const MOST_CELLS_A_SIDE = 2_000;
const LEAST_CELL_METRES = 1;
const UNKNOWN = 255;
/** In the common products 0 and 255 mean "no data", whether or not the file declares it. */
const NO_CLASSES: readonly number[] = [0, 255];

/**
 * Reads square cells of the elevation's cell size around the ignition, as far as the elevation extends, at most 2,000 a side.
 * @throws BadLine naming `dem` or `landcover` when the file cannot be used
 */
export async function groundFromFiles({ dem, landcover, centre, classes, hasFuels }: GroundAsked): Promise<FileGround> {
  const elevation = await openedFile('dem', dem, openDem);
  try {
    const placing = placingOf(elevation.georeference);
    const { columns, rows } = elevation;
    const [column, row] = placing.toCell(centre.lng, centre.lat);
    if (!(column >= 0 && row >= 0 && column < columns && row < rows)) throw elsewhere('dem');
    const cellMetres = Math.max(cellMetresOf(placing, centre), LEAST_CELL_METRES);
    const corners = [
      [0, 0],
      [columns - 1, 0],
      [0, rows - 1],
      [columns - 1, rows - 1],
    ].map(([column, row]) => placing.toPosition(column as number, row as number));
    const away = corners.reduce((most, [lng, lat]) => Math.max(most, reachMetres(centre, { lng, lat })), 0);
    const cells = cellsAround(centre, Math.min(away, ((MOST_CELLS_A_SIDE - 1) / 2) * cellMetres), cellMetres);
    const heights = new Float32Array(cells.grid.columns * cells.grid.rows);
    const window = await windowOf('dem', cells, placing, elevation, (box) => elevation.read(box));
    eachCell(cells, placing, (cell, column, row) => {
      heights[cell] = cubicAt(window.valueAt, column, row);
    });
    return { ...cells, heights, ...(await classesFrom(landcover, cells, { classes, hasFuels })) };
  } finally {
    await elevation.close();
  }
}

async function classesFrom(
  file: string,
  cells: GroundCells,
  { classes: named, hasFuels }: Pick<GroundAsked, 'classes' | 'hasFuels'>,
): Promise<Pick<ClassedGround, 'classes' | 'table'>> {
  const raster = await openedFile('landcover', file, openGeoTiffRaster);
  try {
    const placing = placingOf(raster.georeference);
    const window = await windowOf('landcover', cells, placing, raster, (box) => raster.read(box));
    const classes = new Uint8Array(cells.grid.columns * cells.grid.rows).fill(UNKNOWN);
    const indexes = new Map<number, number>();
    eachCell(cells, placing, (cell, column, row) => {
      const value = window.valueAt(Math.round(column), Math.round(row));
      if (Number.isNaN(value) || raster.isNoData(value) || NO_CLASSES.includes(value)) return;
      const index = indexes.get(value) ?? indexes.size;
      indexes.set(value, index);
      if (index < UNKNOWN) classes[cell] = index;
    });
    const values = [...indexes.keys()];
    if (values.length === 0) throw new BadLine('landcover：起火处一带没有地类 (landcover: it has no classes around the ignition)');
    const [proved, ...others] = schemesOf({ values, hint: `${path.basename(file)} ${raster.description}`, colours: raster.colours });
    const scheme: CoverScheme | null = named ?? (proved !== undefined && others.length === 0 ? proved : hasFuels ? 'table' : null);
    if (scheme === null)
      throw new BadLine(
        `landcover：看不出是哪种分类（值 ${values.slice(0, 20).join('、')}），请给出 classes（${KNOWN_COVER_SCHEMES.join('、')}）或 fuels (landcover: the scheme of these values is not known; give classes or fuels)`,
      );
    return { classes, table: values.map((value) => ({ scheme, value })) };
  } finally {
    await raster.close();
  }
}

interface Cells {
  readonly columns: number;
  readonly rows: number;
}
type Box = Cells & { readonly column: number; readonly row: number };

/** Loads the part of a raster that covers the cells. @throws BadLine naming the field when the raster covers none of them */
async function windowOf(
  field: string,
  cells: GroundCells,
  placing: Placing,
  { columns, rows }: Cells,
  read: (box: Box) => Promise<ArrayLike<number>>,
): Promise<{ readonly valueAt: (column: number, row: number) => number }> {
  let [left, right, top, bottom] = [columns, -1, rows, -1];
  eachCell(cells, placing, (_, column, row) => {
    if (!(column >= -0.5 && row >= -0.5 && column < columns - 0.5 && row < rows - 0.5)) return;
    left = Math.min(left, Math.floor(column));
    right = Math.max(right, Math.ceil(column));
    top = Math.min(top, Math.floor(row));
    bottom = Math.max(bottom, Math.ceil(row));
  });
  if (right < 0) throw elsewhere(field);
  // Two more cells on each side, for interpolation.
  const box: Box = { column: Math.max(left - 2, 0), row: Math.max(top - 2, 0), columns: 0, rows: 0 };
  const wide = Math.min(right + 2, columns - 1) - box.column + 1;
  const high = Math.min(bottom + 2, rows - 1) - box.row + 1;
  const values = await read({ ...box, columns: wide, rows: high });
  return {
    valueAt(column, row) {
      const [x, y] = [column - box.column, row - box.row];
      return x >= 0 && y >= 0 && x < wide && y < high ? (values[y * wide + x] as number) : Number.NaN;
    },
  };
}

const elsewhere = (field: string): BadLine => new BadLine(`${field}：不含起火处一带 (${field}: it does not reach the ignition)`);

/** Visits each cell with the fractional raster position of its centre. */
function eachCell({ frame }: GroundCells, placing: Placing, visit: (cell: number, column: number, row: number) => void): void {
  const { columns, rows, west, north, lngDegrees, latDegrees } = frame;
  for (let y = 0, cell = 0; y < rows; y++)
    for (let x = 0; x < columns; x++, cell++) {
      const [column, row] = placing.toCell(west + (x + 0.5) * lngDegrees, north - (y + 0.5) * latDegrees);
      visit(cell, column, row);
    }
}

const METRES_PER_DEGREE = 111_195;
function reachMetres(from: LngLat, to: LngLat): number {
  const narrowing = Math.cos((from.lat * Math.PI) / 180);
  return METRES_PER_DEGREE * Math.max(Math.abs(to.lng - from.lng) * narrowing, Math.abs(to.lat - from.lat));
}

/** The elevation's cell size at a place: the shorter side, to a tenth of a metre. */
function cellMetresOf(placing: Placing, { lng, lat }: LngLat): number {
  const [column, row] = placing.toCell(lng, lat);
  const narrowing = Math.cos((lat * Math.PI) / 180);
  const here = placing.toPosition(column, row);
  const metres = [placing.toPosition(column + 1, row), placing.toPosition(column, row + 1)].map(
    ([east, north]) => METRES_PER_DEGREE * Math.hypot((east - here[0]) * narrowing, north - here[1]),
  );
  return Math.round(10 * Math.min(...metres)) / 10;
}
