// How severely ground has burned, by the change of the normalized burn ratio (dNBR) between two satellite pictures.
import type { BurnedRing } from './fire-archive.ts';

/** 未过火, 低度, 中低度, 中高度, 高度. */
export const BURN_SEVERITIES = ['unburned', 'low', 'moderate-low', 'moderate-high', 'high'] as const;
export type BurnSeverity = (typeof BURN_SEVERITIES)[number];

/** The severities that count as burned. */
export const BURNED_SEVERITIES = ['low', 'moderate-low', 'moderate-high', 'high'] as const satisfies readonly BurnSeverity[];
export type BurnedSeverity = (typeof BURNED_SEVERITIES)[number];

/** The least dNBR of each severity above `unburned` (UN-SPIDER, after the USGS); a value on a break belongs to the higher one. */
export const SEVERITY_BREAKS = [0.1, 0.27, 0.44, 0.66] as const;

/**
 * From which dNBR ground counts as burned unless the officer chooses otherwise. Between 0.1 and 0.27 (low severity) two pictures of mountain forest
 * differ by season and light alone; who knows of a surface fire there goes down to 0.1.
 */
export const DEFAULT_BURN_THRESHOLD = 0.27;
export const LEAST_BURN_THRESHOLD = 0.1;
export const MOST_BURN_THRESHOLD = 1;
/** Smaller specks are left out, and counted: 12 cells of 20 m. */
export const DEFAULT_LEAST_HECTARES = 0.5;

/** Connected cells of one severity inside a polygon of the burned area. */
export interface SeverityPatch {
  /** The index of the polygon. */
  readonly of: number;
  readonly severity: BurnedSeverity;
  /** The outer ring and its holes. */
  readonly rings: readonly BurnedRing[];
}

/** Vertices of all patches: they are drawn and printed, so that finer ones are merged before. */
export const MOST_PATCH_POINTS = 30_000;
export const MOST_PATCHES = 6_000;

/** The pictures of one date. */
export interface BurnPictures {
  /** Names of files. */
  readonly files: readonly string[];
  /** YYYY-MM-DD; null: not told. */
  readonly day: string | null;
}

/** How a burned area was computed from satellite pictures. */
export interface BurnMapping {
  readonly before: BurnPictures;
  readonly after: BurnPictures;
  /** dNBR. */
  readonly threshold: number;
  /** Smaller specks were left out. */
  readonly leastHectares: number;
  readonly patches: readonly SeverityPatch[];
  /** On the ellipsoid, of the patches. */
  readonly severityHectares: Readonly<Record<BurnedSeverity, number>>;
}

/** The roles of the files: a picture of each date (NBR, or bands of NIR and SWIR), or each band in a file of its own. */
export const BURN_PICTURE_ROLES = ['before', 'after', 'before-nir', 'before-swir', 'after-nir', 'after-swir'] as const;
export type BurnPictureRole = (typeof BURN_PICTURE_ROLES)[number];
