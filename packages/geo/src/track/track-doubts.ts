// What in a track does not look like a walk: rides, jumps, positions that scatter, a track shared with another phone, and one of an earlier
// day. Each is evidence for a question, and none a verdict: rangers do ride, and do walk in pairs.
import { distanceMetres, type LngLat } from '../coordinates/geodesic.ts';
import { GAP_MS, isReached, type TrackFix } from './patrol.ts';

const METRES_PER_DEGREE = 111_195;

/** Fast enough for every comparison here. */
const flatMetres = (one: LngLat, other: LngLat): number =>
  METRES_PER_DEGREE * Math.hypot((one.lng - other.lng) * Math.cos((other.lat * Math.PI) / 180), one.lat - other.lat);

export interface TrackSpan {
  readonly beginMs: number;
  readonly endMs: number;
  readonly from: LngLat;
  readonly to: LngLat;
  readonly metres: number;
}

/** Faster than anyone walks or runs for minutes. */
const RIDE_KILOMETRES_PER_HOUR = 20;
/** Speeds are taken over this time, in which the scatter of positions matters little. */
const SPEED_OVER_MS = 60_000;
const RIDE_MS = 5 * 60_000;

/** The parts of a track that are faster than 20 km/h for five minutes or more. @param fixes sound positions, in order of time */
export function ridesOf(fixes: readonly TrackFix[]): TrackSpan[] {
  const smooth = medians(fixes);
  const rides: TrackSpan[] = [];
  let [first, last] = [-1, -1];
  const close = (): void => {
    const [from, to] = [smooth[first], smooth[last]];
    if (from !== undefined && to !== undefined && to.ms - from.ms >= RIDE_MS) rides.push(spanOf(smooth.slice(first, last + 1)));
    [first, last] = [-1, -1];
  };
  for (let index = 0, ahead = 0; index < smooth.length; index++) {
    const from = smooth[index] as TrackFix;
    ahead = Math.max(ahead, index);
    let isWhole = true;
    while (ahead + 1 < smooth.length && (smooth[ahead] as TrackFix).ms - from.ms < SPEED_OVER_MS) {
      if (!isReached(smooth[ahead] as TrackFix, smooth[ahead + 1] as TrackFix)) {
        isWhole = false;
        break;
      }
      ahead++;
    }
    const to = smooth[ahead] as TrackFix;
    const ms = to.ms - from.ms;
    const isFast = isWhole && ms >= SPEED_OVER_MS && (flatMetres(from, to) * 3_600) / ms >= RIDE_KILOMETRES_PER_HOUR;
    if (!isFast) continue;
    if (first < 0 || index > last) {
      close();
      first = index;
    }
    last = ahead;
  }
  close();
  return rides;
}

/** Each position between its neighbours: a single wrong one has no effect. */
function medians(fixes: readonly TrackFix[]): TrackFix[] {
  const middle = (a: number, b: number, c: number): number => Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
  return fixes.map((fix, index) => {
    const [before, after] = [fixes[index - 1], fixes[index + 1]];
    if (before === undefined || after === undefined || !isReached(before, fix) || !isReached(fix, after)) return fix;
    return { ms: fix.ms, lng: middle(before.lng, fix.lng, after.lng), lat: middle(before.lat, fix.lat, after.lat) };
  });
}

function spanOf(fixes: readonly TrackFix[]): TrackSpan {
  const [from, to] = [fixes[0] as TrackFix, fixes.at(-1) as TrackFix];
  const metres = fixes.reduce((sum, fix, index) => sum + (index === 0 ? 0 : flatMetres(fixes[index - 1] as TrackFix, fix)), 0);
  return { beginMs: from.ms, endMs: to.ms, from: placeOf(from), to: placeOf(to), metres };
}

const placeOf = ({ lng, lat }: LngLat): LngLat => ({ lng, lat });

/** A shorter jump may be a satellite fix that stays wrong for a while, as in a gorge. */
const JUMP_METRES = 2_000;
const JUMP_KILOMETRES_PER_HOUR = 120;

/** Where a track continues in another place, 2 km or more away, and faster than 120 km/h. @param fixes sound positions, in order of time */
export function jumpsOf(fixes: readonly TrackFix[]): TrackSpan[] {
  return fixes.flatMap((to, index) => {
    const from = fixes[index - 1];
    if (from === undefined) return [];
    const metres = distanceMetres(from, to);
    const isJump = metres >= JUMP_METRES && metres * 3_600 > JUMP_KILOMETRES_PER_HOUR * (to.ms - from.ms);
    return isJump ? [{ beginMs: from.ms, endMs: to.ms, from: placeOf(from), to: placeOf(to), metres }] : [];
  });
}

const LEAST_SCATTERED = 20;
const SCATTERED_SHARE = 0.1;

/** Whether so many positions cannot be reached that the phone does not follow a person. @param all the number of positions of the day */
export const isScattered = (leftOut: number, all: number): boolean => leftOut >= LEAST_SCATTERED && leftOut >= SCATTERED_SHARE * all;

// Two tracks at the same times of day.

/** A day's positions every ten minutes: longitude and latitude in millionths of a degree, `NOWHERE` where the track is not known. */
export type DaySlots = Int32Array;

export const SLOT_MS = 10 * 60_000;
const SLOTS = 144;
const NOWHERE = -(2 ** 31);
const MILLIONTHS = 1e6;

export function daySlotsOf(fixes: readonly TrackFix[], dayBeginMs: number): DaySlots {
  const slots = new Int32Array(2 * SLOTS).fill(NOWHERE);
  const at = trackReader(fixes);
  for (let slot = 0; slot < SLOTS; slot++) {
    const place = at(dayBeginMs + (slot + 0.5) * SLOT_MS);
    if (place !== null) slots.set([Math.round(place.lng * MILLIONTHS), Math.round(place.lat * MILLIONTHS)], 2 * slot);
  }
  return slots;
}

