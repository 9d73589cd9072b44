// Places and boxes on the globe, WGS 84 degrees.

export interface Place {
  readonly lng: number;
  readonly lat: number;
}

/** Edges in degrees. */
export interface GeoBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}
