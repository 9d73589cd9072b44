// Rangers and their positions as they travel, by their schemas.
import { z } from 'zod';

export const wirePosition = z.object({ lng: z.number(), lat: z.number() });

/** Specification §3, "Ranger or team position": what a `teamTrajectory` message carries, one a message. */
export const teamPosition = z.object({
  userId: z.string(),
  createUser: z.string(),
  position: wirePosition,
  actualUploadTime: z.string(),
});
export type TeamPosition = z.output<typeof teamPosition>;

export const ranger = z.object({
  userId: z.string(),
  fullName: z.string(),
  createUser: z.string(),
  phone: z.string().nullable(),
  gridNo: z.string(),
  gridName: z.string(),
  /** null: never heard of. */
  position: wirePosition.nullable(),
  actualUploadTime: z.string().nullable(),
  receiveTime: z.string().nullable(),
  isOnline: z.enum(['0', '1']),
  /** Tasks in hand. */
  taskCount: z.number(),
  taskIds: z.array(z.string()),
  /** Metres and degrees clockwise from north, from the place that was asked about; null without one. */
  distance: z.number().nullable(),
  bearing: z.number().nullable(),
});
export type WireRanger = z.output<typeof ranger>;

export const trackPoint = z.object({ position: wirePosition, actualUploadTime: z.string(), receiveTime: z.string() });
export type WireTrackPoint = z.output<typeof trackPoint>;
