// How severely ground has burned, by the change of the normalized burn ratio (dNBR) between two satellite pictures.
import type { BurnedRing } from './burned-ring.ts';

/** 未过火, 低度, 中低度, 中高度, 高度. */
export const BURN_SEVERITIES = ['unburned', 'low', 'moderate-low', 'moderate-high', 'high'] as const;
export type BurnSeverity = (typeof BURN_SEVERITIES)[number];

/** The severities that count as burned. */
export const BURNED_SEVERITIES = ['low', 'moderate-low', 'moderate-high', 'high'] as const satisfies readonly BurnSeverity[];
export type BurnedSeverity = (typeof BURNED_SEVERITIES)[number];

/**
 * The lower bound of dNBR of each severity above `unburned` (UN-SPIDER, after the USGS). A value equal to a bound belongs to the higher
 * severity.
 */
export const SEVERITY_BREAKS = [0.1, 0.27, 0.44, 0.66] as const;

/**
 * Default dNBR from which an area counts as burned. Between 0.1 and 0.27 (low severity), two pictures of mountain forest can differ by
 * season and light alone. An officer who knows of a surface fire there can lower the threshold to 0.1.
 */
export const DEFAULT_BURN_THRESHOLD = 0.27;
export const LEAST_BURN_THRESHOLD = 0.1;
export const MOST_BURN_THRESHOLD = 1;
/** Areas smaller than this are left out of the outline, but counted. 0.5 ha is about 12 cells of 20 m. */
export const DEFAULT_LEAST_HECTARES = 0.5;

/** Connected cells of one severity inside a polygon of the burned area. */
export interface SeverityPatch {
  /** The index of the polygon. */
  readonly of: number;
  readonly severity: BurnedSeverity;
  /** The outer ring and its holes. */
  readonly rings: readonly BurnedRing[];
}

/** Maximum number of vertices of all patches. Patches are drawn and printed, so finer ones are merged first. */
export const MOST_PATCH_POINTS = 30_000;
export const MOST_PATCHES = 6_000;

/** The pictures of one date. */
export interface BurnPictures {
  /** Names of files. */
  readonly files: readonly string[];
  /** YYYY-MM-DD; null: not given. */
  readonly day: string | null;
}

/** How a burned area was computed from satellite pictures. */
export interface BurnMapping {
  readonly before: BurnPictures;
  readonly after: BurnPictures;
  /** dNBR. */
  readonly threshold: number;
  /** Specks below this area were left out. */
  readonly leastHectares: number;
  readonly patches: readonly SeverityPatch[];
  /** Areas of the patches on the ellipsoid. */
  readonly severityHectares: Readonly<Record<BurnedSeverity, number>>;
}

/** The roles of the files: one picture of each date (NBR, or NIR and SWIR bands), or a separate file for each band. */
export const BURN_PICTURE_ROLES = ['before', 'after', 'before-nir', 'before-swir', 'after-nir', 'after-swir'] as const;
export type BurnPictureRole = (typeof BURN_PICTURE_ROLES)[number];
