// Which warnings are shown as notices, whatever page is open. Pure functions.

import type { Named } from '@lookout/domain';
import type { LiveUpdate } from '../../live-messages.ts';
import type { HazardWarning } from '../hazard.ts';

export interface Notice {
  readonly warning: Named<HazardWarning>;
  readonly change: 'raised' | 'risen';
}

/** The most notices shown at once. The others are counted. */
export const MOST_NOTICES = 3;

/**
 * The notices after some updates, newest first. A warning that is raised or rises has one notice, until it is acknowledged, lifted or
 * closed.
 */
export function noticesAfter(notices: readonly Notice[], updates: readonly LiveUpdate[]): readonly Notice[] {
  return updates.reduce<readonly Notice[]>((now, update) => {
    if (update.kind !== 'hazard-warning-changed') return now;
    const { warning, change } = update;
    const others = now.filter((one) => one.warning.id !== warning.id);
    if (change === 'raised' || change === 'risen') return [{ warning, change }, ...others];
    return change === 'lowered' ? now : others;
  }, notices);
}

/** True if any of these updates plays the alarm sound. */
export const sounds = (updates: readonly LiveUpdate[]): boolean =>
  updates.some((update) => update.kind === 'hazard-warning-changed' && (update.change === 'raised' || update.change === 'risen'));
