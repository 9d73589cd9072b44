// The standard fire behavior fuel models, as printed: the 13 that Anderson (1982) describes, with the numbers of Albini (1976), and the 40
// of Scott and Burgan.
//
// F. A. Albini, Estimating wildfire behavior and effects, USDA Forest Service General Technical Report INT-30, 1976, p. 92: loads in
// lb/ft². H. E. Anderson, Aids to determining fuel models for estimating fire behavior, USDA Forest Service General Technical Report
// INT-122, 1982. J. H. Scott and R. E. Burgan, Standard fire behavior fuel models: a comprehensive set for use with Rothermel's surface
// fire spread model, USDA Forest Service General Technical Report RMRS-GTR-153, 2005, table 7: loads in short tons per acre. Every number
// agrees with `src/behave/fuelModels.cpp` of `firelab/behave`. Model 7: its live woody ratio is 1,500 there and 1,550 in the older fireLib;
// 1,500 is used here, so that results can be compared.
import { POUNDS_PER_SQUARE_FOOT_PER_TON_PER_ACRE } from './units.ts';

/** Oven-dry loads, lb/ft². */
export interface FuelLoads {
  readonly oneHour: number;
  readonly tenHour: number;
  readonly hundredHour: number;
  readonly liveHerbaceous: number;
  readonly liveWoody: number;
}

/** A fuel model in the units in which the equations were fitted (foot, pound, Btu). */
export interface FuelModel {
  /** For example GS4 or 10. */
  readonly code: string;
  /** The number of the model as stored in rasters, for example 124 or 10. */
  readonly number: number;
  readonly name: { readonly zh: string; readonly en: string };
  /** false: no fuel carries a surface fire (NB1 … NB9); everything below is 0. */
  readonly burns: boolean;
  /** Cured herbs count as dead fuel (RMRS-GTR-153). */
  readonly dynamic: boolean;
  readonly loads: FuelLoads;
  /** Surface-area-to-volume ratios, ft²/ft³; 0 for a class without load. 10-h and 100-h fuels have 109 and 30 in every model. */
  readonly surfaceToVolume: { readonly oneHour: number; readonly liveHerbaceous: number; readonly liveWoody: number };
  /** Depth of the fuel bed, ft. */
  readonly depthFeet: number;
  /** Moisture of extinction of dead fuel, % of dry weight. */
  readonly extinctionPercent: number;
  /** Low heat content, Btu/lb, of dead and of live fuel. */
  readonly heatContent: number;
}

type Row = readonly [
  code: string,
  number: number,
  zh: string,
  en: string,
  oneHour: number,
  tenHour: number,
  hundredHour: number,
  liveHerbaceous: number,
  liveWoody: number,
  oneHourRatio: number,
  herbaceousRatio: number,
  woodyRatio: number,
  depthFeet: number,
  extinctionPercent: number,
  heatContent: number,
];

/** Albini (1976): loads in lb/ft². */
const ANDERSON: readonly Row[] = [
  ['1', 1, '矮草', 'Short grass', 0.034, 0, 0, 0, 0, 3500, 0, 0, 1, 12, 8000],
  ['2', 2, '林下草灌', 'Timber (grass and understory)', 0.092, 0.046, 0.023, 0.023, 0, 3000, 1500, 0, 1, 15, 8000],
  ['3', 3, '高草', 'Tall grass', 0.138, 0, 0, 0, 0, 1500, 0, 0, 2.5, 25, 8000],
  ['4', 4, '高灌丛（查帕拉尔）', 'Chaparral', 0.23, 0.184, 0.092, 0, 0.23, 2000, 0, 1500, 6, 20, 8000],
  ['5', 5, '灌丛', 'Brush', 0.046, 0.023, 0, 0, 0.092, 2000, 0, 1500, 2, 20, 8000],
  ['6', 6, '休眠灌丛、阔叶采伐剩余物', 'Dormant brush, hardwood slash', 0.069, 0.115, 0.092, 0, 0, 1750, 0, 0, 2.5, 25, 8000],
  ['7', 7, '南方密灌', 'Southern rough', 0.052, 0.086, 0.069, 0, 0.017, 1750, 0, 1500, 2.5, 40, 8000],
  ['8', 8, '紧密针叶凋落物', 'Closed timber litter', 0.069, 0.046, 0.115, 0, 0, 2000, 0, 0, 0.2, 30, 8000],
  ['9', 9, '阔叶或长针叶凋落物', 'Hardwood litter', 0.134, 0.019, 0.007, 0, 0, 2500, 0, 0, 0.2, 25, 8000],
  ['10', 10, '林下凋落物与灌草', 'Timber (litter and understory)', 0.138, 0.092, 0.23, 0, 0.092, 2000, 0, 1500, 1, 25, 8000],
  ['11', 11, '轻度采伐剩余物', 'Light logging slash', 0.069, 0.207, 0.253, 0, 0, 1500, 0, 0, 1, 15, 8000],
  ['12', 12, '中度采伐剩余物', 'Medium logging slash', 0.184, 0.644, 0.759, 0, 0, 1500, 0, 0, 2.3, 20, 8000],
  ['13', 13, '重度采伐剩余物', 'Heavy logging slash', 0.322, 1.058, 1.288, 0, 0, 1500, 0, 0, 3, 25, 8000],
];

