// The schema of an operating mode's setting, in replies and in live messages.
import { gridNo, schemaOf, time } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import { type ModeSetting, OPERATING_MODES } from './operating-mode.ts';

export const modeSetting = schemaOf<Named<ModeSetting>>()(
  z.object({
    gridNo,
    gridName: z.string(),
    mode: z.enum(OPERATING_MODES),
    reason: z.string(),
    setBy: z.string(),
    setAt: time,
    version: z.number(),
    exerciseId: z.uuid().nullable(),
  }),
);

/** In the replay of a desk. */
export const pastModes = z.array(modeSetting);
