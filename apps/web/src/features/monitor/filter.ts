// What the queue and the map show: a window of arrival times and a choice of sources (contract.md "Time chips").
import { formatTime, WIRE_KINDS, type WireAlarm, type WireKind } from '@lookout/contract';

/** Specification §9 "Time filters"; `all`: 全部. */
export const TIME_CHIPS = [
  { id: 'onehour', hours: 1 },
  { id: 'threehour', hours: 3 },
  { id: 'halfDay', hours: 12 },
  { id: 'oneDay', hours: 24 },
  { id: 'threeDays', hours: 72 },
  { id: 'fiveDays', hours: 120 },
  { id: 'all', hours: null },
] as const;
export type ChipId = (typeof TIME_CHIPS)[number]['id'];

export type TimeWindow =
  | { readonly kind: 'chip'; readonly id: ChipId }
  /** Epoch milliseconds, both ends included; null: open. */
  | { readonly kind: 'range'; readonly from: number | null; readonly to: number | null };

export interface QueueFilter {
  readonly window: TimeWindow;
  readonly sources: ReadonlySet<WireKind>;
}

/** Nothing is hidden from an officer who has chosen nothing. */
export const SHOW_ALL: QueueFilter = { window: { kind: 'chip', id: 'all' }, sources: new Set(WIRE_KINDS) };

export const showsAll = ({ window, sources }: QueueFilter): boolean =>
  sources.size === WIRE_KINDS.length && window.kind === 'chip' && window.id === 'all';

/** The wire's times sort as texts, so 20,000 alarms are compared without reading one of them as a date. */
export interface ArrivalBounds {
  readonly from: string | null;
  readonly to: string | null;
}

export function boundsOf(window: TimeWindow, now: number): ArrivalBounds {
  const text = (instant: number | null) => (instant === null ? null : formatTime(new Date(instant)));
  if (window.kind === 'range') return { from: text(window.from), to: text(window.to) };
  const hours = TIME_CHIPS.find(({ id }) => id === window.id)?.hours ?? null;
  return { from: text(hours === null ? null : now - hours * 3_600_000), to: null };
}

export function acceptor(filter: QueueFilter, now: number): (alarm: WireAlarm) => boolean {
  const { from, to } = boundsOf(filter.window, now);
  const { sources } = filter;
  return ({ isHandle, arriveTime, kind }) =>
    isHandle === 0 && sources.has(kind) && (from === null || arriveTime >= from) && (to === null || arriveTime <= to);
}

/** Switches one source; the last one cannot be switched off: it switches all on instead of leaving an empty room. */
export function toggleSource(sources: ReadonlySet<WireKind>, kind: WireKind): ReadonlySet<WireKind> {
  const next = new Set(sources);
  if (!next.delete(kind)) next.add(kind);
  return next.size === 0 ? SHOW_ALL.sources : next;
}
