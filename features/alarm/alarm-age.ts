// How long a fire has waited for somebody to take it on (未接警), in steps by the times of the notification policy of its grid. Pure.

import { MINUTE_MS } from '@lookout/domain';
import { type NotificationPolicy, USUAL_POLICY } from '../notification/notification.ts';
import type { Alarm } from './alarm.ts';

export type AgePolicy = Pick<NotificationPolicy, 'repeatMinutes' | 'repeats'>;

/** 新到; 未接警, from the first reminder of those on duty on; 超时未接警, when their reminders are used up and the desk above is told. */
export const AGE_STEPS = ['fresh', 'due', 'late'] as const;
export type AgeStep = (typeof AGE_STEPS)[number];

/** From when on a fire is late. Where nobody is reminded, as if they were as often as usual. */
export const lateAfterMinutes = ({ repeatMinutes, repeats }: AgePolicy): number =>
  repeatMinutes * ((repeats === 0 ? USUAL_POLICY.repeats : repeats) + 1);

/** @param now epoch milliseconds, by the server's clock */
export function ageStep(since: Date, policy: AgePolicy, now: number): AgeStep {
  const minutes = (now - since.getTime()) / MINUTE_MS;
  if (minutes < policy.repeatMinutes) return 'fresh';
  return minutes < lateAfterMinutes(policy) ? 'due' : 'late';
}

/**
 * Since when a fire waits: the arrival of its first alarm.
 * @param alarms those of one fire that call somebody
 * @returns null: somebody has acknowledged or answered one of them, or none calls anybody
 */
export function waitsSince(alarms: readonly Pick<Alarm, 'arrivedAt' | 'response'>[]): Date | null {
  if (alarms.some(({ response }) => response.stage !== 'open' || response.acknowledgement !== null)) return null;
  return alarms.reduce<Date | null>((first, { arrivedAt }) => (first === null || arrivedAt < first ? arrivedAt : first), null);
}

export interface FireAge {
  readonly since: Date;
  readonly step: AgeStep;
}

/** What nobody took on for a day is worked off as a list, not called out. */
const STALE_MS = 24 * 3_600_000;

/** Has somebody to be called to it? @param now epoch milliseconds */
export const isLateFire = ({ since, step }: FireAge, now: number): boolean => step === 'late' && now - since.getTime() < STALE_MS;

/** So many late fires stand before all others: below them what comes in is still seen. */
export const MOST_RISEN = 3;

/** Of these fires the late ones that are put before the others, the longest wait first. */
export function risenFires<F>(fires: readonly F[], ageOf: (fire: F) => FireAge | null, now: number): F[] {
  return fires
    .flatMap((fire) => {
      const age = ageOf(fire);
      return age !== null && isLateFire(age, now) ? [{ fire, since: age.since }] : [];
    })
    .sort((a, b) => a.since.getTime() - b.since.getTime())
    .slice(0, MOST_RISEN)
    .map(({ fire }) => fire);
}
