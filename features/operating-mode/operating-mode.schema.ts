// The setting of an operating mode in the wire format.
import { z } from 'zod';
import { OPERATING_MODES } from './operating-mode.ts';

export const modeSetting = z.object({
  gridNo: z.string(),
  gridName: z.string(),
  mode: z.enum(OPERATING_MODES),
  reason: z.string(),
  createUser: z.string(),
  createTime: z.string(),
  version: z.number(),
  /** The exercise that runs while the mode is `simulation`. */
  exerciseId: z.uuid().nullable(),
});
export type WireModeSetting = z.output<typeof modeSetting>;
