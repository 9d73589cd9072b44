// Which warnings are told at once, over whatever page is open. Pure.

import type { Named } from '@lookout/domain';
import type { LiveUpdate } from '../../live-updates.ts';
import type { HazardWarning } from '../hazard.ts';

export interface Notice {
  readonly warning: Named<HazardWarning>;
  readonly change: 'raised' | 'risen';
}

/** At most so many are shown; the others are counted (ui.md: toasts). */
export const MOST_NOTICES = 3;

/**
 * The notices after some updates, newest first: a warning that is raised or rises is told, once; one that somebody has acknowledged, or that is
 * lifted or closed, is no longer.
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

/** Does any of these updates sound? */
export const sounds = (updates: readonly LiveUpdate[]): boolean =>
  updates.some((update) => update.kind === 'hazard-warning-changed' && (update.change === 'raised' || update.change === 'risen'));
