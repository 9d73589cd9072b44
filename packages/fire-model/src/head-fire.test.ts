import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backRateOf, eccentricityOf, flankRateOf, lengthToWidthOf, rateTowards } from './ellipse.ts';
import { fuelBedOf } from './fuel-bed.ts';
import { FUEL_MODELS } from './fuel-models.ts';
import { headFireOf } from './head-fire.ts';

const MOISTURE = { oneHour: 6, tenHour: 7, hundredHour: 8, liveHerbaceous: 60, liveWoody: 90 };
const beds = FUEL_MODELS.filter(({ burns }) => burns).map((model) => fuelBedOf(model, MOISTURE));
const anyBed = fc.constantFrom(...beds);
const direction = fc.double({ min: 0, max: 360, noNaN: true, maxExcluded: true });
/** m/s and rise over run, in hundredths: a value below the resolution of any instrument has no direction either. */
const wind = fc.integer({ min: 0, max: 3000 }).map((hundredths) => hundredths / 100);
const slope = fc.integer({ min: 0, max: 200 }).map((hundredths) => hundredths / 100);
const apart = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);

describe('a fire', () => {
  it('a fire spreads equally in all directions without wind on level ground', () => {
    fc.assert(
      fc.property(anyBed, direction, direction, (bed, towards, aspectDegrees) => {
        const fire = headFireOf(bed, { midflameMetresPerSecond: 0, windFromDegrees: 0, slopeTangent: 0, aspectDegrees });
        expect(fire.lengthToWidth).toBe(1);
        expect(fire.rateMetresPerMinute).toBe(bed.noWindRateMetresPerMinute);
        expect(rateTowards(fire, towards)).toBeCloseTo(fire.rateMetresPerMinute, 12);
      }),
    );
  });

  it('a fire is faster and longer in a stronger wind', () => {
    fc.assert(
      fc.property(anyBed, wind, fc.double({ min: 0.01, max: 5, noNaN: true }), direction, (bed, gentle, more, windFromDegrees) => {
        const inWind = (midflameMetresPerSecond: number) =>
          headFireOf(bed, { midflameMetresPerSecond, windFromDegrees, slopeTangent: 0, aspectDegrees: 0 });
        const [weak, strong] = [inWind(gentle), inWind(gentle + more)];
        expect(strong.rateMetresPerMinute).toBeGreaterThan(weak.rateMetresPerMinute);
        expect(strong.lengthToWidth).toBeGreaterThanOrEqual(weak.lengthToWidth);
      }),
    );
  });

  it('a fire spreads downwind, not upwind', () => {
    const fire = headFireOf(beds[0] ?? expect.fail('no bed'), {
      midflameMetresPerSecond: 3,
      windFromDegrees: 90,
      slopeTangent: 0,
      aspectDegrees: 0,
    });
    expect(fire.headingDegrees).toBeCloseTo(270, 9);
    expect(rateTowards(fire, 270)).toBeCloseTo(fire.rateMetresPerMinute, 9);
    expect(rateTowards(fire, 90)).toBeCloseTo(backRateOf(fire), 9);
  });

  it('a fire spreads uphill without wind', () => {
    fc.assert(
      fc.property(anyBed, fc.double({ min: 0.05, max: 2, noNaN: true }), direction, (bed, slopeTangent, aspectDegrees) => {
        const { headingDegrees } = headFireOf(bed, { midflameMetresPerSecond: 0, windFromDegrees: 0, slopeTangent, aspectDegrees });
        expect(apart(headingDegrees, aspectDegrees + 180)).toBeLessThan(1e-6);
      }),
    );
  });

  it('a fire heads between uphill and downwind', () => {
    fc.assert(
      fc.property(
        anyBed,
        wind,
        slope,
        direction,
        direction,
        (bed, midflameMetresPerSecond, slopeTangent, windFromDegrees, aspectDegrees) => {
          const { headingDegrees } = headFireOf(bed, { midflameMetresPerSecond, windFromDegrees, slopeTangent, aspectDegrees });
          const between = apart(windFromDegrees, aspectDegrees);
          expect(apart(headingDegrees, aspectDegrees + 180)).toBeLessThanOrEqual(between + 1e-6);
          if (midflameMetresPerSecond > 0) expect(apart(headingDegrees, windFromDegrees + 180)).toBeLessThanOrEqual(between + 1e-6);
          expect(headingDegrees).toBeGreaterThanOrEqual(0);
          expect(headingDegrees).toBeLessThan(360);
        },
      ),
    );
  });

  it('a fire is an ellipse about one of its foci, at most eight times as long as wide', () => {
    fc.assert(
      fc.property(anyBed, wind, direction, direction, (bed, midflameMetresPerSecond, windFromDegrees, towards) => {
        const fire = headFireOf(bed, { midflameMetresPerSecond, windFromDegrees, slopeTangent: 0.2, aspectDegrees: 10 });
        expect(fire.lengthToWidth).toBeLessThanOrEqual(8);
        // The sum of the distances to both foci is the length.
        const [head, back] = [fire.rateMetresPerMinute, backRateOf(fire)];
        const rate = rateTowards(fire, towards);
        const angle = ((towards - fire.headingDegrees) * Math.PI) / 180;
        const toOther = Math.hypot(rate * Math.cos(angle) - (head - back), rate * Math.sin(angle));
        expect((rate + toOther) / (head + back)).toBeCloseTo(1, 9);
        expect((head + back) / (2 * flankRateOf(fire))).toBeCloseTo(fire.lengthToWidth, 9);
      }),
    );
  });

  it('a fire is written into the given object', () => {
    const into = { rateMetresPerMinute: -1, headingDegrees: -1, lengthToWidth: -1, eccentricity: -1 };
    const at = { midflameMetresPerSecond: 2, windFromDegrees: 30, slopeTangent: 0.1, aspectDegrees: 200 };
    const [bed] = beds;
    if (bed === undefined) expect.fail('no bed');
    expect(headFireOf(bed, at, into)).toBe(into);
    expect(into).toEqual(headFireOf(bed, at));
  });

  it('a fire does not spread where nothing burns, or in fuel that is too wet', () => {
    const gale = { midflameMetresPerSecond: 20, windFromDegrees: 0, slopeTangent: 1, aspectDegrees: 0 };
    for (const model of FUEL_MODELS) {
      const bed = fuelBedOf(
        model,
        model.burns ? { oneHour: 60, tenHour: 60, hundredHour: 60, liveHerbaceous: 300, liveWoody: 300 } : MOISTURE,
      );
      expect(headFireOf(bed, gale), model.code).toMatchObject({ rateMetresPerMinute: 0 });
      expect(Object.values(headFireOf(bed, gale)).every(Number.isFinite), model.code).toBe(true);
    }
  });
});

describe('the length of the ellipse', () => {
  it('the length is that of Anderson at 5 mph, and 1 without wind', () => {
    expect(lengthToWidthOf(5 * 0.44704)).toBeCloseTo(1.590064, 6);
    expect(lengthToWidthOf(0)).toBe(1);
    expect(lengthToWidthOf(100)).toBe(8);
  });

  it('the length determines the eccentricity', () => {
    expect(eccentricityOf(1)).toBe(0);
    expect(eccentricityOf(2)).toBeCloseTo(Math.sqrt(3) / 2, 12);
  });
});
