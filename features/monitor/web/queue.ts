// The filter of the queue and the map, a window of arrival times and a set of sources, followed by the queue itself.

import { SECOND_MS } from '@lookout/domain';
import { type ChipId, TIME_CHIPS } from '@lookout/web/shared/time-chips.ts';
import { ALARM_KINDS, type Alarm, type AlarmKind, isHandled, type NamedAlarm } from '../../alarm/alarm.ts';
import { risenFires } from '../../alarm/alarm-age.ts';
import { isDrill } from '../../exercise/drill.ts';
import { byDanger } from '../../incident/fire-danger.ts';
import type { AgeOf } from '../../incident/parts/aging.ts';
import type { IsOfBurning } from '../../incident/parts/burning.ts';
import { type FireIdOf, type FoldedFire, foldFires } from '../../incident/parts/folding.ts';

export type TimeWindow =
  | { readonly kind: 'chip'; readonly id: ChipId }
  /** Epoch milliseconds, both ends included; null: open. */
  | { readonly kind: 'range'; readonly from: number | null; readonly to: number | null };

export interface QueueFilter {
  readonly window: TimeWindow;
  readonly sources: ReadonlySet<AlarmKind>;
}

/** The default shows everything. */
export const SHOW_ALL: QueueFilter = { window: { kind: 'chip', id: 'all' }, sources: new Set(ALARM_KINDS) };

export const showsAll = ({ window, sources }: QueueFilter): boolean =>
  sources.size === ALARM_KINDS.length && window.kind === 'chip' && window.id === 'all';

/** Epoch milliseconds, both ends included; null: open. */
interface ArrivalBounds {
  readonly from: number | null;
  readonly to: number | null;
}

/** Arrival times have a resolution of one second. */
const wholeSecond = (instant: number | null) => (instant === null ? null : Math.floor(instant / SECOND_MS) * SECOND_MS);

export function boundsOf(window: TimeWindow, now: number): ArrivalBounds {
  if (window.kind === 'range') return { from: wholeSecond(window.from), to: wholeSecond(window.to) };
  const hours = TIME_CHIPS.find(({ id }) => id === window.id)?.hours ?? null;
  return { from: wholeSecond(hours === null ? null : now - hours * 3_600_000), to: null };
}

function isWithin({ from, to }: ArrivalBounds, { arrivedAt }: Pick<Alarm, 'arrivedAt'>): boolean {
  const at = arrivedAt.getTime();
  return (from === null || at >= from) && (to === null || at <= to);
}

export function acceptor(filter: QueueFilter, now: number): (alarm: Alarm) => boolean {
  const bounds = boundsOf(filter.window, now);
  const { sources } = filter;
  return (alarm) => !isHandled(alarm.response) && sources.has(alarm.facts.kind) && isWithin(bounds, alarm);
}

/** Toggles one source; switching off the last one switches all on instead of showing nothing. */
export function toggleSource(sources: ReadonlySet<AlarmKind>, kind: AlarmKind): ReadonlySet<AlarmKind> {
  const next = new Set(sources);
  if (!next.delete(kind)) next.add(kind);
  return next.size === 0 ? SHOW_ALL.sources : next;
}

// The queue: open alarms that pass the filter, newest arrival first or, in an emergency, most dangerous first; and stepping through it.
/** Lists real fires before those of an exercise. Without an exercise, returns the list itself. */
const realFirst = (fires: readonly FoldedFire[]): readonly FoldedFire[] =>
  fires.some(({ lead }) => isDrill(lead))
    ? [...fires.filter(({ lead }) => !isDrill(lead)), ...fires.filter(({ lead }) => isDrill(lead))]
    : fires;

export type DangerOfFire = (alarms: readonly NamedAlarm[]) => number;

