// One grid brought up to date: the missing days in order, each from the codes of the day before.
import { type FireDay, fireDriverOf, fireWeatherOf, START_UP_CODES } from '@lookout/domain';
import type { NoonAnswer } from '../weather/weather.ts';
import { daysBetween, daysFrom, daysOn, laterDay } from './days.ts';
import type { WatchedGrid } from './watched.ts';

/** The service refuses us as such (key, quota, its own fault): asking for the next day is no use. */
export class ServiceRefuses extends Error {
  override readonly name = 'ServiceRefuses';
}

/** QWeather's words for "no data for this place and day". */
const NO_DATA = ['204', '404'];

export interface Observing {
  readonly noonOf: (position: WatchedGrid['centre'], day: string) => Promise<NoonAnswer>;
  /** So many days back the service knows. */
  readonly daysBack: number;
  /** All or none; false: somebody else has added one of them meanwhile. */
  readonly add: (days: readonly FireDay[]) => Promise<boolean>;
  /** The newest day that the service can know. */
  readonly lastDay: string;
  readonly signal: AbortSignal;
}

/**
 * A day without data is left out and never made up: the next one goes on from the last known codes and says how many are missing.
 * A day that comes after is not waited for: once a later one stands, an earlier one is missing for good. All days are added at once, also
 * those that were known before the service refused.
 * @param standing its newest day; null: it begins with the start-up codes
 * @returns how many days were added
 * @throws ServiceRefuses with the service's words; whatever the service throws when it cannot be reached
 */
export async function bringUpToDate({ no, centre }: WatchedGrid, standing: FireDay | null, observing: Observing): Promise<number> {
  const { noonOf, add, daysBack, lastDay, signal } = observing;
  const earliest = daysOn(lastDay, 1 - daysBack);
  const next = standing === null ? earliest : daysOn(standing.day, 1);
  const known: FireDay[] = [];
  let refusal: unknown = null;
  try {
    for (const day of daysFrom(laterDay(next, earliest), lastDay)) {
      if (signal.aborted) break;
      const answer = await noonOf(centre, day);
      if (!answer.ok && !NO_DATA.includes(answer.errcode)) throw new ServiceRefuses(`${answer.errcode} ${answer.error.code}`);
      if (answer.ok) known.push(fireDay(no, centre, day, answer, known.at(-1) ?? standing));
    }
  } catch (error) {
    refusal = error;
  }
  // Somebody else's rows stand: what follows must go on from those, at the next round.
  const isAdded = await add(known);
  if (refusal !== null) throw refusal;
  return isAdded ? known.length : 0;
}

function fireDay(
  gridNo: WatchedGrid['no'],
  { lat: latitude }: WatchedGrid['centre'],
  day: string,
  { noon, source }: NoonAnswer & { ok: true },
  before: FireDay | null,
): FireDay {
  const place = { month: Number(day.slice(5, 7)), latitude };
  const codes = before ?? START_UP_CODES;
  return {
    gridNo,
    day,
    source,
    ...noon,
    ...fireWeatherOf(codes, noon, place),
    driver: fireDriverOf(codes, noon, place),
    gapDays: before === null ? 0 : daysBetween(before.day, day) - 1,
  };
}