/** Scott and Burgan (2005): loads in short tons per acre. */
const SCOTT_AND_BURGAN: readonly Row[] = [
  ['GR1', 101, '矮疏草，干旱气候', 'Short, sparse, dry climate grass', 0.1, 0, 0, 0.3, 0, 2200, 2000, 0, 0.4, 15, 8000],
  ['GR2', 102, '低载量草，干旱气候', 'Low load, dry climate grass', 0.1, 0, 0, 1, 0, 2000, 1800, 0, 1, 15, 8000],
  ['GR3', 103, '低载量粗草，湿润气候', 'Low load, very coarse, humid climate grass', 0.1, 0.4, 0, 1.5, 0, 1500, 1300, 0, 2, 30, 8000],
  ['GR4', 104, '中载量草，干旱气候', 'Moderate load, dry climate grass', 0.25, 0, 0, 1.9, 0, 2000, 1800, 0, 2, 15, 8000],
  ['GR5', 105, '低载量草，湿润气候', 'Low load, humid climate grass', 0.4, 0, 0, 2.5, 0, 1800, 1600, 0, 1.5, 40, 8000],
  ['GR6', 106, '中载量草，湿润气候', 'Moderate load, humid climate grass', 0.1, 0, 0, 3.4, 0, 2200, 2000, 0, 1.5, 40, 9000],
  ['GR7', 107, '高载量草，干旱气候', 'High load, dry climate grass', 1, 0, 0, 5.4, 0, 2000, 1800, 0, 3, 15, 8000],
  ['GR8', 108, '高载量粗草，湿润气候', 'High load, very coarse, humid climate grass', 0.5, 1, 0, 7.3, 0, 1500, 1300, 0, 4, 30, 8000],
  ['GR9', 109, '极高载量草，湿润气候', 'Very high load, humid climate grass', 1, 1, 0, 9, 0, 1800, 1600, 0, 5, 40, 8000],
  ['GS1', 121, '低载量草灌，干旱气候', 'Low load, dry climate grass-shrub', 0.2, 0, 0, 0.5, 0.65, 2000, 1800, 1800, 0.9, 15, 8000],
  ['GS2', 122, '中载量草灌，干旱气候', 'Moderate load, dry climate grass-shrub', 0.5, 0.5, 0, 0.6, 1, 2000, 1800, 1800, 1.5, 15, 8000],
  [
    'GS3',
    123,
    '中载量草灌，湿润气候',
    'Moderate load, humid climate grass-shrub',
    0.3,
    0.25,
    0,
    1.45,
    1.25,
    1800,
    1600,
    1600,
    1.8,
    40,
    8000,
  ],
  ['GS4', 124, '高载量草灌，湿润气候', 'High load, humid climate grass-shrub', 1.9, 0.3, 0.1, 3.4, 7.1, 1800, 1600, 1600, 2.1, 40, 8000],
  ['SH1', 141, '低载量灌木，干旱气候', 'Low load, dry climate shrub', 0.25, 0.25, 0, 0.15, 1.3, 2000, 1800, 1600, 1, 15, 8000],
  ['SH2', 142, '中载量灌木，干旱气候', 'Moderate load, dry climate shrub', 1.35, 2.4, 0.75, 0, 3.85, 2000, 0, 1600, 1, 15, 8000],
  ['SH3', 143, '中载量灌木，湿润气候', 'Moderate load, humid climate shrub', 0.45, 3, 0, 0, 6.2, 1600, 0, 1400, 2.4, 40, 8000],
  ['SH4', 144, '低载量林下灌木，湿润气候', 'Low load, humid climate timber-shrub', 0.85, 1.15, 0.2, 0, 2.55, 2000, 0, 1600, 3, 30, 8000],
  ['SH5', 145, '高载量灌木，干旱气候', 'High load, dry climate shrub', 3.6, 2.1, 0, 0, 2.9, 750, 0, 1600, 6, 15, 8000],
  ['SH6', 146, '低载量灌木，湿润气候', 'Low load, humid climate shrub', 2.9, 1.45, 0, 0, 1.4, 750, 0, 1600, 2, 30, 8000],
  ['SH7', 147, '极高载量灌木，干旱气候', 'Very high load, dry climate shrub', 3.5, 5.3, 2.2, 0, 3.4, 750, 0, 1600, 6, 15, 8000],
  ['SH8', 148, '高载量灌木，湿润气候', 'High load, humid climate shrub', 2.05, 3.4, 0.85, 0, 4.35, 750, 0, 1600, 3, 40, 8000],
  ['SH9', 149, '极高载量灌木，湿润气候', 'Very high load, humid climate shrub', 4.5, 2.45, 0, 1.55, 7, 750, 1800, 1500, 4.4, 40, 8000],
  [
    'TU1',
    161,
    '低载量林下草灌，干旱气候',
    'Light load, dry climate timber-grass-shrub',
    0.2,
    0.9,
    1.5,
    0.2,
    0.9,
    2000,
    1800,
    1600,
    0.6,
    20,
    8000,
  ],
  [
    'TU2',
    162,
    '中载量林下灌木，湿润气候',
    'Moderate load, humid climate timber-shrub',
    0.95,
    1.8,
    1.25,
    0,
    0.2,
    2000,
    0,
    1600,
    1,
    30,
    8000,
  ],
  [
    'TU3',
    163,
    '中载量林下草灌，湿润气候',
    'Moderate load, humid climate timber-grass-shrub',
    1.1,
    0.15,
    0.25,
    0.65,
    1.1,
    1800,
    1600,
    1400,
    1.3,
    30,
    8000,
  ],
  ['TU4', 164, '矮针叶树及林下物', 'Dwarf conifer understory', 4.5, 0, 0, 0, 2, 2300, 0, 2000, 0.5, 12, 8000],
  ['TU5', 165, '极高载量林下灌木，干旱气候', 'Very high load, dry climate timber-shrub', 4, 4, 3, 0, 3, 1500, 0, 750, 1, 25, 8000],
  ['TL1', 181, '低载量紧密针叶凋落物', 'Low load, compact conifer litter', 1, 2.2, 3.6, 0, 0, 2000, 0, 0, 0.2, 30, 8000],
  ['TL2', 182, '低载量阔叶凋落物', 'Low load broadleaf litter', 1.4, 2.3, 2.2, 0, 0, 2000, 0, 0, 0.2, 25, 8000],
  ['TL3', 183, '中载量针叶凋落物', 'Moderate load conifer litter', 0.5, 2.2, 2.8, 0, 0, 2000, 0, 0, 0.3, 20, 8000],
  ['TL4', 184, '小型倒木', 'Small downed logs', 0.5, 1.5, 4.2, 0, 0, 2000, 0, 0, 0.4, 25, 8000],
  ['TL5', 185, '高载量针叶凋落物', 'High load conifer litter', 1.15, 2.5, 4.4, 0, 0, 2000, 0, 0, 0.6, 25, 8000],
  ['TL6', 186, '高载量阔叶凋落物', 'High load broadleaf litter', 2.4, 1.2, 1.2, 0, 0, 2000, 0, 0, 0.3, 25, 8000],
  ['TL7', 187, '大型倒木', 'Large downed logs', 0.3, 1.4, 8.1, 0, 0, 2000, 0, 0, 0.4, 25, 8000],
  ['TL8', 188, '长针叶凋落物', 'Long-needle litter', 5.8, 1.4, 1.1, 0, 0, 1800, 0, 0, 0.3, 35, 8000],
  ['TL9', 189, '极高载量阔叶凋落物', 'Very high load broadleaf litter', 6.65, 3.3, 4.15, 0, 0, 1800, 0, 0, 0.6, 35, 8000],
  ['SB1', 201, '低载量采伐剩余物', 'Low load activity fuel', 1.5, 3, 11, 0, 0, 2000, 0, 0, 1, 25, 8000],
  [
    'SB2',
    202,
    '中载量采伐剩余物或低载量风倒木',
    'Moderate load activity or low load blowdown',
    4.5,
    4.25,
    4,
    0,
    0,
    2000,
    0,
    0,
    1,
    25,
    8000,
  ],
  [
    'SB3',
    203,
    '高载量采伐剩余物或中载量风倒木',
    'High load activity fuel or moderate load blowdown',
    5.5,
    2.75,
    3,
    0,
    0,
    2000,
    0,
    0,
    1.2,
    25,
    8000,
  ],
  ['SB4', 204, '高载量风倒木', 'High load blowdown', 5.25, 3.5, 5.25, 0, 0, 2000, 0, 0, 2.7, 25, 8000],
];

