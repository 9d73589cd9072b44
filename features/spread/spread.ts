// The forecast of a fire (蔓延推演): its inputs, its result, and its events. It is a model result, never an observation. All times are
// milliseconds since 1970, so that a run is stored without conversion.

import { ancestorAt, BORDER_LEVELS, type BorderLevel, type CoverScheme, eventObject, type GridNo, type Position } from '@lookout/domain';
import type { VectorLayer, VectorLayerKind } from '../map-layer/map-layer.ts';
import type { AssetKind } from '../resource/resource.ts';

export const SPREAD_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type SpreadState = (typeof SPREAD_STATES)[number];
/** True if the state is final. */
export const isSpreadOver = (state: SpreadState): boolean => state !== 'queued' && state !== 'running';

/** The models of the rate of spread: Rothermel's, or Wang Zhengfei's with the wind factor of Mao Xianmin. Decision 0065. */
export const SPREAD_MODELS = ['rothermel', 'wang'] as const;
export type SpreadModel = (typeof SPREAD_MODELS)[number];

/** The position of a run in its server's queue, with the reason: forecasts of burning fires go first, and grids take turns. */
export interface SpreadQueuePlace {
  /** Position in the queue, from 1. */
  readonly place: number;
  /** The number of runs ahead that belong to burning fires, while this one does not. */
  readonly burning: number;
  /** Of the other runs ahead, the number that belong to the grid of the user who requested this one. */
  readonly ownGrid: number;
}

export const MOST_SPREAD_HOURS = 24;
/** Interval between two isochrones. */
export const ISOCHRONE_MINUTES = 15;

/** Where a fire starts, WGS 84 degrees: GeoJSON geometries (RFC 7946). */
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

/** `fire`: the middle of its ellipse. `drawn`: the burnt area drawn for it. `entered`: given by the officer. */
export type IgnitionSource = 'fire' | 'drawn' | 'entered';

/** Dead fuels by drying time, and live fuels. */
export const MOISTURE_CLASSES = ['oneHour', 'tenHour', 'hundredHour', 'liveHerbaceous', 'liveWoody'] as const;
export type MoistureClass = (typeof MOISTURE_CLASSES)[number];
/** Fuel moisture, % of dry weight. */
export type FuelMoisture = Readonly<Record<MoistureClass, number>>;
/** The classes that were entered. */
export type EnteredMoisture = Partial<FuelMoisture>;
/** @param given classes that were not entered may be missing or null */
export const enteredMoistureOf = (
  given: Readonly<Partial<Record<MoistureClass, number | null | undefined>>> | null | undefined,
): EnteredMoisture =>
  Object.fromEntries(
    MOISTURE_CLASSES.flatMap((name) => {
      const percent = given?.[name];
      return percent == null ? [] : [[name, percent]];
    }),
  );
/** The bounds of the weather that an officer may enter, from the fire model. */
export const SPREAD_WEATHER_BOUNDS = {
  temperatureCelsius: [-60, 60],
  humidityPercent: [0, 100],
  windSpeedMetresPerSecond: [0, 113],
  windFromDegrees: [0, 360],
} as const satisfies Partial<Record<keyof SpreadHour, readonly [number, number]>>;
export const MOISTURE_PERCENT_BOUNDS = [0, 400] as const;

/** Applies from its time until the next one's. */
export interface SpreadHour {
  readonly atMs: number;
  /** 10 m above the vegetation, at the fire. */
  readonly windSpeedMetresPerSecond: number;
  readonly windFromDegrees: number;
  readonly temperatureCelsius: number;
  readonly humidityPercent: number;
  readonly moisturePercent: FuelMoisture;
}

/** `demo`: simulated. */
export type SpreadWeatherSource = 'qweather' | 'demo' | 'entered';

/** Whether the terrain data is simulated (演示). */
export type SpreadGroundOrigin = 'demo' | 'imported' | 'mixed' | 'none';

/**
 * Kinds of observations that show where a fire burns. A smoke sensor is not included: it detects smoke from a distance, and its place is
 * not a place of the front.
 */
export const SEEN_KINDS = ['satellite', 'camera', 'report', 'perimeter'] as const;
export type SeenKind = (typeof SEEN_KINDS)[number];

/** A hotspot, a camera fix or a person's report: the fire burns there, within the ellipse in 95 % of cases. */
export interface SeenPlace {
  readonly kind: Exclude<SeenKind, 'perimeter'>;
  /** The id of the alarm. */
  readonly id: string;
  readonly atMs: number;
  readonly position: Position;
  readonly ellipse: { readonly semiMajorMetres: number; readonly semiMinorMetres: number; readonly bearingDegrees: number };
}

