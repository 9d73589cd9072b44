// Rothermel's model against published results: the tests of `firelab/behave` (src/testBehave/testBehave.cpp), BehavePlus 5 for the forty models, and BehavePlus 6.
import { describe, expect, it } from 'vitest';
import { backRateOf, flankRateOf, lengthToWidthOf, rateTowards } from './ellipse.ts';
import { fuelBedOf, type Moisture } from './fuel-bed.ts';
import { type FuelModel, fuelModelOf } from './fuel-models.ts';
import { headFireOf } from './head-fire.ts';
import { firelineIntensityOf, flameLengthOf } from './intensity.ts';
import { midflameWind } from './midflame-wind.ts';
import { CURED_STILL, HALF_CURED_STILL, HALF_CURED_WIND, LIMITED } from './testing/behaveplus.ts';
import {
  METRES_PER_MINUTE_PER_CHAIN_PER_HOUR as CHAINS,
  expectPrinted,
  expectSeven,
  KILOWATTS_PER_METRE_PER_BTU_PER_FOOT_PER_SECOND as KILOWATTS,
  METRES_PER_FOOT,
  METRES_PER_SECOND_PER_MPH as MPH,
} from './testing/close.ts';

const modelOf = (code: string): FuelModel => fuelModelOf(code) ?? expect.fail(`no fuel model ${code}`);
const moistureOf = (oneHour: number, tenHour: number, hundredHour: number, liveHerbaceous: number, liveWoody: number): Moisture => ({
  oneHour,
  tenHour,
  hundredHour,
  liveHerbaceous,
  liveWoody,
});
const tangent = (degrees: number): number => Math.tan((degrees * Math.PI) / 180);

describe('firelab/behave, GS4', () => {
  const LOW = moistureOf(6, 7, 8, 60, 90);
  const CANOPY = { coverPercent: 50, heightMetres: 30 * METRES_PER_FOOT, crownRatio: 0.5 };
  const bed = fuelBedOf(modelOf('GS4'), LOW);
  const fire = (given: { mph?: number; from?: number; aspect?: number; slope?: number; moisture?: Moisture; code?: string }) => {
    const { mph = 5, from = 180, aspect = 180, slope = 0.3, moisture = LOW, code = 'GS4' } = given;
    const own = fuelBedOf(modelOf(code), moisture);
    return headFireOf(own, {
      midflameMetresPerSecond: midflameWind(mph * MPH, '20ft', own.depthMetres, CANOPY),
      windFromDegrees: from,
      slopeTangent: slope,
      aspectDegrees: aspect,
    });
  };

  it('20-ft wind of 5 mph up a slope of 30 %, below a canopy of 50 %', () => {
    const uphill = fire({});
    expectSeven(uphill.rateMetresPerMinute / CHAINS, 8.876216);
    expectSeven(backRateOf(uphill) / CHAINS, 2.91614659);
    expectSeven(flankRateOf(uphill) / CHAINS, 5.08766627);
    const intensity = firelineIntensityOf(bed, uphill.rateMetresPerMinute);
    expectSeven(intensity / KILOWATTS, 598.339039);
    expectSeven(intensity, 2072.73045);
    expect(uphill.headingDegrees).toBeCloseTo(0, 9);
  });

  it('the same, with the wind from 45° on a slope of 30° that faces 95°', () => {
    const across = fire({ from: 45, aspect: 95, slope: tangent(30) });
    expectSeven(across.rateMetresPerMinute / CHAINS, 19.677584);
    expectSeven(across.lengthToWidth, 1.375624);
    expect(firelineIntensityOf(bed, across.rateMetresPerMinute) / KILOWATTS).toBeCloseTo(1326.45, 2);
    expectSeven(fire({ mph: 15, from: 45, aspect: 95, slope: tangent(30) }).lengthToWidth, 1.519936);
  });

  it('the intermediate values of the bed', () => {
    const { surfaceToVolume, deadMoisturePercent, liveMoisturePercent, liveExtinctionPercent } = bed.particulars;
    expectSeven(surfaceToVolume, 1631.128734);
    expectSeven(deadMoisturePercent, 6.005463);
    expectSeven(liveMoisturePercent, 85.874007);
    expectSeven(liveExtinctionPercent, 137.968551);
  });

  it('the bed at the moistures D1L1 and D2L3 of Scott and Burgan, and in fuel model 1', () => {
    expectSeven(fire({ moisture: moistureOf(3, 4, 5, 30, 60) }).rateMetresPerMinute / CHAINS, 15.023945);
    expectSeven(fire({ moisture: moistureOf(6, 7, 8, 90, 120) }).rateMetresPerMinute / CHAINS, 1.97884);
    expectSeven(fire({ code: '1' }).rateMetresPerMinute / CHAINS, 21.971217);
  });

  it('a midflame wind of 5 mph on level ground gives the ellipse', () => {
    const level = headFireOf(bed, { midflameMetresPerSecond: 5 * MPH, windFromDegrees: 0, slopeTangent: 0, aspectDegrees: 0 });
    expectSeven(level.lengthToWidth, 1.590064);
    expectSeven(level.rateMetresPerMinute / backRateOf(level), 7.988029);
    // After the 3.5869124 minutes in which the half length reaches one chain.
    expectSeven((flankRateOf(level) * 3.5869124) / (66 * METRES_PER_FOOT), 0.628905);
    expect(level.headingDegrees).toBeCloseTo(180, 9);
  });

  it('rates from the ignition point in other directions', () => {
    expectSeven(rateTowards(fire({ from: 280, aspect: 135 }), 30) / CHAINS, 4.180938);
    expectSeven(rateTowards(fire({ from: 0, aspect: 45 }), 90) / CHAINS, 3.438243);
    expectSeven(rateTowards(fire({ from: 280, aspect: 263 }), 285) / CHAINS, 2.944975);
  });

  it('a midflame wind of 5 mph up 30 %', () => {
    const open = headFireOf(bed, { midflameMetresPerSecond: 5 * MPH, windFromDegrees: 180, slopeTangent: 0.3, aspectDegrees: 180 });
    expectSeven(open.rateMetresPerMinute / CHAINS, 34.011429);
    const intensity = firelineIntensityOf(bed, open.rateMetresPerMinute);
    expectSeven(intensity / KILOWATTS, 2292.684759);
    // The factor 0.0775 in metres is the rounded 0.45 ft of the original: 0.1 % apart.
    expect(Math.abs(flameLengthOf(intensity) / METRES_PER_FOOT / 15.811421 - 1)).toBeLessThan(1e-3);
  });
});

