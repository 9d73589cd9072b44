// Who comes when: orders of lists by the time of arrival, and times as text. Pure.
import type { Got } from '@lookout/contract';
import type { LandKind, travelCalls } from '../travel.calls.ts';

/** One who may be sent, with the way and the time of a model. */
export type Arrival = Got<(typeof travelCalls)['nearest']>[number];
/** Who flies there flies back: only these are asked about it. */
export type LandArrival = Arrival & { readonly kind: LandKind };
export type Roads = Arrival['roads'];
export type WayBack = Got<(typeof travelCalls)['back']>;
export type Reach = Got<(typeof travelCalls)['reach']>;

export const arrivalsById = (rows: readonly Arrival[]): ReadonlyMap<string, Arrival> => new Map(rows.map((row) => [row.id, row]));

export const isByLand = (arrival: Arrival): arrival is LandArrival => arrival.kind !== 'HelicopterPoint';

/** People and machines, and landing pads: at a pad there need be no helicopter, so that its time is no promise. */
export const byMeans = (rows: readonly Arrival[]): { readonly byLand: readonly Arrival[]; readonly pads: readonly Arrival[] } => ({
  byLand: rows.filter(isByLand),
  pads: rows.filter((row) => !isByLand(row)),
});

/** Who comes before whose time is not known, who cannot come last. */
const rankOf = (arrival: Arrival | undefined): number => (arrival === undefined ? 1 : arrival.seconds === null ? 2 : 0);

/** @returns the soonest first; who comes at the same time, or at no time known, in the order of the list */
export function byArrival<T>(list: readonly T[], idOf: (item: T) => string, arrivals: ReadonlyMap<string, Arrival>): T[] {
  return list.toSorted((a, b) => {
    const [one, other] = [arrivals.get(idOf(a)), arrivals.get(idOf(b))];
    return rankOf(one) - rankOf(other) || (one?.seconds ?? 0) - (other?.seconds ?? 0);
  });
}

export interface DurationMessages {
  readonly minutes: (n: number) => string;
  readonly hours: (hours: number, minutes: number) => string;
}

const SECONDS_PER_MINUTE = 60;

/** Whole minutes, upwards: nobody is promised too early. `约 25 分钟`, `约 1 小时 20 分` */
export function durationText(seconds: number, messages: DurationMessages): string {
  const minutes = Math.max(Math.ceil(seconds / SECONDS_PER_MINUTE), 1);
  return minutes < 60 ? messages.minutes(minutes) : messages.hours(Math.floor(minutes / 60), minutes % 60);
}