/** The whole burned area, as it was drawn. */
export interface SeenPerimeter {
  readonly kind: 'perimeter';
  /** The id of the plot. */
  readonly id: string;
  readonly atMs: number;
  /** Vertices of the outline, longitude and latitude. The first is not repeated at the end. */
  readonly ring: readonly (readonly [number, number])[];
}

export type SeenOfFire = SeenPlace | SeenPerimeter;

/** The correction of a run by observations of its fire. */
export interface SpreadCorrection {
  /** The run that is replaced; null: the request had a start in the past. */
  readonly after: string | null;
  /**
   * `front`: at the burnt area drawn last, at the time of drawing. `earlier`: before the observations, at the start of the previous run or
   * the requested start.
   */
  readonly begins: 'front' | 'earlier';
  /** By time: the areas from which the run starts, and the observations between its start and the request. */
  readonly seen: readonly SeenOfFire[];
}

/** Observations after a run's start, by which the members are weighted. */
export const seenAfter = (seen: readonly SeenOfFire[], beginMs: number): SeenOfFire[] => seen.filter(({ atMs }) => atMs > beginMs);

/** How the members of a corrected run were weighted. */
export interface SpreadWeighing {
  /** The number of members of equal weight that would give the same certainty. */
  readonly effectiveMembers: number;
  /** The exponent applied to the likelihood, 0–1. Below 1, because too few members would have been left. */
  readonly temper: number;
  /**
   * For each kind, the number of observations, and the number of effective members that this kind alone would leave: the fewer, the more
   * informative it is.
   */
  readonly kinds: readonly { readonly kind: SeenKind; readonly count: number; readonly effectiveMembers: number }[];
}

/** The error of a run, if its fire was observed after the run's start. */
export interface SpreadError {
  /** Compared with the perimeter drawn last within its hours; null: none was drawn. */
  readonly perimeter: {
    readonly atMs: number;
    readonly forecastHectares: number;
    readonly seenHectares: number;
    /** The forecast area divided by the observed area: above 1, too large. */
    readonly areaBias: number | null;
    /** The intersection divided by the union, 0–1. */
    readonly jaccard: number | null;
    /** Twice the intersection divided by the sum of both areas, 0–1. */
    readonly sorensen: number | null;
    /** Positive: the forecast is late. null: it reaches no part of the observed front within its hours. */
    readonly arrivalBiasMinutes: number | null;
    /** The share of the observed front that the forecast reaches within its hours. */
    readonly frontReached: number | null;
  } | null;
  /** Compared with the places observed to burn within its hours; null: there are none. */
  readonly places: {
    readonly count: number;
    /**
     * The share of places that the forecast had reached by then, within the position error: by the median of the members, and early
     * (`ArrivalBasis`).
     */
    readonly within: number;
    readonly withinEarly: number;
    /** Mean distance from the median's burned area at that time, metres: 0 inside it. null: nothing had burned by then. */
    readonly meanMetresOff: number | null;
  } | null;
}

export interface SpreadInputs {
  readonly beginMs: number;
  readonly hours: number;
  readonly members: number;
  /** The seed of the random numbers by which the members differ. */
  readonly seed: number;
  readonly model: { readonly name: SpreadModel; readonly version: string };
  readonly ignition: {
    readonly source: IgnitionSource;
    /** What burns from the start. */
    readonly shape: IgnitionShape;
    /** What ignites later, within the hours; absent: nothing. */
    readonly later?: readonly LaterIgnition[];
  };
  /** The ellipse that contains the fire in 95 % of cases; null: the place was given. */
  readonly ellipse: { readonly semiMajorMetres: number; readonly semiMinorMetres: number; readonly bearingDegrees: number } | null;
  readonly weather: {
    readonly source: SpreadWeatherSource;
    /**
     * The factor by which the service's wind was multiplied for the terrain, 0.8 in a valley to 1.2 on a ridge; null: the wind was entered.
     */
    readonly windFactor: number | null;
    /** `fosberg`: calculated from temperature and humidity. */
    readonly moisture: 'fosberg' | 'entered';
    /** The classes whose moisture was entered; absent: none, or all in older runs, which had no single classes. */
    readonly enteredMoisture?: readonly MoistureClass[];
    /**
     * The user who entered weather or moisture; absent: nothing was entered, or the run is older than this field. It is not part of the
     * question, so two users who enter the same share a run.
     */
    readonly enteredBy?: string;
    readonly hours: readonly SpreadHour[];
  };
  readonly ground: {
    readonly centre: Position;
    readonly halfMetres: number;
    readonly cellMetres: number;
    readonly elevation: { readonly origin: SpreadGroundOrigin; readonly version: string };
    readonly landCover: { readonly origin: SpreadGroundOrigin; readonly version: string; readonly files: readonly string[] };
    /**
     * The measured trees: files, and the share of the window's cells with known cover or height; absent: nothing measured, as in runs older
     * than this field.
     */
    readonly canopy?: { readonly version: string; readonly files: readonly string[]; readonly share: number };
    /** The number of rows in the table of fuels that are this deployment's own. */
    readonly ownFuels: number;
  };
  /**
   * Barriers that stop the fire: drawn fire breaks, roads, and water of imported layers (absent in older runs, which did not use it). Other
   * water stops it through its fuel class.
   */
  readonly barriers: { readonly breaks: number; readonly roads: number; readonly waters?: number };
  /** null: the run starts from the current state and is not weighted. */
  readonly correction: SpreadCorrection | null;
}

