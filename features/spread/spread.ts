// The forecast of a fire (蔓延推演): what one was asked for, what came of it, and its events. It is a model's word, never an observation. All times are
// milliseconds since 1970, so that a run is kept as it is.

import { ancestorAt, BORDER_LEVELS, type BorderLevel, type CoverScheme, eventObject, type GridNo, type Position } from '@lookout/domain';
import type { VectorLayer, VectorLayerKind } from '../map-layer/map-layer.ts';
import type { AssetKind } from '../resource/resource.ts';

export const SPREAD_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type SpreadState = (typeof SPREAD_STATES)[number];
/** Nothing more becomes of it. */
export const isSpreadOver = (state: SpreadState): boolean => state !== 'queued' && state !== 'running';

/** Whose rate of spread: Rothermel's, or Wang Zhengfei's with the wind factor of Mao Xianmin. Decision 0065. */
export const SPREAD_MODELS = ['rothermel', 'wang'] as const;
export type SpreadModel = (typeof SPREAD_MODELS)[number];

/** Where a run waits in the line of its server, and why there: forecasts of fires that burn go first, and grids take turns. */
export interface SpreadQueuePlace {
  /** 1: the next that begins. */
  readonly place: number;
  /** Of those before it: of fires that burn, while this one is of none. */
  readonly burning: number;
  /** Of the rest before it: of the grid of whoever asked for this one. */
  readonly ownGrid: number;
}

export const MOST_SPREAD_HOURS = 24;
/** Between two isochrones. */
export const ISOCHRONE_MINUTES = 15;

/** Where a fire is lit, WGS 84 degrees: GeoJSON geometries (RFC 7946). */
export type IgnitionShape = IgnitionPart | { readonly type: 'GeometryCollection'; readonly geometries: readonly IgnitionPart[] };
export type IgnitionPart =
  | { readonly type: 'Point'; readonly coordinates: readonly number[] }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: readonly (readonly number[])[] }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly (readonly (readonly number[])[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly (readonly number[])[])[])[] };

export interface LaterIgnition {
  readonly atMs: number;
  readonly shape: IgnitionPart;
}

/** `fire`: the middle of its ellipse. `drawn`: the burnt area that was drawn for it. `entered`: given by the officer. */
export type IgnitionSource = 'fire' | 'drawn' | 'entered';

/** Dead fuels by how long they take to dry, and living ones. */
export const MOISTURE_CLASSES = ['oneHour', 'tenHour', 'hundredHour', 'liveHerbaceous', 'liveWoody'] as const;
export type MoistureClass = (typeof MOISTURE_CLASSES)[number];
/** %, of dry weight. */
export type FuelMoisture = Readonly<Record<MoistureClass, number>>;
/** Of the classes of which it was entered. */
export type EnteredMoisture = Partial<FuelMoisture>;
/** @param given a class of which nothing is said may be missing or null */
export const enteredMoistureOf = (
  given: Readonly<Partial<Record<MoistureClass, number | null | undefined>>> | null | undefined,
): EnteredMoisture =>
  Object.fromEntries(
    MOISTURE_CLASSES.flatMap((name) => {
      const percent = given?.[name];
      return percent == null ? [] : [[name, percent]];
    }),
  );
/** What an officer may enter of the weather and of moisture, as the fire model bounds it. */
export const SPREAD_WEATHER_BOUNDS = {
  temperatureCelsius: [-60, 60],
  humidityPercent: [0, 100],
  windSpeedMetresPerSecond: [0, 113],
  windFromDegrees: [0, 360],
} as const satisfies Partial<Record<keyof SpreadHour, readonly [number, number]>>;
export const MOISTURE_PERCENT_BOUNDS = [0, 400] as const;

/** From its time on until the next one's. */
export interface SpreadHour {
  readonly atMs: number;
  /** 10 m above the vegetation, at the fire. */
  readonly windSpeedMetresPerSecond: number;
  readonly windFromDegrees: number;
  readonly temperatureCelsius: number;
  readonly humidityPercent: number;
  readonly moisturePercent: FuelMoisture;
}

