// Known heat (已知热源) and masks on the map (地图屏蔽区) on the wire.

import { z } from 'zod';
import type { WireKind } from '../alarm/alarm.wire.ts';
import { HEAT_KINDS, HEAT_ORIGINS, HEAT_STATES } from './known-heat.ts';

/** The kinds of alarms that a mask may calm: those of machines. */
export const CALMED_TYPES = ['satellite', 'monitor', 'smoke'] as const satisfies readonly WireKind[];

const position = z.object({ lng: z.number(), lat: z.number() });

export const knownHeat = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(HEAT_KINDS),
  state: z.enum(HEAT_STATES),
  origin: z.enum(HEAT_ORIGINS),
  position,
  gridNo: z.string(),
  gridName: z.string(),
  address: z.string(),
  /** Metres. */
  radius: z.number(),
  /** Megawatts; 95 % of its detections lie below. */
  usualFrp: z.number().nullable(),
  /** `YYYY-MM-DD` in Beijing, on which it was seen to be hot. */
  days: z.array(z.string()),
  /** Hours of the day in Beijing. */
  hours: z.array(z.number()),
  note: z.string().nullable(),
  version: z.number(),
  createUser: z.string(),
  createTime: z.string(),
  updateUser: z.string(),
  updateTime: z.string(),
  reviewUser: z.string().nullable(),
  reviewTime: z.string().nullable(),
  reviewNote: z.string().nullable(),
});
export type WireKnownHeat = z.output<typeof knownHeat>;

export const mapMask = z.object({
  id: z.uuid(),
  polygon: z.array(position),
  reason: z.string(),
  alarmTypes: z.array(z.enum(CALMED_TYPES)),
  gridNo: z.string(),
  gridName: z.string(),
  endTime: z.string(),
  version: z.number(),
  createUser: z.string(),
  createTime: z.string(),
  updateUser: z.string(),
  updateTime: z.string(),
});
export type WireMapMask = z.output<typeof mapMask>;
