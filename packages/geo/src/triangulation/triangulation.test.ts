import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bearingDegrees, destination, distanceMetres, type LngLat } from '../coordinates/geodesic.ts';
import { ellipse95 } from '../uncertainty/covariance.ts';
import { type Bearing, ellipseRing, intersectLines, isInsideEllipse, triangulate } from './triangulation.ts';

const fire = { lng: 103.59, lat: 31.48 };

/** A camera at this distance and direction from the fire whose bearing is off by `off` degrees. */
const camera = (direction: number, metres: number, off = 0, sigmaDegrees = 0.1): Bearing => {
  const position = destination(fire, direction, metres);
  return { ...position, azimuthDegrees: bearingDegrees(position, fire) + off, sigmaDegrees };
};

describe('the triangulation of bearings on the ellipsoid', () => {
  it('with exact bearings the result is the position to a millimetre, with cameras up to 30 km away, at any latitude and across 180°', () => {
    const direction = fc.double({ min: 0, max: 360, noNaN: true });
    const metres = fc.double({ min: 200, max: 30_000, noNaN: true });
    const where = fc.record({ lng: fc.double({ min: -180, max: 180, noNaN: true }), lat: fc.double({ min: -70, max: 70, noNaN: true }) });
    const turn = fc.double({ min: 20, max: 160, noNaN: true });
    fc.assert(
      fc.property(where, direction, metres, metres, turn, (position, start, one, two, between) => {
        const at = (azimuth: number, far: number) => destination(position, azimuth, far);
        const cameras = [at(start, one), at(start + between, two)];
        if (distanceMetres(cameras[0] as LngLat, cameras[1] as LngLat) < 100) return;
        const found = triangulate(cameras.map((spot) => ({ ...spot, azimuthDegrees: bearingDegrees(spot, position) })));
        expect(found.kind).toBe('triangulation');
        if (found.kind !== 'triangulation') return;
        expect(distanceMetres(found, position)).toBeLessThan(0.001);
        expect(found.angleDegrees).toBeCloseTo(Math.min(between, 180 - between), 0);
        expect(found.sights.map((sight) => sight.distanceMetres)).toEqual([expect.closeTo(one, 2), expect.closeTo(two, 2)]);
        expect(Math.max(...found.sights.map(({ missDegrees }) => Math.abs(missDegrees)))).toBeLessThan(1e-5);
      }),
      { numRuns: 300 },
    );
  });

  it('the result agrees with the planar solution to less than a metre over 10 km, where lines do not meet in one point', () => {
    // Three cameras whose sigmas compensate the distances, so that the weights are equal.
    const origin = { lng: 103.5, lat: 31.4 };
    const at = (east: number, north: number) => destination(origin, (Math.atan2(east, north) * 180) / Math.PI, Math.hypot(east, north));
    const spots: readonly [LngLat, number, number][] = [
      [at(0, 0), 45, 7028.6],
      [at(10_000, 0), 315, 7114.9],
      [at(5000, 12_000), 181, 6999.2],
    ];
    // Corrects the convergence of meridians: grid north at the origin differs from a camera's true north.
    const trueAzimuth = (spot: LngLat, azimuth: number) => {
      const out = bearingDegrees(origin, spot);
      return distanceMetres(origin, spot) === 0 ? azimuth : azimuth - (out + 180 - bearingDegrees(spot, origin));
    };
    const found = triangulate(
      spots.map(([spot, azimuth, metres]) => ({ ...spot, azimuthDegrees: trueAzimuth(spot, azimuth), sigmaDegrees: 700 / metres })),
    );
    expect(found.kind).toBe('triangulation');
    if (found.kind === 'triangulation') expect(distanceMetres(found, at(4938.93, 5001.07))).toBeLessThan(1);
  });

  it('near cameras have more weight: the far one has the larger residual', () => {
    const found = triangulate([camera(0, 2000), camera(90, 2000), camera(225, 25_000, 0.5)]);
    if (found.kind !== 'triangulation') throw new Error(found.reason);
    expect(distanceMetres(found, fire)).toBeLessThan(3);
    expect(Math.abs(found.sights[2]?.missDegrees ?? 0)).toBeCloseTo(0.5, 2);
  });

  it('the ellipse contains the fire in 95 ± 3 % of cases with Gaussian noise', () => {
    let seed = 42;
    const draw = () => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return (seed + 0.5) / 2 ** 32;
    };
    const gaussian = () => Math.sqrt(-2 * Math.log(draw())) * Math.cos(2 * Math.PI * draw());
    const inside = new Map<number, [number, number]>();
    for (let trial = 0; trial < 3000; trial++) {
      const count = 2 + (trial % 3);
      const found = triangulate(
        Array.from({ length: count }, () => {
          const sigma = 0.05 + 0.25 * draw();
          return camera(360 * draw(), 500 + 24_500 * draw(), sigma * gaussian(), sigma);
        }),
      );
      if (found.kind === 'refused') continue;
      const [covered, all] = inside.get(count) ?? [0, 0];
      inside.set(count, [covered + (isInsideEllipse(found, fire) ? 1 : 0), all + 1]);
    }
    for (const [covered, all] of inside.values()) {
      expect(all).toBeGreaterThan(500);
      expect(Math.abs(covered / all - 0.95)).toBeLessThan(0.03);
    }
  });

  it.each([
    ['too-few', []],
    ['too-few', [camera(0, 1000)]],
    ['baseline-too-short', [camera(0, 150), camera(25, 150)]],
    ['angle-too-small', [camera(0, 5000), camera(14.9, 5000)]],
    ['angle-too-small', [camera(0, 5000), camera(180, 5000)]],
    ['lines-diverge', [camera(0, 5000, 180), camera(60, 5000, 180)]],
    ['lines-diverge', [camera(0, 5000), camera(60, 5000, 180)]],
    // One pair is far apart but in line, the other has a wide angle but no baseline.
    ['angle-too-small', [camera(0, 5000), camera(3, 5000), { ...camera(3, 5050), azimuthDegrees: camera(0, 5000).azimuthDegrees }]],
  ] as const)('a triangulation is refused: %s', (reason, bearings) => {
    expect(triangulate(bearings)).toEqual({ kind: 'refused', reason });
  });

  it('one pair with a narrow angle among wide ones is not refused', () => {
    expect(triangulate([camera(0, 5000), camera(5, 5000), camera(90, 5000)]).kind).toBe('triangulation');
    expect(triangulate([camera(0, 5000), camera(15.1, 5000)])).toMatchObject({
      kind: 'triangulation',
      angleDegrees: expect.closeTo(15.1, 1),
    });
  });
});

