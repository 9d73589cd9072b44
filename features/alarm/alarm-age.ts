// How long a fire has waited for an officer to take it on (未接警), in steps by the times of the notification policy of its grid. Pure.

import { type GridNo, MINUTE_MS } from '@lookout/domain';
import { type NotificationPolicy, USUAL_POLICY } from '../notification/notification.ts';
import type { Alarm } from './alarm.ts';

export type AgePolicy = Pick<NotificationPolicy, 'repeatMinutes' | 'repeats'>;

/** The time limits by which alarms age at the desks of a grid, and the officers on duty there. */
export interface AgingOfDesks {
  /** The policy in force for the grid itself, and those of the grids below that have their own. */
  readonly policies: readonly (AgePolicy & { readonly gridNo: GridNo })[];
  /** The officers on duty at present. */
  readonly desks: readonly { readonly gridNo: GridNo; readonly fullName: string }[];
}

/** 新到; 未接警, from the first reminder to the officers on duty; 超时未接警, when all their reminders are sent and the desk above is notified. */
export const AGE_STEPS = ['fresh', 'due', 'late'] as const;
export type AgeStep = (typeof AGE_STEPS)[number];

/** Minutes after which a fire is late. A policy without reminders counts the usual number of them. */
export const lateAfterMinutes = ({ repeatMinutes, repeats }: AgePolicy): number =>
  repeatMinutes * ((repeats === 0 ? USUAL_POLICY.repeats : repeats) + 1);

/** @param now epoch milliseconds, by the server's clock */
export function ageStep(since: Date, policy: AgePolicy, now: number): AgeStep {
  const minutes = (now - since.getTime()) / MINUTE_MS;
  if (minutes < policy.repeatMinutes) return 'fresh';
  return minutes < lateAfterMinutes(policy) ? 'due' : 'late';
}

/**
 * Since when a fire has waited: the arrival of its first alarm.
 * @param alarms the alarms of one fire that need an officer
 * @returns null: an officer has acknowledged or answered one of them, or the list is empty
 */
export function waitsSince(alarms: readonly Pick<Alarm, 'arrivedAt' | 'response'>[]): Date | null {
  if (alarms.some(({ response }) => response.stage !== 'open' || response.acknowledgement !== null)) return null;
  return alarms.reduce<Date | null>((first, { arrivedAt }) => (first === null || arrivedAt < first ? arrivedAt : first), null);
}

export interface FireAge {
  readonly since: Date;
  readonly step: AgeStep;
}

/** A fire that has waited for a day is only listed, no longer raised. */
const STALE_MS = 24 * 3_600_000;

/** Whether the fire is to be raised: it is late, and has waited for less than a day. @param now epoch milliseconds */
export const isLateFire = ({ since, step }: FireAge, now: number): boolean => step === 'late' && now - since.getTime() < STALE_MS;

/** Number of late fires shown before all others. Few enough that new fires below them are still visible. */
export const MOST_RISEN = 3;

/** The late fires that are shown before the others, longest wait first. */
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