describe('BehavePlus 5, the forty models', () => {
  const at = (liveHerbaceous: number) => moistureOf(4, 4, 6, liveHerbaceous, 70);
  for (const [name, table, herbs] of [
    ['cured', CURED_STILL, 30],
    ['half cured', HALF_CURED_STILL, 75],
  ] as const)
    it.each(Object.entries(table))(`%s, ${name}, no wind, level`, (code, [rate, intensity, reactionIntensity, liveExtinction]) => {
      const bed = fuelBedOf(modelOf(code), at(herbs));
      expectPrinted(bed.noWindRateMetresPerMinute / CHAINS, rate, 0.1);
      expectPrinted(firelineIntensityOf(bed, bed.noWindRateMetresPerMinute) / KILOWATTS, intensity, 1);
      expectPrinted(bed.particulars.reactionIntensity, reactionIntensity, 1);
      expectPrinted(bed.particulars.liveExtinctionPercent, liveExtinction, 1);
    });

  it.each(Object.entries(HALF_CURED_WIND))('%s, half cured, 10 mph, 20 %%', (code, [rate, intensity, crossRate, crossHeading]) => {
    const bed = fuelBedOf(modelOf(code), at(75));
    const fire = (windFromDegrees: number) =>
      headFireOf(bed, { midflameMetresPerSecond: 10 * MPH, windFromDegrees, slopeTangent: 0.2, aspectDegrees: 180 });
    expectPrinted(fire(135).headingDegrees, crossHeading, 1);
    if (LIMITED.has(code)) {
      // The wind at which BehavePlus stopped, ft/min: our results are checked with it and without the limit.
      const limit = (0.9 * bed.particulars.reactionIntensity * METRES_PER_FOOT) / 60;
      expectPrinted((bed.noWindRateMetresPerMinute * (1 + bed.windCoefficient * limit ** bed.windExponent)) / CHAINS, rate, 0.1);
      expect(fire(180).rateMetresPerMinute / CHAINS).toBeGreaterThan(rate);
      return;
    }
    expectPrinted(fire(180).rateMetresPerMinute / CHAINS, rate, 0.1);
    expectPrinted(firelineIntensityOf(bed, fire(180).rateMetresPerMinute) / KILOWATTS, intensity, 1);
    expectPrinted(fire(135).rateMetresPerMinute / CHAINS, crossRate, 0.1);
  });
});

/**
 * Results of BehavePlus 5 and 6 with which C. D. Bevins tests his programs (cbevins/behaveplus-core): 5, 7, 9, 50, 150 %; 880 ft/min at
 * midflame from 270°, slope 0.25 facing 180°. BehavePlus makes the ellipse 1 + U/4 times as long as wide (U effective wind, mph), so the
 * effective wind, and nothing else, is derived from it.
 */
describe('BehavePlus 6', () => {
  it.each([
    ['10', 18.551680325448835, 87.573367385837855, 3.5015680219321221, 389.95413667947145],
    ['GS4', 48.47042599399056, 87.613728665173383, 3.5015819412846603, 2467.9286450361865],
  ])('%s', (code, head, heading, behavePlusLengthToWidth, intensity) => {
    const bed = fuelBedOf(modelOf(code), moistureOf(5, 7, 9, 50, 150));
    const fire = headFireOf(bed, { midflameMetresPerSecond: 10 * MPH, windFromDegrees: 270, slopeTangent: 0.25, aspectDegrees: 180 });
    expectSeven(fire.rateMetresPerMinute / METRES_PER_FOOT, head);
    expectSeven(fire.headingDegrees, heading);
    expectSeven(firelineIntensityOf(bed, fire.rateMetresPerMinute) / KILOWATTS, intensity);
    expectSeven(fire.lengthToWidth, lengthToWidthOf((behavePlusLengthToWidth - 1) * 4 * MPH));
  });
});
