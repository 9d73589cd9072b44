// The classes of roads, their speeds, and the vehicles that can use them: tables whose rows a deployment can override.
//
// OpenStreetMap tags roads of China by their administrative class (国道 trunk, 省道 primary, 县道 secondary, 乡道 tertiary); route numbers begin
// with its letter (GB/T 917-2017). Driving speeds in the mountains are not published: each speed is a design speed of JTG B01-2014 of the
// class that such a road commonly has, and 待核对.

export const ROAD_CLASSES = [
  'motorway',
  'trunk',
  'primary',
  'secondary',
  'tertiary',
  'unclassified',
  'residential',
  'service',
  'forest-road',
  'track',
  'fire-road',
  'path',
] as const;
export type RoadClass = (typeof ROAD_CLASSES)[number];

export const VEHICLE_KINDS = ['car', 'fire-engine', 'motorcycle'] as const;
export type VehicleKind = (typeof VEHICLE_KINDS)[number];

export interface RoadClassSpeed {
  readonly class: RoadClass;
  readonly name: { readonly zh: string; readonly en: string };
  readonly kilometresPerHour: number;
  /** Vehicles that can drive there. */
  readonly vehicles: readonly VehicleKind[];
  /** Whether people may stop there and continue on foot. */
  readonly mayStop: boolean;
  /** Source of the row. */
  readonly source: string;
  /** Whether the row is 待核对. */
  readonly toConfirm: boolean;
}

const JTG_B01 = 'JTG B01-2014 设计速度';
const GUESS = '假定：估计值';
const road = (
  roadClass: RoadClass,
  zh: string,
  en: string,
  kilometresPerHour: number,
  source: string,
  others: Partial<RoadClassSpeed> = {},
): RoadClassSpeed => ({
  class: roadClass,
  name: { zh, en },
  kilometresPerHour,
  vehicles: VEHICLE_KINDS,
  mayStop: true,
  source,
  toConfirm: true,
  ...others,
});

export const ROAD_SPEEDS: readonly RoadClassSpeed[] = [
  road('motorway', '高速公路', 'motorway', 80, JTG_B01, { mayStop: false }),
  road('trunk', '国道', 'national road', 60, JTG_B01),
  road('primary', '省道', 'provincial road', 50, JTG_B01),
  road('secondary', '县道', 'county road', 40, JTG_B01),
  road('tertiary', '乡道', 'township road', 30, JTG_B01),
  road('unclassified', '村道', 'village road', 20, JTG_B01),
  road('residential', '街道', 'street', 20, GUESS),
  road('service', '专用公路', 'service road', 15, JTG_B01),
  road('forest-road', '林区道路', 'forest road', 15, GUESS),
  road('track', '机耕道', 'track', 12, GUESS, { vehicles: ['car', 'motorcycle'] }),
  road('fire-road', '防火道', 'fire road', 10, GUESS),
  road('path', '小路', 'path', 8, GUESS, { vehicles: ['motorcycle'] }),
];

/** Whether people may stop on a class and continue on foot, by its index in `ROAD_CLASSES`, as nets number them. */
export const MAY_STOP: readonly boolean[] = ROAD_SPEEDS.map(({ mayStop }) => mayStop);

/** Factor on the speed of a class. 待核对. */
export const VEHICLE_SPEED_FACTORS: Readonly<Record<VehicleKind, number>> = { car: 1, 'fire-engine': 0.8, motorcycle: 1 };

/** Top speed through a ford, km/h. 待核对. */
export const FORD_KILOMETRES_PER_HOUR = 5;

/**
 * Factor on the speed, by the grade in the direction of travel, %, up to and including `mostPercent`. JTG D20-2017 allows 5 % at 80 km/h, 6
 * % at 60, 7 % at 40, 8 % at 30 and 9 % at 20: a steeper road is driven at the speed for which its grade would be allowed. 待核对.
 */
export const GRADE_FACTORS: readonly { readonly mostPercent: number; readonly factor: number }[] = [
  { mostPercent: -9, factor: 0.6 },
  { mostPercent: -6, factor: 0.8 },
  { mostPercent: 5, factor: 1 },
  { mostPercent: 7, factor: 0.85 },
  { mostPercent: 9, factor: 0.7 },
  { mostPercent: Number.POSITIVE_INFINITY, factor: 0.5 },
];

/** @param gradePercent negative downhill */
export const gradeFactorOf = (gradePercent: number): number =>
  GRADE_FACTORS.find(({ mostPercent }) => gradePercent <= mostPercent)?.factor ?? 1;

/** The class names of files: `highway` of OpenStreetMap, the classes of Chinese road maps, and the letters of route numbers. */
const WORDS: Readonly<Record<RoadClass, readonly string[]>> = {
  motorway: ['motorway', '高速公路', '高速'],
  trunk: ['trunk', '国道', 'G'],
  primary: ['primary', '省道', 'S'],
  secondary: ['secondary', '县道', 'X'],
  tertiary: ['tertiary', '乡道', 'Y'],
  unclassified: ['unclassified', 'road', '村道', 'C'],
  residential: ['residential', 'living_street', '街道', '城市道路'],
  service: ['service', '专用公路', '专用道', 'Z'],
  'forest-road': ['forest-road', '林区道路', '林区公路', '林道'],
  track: ['track', '机耕道', '机耕路'],
  'fire-road': ['fire-road', '防火道', '防火通道', '防火公路'],
  path: ['path', 'footway', 'bridleway', 'cycleway', 'steps', '小路', '步道', '便道'],
};

const classByWord = new Map(ROAD_CLASSES.flatMap((roadClass) => WORDS[roadClass].map((word) => [word, roadClass] as const)));

/**
 * The class for a class name in a file, including route numbers (`G317`) and link roads (`primary_link`); null: not one of ours, or not
 * (yet) a road.
 */
export function roadClassOf(word: string): RoadClass | null {
  const trimmed = word.trim();
  const letter = /^([GSXYCZ])\d+$/.exec(trimmed)?.[1];
  return classByWord.get(letter ?? trimmed.replace(/_link$/, '')) ?? null;
}