/** Defaults for runs that are older than corrections. */
export const LATER_SPREAD_INPUTS = { correction: null } as const satisfies Partial<SpreadInputs>;

/** The area burned by a minute. */
export interface SpreadIsochrone {
  readonly minutes: number;
  readonly areaHectares: number;
  /** null for a single member. */
  readonly probability: number | null;
  /** Coordinates of a GeoJSON MultiPolygon: polygons, rings, longitude and latitude in WGS 84 degrees. */
  readonly coordinates: readonly (readonly (readonly (readonly [number, number])[])[])[];
}

/** The size of the area by a minute, without its shape. */
export type SpreadArea = Omit<SpreadIsochrone, 'coordinates'>;

/** `line`: a feature of a layer of lines and areas without a specific kind. `border`: the fire enters this grid. */
export type ImpactKind = Exclude<VectorLayerKind, 'road' | 'water' | 'other'> | 'power-line' | 'reserve' | 'line' | 'border' | AssetKind;

/** Layers have only five kinds, so the content of a layer of kind `other` is determined by its name. The first match applies. */
const OTHER_LAYERS: readonly { readonly named: RegExp; readonly kind: ImpactKind }[] = [
  { named: /保护区|保护地|国家公园|nature reserve|national park/i, kind: 'reserve' },
  { named: /输电|供电|电力|电网|高压线|power line|transmission line/i, kind: 'power-line' },
];

/** The kind of impact of a layer's features; null: the layer is not reported. */
export function impactKindOfLayer({ kind, name }: Pick<VectorLayer, 'kind' | 'name'>): ImpactKind | null {
  if (kind === 'village' || kind === 'forest-farm') return kind;
  return kind === 'other' ? (OTHER_LAYERS.find(({ named }) => named.test(name))?.kind ?? 'line') : null;
}

export interface SpreadImpact {
  readonly kind: ImpactKind;
  readonly id: string;
  readonly name: string;
  /** The name of its layer; null: not from a layer. */
  readonly layerName: string | null;
  readonly position: Position;
  /** The grid of the place, or of its layer, which decides who may see it. */
  readonly gridNo: GridNo;
  /** null: not given, or not applicable. */
  readonly inhabitants: number | null;
  /**
   * Minutes from the start by which 10, 50 and 90 % of the members arrive. For a single run, its own time in the middle, and the early and
   * late times of a few additional members. null: not within the hours.
   */
  readonly arrivalMinutes: { readonly p10: number | null; readonly p50: number | null; readonly p90: number | null };
}

/** Who can attack a head: a hand crew; machines; not the head itself, but its flanks and a line farther away; nobody near it. */
export const ATTACKS = ['hand-crew', 'machine', 'not-the-head', 'nobody'] as const;
export type Attack = (typeof ATTACKS)[number];

/** 地表火; 间歇（被动）树冠火, single trees and groups; 连续（主动）树冠火. */
export const CROWN_STATES = ['surface', 'passive', 'active'] as const;
export type CrownState = (typeof CROWN_STATES)[number];

/**
 * The place of the front with the longest flames of all that burns in an hour. For an ensemble, that of its base inputs. For a model that
 * does not calculate heat (Wang's), where the front spreads fastest, and all values that follow from heat are null.
 */
