// Converts statistics to and from the wire format: kinds and types by the wire's names, times as text.

import { formatTime, readTime } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { readKind, readRealFireType, realFireTypeNumber, WIRE_KINDS, type WireKind, wireKinds } from '../alarm/alarm.wire.ts';
import type { FireLevel } from '../danger/fire-weather.ts';
import type { WireHeatMap, WireStatistics, WireStatisticsQuestion } from './statistics.calls.ts';
import type { HeatMap, PeriodFigures, StatisticsFilter, StatisticsReport, Tally, WeatherClass } from './statistics.ts';

type Filters = Pick<WireStatisticsQuestion, 'kind' | 'verdict' | 'trueAlarmType' | 'dangerLevel' | 'weather' | 'deviceId'>;

export const readStatisticsFilter = (w: Filters): StatisticsFilter => ({
  kind: w.kind ? readKind(w.kind) : undefined,
  verdict: w.verdict ?? undefined,
  realFireType: w.trueAlarmType == null ? undefined : readRealFireType(w.trueAlarmType),
  dangerLevel: w.dangerLevel == null ? undefined : w.dangerLevel === 0 ? null : (w.dangerLevel as FireLevel),
  weather: w.weather == null ? undefined : w.weather === 'unknown' ? null : (w.weather satisfies WeatherClass),
  deviceId: w.deviceId || undefined,
});

/** The inverse of `readStatisticsFilter`; a field that does not filter is left out. */
export const writeStatisticsFilter = (f: StatisticsFilter): Filters => ({
  ...(f.kind !== undefined && { kind: wireKinds[f.kind].kind }),
  ...(f.verdict !== undefined && { verdict: f.verdict }),
  ...(f.realFireType !== undefined && { trueAlarmType: realFireTypeNumber(f.realFireType) ?? 0 }),
  ...(f.dangerLevel !== undefined && { dangerLevel: f.dangerLevel ?? 0 }),
  ...(f.weather !== undefined && { weather: f.weather ?? 'unknown' }),
  ...(f.deviceId !== undefined && { deviceId: f.deviceId }),
});

type WireFigures = WireStatistics['now'];

const writeFigures = ({ begin, end, tally, times }: PeriodFigures): WireFigures => ({
  beginTime: formatTime(begin),
  endTime: formatTime(end),
  ...tally,
  times: [...times],
});

const readFigures = ({ beginTime, endTime, times, ...tally }: WireFigures): PeriodFigures => ({
  begin: readTime(beginTime),
  end: readTime(endTime),
  tally: tally satisfies Tally,
  times,
});

export const writeStatistics = (r: StatisticsReport): WireStatistics => ({
  gridNo: r.gridNo,
  gridName: r.gridName,
  step: r.step,
  now: writeFigures(r.now),
  before: writeFigures(r.before),
  yearBefore: writeFigures(r.yearBefore),
  series: r.series.map(({ begin, end, byKind, ...tally }) => ({
    beginTime: formatTime(begin),
    endTime: formatTime(end),
    ...tally,
    byKind: Object.fromEntries(WIRE_KINDS.map((kind) => [kind, byKind[readKind(kind)]])) as Record<WireKind, number>,
  })),
  grids: r.grids.map(({ centre, ...grid }) => ({ ...grid, longitude: centre?.lng ?? null, latitude: centre?.lat ?? null })),
  kinds: r.kinds.map(({ kind, ...tally }) => ({ kind: wireKinds[kind].kind, ...tally })),
  fireTypes: r.fireTypes.map(({ realFireType, total }) => ({ trueAlarmType: realFireTypeNumber(realFireType), total })),
  dangerLevels: [...r.dangerLevels],
  weathers: [...r.weathers],
  posts: [...r.posts],
  cameras: [...r.cameras],
  camerasLeftOut: r.camerasLeftOut,
});

/** The inverse of `writeStatistics`. */
export const readStatistics = (w: WireStatistics): StatisticsReport => ({
  gridNo: w.gridNo as GridNo,
  gridName: w.gridName,
  step: w.step,
  now: readFigures(w.now),
  before: readFigures(w.before),
  yearBefore: readFigures(w.yearBefore),
  series: w.series.map(({ beginTime, endTime, byKind, ...tally }) => ({
    begin: readTime(beginTime),
    end: readTime(endTime),
    ...tally,
    byKind: {
      satellite: byKind.satellite,
      camera: byKind[wireKinds.camera.kind],
      report: byKind.report,
      smoke: byKind.smoke,
      danger: byKind.danger,
    },
  })),
  grids: w.grids.map(({ gridNo, longitude, latitude, ...grid }) => ({
    ...grid,
    gridNo: gridNo as GridNo,
    centre: longitude === null || latitude === null ? null : { lng: longitude, lat: latitude },
  })),
  kinds: w.kinds.map(({ kind, ...tally }) => ({ kind: readKind(kind), ...tally })),
  fireTypes: w.fireTypes.map(({ trueAlarmType, total }) => ({ realFireType: readRealFireType(trueAlarmType), total })),
  dangerLevels: w.dangerLevels,
  weathers: w.weathers,
  posts: w.posts,
  cameras: w.cameras,
  camerasLeftOut: w.camerasLeftOut,
});

export const writeHeatMap = ({ cellDegrees, cells }: HeatMap): WireHeatMap => ({
  cellDegrees,
  cells: cells.map(({ lng, lat, count }) => ({ longitude: lng, latitude: lat, count })),
});

/** The inverse of `writeHeatMap`. */
export const readHeatMap = ({ cellDegrees, cells }: WireHeatMap): HeatMap => ({
  cellDegrees,
  cells: cells.map(({ longitude, latitude, count }) => ({ lng: longitude, lat: latitude, count })),
});

/** Readers for the replies of calls, by the name in a call's `reads`. */
export const statisticsReaders = {
  statistics: readStatistics,
  'heat-map': readHeatMap,
} as const;
