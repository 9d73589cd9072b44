import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gcj02ToWgs84, wgs84ToGcj02 } from './datum.ts';
import { distanceMetres } from './geodesic.ts';

const inChina = fc.tuple(fc.double({ min: 73, max: 135, noNaN: true }), fc.double({ min: 3, max: 54, noNaN: true }));
const place = ([lng, lat]: readonly [number, number]) => ({ lng, lat });

describe('GCJ-02', () => {
  it('the conversion from GCJ-02 is exact to a millimetre everywhere in China', () => {
    fc.assert(
      fc.property(inChina, (wgs84) => {
        expect(distanceMetres(place(gcj02ToWgs84(wgs84ToGcj02(wgs84))), place(wgs84))).toBeLessThan(0.001);
      }),
      { numRuns: 500 },
    );
  });

  it('GCJ-02 is some 500 m off: at Qingdao 450 m to the east', () => {
    const qingdao: [number, number] = [120.3, 36.07];
    const [lng, lat] = wgs84ToGcj02(qingdao);
    expect(distanceMetres(place(qingdao), place([lng, lat]))).toBeGreaterThan(400);
    expect(lng - qingdao[0]).toBeGreaterThan(0.004);
    expect(Math.abs(lat - qingdao[1])).toBeLessThan(0.001);
  });

  it('GCJ-02 is not defined outside China, where a position does not change', () => {
    expect(gcj02ToWgs84([-74, 40.7])).toEqual([-74, 40.7]);
  });
});
