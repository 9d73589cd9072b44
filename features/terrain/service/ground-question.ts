// What the worker that reads the ground is asked, and its answer about positions.
import type { LngLat, PostBox } from '@lookout/geo';
import type { CoverClass } from './land-cover-ground.ts';

export type GroundQuestion = WindowQuestion | PostsQuestion | PlacesQuestion | CoverTileQuestion;

/** The land cover at positions, in their order. */
export interface PlacesCover {
  /** Index into `table`; `UNKNOWN_CLASS`: no class is known. */
  readonly classes: Uint8Array;
  readonly table: readonly CoverClass[];
}

export interface WindowQuestion extends Installation, GroundWindowRequest {
  readonly kind: 'window';
}
export interface PostsQuestion extends Installation {
  readonly kind: 'posts';
  readonly box: PostBox;
  /** Whether the classes of land cover are wanted, too. */
  readonly withCover: boolean;
}
export interface PlacesQuestion extends Installation {
  readonly kind: 'places';
  /** Longitude and latitude of each position in turn, degrees. */
  readonly places: Float64Array;
}
export interface CoverTileQuestion extends Installation {
  readonly kind: 'cover-tile';
  readonly level: number;
  readonly x: number;
  readonly y: number;
}

export interface Installation {
  readonly dataDir: string;
  readonly demo: boolean;
}

export interface GroundWindowRequest {
  readonly centre: LngLat;
  /** Distance from the centre to each side. */
  readonly halfMetres: number;
  readonly cellMetres: number;
}
