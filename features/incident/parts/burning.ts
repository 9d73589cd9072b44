// 属于在燃火情: alarms that joined a fire in progress and that no person has judged yet. The fire is answered, so they call nobody. Pure.
import { isInProgress, type NamedAlarm, verdictOf } from '../../alarm/alarm.ts';
import type { FireIdOf } from './folding.ts';

/** Does this alarm belong to a fire in progress without having been judged itself? */
export type IsOfBurning = (alarm: NamedAlarm) => boolean;

/** @param alarms those of this desk, fires in progress among them: in a flood thousands */
export function isOfBurningBy(alarms: readonly NamedAlarm[], fireIdOf: FireIdOf): IsOfBurning {
  const burning = new Set<string>();
  for (const alarm of alarms) if (isInProgress(alarm.response)) burning.add(fireIdOf(alarm));
  return (alarm) => burning.size > 0 && verdictOf(alarm.response) === 'unjudged' && burning.has(fireIdOf(alarm));
}