describe('the outline of the ellipse', () => {
  it('the outline is closed, counter-clockwise, and its corners are on the edge', () => {
    const found = triangulate([camera(20, 9000), camera(50, 12_000)]);
    if (found.kind !== 'triangulation') throw new Error(found.reason);
    const ring = ellipseRing(found, 36);
    expect(ring).toHaveLength(37);
    expect(ring.at(-1)).toEqual(ring[0]);
    const area = ring.slice(1).reduce((sum, [lng, lat], index) => {
      const [beforeLng, beforeLat] = ring[index] ?? [0, 0];
      return sum + (beforeLng - found.lng) * (lat - found.lat) - (lng - found.lng) * (beforeLat - found.lat);
    }, 0);
    expect(area).toBeGreaterThan(0);
    for (const [lng, lat] of ring) {
      const edge = { lng, lat };
      const toward = (share: number) => destination(found, bearingDegrees(found, edge), distanceMetres(found, edge) * share);
      expect(isInsideEllipse(found, toward(0.999))).toBe(true);
      expect(isInsideEllipse(found, toward(1.001))).toBe(false);
    }
    expect(found.ellipse.semiMajorMetres / found.ellipse.semiMinorMetres).toBeGreaterThan(2);
    // The uncertainty is along the lines of sight, which have azimuths between 20° and 50°.
    expect(found.ellipse.azimuthDegrees).toBeGreaterThan(20);
    expect(found.ellipse.azimuthDegrees).toBeLessThan(50);
  });
});

const line = (east: number, north: number, azimuthDegrees: number, weight = 1) => ({ east, north, azimuthDegrees, weight });
const twoLines = [line(0, 0, 45), line(10_000, 0, 315)];

describe('lines in a plane (calculated values)', () => {
  it('two lines cross at their intersection', () => {
    const found = intersectLines(twoLines);
    expect(found?.east).toBeCloseTo(5000, 9);
    expect(found?.north).toBeCloseTo(5000, 9);
  });

  it('three, unweighted, come closest at (4938.93, 5001.07)', () => {
    const found = intersectLines([...twoLines, line(5000, 12_000, 181)]);
    expect(found?.east.toFixed(2)).toBe('4938.93');
    expect(found?.north.toFixed(2)).toBe('5001.07');
  });

  it('a line with a large weight pulls the result towards it', () => {
    const found = intersectLines([...twoLines, line(5000, 12_000, 181, 1e9)]);
    // On the third line: 7,000 m south of its camera it is 7,000·tan 1° further west.
    expect(found?.east).toBeCloseTo(5000 - (12_000 - (found?.north ?? 0)) * Math.tan(Math.PI / 180), 3);
  });

  it('parallel lines have no triangulation', () => {
    expect(intersectLines([line(0, 0, 30), line(1000, 0, 30), line(0, 500, 210)])).toBeNull();
    expect(intersectLines([line(0, 0, 30)])).toBeNull();
  });
});

describe('the 95 % ellipse', () => {
  it('the ellipse of two lines at right angles with the same weight is a circle of 2.448 standard deviations', () => {
    const { covariance } = intersectLines([line(0, 0, 45, 1 / 400), line(10_000, 0, 315, 1 / 400)]) ?? { covariance: null };
    expect(covariance).not.toBeNull();
    if (covariance === null) return;
    const { semiMajorMetres, semiMinorMetres } = ellipse95(covariance);
    expect(semiMajorMetres).toBeCloseTo(2.448 * 20, 6);
    expect(semiMinorMetres).toBeCloseTo(2.448 * 20, 6);
  });

  it.each([0, 30, 90, 135, 179])('the ellipse has its longer axis at %i° when the uncertainty has that direction', (azimuth) => {
    const radians = (azimuth * Math.PI) / 180;
    const [east, north] = [Math.sin(radians), Math.cos(radians)];
    const cov = (a: number, b: number) => 900 * a * b;
    const across = (a: number, b: number) => 100 * a * b;
    const found = ellipse95({
      eastEast: cov(east, east) + across(north, north),
      eastNorth: cov(east, north) - across(east, north),
      northNorth: cov(north, north) + across(east, east),
    });
    expect(found.semiMajorMetres).toBeCloseTo(2.448 * 30, 6);
    expect(found.semiMinorMetres).toBeCloseTo(2.448 * 10, 6);
    expect(found.azimuthDegrees).toBeCloseTo(azimuth, 6);
  });
});
