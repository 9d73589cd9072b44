// The thresholds of the built-in detector, which fall as the fire danger rises and are set for each camera.

export interface Thresholds {
  /** A cell is lighter than its background by at least this, levels of luma. */
  readonly lighterLevels: number;
  /** … and by this many standard deviations of the cell. */
  readonly lighterDeviations: number;
  /** Smoke hides at least this share of the texture behind it. */
  readonly hiddenShare: number;
  /** Cells of one find; a cell is 1/160 of the picture's width. */
  readonly leastCells: number;
  /** From the first of the finds in a row to the last the smoke has grown by this factor. */
  readonly growth: number;
  /** Overlapping finds in a row. */
  readonly inARow: number;
}

export const STANDARD: Thresholds = {
  lighterLevels: 1.3,
  lighterDeviations: 3.7,
  hiddenShare: 0.06,
  leastCells: 7,
  growth: 1.5,
  inARow: 5,
};

export type DangerLevel = 1 | 2 | 3 | 4 | 5;

/** Standard at level 3, of the five levels of LY/T 1172. */
const BY_DANGER: Readonly<Record<DangerLevel, number>> = { 1: 1.3, 2: 1.15, 3: 1, 4: 0.9, 5: 0.8 };

/**
 * @param cameraFactor set for a camera: above 1 it reports less, below 1 more
 */
export function thresholdsFor(danger: DangerLevel, cameraFactor = 1): Thresholds {
  const factor = BY_DANGER[danger] * cameraFactor;
  return {
    lighterLevels: STANDARD.lighterLevels * factor,
    lighterDeviations: STANDARD.lighterDeviations * factor,
    hiddenShare: STANDARD.hiddenShare * factor,
    leastCells: Math.max(4, Math.round(STANDARD.leastCells * factor)),
    growth: 1 + (STANDARD.growth - 1) * factor,
    inARow: STANDARD.inARow,
  };
}
