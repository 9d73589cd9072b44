// Known heat (已知热源) and masks on the map (地图屏蔽区) in the wire format.

import { z } from 'zod';
import type { WireKind } from '../alarm/alarm.wire.ts';
import { HEAT_KINDS, HEAT_ORIGINS, HEAT_STATES } from './known-heat.ts';

/** The alarm types that a mask may mute: those reported by machines. */
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
  /** Megawatts; 95 % of the source's detections lie below. */
  usualFrp: z.number().nullable(),
  /** The days on which the source was hot, `YYYY-MM-DD` in Beijing time. */
  days: z.array(z.string()),
  /** Hours of the day in Beijing time. */
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
