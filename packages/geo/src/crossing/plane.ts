// Where lines in a plane come closest together: weighted least squares. Called by crossing.ts.

/** Metres east and north of the plane's origin, and the direction of a line through that point. */
export interface Line {
  readonly east: number;
  readonly north: number;
  /** Clockwise from north. */
  readonly azimuthDegrees: number;
  /** 1/metres²: one over the variance of the line's place where the others cross it. */
  readonly weight: number;
}

/** Square metres. */
export interface Covariance {
  readonly eastEast: number;
  readonly eastNorth: number;
  readonly northNorth: number;
}

export interface PlaneCrossing {
  readonly east: number;
  readonly north: number;
  readonly covariance: Covariance;
}

/** The semi-axes of an ellipse, metres, and the direction of the longer one, 0 ≤ … < 180. */
export interface Ellipse {
  readonly semiMajorMetres: number;
  readonly semiMinorMetres: number;
  readonly azimuthDegrees: number;
}

const RADIANS = Math.PI / 180;

/**
 * x = (Σw n nᵀ)⁻¹ Σw n nᵀ p with n = (cos az, −sin az); its covariance is (Σw n nᵀ)⁻¹ (domain-notes).
 * @returns null when the lines are parallel
 */
export function crossLines(lines: readonly Line[]): PlaneCrossing | null {
  let [ee, en, nn, e, n] = [0, 0, 0, 0, 0];
  for (const { east, north, azimuthDegrees, weight } of lines) {
    const across = Math.cos(azimuthDegrees * RADIANS);
    const along = -Math.sin(azimuthDegrees * RADIANS);
    const offset = across * east + along * north;
    ee += weight * across * across;
    en += weight * across * along;
    nn += weight * along * along;
    e += weight * across * offset;
    n += weight * along * offset;
  }
  const determinant = ee * nn - en * en;
  if (!(determinant > 1e-12 * ee * nn)) return null;
  return {
    east: (nn * e - en * n) / determinant,
    north: (ee * n - en * e) / determinant,
    covariance: { eastEast: nn / determinant, eastNorth: -en / determinant, northNorth: ee / determinant },
  };
}

/** Square root of the 95 % point of χ² with two degrees of freedom. */
const K_95 = 2.448;

/** The ellipse that holds the true place in 95 % of all cases. */
export function ellipse95({ eastEast, eastNorth, northNorth }: Covariance): Ellipse {
  const middle = (eastEast + northNorth) / 2;
  const spread = Math.hypot((eastEast - northNorth) / 2, eastNorth);
  const azimuth = Math.atan2(2 * eastNorth, northNorth - eastEast) / 2 / RADIANS;
  return {
    semiMajorMetres: K_95 * Math.sqrt(middle + spread),
    semiMinorMetres: K_95 * Math.sqrt(Math.max(0, middle - spread)),
    azimuthDegrees: azimuth < 0 ? azimuth + 180 : azimuth,
  };
}
