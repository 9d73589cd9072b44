// The live updates after which a table of 报警管理 is loaded again.
import type { LiveUpdate } from '../../live-messages.ts';

const isChange = ({ kind }: LiveUpdate): boolean => kind === 'alarm-changed' || kind === 'alarm-gone';
export const isAlarmUpdate = (update: LiveUpdate): boolean => update.kind === 'alarm-recorded' || isChange(update);
export const isHistoryUpdate = (update: LiveUpdate): boolean => isChange(update) || update.kind === 'task-changed';
export const isShiftUpdate = ({ kind }: LiveUpdate): boolean => kind === 'shift-changed';

/** The alarm an update is about; null: none. */
export const alarmIdOf = (update: LiveUpdate): string | null =>
  update.kind === 'alarm-gone' ? update.alarmId : 'alarm' in update ? update.alarm.id : null;
