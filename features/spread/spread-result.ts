// The result of a forecast: where the fire is by when, what it hits, how it behaves, and how far a forecast was off.

import { ancestorAt, BORDER_LEVELS, type BorderLevel, type CoverScheme, type GridNo, type Position } from '@lookout/domain';
import type { VectorLayer } from '../map-layer/map-layer.ts';
import { ASSET_KINDS } from '../resource/resource.ts';
import type { ObservationKind } from './spread-inputs.ts';

/** Interval between two isochrones. */
export const ISOCHRONE_MINUTES = 15;

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

/**
 * `line`: a feature of a layer of lines and areas without a specific kind. `border`: the fire enters this grid. `power-line`, `reserve`: a
 * layer classed by its name.
 */
export const IMPACT_KINDS = ['village', 'forest-farm', 'power-line', 'reserve', 'line', 'border', ...ASSET_KINDS] as const;
export type ImpactKind = (typeof IMPACT_KINDS)[number];

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

/** The highest border that an impact crosses; null: it is not a border, or a border within the county. @param home the forecast's grid */
export const borderLevelOf = ({ kind, gridNo }: Pick<SpreadImpact, 'kind' | 'gridNo'>, home: GridNo): BorderLevel | null =>
  kind === 'border' ? borderBetween(home, gridNo) : null;

/**
 * The impact with the name that people read. A county of another province is named with its province, 甘肃省文县, because its own name does
 * not show the border.
 * @param home the forecast's grid
 */
export function withProvince<Impact extends SpreadImpact>(impact: Impact, home: GridNo, nameOf: (no: GridNo) => string | null): Impact {
  const level = borderLevelOf(impact, home);
  const above = level === null ? null : ancestorAt(impact.gridNo, level);
  const wide = above === null || above === impact.gridNo ? null : nameOf(above);
  return wide === null ? impact : { ...impact, name: `${wide}${impact.name}` };
}

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
const SUMMARY_HOURS: readonly number[] = [1, 3, 6, 12, 24];

/** The likely areas of the summary's hours, and of the last hour. */
export const areasShown = (result: { readonly isochrones: readonly SpreadArea[] }, hours: number) =>
  likelyAreas(result).filter(({ minutes }) => minutes === hours * MINUTES_AN_HOUR || SUMMARY_HOURS.includes(minutes / MINUTES_AN_HOUR));

/** The impacts that at least half of the members hit, by arrival time. Hits of fewer members are too uncertain for a report. */
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
  /** By time. */
  readonly isochrones: readonly SpreadIsochrone[];
  /** By the time of arrival. */
  readonly impacts: readonly SpreadImpact[];
  /** By the hour, for hours in which anything burns; null: the run is older than this field. */
  readonly behaviour: readonly SpreadBehaviour[] | null;
  /** At the end of the hours. */
  readonly areaHectares: number;
  /** True if the fire reaches the edge of the window, or unknown terrain, beyond which there is no result. */
  readonly reachesEdge: boolean;
  /** How long the calculation took. */
  readonly seconds: number;
  /** null: all members have equal weight. */
  readonly weighing: SpreadWeighing | null;
  /** null: the run is older than this field. */
  readonly unknownGround: SpreadUnknownGround | null;
}

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
  readonly kinds: readonly { readonly kind: ObservationKind; readonly count: number; readonly effectiveMembers: number }[];
}

/** The error of a run, if its fire was observed after the run's start. */
export interface SpreadError {
  /** Compared with the perimeter drawn last within its hours; null: none was drawn. */
  readonly perimeter: {
    readonly time: Date;
    readonly forecastHectares: number;
    readonly observedHectares: number;
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
     * The share of places that the forecast had reached by then, within the position error: by the median of the members, and
     * by the earliest tenth.
     */
    readonly within: number;
    readonly withinEarly: number;
    /** Mean distance from the median's burned area at that time, metres: 0 inside it. null: nothing had burned by then. */
    readonly meanMetresOff: number | null;
  } | null;
}

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
