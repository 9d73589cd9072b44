// Converts positions to raster cells and back, through the raster's projection.
import proj4 from 'proj4';
import type { Georeference } from '../raster/georeference.ts';

export interface Placing {
  /** Fractional cells; whole numbers are centres. NaN outside the range of the projection. */
  toCell(lng: number, lat: number): readonly [column: number, row: number];
  toPosition(column: number, row: number): readonly [lng: number, lat: number];
}

const WGS84 = '+proj=longlat +datum=WGS84 +no_defs';
const NOWHERE = [Number.NaN, Number.NaN] as const;

/** @throws Error when proj4 cannot use the definition */
export function placingOf({ projection, cells: [a, b, c, d, e, f] }: Georeference): Placing {
  const determinant = a * e - b * d;
  if (!Number.isFinite(determinant) || determinant === 0) throw new Error('the cells of a raster must span an area');
  const projected = projection === null ? null : proj4(WGS84, projection);
  // Global rasters may use longitudes from 0° to 360°.
  const middle = c;
  const onMap = (lng: number, lat: number): readonly [number, number] => {
    if (projected === null) return [lng < middle - 180 ? lng + 360 : lng, lat];
    try {
      const [x, y] = projected.forward([lng, lat]);
      return [x ?? Number.NaN, y ?? Number.NaN];
    } catch {
      // Outside the range of the projection.
      return NOWHERE;
    }
  };
  return {
    toCell(lng, lat) {
      const [x, y] = onMap(lng, lat);
      return [(e * (x - c) - b * (y - f)) / determinant, (a * (y - f) - d * (x - c)) / determinant];
    },
    toPosition(column, row) {
      const x = a * column + b * row + c;
      const y = d * column + e * row + f;
      if (projected === null) return [x > 180 ? x - 360 : x, y];
      try {
        const [lng, lat] = projected.inverse([x, y]);
        return [lng ?? Number.NaN, lat ?? Number.NaN];
      } catch {
        return NOWHERE;
      }
    },
  };
}
