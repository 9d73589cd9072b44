// Coverage (护林视域): the ground that camera masts see, and the forest that none of them sees.
import type { GridNo, Position } from '@lookout/domain';

/** The heights above the ground at which a target is looked for: the ground itself, and smoke that has risen. */
export const TARGET_METRES = [0, 10, 50] as const;
export type TargetMetres = (typeof TARGET_METRES)[number];

/** The bearings of two masts locate a fire if they cross at this angle or more. */
export const CROSSING_DEGREES = 15;

/** How far a camera recognises smoke where its monitoring point states no range. */
export const USUAL_RANGE_METRES = 10_000;

/** No camera recognises smoke farther away: the air is never that clear. A longer range on record counts as this one. */
export const MOST_RANGE_METRES = 50_000;

/** A higher mast than any that stands. */
export const MOST_MAST_METRES = 500;

/** A part of the horizon, true azimuths, clockwise from … to …. */
export interface AzimuthSector {
  readonly fromDegrees: number;
  readonly toDegrees: number;
}

/** A mast that carries cameras: a monitoring point, or a camera that belongs to none. */
export interface CameraMast {
  /** Of the monitoring point or of the camera. */
  readonly id: string;
  readonly kind: 'monitoring-point' | 'camera';
  readonly name: string;
  readonly gridNo: GridNo;
  readonly position: Position;
  /** Height of the cameras above the ground; 0: not known. */
  readonly mastMetres: number;
  /** How far its cameras recognise smoke in clear air. */
  readonly rangeMetres: number;
  /** Where its cameras may be turned; empty: everywhere. */
  readonly sectors: readonly AzimuthSector[];
  readonly cameraIds: readonly string[];
}

/** Why a mast counts for nothing. */
export const UNCOUNTED_REASONS = ['no-mast-height', 'no-elevation', 'offline', 'no-camera'] as const;
export type UncountedReason = (typeof UNCOUNTED_REASONS)[number];

/** The land that a mast sees, hectares, one number for each of `TARGET_METRES`. Empty: it counts for nothing, or is still being computed. */
export interface MastCoverage extends CameraMast {
  /** null: it counts. */
  readonly uncounted: UncountedReason | null;
  readonly seenHectares: readonly number[];
  readonly seenForestHectares: readonly number[];
}

/** The forest of a grid by what masts see at one height above the ground. */
export interface SeenForest {
  readonly targetMetres: TargetMetres;
  /** By one mast or more. */
  readonly seenHectares: number;
  /** By two masts or more whose bearings cross at `CROSSING_DEGREES` or more. */
  readonly locatedHectares: number;
  /** By no mast. */
  readonly blindHectares: number;
  /** The blind share of the forest weighted by fire danger and fuel, 0–1; null: the grid has no forest. */
  readonly blindWeightedShare: number | null;
}

/** The size of the error ellipse with which the masts locate a fire on the ground, over the forest that they see. */
export interface EllipseFigures {
  /** Semi-major axis that contains the fire with 95 % probability. */
  readonly medianMetres: number;
  /** 90 % of the forest in view has a smaller one. */
  readonly worstTenthMetres: number;
}

/** What masts see of a grid. Masts of neighbouring grids count. */
export interface GridCoverage {
  readonly gridNo: GridNo;
  /** Masts that see a part of it. */
  readonly masts: number;
  readonly landHectares: number;
  readonly forestHectares: number;
  /** Land without elevation or land cover; it counts neither as seen nor as blind. */
  readonly unknownHectares: number;
  /** The day whose danger weights the forest; null: no weather is stored, and all forest weighs the same. */
  readonly dangerDay: string | null;
  readonly byHeight: readonly SeenForest[];
  /** null: no forest is in view. */
  readonly ellipse: EllipseFigures | null;
}

/** Figures of a grid and of those below it, as far as they are computed. */
export interface CoverageFigures {
  readonly rows: readonly GridCoverage[];
  /** Counties still being computed; 0: the rows are complete. */
  readonly pendingCounties: number;
  /** Visual range by which the ranges of all masts are limited; null: clear air. */
  readonly visibilityMetres: number | null;
}

/** What a picture of a grid shows in its cells. */
export const COVERAGE_PICTURES = ['masts', 'ellipse'] as const;
export type CoveragePicture = (typeof COVERAGE_PICTURES)[number];

/** Classes of the picture of masts, in order. */
export const MAST_CLASSES = ['blind-forest', 'blind', 'one', 'two', 'located'] as const;
/** Upper limits of the classes of the picture of ellipses, semi-major axis, metres. Larger ellipses are the last class. */
export const ELLIPSE_LIMITS_METRES = [50, 100, 250, 500, 1_000] as const;

/** A mast as it might stand, in place of one that stands or beside all. */
export interface TrialMast {
  /** The mast that it replaces; null: it is new. */
  readonly replaces: string | null;
  readonly position: Position;
  readonly mastMetres: number;
  readonly rangeMetres: number;
}

/** What masts of a trial would change, over the ground within range of them and of those that they replace. */
export interface CoverageTrial {
  readonly before: readonly SeenForest[];
  readonly after: readonly SeenForest[];
  /** Forest that only the trial sees, and forest that it no longer sees, hectares, by `TARGET_METRES`. */
  readonly gainedHectares: readonly number[];
  readonly lostHectares: readonly number[];
}