/** All models of grass and of grass-shrub, and these. */
const DYNAMIC: ReadonlySet<string> = new Set(['SH1', 'SH9', 'TU1', 'TU3']);
const isDynamic = (code: string): boolean => /^G[RS]/.test(code) || DYNAMIC.has(code);

const NON_BURNABLE = [
  ['NB1', 91, '城镇建设用地', 'Urban or developed'],
  ['NB2', 92, '冰雪', 'Snow or ice'],
  ['NB3', 93, '农田', 'Agricultural'],
  ['NB8', 98, '水面', 'Open water'],
  ['NB9', 99, '裸地', 'Bare ground'],
] as const;

const modelOf = (
  [code, number, zh, en, oneHour, tenHour, hundredHour, liveHerbaceous, liveWoody, oneHourRatio, herbaceousRatio, woodyRatio, ...bed]: Row,
  poundsPerSquareFoot: number,
): FuelModel => ({
  code,
  number,
  name: { zh, en },
  burns: oneHour > 0,
  dynamic: isDynamic(code),
  loads: {
    oneHour: oneHour * poundsPerSquareFoot,
    tenHour: tenHour * poundsPerSquareFoot,
    hundredHour: hundredHour * poundsPerSquareFoot,
    liveHerbaceous: liveHerbaceous * poundsPerSquareFoot,
    liveWoody: liveWoody * poundsPerSquareFoot,
  },
  surfaceToVolume: { oneHour: oneHourRatio, liveHerbaceous: herbaceousRatio, liveWoody: woodyRatio },
  depthFeet: bed[0],
  extinctionPercent: bed[1],
  heatContent: bed[2],
});

/** In the order of their numbers. */
export const FUEL_MODELS: readonly FuelModel[] = [
  ...ANDERSON.map((row) => modelOf(row, 1)),
  ...NON_BURNABLE.map(([code, number, zh, en]) => modelOf([code, number, zh, en, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 1)),
  ...SCOTT_AND_BURGAN.map((row) => modelOf(row, POUNDS_PER_SQUARE_FOOT_PER_TON_PER_ACRE)),
];

const byCode = new Map(FUEL_MODELS.map((model) => [model.code, model]));
const byNumber = new Map(FUEL_MODELS.map((model) => [model.number, model]));

/** @param code for example GS4, gs4 or 10; @returns undefined: unknown code */
export const fuelModelOf = (code: string): FuelModel | undefined => byCode.get(code.trim().toUpperCase());

/** @param number as stored in rasters of fuel models (124, 10); @returns undefined: unknown number */
export const fuelModelOfNumber = (number: number): FuelModel | undefined => byNumber.get(number);