/** A person who goes less far in ten minutes is at rest, whatever the scatter of positions. */
const SLOT_MOVED_METRES = 100;
/** So near in so many moving slots: worth comparing the tracks themselves. */
const SLOT_NEAR_METRES = 80;
const LEAST_NEAR_SLOTS = 4;

/** Whether two days may be one track: a quick test before `sharedWay`, which no shared track fails. */
export function mayShareTrack(one: DaySlots, other: DaySlots): boolean {
  let near = 0;
  let last: LngLat | null = null;
  for (let slot = 0; slot < SLOTS; slot++) {
    const [own, its] = [slotAt(one, slot), slotAt(other, slot)];
    const hasMoved = own !== null && last !== null && flatMetres(own, last) >= SLOT_MOVED_METRES;
    if (hasMoved && its !== null && flatMetres(own as LngLat, its) <= SLOT_NEAR_METRES) near++;
    if (own !== null) last = own;
  }
  return near >= LEAST_NEAR_SLOTS;
}

function slotAt(slots: DaySlots, slot: number): LngLat | null {
  const lng = slots[2 * slot] as number;
  return lng === NOWHERE ? null : { lng: lng / MILLIONTHS, lat: (slots[2 * slot + 1] as number) / MILLIONTHS };
}

/** Two tracks compared minute by minute, while the first one moves. */
export interface SharedWay {
  /** Minutes in which the first track moves. */
  readonly movingMinutes: number;
  /** Of these, those in which the other one is known, and is near. */
  readonly sharedMinutes: number;
  /** Way of the first track in the shared minutes. */
  readonly metres: number;
  readonly meanApartMetres: number;
  readonly beginMs: number;
  readonly endMs: number;
}

const MINUTE_MS = 60_000;
/** A person who goes less far in five minutes is at rest: less than 0.3 m/s, and the scatter of positions in addition. */
const MOVED_OVER_MS = 5 * MINUTE_MS;
const MOVED_METRES = 100;

/** @param shiftMs by which the other track is moved in time @param nearMetres how far apart two positions of one place may be */
export function sharedWay(fixes: readonly TrackFix[], other: readonly TrackFix[], shiftMs: number, nearMetres: number): SharedWay | null {
  const [first, last] = [fixes[0], fixes.at(-1)];
  if (first === undefined || last === undefined) return null;
  const [at, otherAt, earlier] = [trackReader(fixes), trackReader(other), trackReader(fixes)];
  let [movingMinutes, sharedMinutes, metres, apart] = [0, 0, 0, 0];
  let [beginMs, endMs] = [Number.NaN, Number.NaN];
  let before: LngLat | null = null;
  for (let ms = first.ms + MOVED_OVER_MS; ms <= last.ms; ms += MINUTE_MS) {
    const [here, then] = [at(ms), earlier(ms - MOVED_OVER_MS)];
    if (here === null || then === null || flatMetres(here, then) < MOVED_METRES) {
      before = here;
      continue;
    }
    movingMinutes++;
    const its = otherAt(ms - shiftMs);
    const between = its === null ? Number.POSITIVE_INFINITY : flatMetres(here, its);
    if (between <= nearMetres) {
      sharedMinutes++;
      apart += between;
      if (before !== null) metres += flatMetres(before, here);
      if (Number.isNaN(beginMs)) beginMs = ms;
      endMs = ms;
    }
    before = here;
  }
  return sharedMinutes === 0 ? null : { movingMinutes, sharedMinutes, metres, meanApartMetres: apart / sharedMinutes, beginMs, endMs };
}

const SHARED_PART = 0.9;
/** Two phones that go the same way: half the error of each, and people who walk one behind the other. */
const TOGETHER_METRES = 50;
const TOGETHER_MINUTES = 120;
/** The same positions again, with the noise of an app that makes them up. Nobody is at the same bend within 20 s on another day. */
const REPEATED_METRES = 25;
const REPEATED_MINUTES = 60;

/** The way that two phones made together on one day, if it is nine tenths of the first one's way and two hours; null: it is not. */
export const wayTogether = (fixes: readonly TrackFix[], other: readonly TrackFix[]): SharedWay | null =>
  sufficient(sharedWay(fixes, other, 0, TOGETHER_METRES), TOGETHER_MINUTES);

/** The way that was made at the same times on an earlier day, if it is nine tenths of the way and an hour; null: it is not. */
export const wayRepeated = (fixes: readonly TrackFix[], earlier: readonly TrackFix[], shiftMs: number): SharedWay | null =>
  sufficient(sharedWay(fixes, earlier, shiftMs, REPEATED_METRES), REPEATED_MINUTES);

const sufficient = (way: SharedWay | null, minutes: number): SharedWay | null =>
  way !== null && way.sharedMinutes >= minutes && way.sharedMinutes >= SHARED_PART * way.movingMinutes ? way : null;

/** Reads a track at times that only grow: between two positions on the straight line; null in gaps, in jumps and outside. */
function trackReader(fixes: readonly TrackFix[]): (ms: number) => LngLat | null {
  let index = 0;
  return (ms) => {
    while (index + 1 < fixes.length && (fixes[index + 1] as TrackFix).ms < ms) index++;
    const [a, b] = [fixes[index], fixes[index + 1]];
    if (a === undefined || b === undefined || ms < a.ms || ms > b.ms || b.ms - a.ms > GAP_MS || !isReached(a, b)) return null;
    const share = b.ms === a.ms ? 0 : (ms - a.ms) / (b.ms - a.ms);
    return { lng: a.lng + share * (b.lng - a.lng), lat: a.lat + share * (b.lat - a.lat) };
  };
}
