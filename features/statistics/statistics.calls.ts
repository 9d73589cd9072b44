// Statistics of alarms (统计分析): one question with its answer by time, grid, source, type, danger and weather; the positions and the list of
// its alarms; and the load of the desks (告警负荷).

import { gridNo, numeric, optionalText, paging, row, timeWindow, wireTime } from '@lookout/contract';
import { z } from 'zod';
import { anyAlarm } from '../alarm/alarm.schema.ts';
import { WIRE_KINDS } from '../alarm/alarm.wire.ts';
import { DESK_ADVICE, LOAD_CLASSES, LOAD_WINDOWS, NUISANCE_ADVICE } from './alarm-load.ts';
import { RESPONSE_STEPS, SERIES_STEPS, STATISTICS_WINDOWS, WEATHER_CLASSES } from './statistics.ts';

/** Either a window of the specification, or a begin and an end by the alarms' arrival, the end not included. */
const period = { window: numeric(z.number()).pipe(z.literal(STATISTICS_WINDOWS)).nullish(), ...timeWindow };

/** 0 and `unknown` select the alarms for which the value is unknown. */
const filter = {
  gridNo: gridNo.nullish(),
  kind: z.enum(WIRE_KINDS).nullish(),
  verdict: z.enum(['unjudged', 'false', 'real']).nullish(),
  /** Type of real fires: 1–8 as in the specification; 0: no type was chosen. */
  trueAlarmType: numeric(z.number().int().min(0).max(8)).nullish(),
  dangerLevel: numeric(z.number().int().min(0).max(5)).nullish(),
  weather: z.enum([...WEATHER_CLASSES, 'unknown']).nullish(),
  deviceId: optionalText(128),
};

/** The question of the report, and of its file, where it is the query string. */
export const statisticsQuestion = z.object({ ...period, ...filter });
export type WireStatisticsQuestion = z.output<typeof statisticsQuestion>;

/** The report as PDF, with the question in the query string. */
export const statisticsPdfPath = '/fire/api/Statistic/reportFile';
export const STATISTICS_PDF_SUMMARY = '火警统计的 PDF：所问的表与图，语言按 Accept-Language';

const tally = { total: z.number(), real: z.number(), false: z.number(), unjudged: z.number() };

/** Seconds from the alarm's arrival; null: no case. */
const times = {
  step: z.enum(RESPONSE_STEPS),
  count: z.number(),
  medianSeconds: z.number().nullable(),
  ninetiethSeconds: z.number().nullable(),
};
const span = { beginTime: wireTime, endTime: wireTime };
const figures = z.object({ ...span, ...tally, times: z.array(z.object(times)) });

const statisticsReport = z.object({
  gridNo: z.string(),
  gridName: z.string(),
  /** The length of a bar of the series. */
  step: z.enum(SERIES_STEPS),
  now: figures,
  before: figures,
  yearBefore: figures,
  series: z.array(z.object({ ...span, ...tally, byKind: z.record(z.enum(WIRE_KINDS), z.number()) })),
  grids: z.array(
    z.object({
      gridNo: z.string(),
      gridName: z.string(),
      longitude: z.number().nullable(),
      latitude: z.number().nullable(),
      ...tally,
    }),
  ),
  kinds: z.array(z.object({ kind: z.enum(WIRE_KINDS), ...tally })),
  fireTypes: z.array(z.object({ trueAlarmType: z.number().nullable(), total: z.number() })),
  dangerLevels: z.array(z.object({ dangerLevel: z.literal([1, 2, 3, 4, 5]).nullable(), ...tally })),
  weathers: z.array(z.object({ weather: z.enum(WEATHER_CLASSES).nullable(), ...tally })),
  /** By 岗位; posts with fewer than five cases are one row without a name. */
  posts: z.array(z.object({ post: z.string().nullable(), ...times })),
  cameras: z.array(z.object({ deviceId: z.string().nullable(), cameraName: z.string().nullable(), ...tally })),
  camerasLeftOut: z.number(),
});
export type WireStatistics = z.output<typeof statisticsReport>;

const heatMap = z.object({
  cellDegrees: z.number(),
  cells: z.array(z.object({ longitude: z.number(), latitude: z.number(), count: z.number() })),
});
export type WireHeatMap = z.output<typeof heatMap>;