/** `demo`: made up. */
export type SpreadWeatherSource = 'qweather' | 'demo' | 'entered';

/** What of a ground is made up: 演示. */
export type SpreadGroundOrigin = 'demo' | 'imported' | 'mixed' | 'none';

/** What shows where a fire burns. A smoke sensor smells it from far: it shows no place of the front. */
export const SEEN_KINDS = ['satellite', 'camera', 'report', 'perimeter'] as const;
export type SeenKind = (typeof SEEN_KINDS)[number];

/** A hotspot, a fix by a camera, a person's report: it burns there, within the ellipse in 95 % of all cases. */
export interface SeenPlace {
  readonly kind: Exclude<SeenKind, 'perimeter'>;
  /** Of its alarm. */
  readonly id: string;
  readonly atMs: number;
  readonly position: Position;
  readonly ellipse: { readonly semiMajorMetres: number; readonly semiMinorMetres: number; readonly bearingDegrees: number };
}

/** All that had burned, as it was drawn. */
export interface SeenPerimeter {
  readonly kind: 'perimeter';
  /** Of its plot. */
  readonly id: string;
  readonly atMs: number;
  /** Corners of the outline, longitude and latitude; the last is not the first. */
  readonly ring: readonly (readonly [number, number])[];
}

export type SeenOfFire = SeenPlace | SeenPerimeter;

/** That a run is corrected by what is seen of its fire. */
export interface SpreadCorrection {
  /** The run that it takes the place of; null: it was asked with a beginning in the past. */
  readonly after: string | null;
  /** `front`: with the burnt area that was drawn last, when it was drawn. `earlier`: before what is seen, as the run before or as it was asked. */
  readonly begins: 'front' | 'earlier';
  /** By their time: the areas that it begins with, and what was seen between its beginning and when it was asked. */
  readonly seen: readonly SeenOfFire[];
}

/** What was seen after a run began: the members are weighed by it. */
export const seenAfter = (seen: readonly SeenOfFire[], beginMs: number): SeenOfFire[] => seen.filter(({ atMs }) => atMs > beginMs);

/** How the members of a corrected run were weighed. */
export interface SpreadWeighing {
  /** As many members of equal weight would be as sure. */
  readonly effectiveMembers: number;
  /** The power that the likelihood counted with, 0–1: below 1 too few members would have been left. */
  readonly temper: number;
  /** By kind how much was seen, and how many effective members that kind alone would leave: the fewer, the more it says. */
  readonly kinds: readonly { readonly kind: SeenKind; readonly count: number; readonly effectiveMembers: number }[];
}

/** How far a run was off, once its fire was seen later than it began. */
export interface SpreadError {
  /** By the perimeter that was drawn last within its hours; null: none was. */
  readonly perimeter: {
    readonly atMs: number;
    readonly forecastHectares: number;
    readonly seenHectares: number;
    /** Forecast by seen: above 1, too much. */
    readonly areaBias: number | null;
    /** Both by either, 0–1. */
    readonly jaccard: number | null;
    /** Twice both by the sum, 0–1. */
    readonly sorensen: number | null;
    /** Positive: the forecast is late. null: it comes to none of the seen front within its hours. */
    readonly arrivalBiasMinutes: number | null;
    /** Of the seen front, the share that it comes to within its hours. */
    readonly frontReached: number | null;
  } | null;
  /** By the places that were seen to burn within its hours; null: none was. */
  readonly places: {
    readonly count: number;
    /** The share to which the fire had come by then, within the error of the place: in the middle of the members, and early (`ArrivalBasis`). */
    readonly within: number;
    readonly withinEarly: number;
    /** Mean distance from where the middle of the members burned by then, metres: 0 within it. null: nothing burned by then. */
    readonly meanMetresOff: number | null;
  } | null;
}

