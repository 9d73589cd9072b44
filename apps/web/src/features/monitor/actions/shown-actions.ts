// Which available actions the popup shows: a row of buttons, and a menu of rare ones.
import { type ActingOfficer, type Alarm, type AlarmAction, availableActions } from '@lookout/domain';

/** In the order of the buttons; actions missing here are offered elsewhere. */
const ROW = [
  'acknowledge',
  'take-over',
  'judge',
  'dispatch',
  'push',
  'push-smoke',
  'renovate',
  'close',
] as const satisfies readonly AlarmAction[];
const MENU = ['correct', 'pass-on', 'withdraw-push', 'move', 'delete'] as const satisfies readonly AlarmAction[];
export type ShownAction = (typeof ROW)[number] | (typeof MENU)[number];

export interface ShownActions {
  readonly row: readonly ShownAction[];
  readonly menu: readonly ShownAction[];
}

/** @param readOnly opened from a task: no fire actions (specification §4) */
export function shownActions(alarm: Alarm, officer: ActingOfficer, readOnly: boolean): ShownActions {
  const available = new Set<AlarmAction>(readOnly ? [] : availableActions(alarm, officer));
  return { row: ROW.filter((action) => available.has(action)), menu: MENU.filter((action) => available.has(action)) };
}
