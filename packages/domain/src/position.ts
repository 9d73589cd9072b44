// A position on the ground, without a height.

/** WGS 84 degrees. */
export interface Position {
  readonly lng: number;
  readonly lat: number;
}