export interface SpreadInputs {
  readonly beginMs: number;
  readonly hours: number;
  readonly members: number;
  /** Of the random numbers by which the members differ. */
  readonly seed: number;
  readonly model: { readonly name: SpreadModel; readonly version: string };
  readonly ignition: {
    readonly source: IgnitionSource;
    /** What burns from the beginning. */
    readonly shape: IgnitionShape;
    /** What takes fire later, within the hours; absent: nothing. */
    readonly later?: readonly LaterIgnition[];
  };
  /** Holds the fire in 95 % of all cases; null: the place was given. */
  readonly ellipse: { readonly semiMajorMetres: number; readonly semiMinorMetres: number; readonly bearingDegrees: number } | null;
  readonly weather: {
    readonly source: SpreadWeatherSource;
    /** By which the wind of the service was multiplied for the place, 0.8 in a valley to 1.2 on a ridge; null: as entered. */
    readonly windFactor: number | null;
    /** `fosberg`: by temperature and humidity. */
    readonly moisture: 'fosberg' | 'entered';
    /** The classes whose moisture was entered; absent: none, or all of them in a run from before single ones could be. */
    readonly enteredMoisture?: readonly MoistureClass[];
    /** Who entered what of it was; absent: nobody, or not told in a run from before it was. No part of the question: two desks that enter the same share a run. */
    readonly enteredBy?: string;
    readonly hours: readonly SpreadHour[];
  };
  readonly ground: {
    readonly centre: Position;
    readonly halfMetres: number;
    readonly cellMetres: number;
    readonly elevation: { readonly origin: SpreadGroundOrigin; readonly version: string };
    readonly landCover: { readonly origin: SpreadGroundOrigin; readonly version: string; readonly files: readonly string[] };
    /** What was measured of the trees: files, and the share of the window's cells of which cover or height is known; absent: nothing, as in runs from before it was. */
    readonly canopy?: { readonly version: string; readonly files: readonly string[]; readonly share: number };
    /** Rows of the table of fuels that are this deployment's own. */
    readonly ownFuels: number;
  };
  /** What holds it: drawn fire breaks, roads, waters of the imported layers (absent in runs from before they did). Other water holds it by its fuel. */
  readonly barriers: { readonly breaks: number; readonly roads: number; readonly waters?: number };
  /** null: it begins with what is known now, and is weighed by nothing. */
  readonly correction: SpreadCorrection | null;
}

/** What runs of before there were corrections do not say. */
export const LATER_SPREAD_INPUTS = { correction: null } as const satisfies Partial<SpreadInputs>;

/** What has burned by a minute. */
export interface SpreadIsochrone {
  readonly minutes: number;
  readonly areaHectares: number;
  /** Of a single member null. */
  readonly probability: number | null;
  /** GeoJSON MultiPolygon's: polygons, rings, longitude and latitude in WGS 84 degrees. */
  readonly coordinates: readonly (readonly (readonly (readonly [number, number])[])[])[];
}

/** How large it is by then, without where. */
export type SpreadArea = Omit<SpreadIsochrone, 'coordinates'>;

/** `line`: of a layer of lines and areas of no kind of its own. `border`: the fire comes into this grid. */
export type ImpactKind = Exclude<VectorLayerKind, 'road' | 'water' | 'other'> | 'power-line' | 'reserve' | 'line' | 'border' | AssetKind;

/** Layers come with five kinds only: what a layer of the kind `other` holds is told by its name. The first that fits counts. */
const OTHER_LAYERS: readonly { readonly named: RegExp; readonly kind: ImpactKind }[] = [
  { named: /保护区|保护地|国家公园|nature reserve|national park/i, kind: 'reserve' },
  { named: /输电|供电|电力|电网|高压线|power line|transmission line/i, kind: 'power-line' },
];

/** What a feature of a layer is for who asks what is hit; null: nothing that is told of. */
export function impactKindOfLayer({ kind, name }: Pick<VectorLayer, 'kind' | 'name'>): ImpactKind | null {
  if (kind === 'village' || kind === 'forest-farm') return kind;
  return kind === 'other' ? (OTHER_LAYERS.find(({ named }) => named.test(name))?.kind ?? 'line') : null;
}

