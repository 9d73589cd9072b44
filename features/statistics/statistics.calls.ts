// Statistics of alarms (统计分析): one question with its answer by time, grid, source, type, danger and weather; the positions and the list of
// its alarms; and the load of the desks (告警负荷).

import { gridNo, numeric, optionalText, paging, position, row, schemaOf, time, timeWindow } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import { ALARM_KINDS, REAL_FIRE_TYPES } from '../alarm/alarm.ts';
import { alarm } from '../alarm/own-alarm.schema.ts';
import { type AlarmLoadReport, DESK_ADVICE, type DeskLoad, LOAD_CLASSES, LOAD_WINDOWS, NUISANCE_ADVICE } from './alarm-load.ts';
import { type HeatMap, RESPONSE_STEPS, SERIES_STEPS, STATISTICS_WINDOWS, type StatisticsReport, WEATHER_CLASSES } from './statistics.ts';

/** Either a window of the specification, or a begin and an end by the alarms' arrival, the end not included. */
const period = { window: numeric(z.number()).pipe(z.literal(STATISTICS_WINDOWS)).nullish(), ...timeWindow };

const fireLevel = z.literal([1, 2, 3, 4, 5]);

/** `null` selects the alarms for which the value is unknown; a query string says `unknown`. */
const orUnknown = <T>(schema: z.ZodType<T>) =>
  (z.preprocess((sent) => (sent === 'unknown' ? null : sent), schema.nullable()) as unknown as z.ZodType<T | null, T | null>).optional();

const filter = {
  gridNo: gridNo.nullish(),
  kind: z.enum(ALARM_KINDS).nullish(),
  verdict: z.enum(['unjudged', 'false', 'real']).nullish(),
  /** The type of a real fire. */
  realFireType: orUnknown(z.enum(REAL_FIRE_TYPES)),
  dangerLevel: orUnknown(numeric(z.number()).pipe(fireLevel)),
  weather: orUnknown(z.enum(WEATHER_CLASSES)),
  deviceId: optionalText(128),
};

/** The question of the report, and of its file, where it is the query string. */
export const statisticsQuestion = z.object({ ...period, ...filter });
export type StatisticsQuestion = z.output<typeof statisticsQuestion>;

/** The report as PDF, with the question in the query string. */
export const statisticsPdfPath = '/fire/api/Statistic/reportFile';
export const STATISTICS_PDF_SUMMARY = '火警统计的 PDF：所问的表与图，语言按 Accept-Language';

const tally = { total: z.number(), real: z.number(), false: z.number(), unjudged: z.number() };

const stepTime = {
  step: z.enum(RESPONSE_STEPS),
  count: z.number(),
  medianSeconds: z.number().nullable(),
  ninetiethSeconds: z.number().nullable(),
};
const span = { begin: time, end: time };
const figures = z.object({ ...span, tally: z.object(tally), times: z.array(z.object(stepTime)) });

const statisticsReport = schemaOf<StatisticsReport>()(
  z.object({
    gridNo,
    gridName: z.string(),
    step: z.enum(SERIES_STEPS),
    now: figures,
    before: figures,
    yearBefore: figures,
    series: z.array(z.object({ ...span, ...tally, byKind: z.record(z.enum(ALARM_KINDS), z.number()) })),
    grids: z.array(z.object({ gridNo, gridName: z.string(), centre: position.nullable(), ...tally })),
    kinds: z.array(z.object({ kind: z.enum(ALARM_KINDS), ...tally })),
    fireTypes: z.array(z.object({ realFireType: z.enum(REAL_FIRE_TYPES).nullable(), total: z.number() })),
    dangerLevels: z.array(z.object({ dangerLevel: fireLevel.nullable(), ...tally })),
    weathers: z.array(z.object({ weather: z.enum(WEATHER_CLASSES).nullable(), ...tally })),
    posts: z.array(z.object({ post: z.string().nullable(), ...stepTime })),
    cameras: z.array(z.object({ deviceId: z.string().nullable(), cameraName: z.string().nullable(), ...tally })),
    camerasLeftOut: z.number(),
  }),
);

const heatMap = schemaOf<HeatMap>()(z.object({ cellDegrees: z.number(), cells: z.array(position.extend({ count: z.number() })) }));

/** Either hours back from now, or a begin and an end by the alarms' arrival, the end not included. */
const loadQuestion = z.object({
  hours: numeric(z.number()).pipe(z.literal(LOAD_WINDOWS)).nullish(),
  ...timeWindow,
  gridNo: gridNo.nullish(),
});
export type LoadQuestion = z.output<typeof loadQuestion>;

const hour = { announced: z.number(), peak: z.number(), mean: z.number() };
const deskLoad = schemaOf<Named<DeskLoad>>()(
  z.object({
    gridNo,
    gridName: z.string(),
    announced: z.number(),
    silent: z.number(),
    fires: z.number(),
    mean: z.number(),
    peak: z.number(),
    peakAt: time.nullable(),
    slots: z.record(z.enum(LOAD_CLASSES), z.number()),
    standing: z.number(),
    stale: z.number(),
    floods: z.array(z.object({ begin: time, end: time.nullable(), alarms: z.number(), peak: z.number() })),
    floodShare: z.number(),
    hoursOfDay: z.array(z.object(hour)),
    advice: z.array(z.enum(DESK_ADVICE)),
  }),
);

const alarmLoad = schemaOf<AlarmLoadReport>()(
  z.object({
    ...span,
    desk: deskLoad,
    hours: z.array(z.object({ begin: time, ...hour })),
    desks: z.array(deskLoad),
    sources: z.array(
      z.object({
        kind: z.enum(ALARM_KINDS),
        source: z.string().nullable(),
        cameraName: z.string().nullable(),
        pointName: z.string().nullable(),
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
  }),
);

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
    reply: alarm,
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
  }),
};
