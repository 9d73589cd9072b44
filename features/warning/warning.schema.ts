// The schemas of a warning, in replies and in live messages, and of its readers.

import { gridNo, schemaOf, time } from '@lookout/contract';
import type { Named } from '@lookout/domain';
import { z } from 'zod';
import { type ListedWarning, type NamedWarning, WARNING_LEVELS, type WarningReader } from './warning.ts';

const level = z.enum(WARNING_LEVELS);

const named = z.object({
  id: z.uuid(),
  gridNo,
  gridName: z.string(),
  areas: z.array(z.object({ gridNo, gridName: z.string() })),
  level,
  text: z.string(),
  startsAt: time,
  endsAt: time,
  revision: z.number(),
  steps: z.array(z.object({ at: time, by: z.string(), level: level.nullable(), text: z.string() })),
  issuedAt: time,
  liftedAt: time.nullable(),
});

export const warning = schemaOf<NamedWarning>()(named);

export const listedWarning = schemaOf<ListedWarning>()(named.extend({ readAt: time.nullable() }));

export const warningReader = schemaOf<Named<WarningReader>>()(
  z.object({ userId: z.string(), fullName: z.string(), gridNo, gridName: z.string(), readAt: time.nullable() }),
);
