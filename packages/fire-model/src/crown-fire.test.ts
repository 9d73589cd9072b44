// Checked against the tests of `firelab/behave` (src/testBehave/testBehave.cpp): its crown module after Rothermel (1991) and after Scott
// and Reinhardt (2001).
import { describe, expect, it } from 'vitest';
import { type CrownFuel, criticalIntensityOf, criticalRateOf, crownBedOf, crownFireOf, crownFuelOf } from './crown-fire.ts';
import type { HeadFire } from './ellipse.ts';
import { fuelBedOf, type Moisture } from './fuel-bed.ts';
import { fuelModelOf } from './fuel-models.ts';
import { windAdjustmentFactor } from './midflame-wind.ts';
import {
  METRES_PER_MINUTE_PER_CHAIN_PER_HOUR as CHAINS,
  expectSeven,
  METRES_PER_FOOT as FEET,
  KILOWATTS_PER_METRE_PER_BTU_PER_FOOT_PER_SECOND as KILOWATTS,
  METRES_PER_SECOND_PER_MPH as MPH,
} from './testing/close.ts';

/** 1 lb/ft³ in kg/m³, the conversion of `firelab/behave`. */
const POUNDS_PER_CUBIC_FOOT = 16.0185;
const FEET_PER_MINUTE = FEET / 60;

interface Case {
  readonly code: string;
  readonly moisture: Moisture;
  /** m/s. */
  readonly twentyFoot: number;
  readonly slope: number;
  readonly crowns: CrownFuel;
  /** null: derived from a canopy cover of 50 %. */
  readonly factor: number | null;
}

function run({ code, moisture, twentyFoot, slope, crowns, factor }: Case, front: Partial<HeadFire> = {}) {
  const model = fuelModelOf(code) ?? expect.fail(`no fuel model ${code}`);
  const bed = fuelBedOf(model, moisture);
  const crownRatio = (crowns.heightMetres - crowns.baseHeightMetres) / crowns.heightMetres;
  const adjustmentFactor =
    factor ?? windAdjustmentFactor(bed.depthMetres, { coverPercent: 50, heightMetres: crowns.heightMetres, crownRatio });
  const ground = { twentyFootMetresPerSecond: twentyFoot, adjustmentFactor, windFromDegrees: 180, slopeTangent: slope, aspectDegrees: 180 };
  return crownFireOf(bed, crownBedOf(moisture), ground, crowns, front);
}

const GRASS_SHRUB: Case = {
  code: 'GS4',
  moisture: { oneHour: 6, tenHour: 7, hundredHour: 8, liveHerbaceous: 60, liveWoody: 90 },
  twentyFoot: 5 * MPH,
  slope: 0.3,
  crowns: {
    heightMetres: 30 * FEET,
    baseHeightMetres: 6 * FEET,
    bulkDensityKilogramsPerCubicMetre: 0.03 * POUNDS_PER_CUBIC_FOOT,
    foliarMoisturePercent: 120,
  },
  factor: null,
};

describe('an active crown fire (Rothermel 1991)', () => {
  it('an active crown fire in GS4 has the published rate, intensity and flame length', () => {
    const fire = run(GRASS_SHRUB);
    expectSeven(fire.activeRateMetresPerMinute / CHAINS, 10.259921);
    // `firelab/behave` converts bulk density, height and Btu with six digits.
    expect(fire.activeIntensityKilowattsPerMetre / KILOWATTS / 1775.061222).toBeCloseTo(1, 5);
    expect(fire.activeFlameLengthMetres / FEET / 29.320557).toBeCloseTo(1, 5);
  });

  it('the type of fire', () => {
    expect(run({ ...GRASS_SHRUB, moisture: { ...GRASS_SHRUB.moisture, oneHour: 20 } }).type).toBe('surface');
    expect(run(GRASS_SHRUB).type).toBe('torching');
    expect(run({ ...GRASS_SHRUB, twentyFoot: 10 * MPH }).type).toBe('crowning');
    const high = {
      ...GRASS_SHRUB.crowns,
      heightMetres: 60 * FEET,
      baseHeightMetres: 30 * FEET,
      bulkDensityKilogramsPerCubicMetre: 0.06 * POUNDS_PER_CUBIC_FOOT,
    };
    expect(run({ ...GRASS_SHRUB, crowns: high }).type).toBe('conditional');
  });

  it('a crown fire is 2.25 times as long as wide in a wind of 10 mph', () => {
    expectSeven(run({ ...GRASS_SHRUB, twentyFoot: 10 * MPH }).lengthToWidth, 2.25);
  });
});

const TIMBER: Case = {
  code: '10',
  moisture: { oneHour: 8, tenHour: 9, hundredHour: 10, liveHerbaceous: 0, liveWoody: 117 },
  twentyFoot: 2187.226624 * FEET_PER_MINUTE,
  slope: 0.2,
  crowns: {
    heightMetres: 38.104626 * FEET,
    baseHeightMetres: 2.952756 * FEET,
    bulkDensityKilogramsPerCubicMetre: 0.01311 * POUNDS_PER_CUBIC_FOOT,
    foliarMoisturePercent: 100,
  },
  factor: 0.4,
};

