// Outlines in the database.

/** GeoJSON MultiPolygon (RFC 7946): polygons → rings → [longitude, latitude] in WGS 84 degrees. */
export interface MultiPolygon {
  readonly type: 'MultiPolygon';
  readonly coordinates: number[][][][];
}
