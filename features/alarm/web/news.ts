// Which live updates concern a table of 报警管理.
import type { LiveUpdate } from '../../live-messages.ts';

const isChange = ({ kind }: LiveUpdate): boolean => kind === 'alarm-changed' || kind === 'alarm-gone';
export const isAlarmNews = (update: LiveUpdate): boolean => update.kind === 'alarm-recorded' || isChange(update);
export const isActionNews = (update: LiveUpdate): boolean => isChange(update) || update.kind === 'task-changed';
export const isShiftNews = ({ kind }: LiveUpdate): boolean => kind === 'shift-changed';

/** The alarm an update is about; null: none. */
export const alarmIdOf = (update: LiveUpdate): string | null =>
  update.kind === 'alarm-gone' ? update.alarmId : 'alarm' in update ? update.alarm.id : null;
