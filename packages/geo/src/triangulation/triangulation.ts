// Triangulates a fire from the bearings of two or more cameras, with its uncertainty. Elevation is not used.
import { bearingDegrees, destination, distanceMetres, type LngLat, type Ring } from '../coordinates/geodesic.ts';
import { SIGMA_DEGREES } from '../ray/sight.ts';
import { type Covariance, type Ellipse, ellipse95 } from '../uncertainty/covariance.ts';

/** A camera's position (WGS 84 degrees) and its true azimuth to the fire. */
export interface Bearing extends LngLat {
  readonly azimuthDegrees: number;
  /** Standard deviation of the azimuth; default 0.1°. */
  readonly sigmaDegrees?: number;
}

/** The relation of one camera to the position found, in the order of the bearings. */
export interface TriangulationSight {
  readonly distanceMetres: number;
  /** Residual: the given azimuth minus that of the position found, −180 … 180. */
  readonly missDegrees: number;
}

export interface Triangulation extends LngLat {
  readonly kind: 'triangulation';
  /** The ellipse contains the fire in 95 % of all cases, if the sigmas are right. */
  readonly ellipse: Ellipse;
  /** The widest angle between two of the lines at least 100 m apart, ≤ 90°. */
  readonly angleDegrees: number;
  readonly sights: readonly TriangulationSight[];
}

/**
 * too-few: fewer than two bearings. baseline-too-short: no two cameras are 100 m apart. angle-too-small: no two such lines cross at 15° or
 * more. lines-diverge: the triangulation is behind a camera.
 */
export type TriangulationRefusal = 'too-few' | 'baseline-too-short' | 'angle-too-small' | 'lines-diverge';

export interface NoTriangulation {
  readonly kind: 'refused';
  readonly reason: TriangulationRefusal;
}

export const LEAST_ANGLE_DEGREES = 15;
export const LEAST_BASELINE_METRES = 100;

const STILL_METRES = 1e-4;
/** Limit of iterations; three or four are enough when it converges. */
const MOST_ROUNDS = 50;
const RADIANS = Math.PI / 180;

/**
 * Weighted least squares with weights 1/(d·σ)², iterated until the position converges. Each iteration uses a plane around the position of
 * the last one, with true geodesic distances and azimuths, so that the result is free of projection errors (1 mm at 30 km).
 */
export function triangulate(bearings: readonly Bearing[]): Triangulation | NoTriangulation {
  const [first] = bearings;
  if (first === undefined || bearings.length < 2) return refused('too-few');
  const fit = wellPlaced(bearings.map((bearing) => lineFrom(first, bearing)));
  if (typeof fit === 'string') return refused(fit);

  const settled = settle(bearings, first);
  if (settled === null) return refused('angle-too-small');
  const { position, covariance } = settled;
  const sights = bearings.map((bearing) => ({
    distanceMetres: distanceMetres(bearing, position),
    missDegrees: signed(bearing.azimuthDegrees - bearingDegrees(bearing, position)),
  }));
  if (sights.some(({ missDegrees }) => !(Math.abs(missDegrees) < 90))) return refused('lines-diverge');
  return { kind: 'triangulation', ...position, ellipse: ellipse95(covariance), angleDegrees: fit, sights };
}

/** @returns null for parallel lines */
function settle(bearings: readonly Bearing[], start: LngLat): { readonly position: LngLat; readonly covariance: Covariance } | null {
  // Equal weights at first, while the distances are unknown.
  let found = intersectLines(bearings.map((bearing) => ({ ...lineFrom(start, bearing), weight: 1 })));
  let position = start;
  for (let round = 0; found !== null; round++) {
    const moved = Math.hypot(found.east, found.north);
    position = destination(position, Math.atan2(found.east, found.north) / RADIANS, moved);
    if (round > 0 && (moved < STILL_METRES || round === MOST_ROUNDS)) return { position, covariance: found.covariance };
    const around = position;
    found = intersectLines(bearings.map((bearing) => lineFrom(around, bearing)));
  }
  return null;
}