export interface SpreadImpact {
  readonly kind: ImpactKind;
  readonly id: string;
  readonly name: string;
  /** Of its layer; null: it is of none. */
  readonly layerName: string | null;
  readonly position: Position;
  /** The grid in which it lies, or of its layer: the fence of who is told. */
  readonly gridNo: GridNo;
  /** null: not said, or it has none. */
  readonly inhabitants: number | null;
  /**
   * Minutes from the beginning by which 10, 50 and 90 % of the members have come; of a single run its own time in the middle, and what the few around it say early and
   * late. null: not within the hours.
   */
  readonly arrivalMinutes: { readonly p10: number | null; readonly p50: number | null; readonly p90: number | null };
}

/** Who can do something about a head: a hand crew, machines, nobody at the head itself but at flanks and from a line further off, nobody at all near it. */
export const ATTACKS = ['hand-crew', 'machine', 'not-the-head', 'nobody'] as const;
export type Attack = (typeof ATTACKS)[number];

/** 地表火; 间歇（被动）树冠火, single trees and groups; 连续（主动）树冠火. */
export const CROWN_STATES = ['surface', 'passive', 'active'] as const;
export type CrownState = (typeof CROWN_STATES)[number];

/**
 * The front where its flames are longest of all that burns in an hour; of an ensemble as the middle of its inputs has it. Of a model that says nothing of heat
 * (Wang's) where it runs fastest, and what follows from heat is null.
 */
export interface SpreadBehaviour {
  /** The end of the hour, from the beginning. */
  readonly untilMinutes: number;
  readonly position: Position;
  readonly rateMetresPerMinute: number;
  /** null: the model says nothing of heat; so are intensity and attack. */
  readonly flameLengthMetres: number | null;
  readonly intensityKilowattsPerMetre: number | null;
  /** Where it runs to, clockwise from north. */
  readonly headingDegrees: number;
  readonly attack: Attack | null;
  /** null: not known of the trees there, or there are none. */
  readonly crown: CrownState | null;
  /** The greatest distance at which firebrands may set fires, and where to; null: no wind, or the heat is not known. */
  readonly spotting: { readonly metres: number; readonly towardsDegrees: number } | null;
}

/** A run begins at most so many days before or after it is asked for. */
export const SPREAD_BEGIN_DAYS = 7;

type Heat = Pick<SpreadBehaviour, 'flameLengthMetres' | 'intensityKilowattsPerMetre'>;

/** Lengths are kept to a tenth of a metre: of flames of the same length those of the greater intensity are worse. */
const isWorse = (one: Heat, other: Heat | null): boolean => {
  const longer = (one.flameLengthMetres ?? -1) - (other?.flameLengthMetres ?? -1);
  return longer > 0 || (longer === 0 && (one.intensityKilowattsPerMetre ?? 0) > (other?.intensityKilowattsPerMetre ?? 0));
};

/** The hour with the longest flames; null: none burns, or how long they are is not known. */
export const worstBehaviour = <Hour extends Heat>(hours: readonly Hour[]): Hour | null =>
  hours.reduce<Hour | null>((worst, hour) => (isWorse(hour, worst) ? hour : worst), null);

/** Does who goes from one grid into the other cross a border of this level? */
export function crossesBorder(from: GridNo, to: GridNo, level: BorderLevel): boolean {
  const [left, entered] = [ancestorAt(from, level), ancestorAt(to, level)];
  return left !== null && entered !== null && left !== entered;
}

/** The highest border between two grids; null: none of these levels, or one of them is too wide to say. */
export const borderBetween = (from: GridNo, to: GridNo): BorderLevel | null =>
  BORDER_LEVELS.find((level) => crossesBorder(from, to, level)) ?? null;

