// The geometry of looking at the ground from a tower: how the earth drops away, what a pixel's bearing is, what a wrong tilt costs.

/** Mean radius of the earth for curvature, metres. */
export const EARTH_RADIUS_METRES = 6_371_000;

/** Share of the curvature that refraction of light undoes near the ground in ordinary air. */
export const REFRACTION = 0.13;

/** Standard deviation of a camera's azimuth and tilt, where nothing better is known. */
export const SIGMA_DEGREES = 0.1;

/** d²·CURVATURE is how far the ground has dropped below the level line of sight after d metres. */
export const CURVATURE_PER_METRE = (1 - REFRACTION) / (2 * EARTH_RADIUS_METRES);

/** How far the earth drops below a level line of sight, metres: d²(1−k)/(2R); 10 km → 6.83 m. */
export const curvatureDropMetres = (distanceMetres: number): number => distanceMetres * distanceMetres * CURVATURE_PER_METRE;

/**
 * The error of range that an error of tilt makes on flat ground: h/sin²θ·dθ with tan θ = h/d (curvature left out).
 * 30 m high, 5 km away, 0.1° → 1,454 m.
 */
export function rangeErrorMetres(eyeAboveGroundMetres: number, distanceMetres: number, tiltErrorDegrees: number): number {
  const sineSquared = eyeAboveGroundMetres ** 2 / (eyeAboveGroundMetres ** 2 + distanceMetres ** 2);
  return (eyeAboveGroundMetres / sineSquared) * (tiltErrorDegrees * RADIANS);
}

/**
 * The true azimuth of a pixel column: az₀ + atan((2u−1)·tan(HFOV/2)); by the tangent, for a picture is a plane, not an arc.
 * @param u 0 at the picture's left edge, 1 at its right
 * @returns degrees clockwise from north, 0 ≤ … < 360
 */
export function pixelAzimuthDegrees(centreAzimuthDegrees: number, u: number, horizontalFieldDegrees: number): number {
  const off = Math.atan((2 * u - 1) * Math.tan((horizontalFieldDegrees / 2) * RADIANS)) / RADIANS;
  return (((centreAzimuthDegrees + off) % 360) + 360) % 360;
}

const RADIANS = Math.PI / 180;
