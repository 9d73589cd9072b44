// The question in the URL: a window of the specification or a free one, the grid, and the filters. An invalid value is ignored.
import { formatTime } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import type { Target } from '@lookout/report';
import { oneOf, type UrlState, windowOf } from '@lookout/web/shared/url-state.ts';
import { ALARM_KINDS, REAL_FIRE_TYPES } from '../../alarm/alarm.ts';
import { STATISTICS_WINDOWS, type StatisticsFilter, type StatisticsWindow, WEATHER_CLASSES } from '../statistics.ts';

/** 当月 */
const FIRST_WINDOW: StatisticsWindow = 1;
const LEVELS = [1, 2, 3, 4, 5] as const;
/** Value in the URL that selects the alarms for which the value is unknown. */
const UNKNOWN = 'unknown';

export const FILTER_NAMES = ['window', 'from', 'to', 'grid', 'kind', 'type', 'level', 'weather'] as const;

type Readable = Pick<UrlState, 'get'>;

const known = <T extends string | number>(values: readonly T[], text: string | null): T | null | undefined =>
  text === UNKNOWN ? null : (oneOf(values, text) ?? undefined);

export const readNarrowing = (url: Readable): StatisticsFilter => ({
  kind: oneOf(ALARM_KINDS, url.get('kind')) ?? undefined,
  realFireType: known(REAL_FIRE_TYPES, url.get('type')),
  dangerLevel: known(LEVELS, url.get('level')),
  weather: known(WEATHER_CLASSES, url.get('weather')),
});

/** Both ends make a free window; otherwise one of the specification's. */
export function readPeriod(
  url: Readable,
): { readonly window: StatisticsWindow } | { readonly beginTime: string; readonly endTime: string } {
  const { beginTime, endTime } = windowOf(url);
  if (beginTime !== null && endTime !== null) return { beginTime, endTime };
  return { window: oneOf(STATISTICS_WINDOWS, url.get('window')) ?? FIRST_WINDOW };
}

/** The question sent to the server. */
export const questionOf = (url: Readable, gridNo: GridNo | null) => ({
  ...readPeriod(url),
  gridNo,
  ...readNarrowing(url),
});

const text = (value: string | number | null | undefined): string | null =>
  value === undefined ? null : value === null ? UNKNOWN : String(value);

/** The same question as the query string of its file. */
export function queryOf({ gridNo, ...question }: ReturnType<typeof questionOf>): URLSearchParams {
  const texts = Object.entries({ ...question, gridNo: gridNo ?? undefined }).map(([name, value]) => [name, text(value)] as const);
  return new URLSearchParams(texts.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** Link to 报警管理 with the alarms counted by a number. */
export function alarmsPath({ begin, end, gridNo, filter }: Target): string {
  const { kind, verdict, realFireType, dangerLevel, weather, deviceId } = filter;
  const params = {
    grid: gridNo,
    from: formatTime(begin),
    to: formatTime(end),
    kind: text(kind),
    state: text(verdict),
    type: text(realFireType),
    level: text(dangerLevel),
    weather: text(weather),
    device: text(deviceId),
  };
  const given = Object.entries(params).filter((entry): entry is [string, string] => entry[1] !== null);
  return `/manage/alarm?${new URLSearchParams(given)}`;
}
