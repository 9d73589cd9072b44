// 属于在燃火情: alarms that joined a fire in progress and have not been judged by a user. The fire is being handled, so these alarms call no
// officer. Pure functions.
import { isInProgress, type NamedAlarm, verdictOf } from '../../alarm/alarm.ts';
import type { FireIdOf } from './folding.ts';

/** Whether this alarm belongs to a fire in progress without having been judged itself. */
export type IsOfBurning = (alarm: NamedAlarm) => boolean;

/** @param alarms the alarms of this desk, including fires in progress; in a flood there are thousands */
export function isOfBurningBy(alarms: readonly NamedAlarm[], fireIdOf: FireIdOf): IsOfBurning {
  const burning = new Set<string>();
  for (const alarm of alarms) if (isInProgress(alarm.response)) burning.add(fireIdOf(alarm));
  return (alarm) => burning.size > 0 && verdictOf(alarm.response) === 'unjudged' && burning.has(fireIdOf(alarm));
}
