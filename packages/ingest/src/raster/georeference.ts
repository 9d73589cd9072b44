// Where a raster lies on the ground.

/** Where the cells of a raster lie; plain data, so that it can be stored with the heights. */
export interface Georeference {
  /** Display name: EPSG:32612, 自定义投影 … */
  readonly name: string;
  /** A proj4 definition; null: WGS 84 longitude and latitude in degrees (or a system that differs by less than a metre). */
  readonly projection: string | null;
  /** Map coordinates of the centre of a cell: x = a·column + b·row + c, y = d·column + e·row + f. */
  readonly cells: readonly [a: number, b: number, c: number, d: number, e: number, f: number];
}
