// The address of a tile of terrain.

export interface TileAddress {
  readonly level: number;
  readonly x: number;
  readonly y: number;
}