const EVEN = 0.5;
const MINUTES_AN_HOUR = 60;

/** What has probably burned by each time that was worked out: the one run, or as half of the members have it; in the order of the minutes. */
export const likelyAreas = ({
  isochrones,
}: {
  readonly isochrones: readonly SpreadArea[];
}): { readonly minutes: number; readonly areaHectares: number }[] =>
  isochrones
    .filter(({ probability }) => probability === null || probability === EVEN)
    .map(({ minutes, areaHectares }) => ({ minutes, areaHectares }))
    .toSorted((a, b) => a.minutes - b.minutes);

/**
 * What has probably burned so many minutes after the beginning, hectares: evenly between two of the times that were worked out.
 * @returns null: before the beginning, or after the last time
 */
export function likelyAreaAt(result: { readonly isochrones: readonly SpreadArea[] }, minutes: number): number | null {
  if (minutes < 0) return null;
  let before = { minutes: 0, areaHectares: 0 };
  for (const next of likelyAreas(result)) {
    if (next.minutes >= minutes) {
      const share = next.minutes === before.minutes ? 1 : (minutes - before.minutes) / (next.minutes - before.minutes);
      return before.areaHectares + share * (next.areaHectares - before.areaHectares);
    }
    before = next;
  }
  return null;
}

/** Hours that are told of a forecast in few words. */
const TOLD_HOURS: readonly number[] = [1, 3, 6, 12, 24];

/** The likely areas of some hours, and of the last. */
export const areasTold = (result: { readonly isochrones: readonly SpreadArea[] }, hours: number) =>
  likelyAreas(result).filter(({ minutes }) => minutes === hours * MINUTES_AN_HOUR || TOLD_HOURS.includes(minutes / MINUTES_AN_HOUR));

/** What is hit by half of the members or more, by the time; what the fewer say is no word for a report. */
export const likelyImpacts = (impacts: readonly SpreadImpact[]): (SpreadImpact & { readonly atMinutes: number })[] =>
  impacts
    .flatMap((impact) => (impact.arrivalMinutes.p50 === null ? [] : [{ ...impact, atMinutes: impact.arrivalMinutes.p50 }]))
    .toSorted((a, b) => a.atMinutes - b.atMinutes);

/** Of a window, the ground whose fuel nobody knows: without a class, or of a class without a fuel. It holds the fire as if it did not burn. */
export interface SpreadUnknownGround {
  /** Of the window, 0–1. */
  readonly share: number;
  /** Classes without a fuel, the widest first, `MOST_UNKNOWN_CLASSES` at most; what has no class is of none. */
  readonly classes: readonly { readonly scheme: CoverScheme; readonly value: number }[];
}

/** Whoever mends the table of fuels begins with the widest. */
export const MOST_UNKNOWN_CLASSES = 5;
/** From this share of the window on a run warns of it. Of the product's own choosing. */
export const MUCH_UNKNOWN_GROUND = 0.05;

export interface SpreadResult {
  readonly isochrones: readonly SpreadIsochrone[];
  /** By the time of arrival. */
  readonly impacts: readonly SpreadImpact[];
  /** By the hour, of those in which anything burns; absent in runs kept from before it was told. */
  readonly behaviour?: readonly SpreadBehaviour[];
  /** At the end of the hours. */
  readonly areaHectares: number;
  /** It reaches the edge of the ground that was looked at, or ground of which nothing is known: beyond nothing is said. */
  readonly reachesEdge: boolean;
  /** How long it took. */
  readonly seconds: number;
  /** null: all members count alike. */
  readonly weighing: SpreadWeighing | null;
  /** null: kept from before it was told. */
  readonly unknownGround: SpreadUnknownGround | null;
}

export const LATER_SPREAD_RESULT = { weighing: null, unknownGround: null } as const satisfies Partial<SpreadResult>;