export interface SpreadBehaviour {
  /** The end of the hour, from the start. */
  readonly untilMinutes: number;
  readonly position: Position;
  readonly rateMetresPerMinute: number;
  /** null: the model does not calculate heat. Intensity and attack are then also null. */
  readonly flameLengthMetres: number | null;
  readonly intensityKilowattsPerMetre: number | null;
  /** The spread direction, clockwise from north. */
  readonly headingDegrees: number;
  readonly attack: Attack | null;
  /** null: the trees there are unknown, or there are none. */
  readonly crown: CrownState | null;
  /** The greatest distance at which firebrands may ignite fires, and its direction; null: no wind, or the heat is unknown. */
  readonly spotting: { readonly metres: number; readonly towardsDegrees: number } | null;
}

/** The most days between the request and the start of a run, before or after. */
export const SPREAD_BEGIN_DAYS = 7;

type Heat = Pick<SpreadBehaviour, 'flameLengthMetres' | 'intensityKilowattsPerMetre'>;

/** Lengths are stored to a tenth of a metre, so of equal lengths the one with the greater intensity is worse. */
const isWorse = (one: Heat, other: Heat | null): boolean => {
  const longer = (one.flameLengthMetres ?? -1) - (other?.flameLengthMetres ?? -1);
  return longer > 0 || (longer === 0 && (one.intensityKilowattsPerMetre ?? 0) > (other?.intensityKilowattsPerMetre ?? 0));
};

/** The hour with the longest flames; null: nothing burns, or the flame length is unknown. */
export const worstBehaviour = <Hour extends Heat>(hours: readonly Hour[]): Hour | null =>
  hours.reduce<Hour | null>((worst, hour) => (isWorse(hour, worst) ? hour : worst), null);

/** True if the two grids are on different sides of a border of this level. */
export function crossesBorder(from: GridNo, to: GridNo, level: BorderLevel): boolean {
  const [left, entered] = [ancestorAt(from, level), ancestorAt(to, level)];
  return left !== null && entered !== null && left !== entered;
}

/** The highest border between two grids; null: none of these levels, or one of the grids is too large to decide. */
export const borderBetween = (from: GridNo, to: GridNo): BorderLevel | null =>
  BORDER_LEVELS.find((level) => crossesBorder(from, to, level)) ?? null;

const EVEN = 0.5;
const MINUTES_AN_HOUR = 60;

/** The probable burned area at each calculated time, sorted by minutes: that of the single run, or the area of 50 % probability. */
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
 * The probable burned area this many minutes after the start, hectares, interpolated linearly between two calculated times.
 * @returns null: before the start, or after the last time
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

/** The hours in the summary of a forecast. */
const TOLD_HOURS: readonly number[] = [1, 3, 6, 12, 24];

/** The likely areas of the summary's hours, and of the last hour. */
export const areasShown = (result: { readonly isochrones: readonly SpreadArea[] }, hours: number) =>
  likelyAreas(result).filter(({ minutes }) => minutes === hours * MINUTES_AN_HOUR || TOLD_HOURS.includes(minutes / MINUTES_AN_HOUR));

/** What at least half of the members hit, by arrival time. Hits of fewer members are too uncertain for a report. */
export const likelyImpacts = (impacts: readonly SpreadImpact[]): (SpreadImpact & { readonly atMinutes: number })[] =>
  impacts
    .flatMap((impact) => (impact.arrivalMinutes.p50 === null ? [] : [{ ...impact, atMinutes: impact.arrivalMinutes.p50 }]))
    .toSorted((a, b) => a.atMinutes - b.atMinutes);

/**
 * The part of a window whose fuel is unknown: cells without a class, or of a class without a fuel. It stops the fire as if it did not burn.
 */
export interface SpreadUnknownGround {
  /** Of the window, 0–1. */
  readonly share: number;
  /** Classes without a fuel, the largest first, `MOST_UNKNOWN_CLASSES` at most. Cells without a class are not included. */
  readonly classes: readonly { readonly scheme: CoverScheme; readonly value: number }[];
}

/** The largest classes are enough, because a user who completes the table of fuels starts with them. */
export const MOST_UNKNOWN_CLASSES = 5;
/** From this share of the window on, a run shows a warning. The value is the product's own choice. */
export const MUCH_UNKNOWN_GROUND = 0.05;

