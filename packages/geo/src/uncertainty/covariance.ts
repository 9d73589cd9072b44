// Uncertainty of positions in the plane: covariances of east and north, the ellipse they describe, and the combination of several
// estimates.

/** Covariance of an error east and north, square metres. */
export interface Covariance {
  readonly eastEast: number;
  readonly eastNorth: number;
  readonly northNorth: number;
}

/** Metres east and north of an origin. */
export interface Offset {
  readonly east: number;
  readonly north: number;
}

/** The semi-axes of an ellipse, metres, and the direction of the longer one, 0 ≤ … < 180. */
export interface Ellipse {
  readonly semiMajorMetres: number;
  readonly semiMinorMetres: number;
  readonly azimuthDegrees: number;
}

/** An estimate of a position and its error. */
export interface Estimate extends Offset {
  readonly covariance: Covariance;
}

/** 99 % and 95 % points of χ² with two degrees of freedom: −2 ln(1 − p). */
export const CHI_SQUARED_99 = 9.21;
export const CHI_SQUARED_95 = 5.991;

const RADIANS = Math.PI / 180;
/** Square root of the 95 % point of χ² with two degrees of freedom. */
const K_95 = 2.448;

/** The same deviation in every direction, metres. */
export const roundCovariance = (sigmaMetres: number): Covariance => boxCovariance(sigmaMetres, sigmaMetres);

/** Different deviations east and north, independent of each other, metres. */
export const boxCovariance = (eastSigmaMetres: number, northSigmaMetres: number): Covariance => ({
  eastEast: eastSigmaMetres ** 2,
  eastNorth: 0,
  northNorth: northSigmaMetres ** 2,
});

/** One deviation along an azimuth (degrees clockwise from north) and one across it, metres: R diag(along², across²) Rᵀ. */
export function alongCovariance(azimuthDegrees: number, alongSigmaMetres: number, acrossSigmaMetres: number): Covariance {
  const [sine, cosine] = [Math.sin(azimuthDegrees * RADIANS), Math.cos(azimuthDegrees * RADIANS)];
  const [along, across] = [alongSigmaMetres ** 2, acrossSigmaMetres ** 2];
  return {
    eastEast: along * sine * sine + across * cosine * cosine,
    eastNorth: (along - across) * sine * cosine,
    northNorth: along * cosine * cosine + across * sine * sine,
  };
}

/** Covariance of the difference of two independent errors. */
export const addCovariances = (a: Covariance, b: Covariance): Covariance => ({
  eastEast: a.eastEast + b.eastEast,
  eastNorth: a.eastNorth + b.eastNorth,
  northNorth: a.northNorth + b.northNorth,
});

/** A covariance multiplied by a number: every variance is `factor` times as large. */
export const scaleCovariance = ({ eastEast, eastNorth, northNorth }: Covariance, factor: number): Covariance => ({
  eastEast: eastEast * factor,
  eastNorth: eastNorth * factor,
  northNorth: northNorth * factor,
});

/** The largest deviation in any direction, metres. */
export function largestSigmaMetres({ eastEast, eastNorth, northNorth }: Covariance): number {
  return Math.sqrt((eastEast + northNorth) / 2 + Math.hypot((eastEast - northNorth) / 2, eastNorth));
}

/**
 * D² = dᵀ Σ⁻¹ d (P. C. Mahalanobis, Proc. Nat. Inst. Sci. India 2, 1936): how far an offset is beyond what the error explains; below 9.21 in 99 % of all
 * cases when the errors are normal and as stated.
 */
export function mahalanobisSquared({ east, north }: Offset, { eastEast, eastNorth, northNorth }: Covariance): number {
  const determinant = eastEast * northNorth - eastNorth * eastNorth;
  return (northNorth * east * east - 2 * eastNorth * east * north + eastEast * north * north) / determinant;
}

/**
 * The best estimate from independent ones: x = (Σ Cᵢ⁻¹)⁻¹ Σ Cᵢ⁻¹ xᵢ with covariance (Σ Cᵢ⁻¹)⁻¹. Where they disagree more than their errors explain, the
 * covariance grows by χ²/(2n − 2) (R. T. Birge, Phys. Rev. 40, 1932).
 * @param estimates at least one
 */
export function combineEstimates(estimates: readonly Estimate[]): Estimate {
  let [ee, en, nn, e, n] = [0, 0, 0, 0, 0];
  for (const { east, north, covariance } of estimates) {
    const determinant = covariance.eastEast * covariance.northNorth - covariance.eastNorth ** 2;
    const [wee, wen, wnn] = [covariance.northNorth / determinant, -covariance.eastNorth / determinant, covariance.eastEast / determinant];
    ee += wee;
    en += wen;
    nn += wnn;
    e += wee * east + wen * north;
    n += wen * east + wnn * north;
  }
  const determinant = ee * nn - en * en;
  const combined = { east: (nn * e - en * n) / determinant, north: (ee * n - en * e) / determinant };
  const covariance = { eastEast: nn / determinant, eastNorth: -en / determinant, northNorth: ee / determinant };
  if (estimates.length === 1) return { ...combined, covariance };
  const misfit = estimates.reduce(
    (sum, one) => sum + mahalanobisSquared({ east: one.east - combined.east, north: one.north - combined.north }, one.covariance),
    0,
  );
  return { ...combined, covariance: scaleCovariance(covariance, Math.max(1, misfit / (2 * estimates.length - 2))) };
}

/** The inverse of `ellipse95`: the error that has this 95 % ellipse. */
export const covarianceOfEllipse95 = ({ semiMajorMetres, semiMinorMetres, azimuthDegrees }: Ellipse): Covariance =>
  alongCovariance(azimuthDegrees, semiMajorMetres / K_95, semiMinorMetres / K_95);

/** The ellipse that contains the true position in 95 % of all cases. */
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