export interface Queue {
  /** The fires of the alarms that pass the filter. */
  readonly shown: readonly FoldedFire[];
  /** Alarms that wait to be handled and pass the filter, and the number of their fires. */
  readonly accepted: number;
  readonly fires: number;
  /** All alarms that wait to be handled, counted as in a handover (`countWaiting` of the store). */
  readonly total: number;
  /** Alarms that are listed but do not wait: those that joined a fire in progress, and exercises. */
  readonly others: number;
  /** Open alarms within the time window, by source, whether or not the source is switched on. */
  readonly bySource: Readonly<Record<AlarmKind, number>>;
}

/**
 * @param alarms newest arrival first, as the record store lists them
 * @param fireIdOf the fire of an alarm: a fire takes the position of its first alarm
 * @param isOfBurning whether an alarm has joined a fire in progress
 * @param dangerOf given in an emergency and in a flood: the queue is in order of danger
 */
export function queueOf(
  alarms: readonly NamedAlarm[],
  filter: QueueFilter,
  now: number,
  fireIdOf: FireIdOf,
  isOfBurning: IsOfBurning,
  dangerOf: DangerOfFire | null = null,
): Queue {
  const accepts = acceptor(filter, now);
  const bounds = boundsOf(filter.window, now);
  const bySource = Object.fromEntries(ALARM_KINDS.map((kind) => [kind, 0])) as Record<AlarmKind, number>;
  const accepted: NamedAlarm[] = [];
  const waiting: NamedAlarm[] = [];
  let [total, others] = [0, 0];
  for (const alarm of alarms) {
    if (isHandled(alarm.response)) continue;
    const isWaiting = !isDrill(alarm) && !isOfBurning(alarm);
    if (isWaiting) total++;
    else others++;
    if (isWithin(bounds, alarm)) bySource[alarm.facts.kind]++;
    if (!accepts(alarm)) continue;
    accepted.push(alarm);
    if (isWaiting) waiting.push(alarm);
  }
  const fires = foldFires(accepted, fireIdOf);
  return {
    shown: realFirst(dangerOf === null ? fires : byDanger(fires, (fire) => dangerOf(fire.alarms))),
    accepted: waiting.length,
    fires: new Set(waiting.map(fireIdOf)).size,
    total,
    others,
    bySource,
  };
}

/**
 * Moves a limited number of late fires before all others, the longest wait first; new arrivals follow directly below.
 * @param held the fires that remain at the top while an officer points at the list, so that no row moves under the pointer; null: no
 * officer does
 */
export function raised(
  shown: readonly FoldedFire[],
  ageOf: AgeOf,
  now: number,
  held: readonly string[] | null,
): { readonly shown: readonly FoldedFire[]; readonly risen: readonly string[] } {
  const risen =
    held === null
      ? risenFires(shown, ({ alarms }) => ageOf(alarms), now)
      : held.flatMap((id) => shown.find((fire) => fire.id === id) ?? []);
  if (risen.length === 0) return { shown, risen: [] };
  const top = new Set(risen);
  return { shown: [...risen, ...shown.filter((fire) => !top.has(fire))], risen: risen.map(({ id }) => id) };
}

/** The position of the alarm's fire; −1: not in the queue. */
export const indexOfAlarm = (shown: readonly FoldedFire[], alarmId: string): number =>
  shown.findIndex(({ alarms }) => alarms.some(({ id }) => id === alarmId));

/**
 * The first alarm of the fire `step` places further down (1: older) or up (−1: newer); stops at the ends. For an alarm that has left the
 * queue (handled by another officer), its former position is used.
 * @param risen the number of fires at the top that are not in the order of arrival
 */
export function neighbour(shown: readonly FoldedFire[], current: NamedAlarm | null, step: 1 | -1, risen = 0): NamedAlarm | null {
  if (shown.length === 0) return null;
  const at = (index: number) => shown[Math.min(shown.length - 1, Math.max(0, index))]?.lead ?? null;
  if (current === null) return at(0);
  const index = indexOfAlarm(shown, current.id);
  if (index >= 0) return at(index + step);
  const after = shown.findIndex(({ lead }, place) => place >= risen && lead.arrivedAt <= current.arrivedAt);
  const below = after < 0 ? shown.length : after;
  return at(step === 1 ? below : below - 1);
}
