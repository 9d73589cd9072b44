// The data of a replay: the state of the desk at the beginning, every live update since in the order in which desks received them, and the
// positions received. Pure: determines which data were known at a moment.

import { beginOfBeijingDay, beijingDayOf } from '@lookout/domain';
import type { LiveUpdate } from '../../live-messages.ts';
import type { ListedRanger, TrackPoint } from '../../ranger/ranger.ts';
import { isInHand, type NamedTask } from '../../task/task.ts';
import type { DeskMoment } from '../replay.schema.ts';
import type { ReceivedPositions } from '../replay.wire.ts';

export interface ReplayLog {
  /** Epoch milliseconds. */
  readonly begin: number;
  readonly end: number;
  readonly moment: DeskMoment;
  readonly updates: readonly LiveUpdate[];
  /** When each update was known, epoch milliseconds, non-decreasing. */
  readonly times: Float64Array;
  /** The current people; their positions are in `tracks`. */
  readonly people: readonly ListedRanger[];
  readonly tracks: ReadonlyMap<string, Track>;
}

/** One person's positions in the order of receipt. */
export interface Track {
  readonly receivedAt: Float64Array;
  /**
   * After each receipt: the index of the newest position by the phone's clock. Positions stored offline by a phone do not move a person
   * back.
   */
  readonly newest: Int32Array;
  readonly points: Pick<ReceivedPositions, 'at' | 'receivedAt' | 'longitudes' | 'latitudes'>;
}

/**
 * When updates were known. They are numbered at commit and recorded slightly earlier, so their times may be slightly out of order.
 * @param updates in the order of their numbers
 */
export function timesOf(updates: readonly LiveUpdate[]): Float64Array {
  const times = new Float64Array(updates.length);
  let latest = Number.NEGATIVE_INFINITY;
  for (const [index, { publishedAt }] of updates.entries()) {
    latest = Math.max(latest, publishedAt.getTime());
    times[index] = latest;
  }
  return times;
}

/** How many of these non-decreasing times are not after a moment. */
export function countUntil(times: Float64Array, at: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] as number) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param parts periods of one person's positions, in order of time */
export function trackOf(parts: readonly ReceivedPositions[]): Track {
  const joined = (pick: (part: ReceivedPositions) => Float64Array): Float64Array => {
    const whole = new Float64Array(parts.reduce((sum, part) => sum + pick(part).length, 0));
    let offset = 0;
    for (const part of parts) {
      whole.set(pick(part), offset);
      offset += pick(part).length;
    }
    return whole;
  };
  const at = joined((part) => part.at);
  const newest = new Int32Array(at.length);
  for (let index = 1; index < at.length; index++) {
    const before = newest[index - 1] as number;
    newest[index] = (at[index] as number) > (at[before] as number) ? index : before;
  }
  const receivedAt = joined((part) => part.receivedAt);
  const points = { at, receivedAt, longitudes: joined((part) => part.longitudes), latitudes: joined((part) => part.latitudes) };
  return { receivedAt, newest, points };
}

/** The index of a person's newest position at a moment; -1: none was received yet. */
export const newestAt = ({ receivedAt, newest }: Track, moment: number): number => newest[countUntil(receivedAt, moment) - 1] ?? -1;

export const pointAt = ({ points: { at, receivedAt, longitudes, latitudes } }: Track, index: number): TrackPoint | null =>
  index < 0
    ? null
    : {
        position: { lng: longitudes[index] as number, lat: latitudes[index] as number },
        at: new Date(at[index] as number),
        receivedAt: new Date(receivedAt[index] as number),
      };

/** The people with the tasks they had when the replay begins, and their positions at a moment. */
export function peopleAt(
  { people, tracks, moment: { tasks } }: Pick<ReplayLog, 'people' | 'tracks' | 'moment'>,
  moment: number,
): ListedRanger[] {
  const taskIds = taskIdsByPerson(tasks);
  return people.map((person) => {
    const track = tracks.get(person.userId);
    return { ...person, last: track ? pointAt(track, newestAt(track, moment)) : null, taskIds: taskIds.get(person.userId) ?? [] };
  });
}

function taskIdsByPerson(tasks: readonly NamedTask[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const task of tasks.filter(isInHand))
    for (const { userId, state } of task.members)
      if (state !== 'done') {
        const ids = found.get(userId);
        if (ids) ids.push(task.id);
        else found.set(userId, [task.id]);
      }
  return found;
}

/**
 * Updates that are not targets of a jump. Targets are incoming alarms and actions of people; the fire of an alarm is computed slightly
 * later, and positions arrive continuously.
 */
const NO_ACTS: readonly LiveUpdate['kind'][] = ['incident-joined', 'ranger-moved'];
export const isAct = ({ kind }: LiveUpdate): boolean => !NO_ACTS.includes(kind);

/** The time of the next act after a moment, or of the previous one; null: none. */
export function neighbouringAct(
  { updates, times }: Pick<ReplayLog, 'updates' | 'times'>,
  moment: number,
  direction: 1 | -1,
): number | null {
  const isBeyond = (time: number): boolean => (direction === 1 ? time > moment : time < moment);
  for (let index = direction === 1 ? 0 : updates.length - 1; index >= 0 && index < updates.length; index += direction)
    if (isBeyond(times[index] as number) && isAct(updates[index] as LiveUpdate)) return times[index] as number;
  return null;
}

/** The number of alarms and of acts in each of the given number of equal intervals. */
export function countsOver(
  { begin, end, updates, times }: Pick<ReplayLog, 'begin' | 'end' | 'updates' | 'times'>,
  stretches: number,
): { readonly alarms: number; readonly acts: number }[] {
  const counts = Array.from({ length: stretches }, () => ({ alarms: 0, acts: 0 }));
  for (const [index, update] of updates.entries()) {
    if (!isAct(update)) continue;
    const share = ((times[index] as number) - begin) / Math.max(1, end - begin);
    const count = counts[Math.min(stretches - 1, Math.max(0, Math.floor(share * stretches)))];
    if (count) count[update.kind === 'alarm-recorded' ? 'alarms' : 'acts'] += 1;
  }
  return counts;
}

/** The times of midnight in Beijing after one moment and up to another, as epoch milliseconds. */
export const midnightsBetween = (begin: number, end: number): number[] =>
  Array.from({ length: beijingDayOf(end) - beijingDayOf(begin) }, (_, days) => beginOfBeijingDay(beijingDayOf(begin) + 1 + days));