/** Either hours back from now, or a begin and an end by the alarms' arrival, the end not included. */
const loadQuestion = z.object({
  hours: numeric(z.number()).pipe(z.literal(LOAD_WINDOWS)).nullish(),
  ...timeWindow,
  gridNo: gridNo.nullish(),
});
export type WireLoadQuestion = z.output<typeof loadQuestion>;

/** The peak and the mean of its ten-minute intervals. */
const hour = { announced: z.number(), peak: z.number(), mean: z.number() };
const deskLoad = z.object({
  gridNo: z.string(),
  gridName: z.string(),
  announced: z.number(),
  silent: z.number(),
  fires: z.number(),
  /** Alarms in ten minutes. */
  mean: z.number(),
  peak: z.number(),
  peakTime: wireTime.nullable(),
  /** Number of ten-minute intervals in each class. */
  slots: z.record(z.enum(LOAD_CLASSES), z.number()),
  standing: z.number(),
  stale: z.number(),
  /** Without an end, the flood continues at the end of the window. */
  floods: z.array(z.object({ beginTime: wireTime, endTime: wireTime.nullable(), alarms: z.number(), peak: z.number() })),
  floodShare: z.number(),
  /** The 24 hours of the day in Beijing, over all days. */
  hoursOfDay: z.array(z.object(hour)),
  advice: z.array(z.enum(DESK_ADVICE)),
});

const alarmLoad = z.object({
  ...span,
  desk: deskLoad,
  hours: z.array(z.object({ beginTime: wireTime, ...hour })),
  desks: z.array(deskLoad),
  sources: z.array(
    z.object({
      kind: z.enum(WIRE_KINDS),
      /** The device id of a camera or sensor, the name of a satellite; null: not named. */
      source: z.string().nullable(),
      cameraName: z.string().nullable(),
      monitorName: z.string().nullable(),
      ...tally,
      silent: z.number(),
      share: z.number(),
      repeated: z.number(),
      chattering: z.number(),
      recurring: z.number(),
      lowConfidence: z.number(),
      stale: z.number(),
      advice: z.array(z.enum(NUISANCE_ADVICE)),
    }),
  ),
  sourcesLeftOut: z.number(),
});
export type WireAlarmLoad = z.output<typeof alarmLoad>;

export const statisticsCalls = {
  report: row({
    method: 'POST',
    path: '/fire/api/Statistic/report',
    summary: '火警统计：按时间、网格、来源、类型、研判、火险等级和天气，各步用时，与上期和去年同期比较',
    // /analysis is open to every officer (`docs/interface.md`).
    permission: 'officer',
    scope: 'list',
    envelope: 'data',
    effect: 'read',
    weight: 20,
    input: statisticsQuestion,
    reply: statisticsReport,
    reads: 'statistics',
  }),
  heat: row({
    method: 'POST',
    path: '/fire/api/Statistic/heat',
    summary: '火警热力：按经纬度方格计数',
    permission: { anyOf: ['see-statistics'] },
    scope: 'list',
    envelope: 'data',
    effect: 'read',
    weight: 10,
    input: statisticsQuestion,
    reply: heatMap,
    reads: 'heat-map',
  }),
  alarms: row({
    method: 'POST',
    path: '/fire/api/Statistic/alarms',
    summary: '一个统计数字所指的火警（分页），新的在前',
    permission: { anyOf: ['act-on-alarms'] },
    scope: 'list',
    envelope: 'page',
    effect: 'read',
    input: z.object({ ...period, ...filter, ...paging }),
    reply: anyAlarm,
    reads: 'alarm',
  }),
  alarmLoad: row({
    method: 'POST',
    path: '/fire/api/Statistic/alarmLoad',
    summary: '告警负荷：本网格与下级各席位每10分钟的火警数、洪泛、无声与未处置，各来源的误报、重复、抖动与处置建议；最长31天',
    permission: { anyOf: ['see-statistics'] },
    scope: 'list',
    envelope: 'data',
    effect: 'read',
    weight: 60,
    input: loadQuestion,
    reply: alarmLoad,
    reads: 'alarm-load',
  }),
};
