// Which available actions are shown: a row of buttons, and a menu of rare ones.

import type { Alarm } from '../../alarm.ts';
import { type ActingOfficer, type AlarmAction, availableActions } from '../../alarm-actions.ts';

/** In the order of the buttons. Actions not in this list are offered elsewhere. */
const ROW = [
  'acknowledge',
  'take-over',
  'judge',
  'dispatch',
  'push',
  'push-smoke',
  'renovate',
  'close',
  'rekindle',
] as const satisfies readonly AlarmAction[];
/** In the popup over the map. */
const MAP_MENU = ['correct', 'pass-on', 'withdraw-push', 'move', 'delete'] as const satisfies readonly AlarmAction[];
/** Next to a table, where there is no map to point at, but room for editing the record. */
const TABLE_MENU = ['correct', 'pass-on', 'withdraw-push', 'handle', 'reopen', 'edit', 'delete'] as const satisfies readonly AlarmAction[];
const MENUS = { map: MAP_MENU, table: TABLE_MENU } as const;
export type ShownAction = (typeof ROW)[number] | (typeof MAP_MENU)[number] | (typeof TABLE_MENU)[number];

export interface ShownActions {
  readonly row: readonly ShownAction[];
  readonly menu: readonly ShownAction[];
}

/** @param readOnly opened from a task: no fire actions (specification §4) */
export function shownActions(alarm: Alarm, officer: ActingOfficer, readOnly: boolean, place: keyof typeof MENUS = 'map'): ShownActions {
  const available = new Set<AlarmAction>(readOnly ? [] : availableActions(alarm, officer));
  // A verdict that was taken over from the fire is judged, not corrected.
  if (available.has('judge')) available.delete('correct');
  // Specification §4: smoke alarms offer only a push. Officers who may delete one do so in 报警管理.
  if (alarm.facts.kind === 'smoke' && place === 'map') available.delete('delete');
  return { row: ROW.filter((action) => available.has(action)), menu: MENUS[place].filter((action) => available.has(action)) };
}
