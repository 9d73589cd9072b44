// Known heat (已知热源): places that are hot day after day but are no forest fires, and masks on the map (地图屏蔽区). They are proposed, and an
// officer decides. They affect the order and the sound of alarms, but close or hide none.

import { boxAround, eventObject, type GridNo, type OccurrencesOf, ok, type Position, type Result, refuse } from '@lookout/domain';
import type { AlarmKind } from '../alarm/alarm.ts';

/** The system actor of proposals, as lists and the audit name it. */
export const HEAT_WATCH_NAME = '热源识别';

/** 企业厂矿、砖窑、火炬、垃圾填埋、光伏、坟场香火、其他. */
export const HEAT_KINDS = ['plant', 'kiln', 'flare', 'landfill', 'solar', 'cemetery', 'other'] as const;
export type HeatKind = (typeof HEAT_KINDS)[number];

/** 待确认、已确认、已否决. */
export const HEAT_STATES = ['proposed', 'confirmed', 'rejected'] as const;
export type HeatState = (typeof HEAT_STATES)[number];

/** Found in the detections, from a list of plants and kilns, or by an officer. */
export const HEAT_ORIGINS = ['detections', 'import', 'officer'] as const;
export type HeatOrigin = (typeof HEAT_ORIGINS)[number];

/** The limits of the radius of a known heat source, metres: from half a pixel to a large plant. */
export const LEAST_HEAT_RADIUS_METRES = 50;
export const LARGEST_HEAT_RADIUS_METRES = 1_500;
/** The radius of a place without a known extent: the cell in which it was found. */
export const USUAL_HEAT_RADIUS_METRES = 750;

/** How far beyond the radius a detection may lie, because of its position error, and still be attributed to the source, metres. */
export const HEAT_REACH_METRES = 1_500;

/** The sources of alarms that may mistake other heat for a fire. An alarm reported by a person is never muted. */
export const CALMED_KINDS = ['satellite', 'camera', 'smoke'] as const satisfies readonly AlarmKind[];
export type CalmedKind = (typeof CALMED_KINDS)[number];
export const isOfMachine = (kind: AlarmKind): kind is CalmedKind => (CALMED_KINDS as readonly AlarmKind[]).includes(kind);

/** The facts about a source that a person enters. */
export interface KnownHeatDraft {
  readonly name: string;
  readonly kind: HeatKind;
  readonly position: Position;
  readonly radiusMetres: number;
  /** A stronger detection is unusual; null: not known. */
  readonly usualFrpMegawatts: number | null;
  readonly note: string | null;
}

/** When the source was hot. */
export interface HeatTimes {
  /** `YYYY-MM-DD` in Beijing time, in order. */
  readonly days: readonly string[];
  /** Hours of the day in Beijing time, 0–23, in order. */
  readonly hours: readonly number[];
}

export interface KnownHeat extends KnownHeatDraft, HeatTimes {
  readonly id: string;
  readonly gridNo: GridNo;
  readonly address: string;
  readonly state: HeatState;
  readonly origin: HeatOrigin;
  /** Incremented by changes of persons only: new detections must not cause an officer's change to be refused. */
  readonly version: number;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly changedBy: string;
  readonly changedAt: Date;
  readonly reviewedBy: string | null;
  readonly reviewedAt: Date | null;
  /** Why it was rejected. */
  readonly reviewNote: string | null;
}

/** WGS 84 degrees. */
export interface DegreeBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** `around`: where alarms have to be re-evaluated; null: no alarm is affected. */
interface Surroundings {
  readonly around: DegreeBox | null;
}

