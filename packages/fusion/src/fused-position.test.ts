import { destination, distanceMetres, isInsideEllipse, roundCovariance } from '@lookout/geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlacedLook } from './detection.ts';
import { convexHull, fusedPosition } from './fused-position.ts';

const HERE = { lng: 103.6, lat: 31.5 };
const look = (name: string, east: number, sigma = 100): PlacedLook => ({
  look: name,
  source: 'camera',
  position: destination(HERE, 90, east),
  covariance: roundCovariance(sigma),
  atMs: 0,
});

describe('the position of a fire', () => {
  it('The position of a fire with one alarm is that of the alarm', () => {
    const { position, spanMetres, ellipse } = fusedPosition([look('a', 0)]);
    expect(distanceMetres(position, HERE)).toBeLessThan(1e-6);
    expect(spanMetres).toBe(0);
    expect(ellipse.semiMajorMetres).toBeCloseTo(244.8, 6);
  });

  it('The position lies nearer to the more precise alarm', () => {
    const { position } = fusedPosition([look('a', 0, 50), look('b', 150, 100)]);
    expect(distanceMetres(position, HERE)).toBeCloseTo(30, 1);
  });

  it('Repeated reports of one camera do not make the position more certain', () => {
    const once = fusedPosition([look('a', 0), look('b', 100)]);
    const often = fusedPosition([look('a', 0), look('a', 0), look('a', 0), look('a', 0), look('b', 100)]);
    expect(often.ellipse.semiMajorMetres).toBeCloseTo(once.ellipse.semiMajorMetres, 6);
    expect(distanceMetres(once.position, often.position)).toBeLessThan(1e-3);
  });

  it('The span is the distance between the outermost detections', () => {
    expect(fusedPosition([look('a', 0), look('b', 300), look('c', 410), look('d', 200)]).spanMetres).toBeCloseTo(410, 1);
  });

  it('The ellipse contains the fire in 95 of 100 cases when the errors are as stated', () => {
    let [holding, state] = [0, 1];
    const uniform = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return (state + 0.5) / 4_294_967_296;
    };
    const gaussian = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
    for (let n = 0; n < 2_000; n++) {
      const seen = [60, 100, 250].map((sigma, i): PlacedLook => {
        const [east, north] = [gaussian() * sigma, gaussian() * sigma];
        const position = destination(HERE, (Math.atan2(east, north) * 180) / Math.PI, Math.hypot(east, north));
        return { look: `${i}`, source: 'camera', position, covariance: roundCovariance(sigma), atMs: 0 };
      });
      const { position, ellipse } = fusedPosition(seen);
      if (isInsideEllipse({ ...position, ellipse }, HERE)) holding += 1;
    }
    // The ellipse grows where the detections disagree, which raises the share a little above 95.
    expect(holding / 2_000).toBeGreaterThan(0.94);
    expect(holding / 2_000).toBeLessThan(0.985);
  });
});

it('The hull contains every point', () => {
  const point = fc.record({ east: fc.integer({ min: -50, max: 50 }), north: fc.integer({ min: -50, max: 50 }) });
  fc.assert(
    fc.property(fc.array(point, { minLength: 3, maxLength: 30 }), (points) => {
      const hull = convexHull(points);
      for (const [i, a] of hull.entries()) {
        const b = hull[(i + 1) % hull.length] as (typeof hull)[number];
        for (const { east, north } of points)
          expect((b.east - a.east) * (north - a.north) - (b.north - a.north) * (east - a.east)).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
