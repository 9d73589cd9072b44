// Geometry of the view from a tower: curvature of the earth, bearing of a pixel, range error by tilt.

/** Mean radius of the earth for curvature, metres. */
export const EARTH_RADIUS_METRES = 6_371_000;

/** Share of the curvature that refraction compensates near the ground in normal air. */
export const REFRACTION = 0.13;

/** Default standard deviation of a camera's azimuth and tilt. */
export const SIGMA_DEGREES = 0.1;

/** d²·CURVATURE is the drop of the terrain below a level line of sight after d metres. */
export const CURVATURE_PER_METRE = (1 - REFRACTION) / (2 * EARTH_RADIUS_METRES);

/** How far the earth drops below a level line of sight, metres: d²(1−k)/(2R); 10 km → 6.83 m. */
export const curvatureDropMetres = (distanceMetres: number): number => distanceMetres * distanceMetres * CURVATURE_PER_METRE;

/**
 * The range error by an error of tilt on flat terrain: h/sin²θ·dθ with tan θ = h/d (without curvature). 30 m high, 5 km away, 0.1° → 1,454
 * m.
 */
export function rangeErrorMetres(eyeAboveGroundMetres: number, distanceMetres: number, tiltErrorDegrees: number): number {
  const sineSquared = eyeAboveGroundMetres ** 2 / (eyeAboveGroundMetres ** 2 + distanceMetres ** 2);
  return (eyeAboveGroundMetres / sineSquared) * (tiltErrorDegrees * RADIANS);
}

/**
 * The true azimuth of a pixel column: az₀ + atan((2u−1)·tan(HFOV/2)); by the tangent, because a picture is a plane, not an arc.
 * @param u 0 at the picture's left edge, 1 at its right
 * @returns degrees clockwise from north, 0 ≤ … < 360
 */
export function pixelAzimuthDegrees(centreAzimuthDegrees: number, u: number, horizontalFieldDegrees: number): number {
  const off = Math.atan((2 * u - 1) * Math.tan((horizontalFieldDegrees / 2) * RADIANS)) / RADIANS;
  return (((centreAzimuthDegrees + off) % 360) + 360) % 360;
}

const RADIANS = Math.PI / 180;