export interface KnownHeatPayloads {
  /** Proposed, entered or changed; the new state. */
  'known-heat.saved': { readonly knownHeat: KnownHeat } & Surroundings;
  'known-heat.confirmed': { readonly knownHeat: KnownHeat } & Surroundings;
  'known-heat.rejected': { readonly knownHeat: KnownHeat } & Surroundings;
  /** Updates days, hours and usual power from the last month. */
  'known-heat.observed': { readonly knownHeat: KnownHeat } & Surroundings;
  'known-heat.removed': { readonly name: string; readonly reason: string } & Surroundings;
}
export type KnownHeatEvent = OccurrencesOf<KnownHeatPayloads>;

/** @returns the source after the event; null: it was removed */
export const applyToKnownHeat = (_heat: KnownHeat | null, event: KnownHeatEvent): KnownHeat | null =>
  event.kind === 'known-heat.removed' ? null : event.payload.knownHeat;

/** Where alarms have to be re-evaluated after a change; null: no alarm is affected. */
export function aroundHeat(before: KnownHeat | null, after: KnownHeat | null): DegreeBox | null {
  const [was, is] = [before, after].map((heat) => (heat?.state === 'confirmed' ? heat : null)) as [KnownHeat | null, KnownHeat | null];
  if (was !== null && is !== null && isSameHeat(was, is)) return null;
  const boxes = [was, is].flatMap((heat) => (heat === null ? [] : [boxAround(heat.position, heat.radiusMetres + HEAT_REACH_METRES)]));
  return boxes.length === 0 ? null : boxes.reduce(boxOfBoth);
}

const isSameHeat = (a: KnownHeat, b: KnownHeat): boolean =>
  a.position.lng === b.position.lng &&
  a.position.lat === b.position.lat &&
  a.radiusMetres === b.radiusMetres &&
  a.usualFrpMegawatts === b.usualFrpMegawatts;

/** The detections of a place in the last month. */
export interface ObservedHeat extends HeatTimes {
  readonly usualFrpMegawatts: number | null;
}

/**
 * A known source after it was hot again. A rejected source is proposed again when it is hot on twice as many days; otherwise it is
 * unchanged.
 * @param windowBegin `YYYY-MM-DD`: earlier days are no longer counted
 * @param isOfItsCounty detections are read county by county, and the power of the few beyond the county line does not represent the place
 * @returns null: nothing changes
 */
export function observeHeat(
  heat: KnownHeat,
  seen: ObservedHeat,
  { windowBegin, isOfItsCounty }: { readonly windowBegin: string; readonly isOfItsCounty: boolean },
): KnownHeat | null {
  if (heat.state === 'rejected' && !isProposedAgain(heat, seen)) return null;
  const days = sortedOnce([...heat.days.filter((day) => day >= windowBegin), ...seen.days], (a, b) => (a < b ? -1 : 1));
  const hours = sortedOnce([...heat.hours, ...seen.hours], (a, b) => a - b);
  const isPowerKnown = seen.usualFrpMegawatts !== null && (isOfItsCounty || heat.usualFrpMegawatts === null);
  const after: KnownHeat = {
    ...heat,
    state: heat.state === 'rejected' ? 'proposed' : heat.state,
    days,
    hours,
    usualFrpMegawatts: isPowerKnown ? seen.usualFrpMegawatts : heat.usualFrpMegawatts,
  };
  const isSame =
    after.state === heat.state &&
    after.usualFrpMegawatts === heat.usualFrpMegawatts &&
    isEqual(days, heat.days) &&
    isEqual(hours, heat.hours);
  return isSame ? null : after;
}

const sortedOnce = <T>(values: readonly T[], order: (a: T, b: T) => number): T[] => [...new Set(values)].sort(order);
const isEqual = <T>(a: readonly T[], b: readonly T[]): boolean => a.length === b.length && a.every((value, index) => value === b[index]);

/** Only a proposed source can be reviewed; a rejected one may still be confirmed. */
export function reviewKnownHeat({ state }: Pick<KnownHeat, 'state'>, next: Exclude<HeatState, 'proposed'>): Result<HeatState, 'decided'> {
  return state === 'proposed' || (state === 'rejected' && next === 'confirmed') ? ok(next) : refuse('decided');
}