const BRUSH: Case = {
  code: '5',
  moisture: { oneHour: 5, tenHour: 6, hundredHour: 8, liveHerbaceous: 0, liveWoody: 117 },
  twentyFoot: 24.854848 * MPH,
  slope: 0.2,
  crowns: {
    heightMetres: 71.631562 * FEET,
    baseHeightMetres: 4.92126 * FEET,
    bulkDensityKilogramsPerCubicMetre: 0.003746 * POUNDS_PER_CUBIC_FOOT,
    foliarMoisturePercent: 100,
  },
  factor: 0.15,
};

describe('the expected fire (Scott and Reinhardt 2001)', () => {
  it('model 10 burns as an active crown fire', () => {
    const fire = run(TIMBER);
    expect(fire).toMatchObject({ type: 'crowning', crownFractionBurned: 1 });
    expectSeven(fire.rateMetresPerMinute / FEET, 65.221842);
    expect(fire.intensityKilowattsPerMetre / KILOWATTS / 5293.170672).toBeCloseTo(1, 5);
    expect(fire.flameLengthMetres / FEET / 60.744542).toBeCloseTo(1, 5);
    expect(fire.crowningWindMetresPerSecond / FEET_PER_MINUTE / 1717.916785).toBeCloseTo(1, 5);
  });

  it('model 10 at the moisture D3L2', () => {
    const moisture = { oneHour: 9, tenHour: 10, hundredHour: 11, liveHerbaceous: 60, liveWoody: 90 };
    expectSeven(run({ ...TIMBER, moisture, factor: null }).rateMetresPerMinute / CHAINS, 68.334996);
  });

  it('model 5: trees torch, and the expected fire is between a surface fire and a crown fire', () => {
    const fire = run(BRUSH);
    expect(fire.type).toBe('torching');
    expect(fire.crownFractionBurned).toBeGreaterThan(0);
    expect(fire.crownFractionBurned).toBeLessThan(1);
    expect(fire.rateMetresPerMinute / FEET / 29.475388).toBeCloseTo(1, 5);
    expect(fire.intensityKilowattsPerMetre / KILOWATTS / 509.568753).toBeCloseTo(1, 5);
    expect(fire.flameLengthMetres / FEET / 12.759447).toBeCloseTo(1, 5);
    expect(fire.crowningWindMetresPerSecond / FEET_PER_MINUTE / 3874.421988).toBeCloseTo(1, 5);
  });
});

describe('the conditions of Van Wagner', () => {
  const crowns: CrownFuel = { heightMetres: 20, baseHeightMetres: 4, bulkDensityKilogramsPerCubicMetre: 0.15, foliarMoisturePercent: 100 };

  it('crowns that begin at 4 m with 100 % moisture ignite at (0.01 · 4 · 3,050)^1.5 = 1,347.5 kW/m', () => {
    expect(criticalIntensityOf(crowns)).toBeCloseTo(122 ** 1.5, 9);
    expect(criticalIntensityOf({ ...crowns, baseHeightMetres: 0 })).toBe(criticalIntensityOf({ ...crowns, baseHeightMetres: 0.1 }));
  });

  it('a density of 0.15 kg/m³ requires 20 m/min; crowns without mass never carry fire', () => {
    expect(criticalRateOf(crowns)).toBeCloseTo(20, 12);
    const bare = { ...TIMBER, crowns: { ...TIMBER.crowns, bulkDensityKilogramsPerCubicMetre: 0 } };
    expect(run(bare)).toMatchObject({ type: 'torching', crownFractionBurned: 0, crowningWindMetresPerSecond: Number.POSITIVE_INFINITY });
  });

  it('crowns begin where the trees’ crown ratio puts them, or lower where a lower base is known; without a density the crown fuel is unknown', () => {
    const trees = { coverPercent: 60, heightMetres: 12, crownRatio: 0.25, bulkDensityKilogramsPerCubicMetre: 0.1 };
    expect(crownFuelOf(trees)).toMatchObject({ heightMetres: 12, baseHeightMetres: 9, foliarMoisturePercent: 100 });
    expect(crownFuelOf({ ...trees, baseHeightMetres: 1.5 })?.baseHeightMetres).toBe(1.5);
    expect([null, undefined, 0].map((density) => crownFuelOf({ ...trees, bulkDensityKilogramsPerCubicMetre: density }))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('a front slower than the head does not ignite crowns that the head would ignite', () => {
    expect(run(BRUSH).type).toBe('torching');
    expect(run(BRUSH, { rateMetresPerMinute: 0.1 })).toMatchObject({ type: 'surface', rateMetresPerMinute: 0.1, crownFractionBurned: 0 });
  });

  it('no crown fire starts over ground that does not burn', () => {
    expect(run({ ...TIMBER, code: 'NB1' })).toMatchObject({ rateMetresPerMinute: 0, intensityKilowattsPerMetre: 0, flameLengthMetres: 0 });
  });
});
