// What came over the line, as a message of the contract: the one decoder of every reader.
import { parseGridNo } from '@lookout/domain';
import { z } from 'zod';
import { type LiveMessage, liveSchemas } from './messages.ts';
import { TOPIC_KINDS } from './topics.ts';

// Schemas are compiled with eval where that is allowed; a page's policy forbids it, and even to try is reported as a breach.
if ('document' in globalThis) z.config({ jitless: true });

const envelope = z.object({
  seq: z.number().int().optional(),
  at: z.string(),
  kind: z.enum(TOPIC_KINDS),
  gridNo: z.string(),
  requestId: z.string().optional(),
  data: z.unknown(),
});

/** @returns null: it is no message of this contract */
export function decodeLive(value: unknown): LiveMessage | null {
  const outer = envelope.safeParse(value);
  if (!outer.success) return null;
  const { kind, gridNo: text, data: raw, ...rest } = outer.data;
  const gridNo = parseGridNo(text);
  const data = liveSchemas[kind].safeParse(raw);
  // The schema is that of this very kind; the pair cannot be followed through the lookup.
  return gridNo === null || !data.success ? null : ({ ...rest, kind, gridNo, data: data.data } as LiveMessage);
}