/** Whether a position is inside the 95 % ellipse. */
export function isInsideEllipse({ lng, lat, ellipse }: Pick<Triangulation, 'lng' | 'lat' | 'ellipse'>, position: LngLat): boolean {
  const metres = distanceMetres({ lng, lat }, position);
  if (metres === 0) return true;
  const off = (bearingDegrees({ lng, lat }, position) - ellipse.azimuthDegrees) * RADIANS;
  return Math.hypot((metres * Math.cos(off)) / ellipse.semiMajorMetres, (metres * Math.sin(off)) / ellipse.semiMinorMetres) <= 1;
}

/** The outline of the ellipse on the map: a closed ring, counter-clockwise (RFC 7946). @param corners at least 3 */
export function ellipseRing({ lng, lat, ellipse }: Pick<Triangulation, 'lng' | 'lat' | 'ellipse'>, corners = 72): Ring {
  const ring = Array.from({ length: corners }, (_, corner): [number, number] => {
    const turn = (-2 * Math.PI * corner) / corners;
    const along = ellipse.semiMajorMetres * Math.cos(turn);
    const across = ellipse.semiMinorMetres * Math.sin(turn);
    const edge = destination({ lng, lat }, ellipse.azimuthDegrees + Math.atan2(across, along) / RADIANS, Math.hypot(along, across));
    return [lng + signed(edge.lng - lng), edge.lat];
  });
  return [...ring, ...ring.slice(0, 1)];
}

/**
 * A camera's line in the plane around `origin` (azimuthal equidistant). The line keeps its angle δ to the direction of `origin`, which accounts
 * for the convergence of meridians. Its weight is that at `origin`.
 */
function lineFrom(origin: LngLat, { lng, lat, azimuthDegrees, sigmaDegrees = SIGMA_DEGREES }: Bearing): Line {
  const metres = distanceMetres(origin, { lng, lat });
  // At least a metre, so that the weight is finite for a fire at the camera's foot.
  const weight = 1 / (Math.max(1, metres) * sigmaDegrees * RADIANS) ** 2;
  if (metres === 0) return { east: 0, north: 0, azimuthDegrees, weight };
  const outward = bearingDegrees(origin, { lng, lat });
  const off = azimuthDegrees - bearingDegrees({ lng, lat }, origin);
  return {
    east: metres * Math.sin(outward * RADIANS),
    north: metres * Math.cos(outward * RADIANS),
    azimuthDegrees: outward + 180 + off,
    weight,
  };
}

/** The widest angle between two lines with a sufficient baseline, or the reason why there is none. */
function wellPlaced(lines: readonly Line[]): number | TriangulationRefusal {
  const pairs = lines.flatMap((one, index) => lines.slice(index + 1).map((other) => [one, other] as const));
  const apart = pairs.filter(([one, other]) => Math.hypot(one.east - other.east, one.north - other.north) >= LEAST_BASELINE_METRES);
  if (apart.length === 0) return 'baseline-too-short';
  const widest = Math.max(...apart.map(([one, other]) => acute(one.azimuthDegrees - other.azimuthDegrees)));
  return widest >= LEAST_ANGLE_DEGREES ? widest : 'angle-too-small';
}

const refused = (reason: TriangulationRefusal): NoTriangulation => ({ kind: 'refused', reason });

/** −180 … 180 */
const signed = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;

/** The angle between two undirected lines, 0 … 90. */
function acute(degrees: number): number {
  const off = Math.abs(signed(degrees));
  return Math.min(off, 180 - off);
}

// The point nearest to several lines in a plane: weighted least squares.

/** Metres east and north of the plane's origin, and the direction of a line through that point. */
interface Line {
  readonly east: number;
  readonly north: number;
  /** Clockwise from north. */
  readonly azimuthDegrees: number;
  /** 1/metres²: one over the variance of the line's offset where the others cross it. */
  readonly weight: number;
}

interface PlaneIntersection {
  readonly east: number;
  readonly north: number;
  readonly covariance: Covariance;
}

/**
 * x = (Σw n nᵀ)⁻¹ Σw n nᵀ p with n = (cos az, −sin az); its covariance is (Σw n nᵀ)⁻¹.
 * @returns null when the lines are parallel
 */
export function intersectLines(lines: readonly Line[]): PlaneIntersection | null {
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
