// Order of lists by arrival time, and times as text. Pure functions.
import type { Got } from '@lookout/contract';
import type { LandKind, travelCalls } from '../travel.calls.ts';

/** A person or machine that may be sent, with the route and the time of the model. */
export type Arrival = Got<(typeof travelCalls)['nearest']>[number];
/** A helicopter returns by air, so the return is calculated only for these. */
export type LandArrival = Arrival & { readonly kind: LandKind };
export type Roads = Arrival['roads'];
export type WayBack = Got<(typeof travelCalls)['back']>;
export type Reach = Got<(typeof travelCalls)['reach']>;

export const arrivalsById = (rows: readonly Arrival[]): ReadonlyMap<string, Arrival> => new Map(rows.map((row) => [row.id, row]));

export const isByLand = (arrival: Arrival): arrival is LandArrival => arrival.kind !== 'HelicopterPoint';

/** People and machines, and landing pads. A pad may have no helicopter, so its time is not reliable. */
export const byMeans = (rows: readonly Arrival[]): { readonly byLand: readonly Arrival[]; readonly pads: readonly Arrival[] } => ({
  byLand: rows.filter(isByLand),
  pads: rows.filter((row) => !isByLand(row)),
});

/** Known times first, then unknown times, and last people who cannot come. */
const rankOf = (arrival: Arrival | undefined): number => (arrival === undefined ? 1 : arrival.seconds === null ? 2 : 0);

/** @returns the soonest first; equal and unknown times in the order of the list */
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

/** Whole minutes, rounded up, so that no arrival is shown too early. `约 25 分钟`, `约 1 小时 20 分` */
export function durationText(seconds: number, messages: DurationMessages): string {
  const minutes = Math.max(Math.ceil(seconds / SECONDS_PER_MINUTE), 1);
  return minutes < 60 ? messages.minutes(minutes) : messages.hours(Math.floor(minutes / 60), minutes % 60);
}