/** Whether a rejected place may be proposed again: only when it is hot on twice as many days. */
export const isProposedAgain = ({ days }: Pick<KnownHeat, 'days'>, now: Pick<HeatTimes, 'days'>): boolean =>
  now.days.length >= 2 * Math.max(1, days.length);

// Masks on the map.

export const LEAST_MASK_POINTS = 3;
export const MOST_MASK_POINTS = 100;
/** A mask covers a place, not a county. */
export const MOST_MASK_SPAN_METRES = 20_000;
/** A mask that is needed for longer has to be reviewed and renewed. */
export const MOST_MASK_DAYS = 366;

export interface MapMaskDraft {
  /** The corners in order, the first not repeated. */
  readonly polygon: readonly Position[];
  readonly reason: string;
  readonly alarmKinds: readonly CalmedKind[];
  readonly endsAt: Date;
}

export interface MapMask extends MapMaskDraft {
  readonly id: string;
  /** The smallest grid that covers all corners. The mask mutes no alarm of another grid. */
  readonly gridNo: GridNo;
  readonly version: number;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly changedBy: string;
  readonly changedAt: Date;
}

export interface MapMaskPayloads {
  /** Drawn or changed; the new state. */
  'map-mask.saved': { readonly mapMask: MapMask } & Surroundings;
  /** Ended before its end time. */
  'map-mask.ended': { readonly mapMask: MapMask } & Surroundings;
}
export type MapMaskEvent = OccurrencesOf<MapMaskPayloads>;

/** @returns the mask after the event */
export const applyToMapMask = (_mask: MapMask | null, event: MapMaskEvent): MapMask => event.payload.mapMask;

/** The mask after being ended now. */
export function endMask(mask: MapMask, by: string, now: Date): Result<MapMask, 'over'> {
  if (mask.endsAt <= now) return refuse('over');
  return ok({ ...mask, endsAt: now, version: mask.version + 1, changedBy: by, changedAt: now });
}

/** The bounding box of these places, at least one. */
export function boxOf(places: readonly Position[]): DegreeBox {
  const [lngs, lats] = [places.map(({ lng }) => lng), places.map(({ lat }) => lat)];
  return { west: Math.min(...lngs), south: Math.min(...lats), east: Math.max(...lngs), north: Math.max(...lats) };
}

/** The bounding box of both boxes. */
export const boxOfBoth = (a: DegreeBox, b: DegreeBox): DegreeBox => ({
  west: Math.min(a.west, b.west),
  south: Math.min(a.south, b.south),
  east: Math.max(a.east, b.east),
  north: Math.max(a.north, b.north),
});

export const knownHeatObject = eventObject<KnownHeatPayloads, KnownHeat>()({
  apply: applyToKnownHeat,
  keeping: {
    'known-heat.saved': 'always',
    'known-heat.confirmed': 'always',
    'known-heat.rejected': 'always',
    'known-heat.observed': 'until-next-state',
    'known-heat.removed': 'until-next-state',
  },
  summaries: {
    'known-heat.saved': ({ knownHeat: { name } }) => ({ name }),
    'known-heat.confirmed': ({ knownHeat: { name } }) => ({ name }),
    'known-heat.rejected': ({ knownHeat: { name, reviewNote: note } }) => ({ name, note }),
    'known-heat.observed': ({ knownHeat: { name } }) => ({ name }),
    'known-heat.removed': ({ name, reason }) => ({ name, reason }),
  },
});

export const mapMaskObject = eventObject<MapMaskPayloads, MapMask>()({
  apply: applyToMapMask,
  keeping: {
    'map-mask.saved': 'always',
    'map-mask.ended': 'until-next-state',
  },
  summaries: {
    'map-mask.saved': ({ mapMask: { reason } }) => ({ reason }),
    'map-mask.ended': ({ mapMask: { reason } }) => ({ reason }),
  },
});
