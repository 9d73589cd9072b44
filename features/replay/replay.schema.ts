// The state of a desk at a past moment, and the positions received in a period.
import { schemaOf, time } from '@lookout/contract';
import { z } from 'zod';
import { pastSchemas } from '../past-schemas.generated.ts';

type PastSchemas = typeof pastSchemas;

/** The lists of a desk at a past moment, with which the replay starts. */
export type DeskMoment = {
  readonly at: Date;
  /** The log's number at that moment: the events up to it were known then. */
  readonly seq: number;
} & { readonly [K in keyof PastSchemas]: Readonly<z.output<PastSchemas[K]>> };

export const deskMoment = schemaOf<DeskMoment>()(z.object({ at: time, seq: z.number(), ...pastSchemas }));

/** One person's positions in the order of receipt, as columns; each number after the first is the difference from the previous one. */
export const positionColumns = z.object({
  userId: z.string(),
  /** The phone's measuring time, epoch milliseconds. */
  at: z.array(z.number()),
  /** Delay until receipt, milliseconds; not a difference. */
  delay: z.array(z.number()),
  /** Millionths of a degree: a tenth of a metre. */
  longitude: z.array(z.number()),
  latitude: z.array(z.number()),
});
export type WirePositionColumns = z.output<typeof positionColumns>;
