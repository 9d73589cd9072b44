// An elevation file, whatever its format: heights by windows of cells, and where on Earth the cells lie.

/** Where the cells of a raster lie; plain data, so that it can be kept beside the heights. */
export interface Georeference {
  /** For people: EPSG:32612, 自定义投影 … */
  readonly name: string;
  /** A proj4 definition; null: longitude and latitude in degrees of WGS 84 (or what is the same within a metre). */
  readonly projection: string | null;
  /** Map coordinates of the centre of a cell: x = a·column + b·row + c, y = d·column + e·row + f. */
  readonly cells: readonly [a: number, b: number, c: number, d: number, e: number, f: number];
}

export interface Window {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

export interface DemFile {
  readonly columns: number;
  readonly rows: number;
  readonly georeference: Georeference;
  /** Reading goes fastest by windows of whole rows of blocks of so many cells. */
  readonly blockRows: number;
  /** Metres above sea level, row-major; NaN where the file has no data. The window lies inside. */
  read(window: Window): Promise<Float32Array>;
  close(): Promise<void>;
}

/** No ground of the Earth is outside (deepest trench, Everest): what is, is a mark for "no data" that the file does not declare. */
const LOWEST_METRES = -12_000;
const HIGHEST_METRES = 9_000;
/** What SRTM and many of its descendants write where they have no data, whether or not they say so. */
const VOID = -32_768;

/** NaN where a number is no height. */
export const heightOrNone = (value: number): number =>
  value > LOWEST_METRES && value < HIGHEST_METRES && value !== VOID ? value : Number.NaN;
