// Camera, selected alarm and filters in the URL: a copied link opens the same view after login.
import { formatTime, parseTime } from '@lookout/contract';
import { isChip } from '@lookout/web/shared/time-chips.ts';
import { ALARM_KINDS, type AlarmKind } from '../../alarm/alarm.ts';
import { type QueueFilter, SHOW_ALL, type TimeWindow } from './queue.ts';

const NAMES = { view: 'at', alarm: 'alarm', fromTask: 'task', time: 'time', from: 'from', to: 'to', source: 'source' } as const;

export interface AddressState {
  /** In the format of globe/view-text.ts; null: not yet known. */
  readonly view: string | null;
  readonly alarmId: string | null;
  /** The alarm was opened from a task (`task=1`; a task's own link has `from=task`): read-only. */
  readonly fromTask: boolean;
  readonly filter: QueueFilter;
}

/** @param search the current query; other parameters are preserved */
export function writeAddress(search: string, { view, alarmId, fromTask, filter }: AddressState): string {
  const query = new URLSearchParams(search);
  const set = (name: string, value: string | null) => (value === null ? query.delete(name) : query.set(name, value));
  const { window, sources } = filter;
  const wire = (instant: number | null) => (instant === null ? null : formatTime(new Date(instant)));
  set(NAMES.view, view);
  set(NAMES.alarm, alarmId);
  set(NAMES.fromTask, alarmId !== null && fromTask ? '1' : null);
  set(NAMES.time, window.kind === 'chip' && window.id !== 'all' ? window.id : null);
  set(NAMES.from, window.kind === 'range' ? wire(window.from) : null);
  set(NAMES.to, window.kind === 'range' ? wire(window.to) : null);
  set(NAMES.source, sources.size === ALARM_KINDS.length ? null : ALARM_KINDS.filter((kind) => sources.has(kind)).join(','));
  // Commas are valid in a query; unescaped they keep the link readable.
  const text = query.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

export function readAddress(search: string): AddressState {
  const query = new URLSearchParams(search);
  return {
    view: query.get(NAMES.view),
    alarmId: query.get(NAMES.alarm),
    fromTask: query.get(NAMES.fromTask) === '1' || query.get(NAMES.from) === 'task',
    filter: { window: readWindow(query), sources: readSources(query) },
  };
}

function readWindow(query: URLSearchParams): TimeWindow {
  const chip = query.get(NAMES.time);
  if (isChip(chip)) return { kind: 'chip', id: chip };
  const instant = (name: string) => parseTime(query.get(name) ?? '')?.getTime() ?? null;
  const [from, to] = [instant(NAMES.from), instant(NAMES.to)];
  return from === null && to === null ? SHOW_ALL.window : { kind: 'range', from, to };
}

function readSources(query: URLSearchParams): ReadonlySet<AlarmKind> {
  const listed = new Set(query.get(NAMES.source)?.split(','));
  const known = ALARM_KINDS.filter((kind) => listed.has(kind));
  return known.length === 0 ? SHOW_ALL.sources : new Set(known);
}