export interface SpreadResult {
  readonly isochrones: readonly SpreadIsochrone[];
  /** By the time of arrival. */
  readonly impacts: readonly SpreadImpact[];
  /** By the hour, for hours in which anything burns; absent in runs older than this field. */
  readonly behaviour?: readonly SpreadBehaviour[];
  /** At the end of the hours. */
  readonly areaHectares: number;
  /** True if the fire reaches the edge of the window, or unknown terrain, beyond which there is no result. */
  readonly reachesEdge: boolean;
  /** Calculation time. */
  readonly seconds: number;
  /** null: all members have equal weight. */
  readonly weighing: SpreadWeighing | null;
  /** null: the run is older than this field. */
  readonly unknownGround: SpreadUnknownGround | null;
}

export const LATER_SPREAD_RESULT = { weighing: null, unknownGround: null } as const satisfies Partial<SpreadResult>;

/** The arrival times of a finished run, as they are stored: only for the box of the burned area. */
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
  /** Minutes per step; step 255: not within the hours. */
  readonly stepMinutes: number;
  /**
   * A byte for each cell, deflated: the early arrivals, by the early tenth of the members, then the median ones. Single runs of an older
   * version have their own times once.
   */
  readonly steps: Uint8Array;
  /** The longest flame of the run, as an upper bound. */
  readonly flameLengthMetres: number;
}

/** Why a run failed: nothing burns at its start, the server stopped, it took too long, or a server fault. */
export const SPREAD_FAILURES = ['nothing-burns', 'server-stopped', 'too-long', 'fault'] as const;
export type SpreadFailure = (typeof SPREAD_FAILURES)[number];

/** A requested run. */
export interface SpreadRun {
  readonly id: string;
  /** The id of the fire; null: only a place was given. */
  readonly fireId: string | null;
  readonly gridNo: GridNo;
  readonly state: SpreadState;
  /** 0–1. */
  readonly progress: number;
  readonly inputs: SpreadInputs;
  /** null until it is done. */
  readonly result: SpreadResult | null;
  readonly failure: SpreadFailure | null;
  /** From its server's last heartbeat, a second ago; null: not queued. */
  readonly queue: SpreadQueuePlace | null;
  /** The user's full name. */
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly endedAt: Date | null;
}

/** A deployment's own row of the table of fuels, which replaces the product's row of that class. */
export interface FuelRow {
  readonly scheme: CoverScheme;
  /** The class value in the raster. */
  readonly value: number;
  /** The code of a fuel model, for example GS4. */
  readonly fuelModel: string;
  /** The key of a fuel factor of Wang's model; null: the class does not burn by that model. */
  readonly fuelFactor: string | null;
  /** The trees above the fuel; null: none, or unknown. */
  readonly canopy: {
    readonly coverPercent: number;
    readonly heightMetres: number;
    readonly crownRatio: number;
    readonly baseHeightMetres?: number | null | undefined;
    /** Bulk density of the crowns; absent: unknown. */
    readonly bulkDensityKilogramsPerCubicMetre?: number | null | undefined;
  } | null;
  /** The source of the values. */
  readonly source: string;
  /** 待核对. */
  readonly toConfirm: boolean;
}

export interface FuelPayloads {
  'fuel.saved': { readonly row: FuelRow };
  /** The product's own row applies again. */
  'fuel.reset': Pick<FuelRow, 'scheme' | 'value'>;
}

/** The object id of the events of a class. */
export const fuelId = ({ scheme, value }: Pick<FuelRow, 'scheme' | 'value'>): string => `${scheme}/${value}`;

interface AboutRun {
  readonly fireId: string | null;
  readonly hours: number;
}
/** The number of observations that correct the run; absent: not corrected. */
interface Corrected {
  readonly seen?: number;
}
export interface SpreadPayloads {
  'spread.begun': AboutRun & Corrected & { readonly members: number };
  'spread.finished': AboutRun & Corrected & { readonly areaHectares: number };
  'spread.failed': AboutRun & { readonly failure: SpreadFailure };
  'spread.cancelled': AboutRun;
}

/** How long a forecast is stored, days: one season. The history of the fire still shows that it was made. */
export const SPREAD_KEPT_DAYS = 180;

export const spreadObject = eventObject<SpreadPayloads, null>()({
  // Forecasts are stored in a table in addition to the log, as they were calculated.
  apply: null,
  keeping: {
    // Runs and the table of fuels have their own tables in addition to the log.
    'spread.begun': 'never',
    'spread.finished': 'never',
    'spread.failed': 'never',
    'spread.cancelled': 'never',
  },
});

export const fuelObject = eventObject<FuelPayloads, null>()({
  // Stored in a table in addition to the log.
  apply: null,
  keeping: {
    'fuel.saved': 'never',
    'fuel.reset': 'never',
  },
});
