// Checked against the tests of `firelab/behave` (src/testBehave/testBehave.cpp): its spot module.
import { describe, expect, it } from 'vitest';
import { fuelBedOf } from './fuel-bed.ts';
import { fuelModelOf } from './fuel-models.ts';
import { headFireOf } from './head-fire.ts';
import { firelineIntensityOf } from './intensity.ts';
import { type Downwind, spottingFromSurfaceFire, spottingFromTorchingTrees, type TorchingTrees } from './spotting.ts';
import { METRES_PER_FOOT as FEET, METRES_PER_SECOND_PER_MPH as MPH } from './testing/close.ts';

const MILE = 1609.344;
const LEVEL: Downwind = { twentyFootMetresPerSecond: 5 * MPH, coverHeightMetres: 30 * FEET, openCover: false, relief: null };
const RIDGE: Downwind = { ...LEVEL, relief: { source: 'ridge-top', ridgeToValleyMetres: MILE, ridgeHeightMetres: 2000 * FEET } };
const SPRUCES: TorchingTrees = { species: 'engelmann-spruce', count: 15, heightMetres: 30 * FEET, diameterCentimetres: 20 * 2.54 };

/** GS4 with a midflame wind of 5 mph up 30 %. */
function intensity(): number {
  const moisture = { oneHour: 6, tenHour: 7, hundredHour: 8, liveHerbaceous: 60, liveWoody: 90 };
  const bed = fuelBedOf(fuelModelOf('GS4') ?? expect.fail('no fuel model GS4'), moisture);
  const fire = headFireOf(bed, { midflameMetresPerSecond: 5 * MPH, windFromDegrees: 180, slopeTangent: 0.3, aspectDegrees: 180 });
  return firelineIntensityOf(bed, fire.rateMetresPerMinute);
}

describe('firebrands', () => {
  it('of a surface fire', () => {
    expect(spottingFromSurfaceFire(intensity(), LEVEL) / MILE).toBeCloseTo(0.22005, 6);
    expect(spottingFromSurfaceFire(intensity(), RIDGE) / MILE).toBeCloseTo(0.267467, 6);
  });

  it('of torching trees', () => {
    expect(spottingFromTorchingTrees(SPRUCES, LEVEL) / MILE).toBeCloseTo(0.181449, 6);
    expect(spottingFromTorchingTrees(SPRUCES, RIDGE) / MILE).toBeCloseTo(0.222396, 6);
  });

  it('firebrands fly further in more wind, from hotter fires and over open cover', () => {
    const reach = (kilowatts: number, change: Partial<Downwind> = {}) => spottingFromSurfaceFire(kilowatts, { ...LEVEL, ...change });
    expect(reach(8000)).toBeGreaterThan(reach(4000));
    expect(reach(4000, { twentyFootMetresPerSecond: 10 })).toBeGreaterThan(reach(4000));
    expect(reach(4000, { openCover: true })).toBeGreaterThan(reach(4000));
    expect(reach(4000, { openCover: true })).toBe(reach(4000, { coverHeightMetres: 15 * FEET }));
  });

  it('firebrands do not fly without wind or without fire', () => {
    expect(spottingFromSurfaceFire(4000, { ...LEVEL, twentyFootMetresPerSecond: 0 })).toBe(0);
    expect(spottingFromSurfaceFire(0, LEVEL)).toBe(0);
    expect(spottingFromTorchingTrees({ ...SPRUCES, count: 0 }, LEVEL)).toBe(0);
  });
});