/** When the fire comes to each place, as it is kept of a finished run: of the box that burns alone. */
export interface SpreadArrivals {
  /** Cells row by row from the north-west, WGS 84 degrees. */
  readonly frame: {
    readonly columns: number;
    readonly rows: number;
    readonly west: number;
    readonly north: number;
    readonly lngDegrees: number;
    readonly latDegrees: number;
  };
  /** A step of time; 255 steps: not within the hours. */
  readonly stepMinutes: number;
  /** A byte a cell, deflated: the early arrivals, by the early tenth of the members, and the middle after them. Single runs of an older version: theirs once. */
  readonly steps: Uint8Array;
  /** The longest flame of the run, on the safe side. */
  readonly flameLengthMetres: number;
}

/** Why one failed: nothing burns where it begins, the server stopped, or a fault of the server. */
export const SPREAD_FAILURES = ['nothing-burns', 'server-stopped', 'too-long', 'fault'] as const;
export type SpreadFailure = (typeof SPREAD_FAILURES)[number];

/** One that was asked for. */
export interface SpreadRun {
  readonly id: string;
  /** The fire; null: a place was given. */
  readonly fireId: string | null;
  readonly gridNo: GridNo;
  readonly state: SpreadState;
  /** 0–1. */
  readonly progress: number;
  readonly inputs: SpreadInputs;
  /** null until it is done. */
  readonly result: SpreadResult | null;
  readonly failure: SpreadFailure | null;
  /** By the last word of its server, a second ago; null: it does not wait. */
  readonly queue: SpreadQueuePlace | null;
  /** The full name. */
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly endedAt: Date | null;
}

/** A deployment's own row of the table of fuels, in place of the product's for that class. */
export interface FuelRow {
  readonly scheme: CoverScheme;
  /** The class, as the raster holds it. */
  readonly value: number;
  /** The code of a fuel model, GS4. */
  readonly fuelModel: string;
  /** The key of a fuel of Wang's; null: it does not burn. */
  readonly fuelFactor: string | null;
  /** The trees above it; null: none, or not known. */
  readonly canopy: {
    readonly coverPercent: number;
    readonly heightMetres: number;
    readonly crownRatio: number;
    readonly baseHeightMetres?: number | null | undefined;
    /** Of the crowns; absent: not known how they burn. */
    readonly bulkDensityKilogramsPerCubicMetre?: number | null | undefined;
  } | null;
  /** Who says so. */
  readonly source: string;
  /** 待核对. */
  readonly toConfirm: boolean;
}

export interface FuelPayloads {
  'fuel.saved': { readonly row: FuelRow };
  /** The product's own row holds again. */
  'fuel.reset': Pick<FuelRow, 'scheme' | 'value'>;
}

/** The object id of the events of a class. */
export const fuelId = ({ scheme, value }: Pick<FuelRow, 'scheme' | 'value'>): string => `${scheme}/${value}`;

interface AboutRun {
  readonly fireId: string | null;
  readonly hours: number;
}
/** By how many observations it is corrected; absent: by none. */
interface Corrected {
  readonly seen?: number;
}
export interface SpreadPayloads {
  'spread.begun': AboutRun & Corrected & { readonly members: number };
  'spread.finished': AboutRun & Corrected & { readonly areaHectares: number };
  'spread.failed': AboutRun & { readonly failure: SpreadFailure };
  'spread.cancelled': AboutRun;
}

/** How long a forecast of a fire is kept, days: a season. That one was made stays in the story of the fire. */
export const SPREAD_KEPT_DAYS = 180;

export const spreadObject = eventObject<SpreadPayloads, null>()({
  // Forecasts are stored beside the log, as they were computed.
  apply: null,
  keeping: {
    // Runs and the table of fuels are rows beside the log.
    'spread.begun': 'never',
    'spread.finished': 'never',
    'spread.failed': 'never',
    'spread.cancelled': 'never',
  },
});

export const fuelObject = eventObject<FuelPayloads, null>()({
  // Stored beside the log.
  apply: null,
  keeping: {
    'fuel.saved': 'never',
    'fuel.reset': 'never',
  },
});
