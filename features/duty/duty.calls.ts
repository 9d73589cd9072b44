// The clock, the weather, and the event log from which clients fill every gap.

import { gridNo, latitude, longitude, numeric, optionalText, row } from '@lookout/contract';
import { z } from 'zod';

export const weather = z.object({
  icon: z.string().nullable(),
  text: z.string().nullable(),
  windScale: z.string().nullable(),
  windDir: z.string().nullable(),
  windFromDegrees: z.number().nullable(),
  temp: z.string().nullable(),
  humidity: z.string().nullable(),
  obsTime: z.string().nullable(),
  source: z.enum(['qweather', 'demo']).nullable(),
  errcode: z.string().nullable(),
  errmsg: z.string().nullable(),
});

export const liveEvent = z.object({
  seq: z.number(),
  topic: z.string(),
  at: z.string(),
  payload: z.object({
    seq: z.number(),
    at: z.string(),
    kind: z.string(),
    gridNo: z.string(),
    requestId: z.string().optional(),
    data: z.unknown(),
  }),
});

export const dutyCalls = {
  localDate: row({
    method: 'GET',
    path: '/fire/api/msg/localDate',
    summary: '服务器时间（北京时间）',
    permission: 'session',
    scope: 'none',
    envelope: 'list',
    effect: 'read',
    reply: z.object({ datetime: z.string(), dayOfWeek: z.string() }),
  }),
  weatherCities: row({
    method: 'POST',
    path: '/api/hefengWeather/getCityList',
    summary: '有天气的地方',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    input: z.object({ gridNo: gridNo.nullish(), name: optionalText(64) }),
    reply: z.object({ gridNo: z.string(), name: z.string(), longitude: z.number(), latitude: z.number() }),
  }),
  weatherNow: row({
    method: 'POST',
    path: '/api/hefengWeather/getWeatherList',
    summary: '当前天气：按网格或按位置，data[0]',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    input: z.object({ gridNo: gridNo.nullish(), longitude: longitude.nullish(), latitude: latitude.nullish() }),
    reply: weather,
  }),
  events: row({
    method: 'GET',
    path: '/fire/api/event',
    summary: '事件日志：since 之后、自己网格内的事件，按 seq；日志已从更后的编号开始时为 410（error.params.first），须重新加载',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'list',
    envelope: 'data',
    effect: 'read',
    query: z.object({
      since: numeric(z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)).default(0),
      limit: numeric(z.number().int().min(1).max(1000)).default(500),
      gridNo: gridNo.nullish(),
    }),
    reply: z.object({ last: z.number(), next: z.number(), more: z.boolean(), events: z.array(liveEvent) }),
  }),
};
