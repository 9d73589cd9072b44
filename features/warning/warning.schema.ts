// The schema of a warning, in replies and in live messages. A page loads the reader in the neighbouring file without it.

import { z } from 'zod';
import { WARNING_LEVELS } from './warning.ts';

const level = z.enum(WARNING_LEVELS);

export const warning = z.object({
  id: z.uuid(),
  /** The smallest grid that covers all areas. */
  gridNo: z.string(),
  gridName: z.string(),
  areas: z.array(z.object({ areaNo: z.string(), areaName: z.string() })),
  level,
  text: z.string(),
  validFrom: z.string(),
  validTo: z.string(),
  /** Incremented by each change. */
  revision: z.number(),
  /** `level` null: the warning was lifted. */
  steps: z.array(z.object({ time: z.string(), user: z.string(), level: level.nullable(), text: z.string() })),
  issueTime: z.string(),
  liftTime: z.string().nullable(),
});
export type WireWarning = z.output<typeof warning>;
