// What is known of a burning, for lists, marks and hints. Pure.
import type { WireBurning } from '@lookout/contract';
import { BURNING_CALMS_METRES, type BurningState, burningPhase } from '@lookout/domain';
import { bearingDegrees, distanceMetres, type LngLat } from '@lookout/geo';

/** `YYYY-MM-DD HH:mm:ss` (Beijing) → the moment. */
const moment = (wireTime: string): Date => new Date(`${wireTime.replace(' ', 'T')}+08:00`);

interface NearBurning {
  readonly burning: WireBurning;
  readonly distance: number;
  readonly bearing: number;
}

/** Approved burnings that are near an alarm and were open when it was observed; nearest first. They calm an alarm, they never close it. */
export function calmingAt(burnings: readonly WireBurning[], place: LngLat, observedAt: Date): NearBurning[] {
  return burnings
    .filter((one) => {
      const { state, startTime, endTime } = one;
      return burningPhase({ state, startsAt: moment(startTime), endsAt: moment(endTime) }, observedAt) === 'burning';
    })
    .map((burning) => ({
      burning,
      distance: distanceMetres(place, burning.position),
      bearing: bearingDegrees(place, burning.position),
    }))
    .filter(({ distance }) => distance <= BURNING_CALMS_METRES)
    .toSorted((a, b) => a.distance - b.distance);
}

export type ReviewAct = Exclude<BurningState, 'pending'>;

/** What may still be done: only what waits is approved or refused; who applied may take back what is not over. */
export function actsFor({ state, endTime }: Pick<WireBurning, 'state' | 'endTime'>, now: number): readonly ReviewAct[] {
  if (moment(endTime).getTime() < now) return [];
  if (state === 'pending') return ['approved', 'refused', 'withdrawn'];
  return state === 'approved' ? ['withdrawn'] : [];
}

/** `11-21 09:00 – 17:00`; the day of the end only where it is another one. The year is in the title of what shows it. */
export function windowText({ startTime, endTime }: Pick<WireBurning, 'startTime' | 'endTime'>): string {
  const sameDay = startTime.slice(0, 10) === endTime.slice(0, 10);
  return `${startTime.slice(5, 16)} – ${endTime.slice(sameDay ? 11 : 5, 16)}`;
}
