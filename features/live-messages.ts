// The live messages of all features: what is published on each topic, and how a client reads it. The compiler checks writers against the
// schemas; docs/api.md and the AsyncAPI document are generated from them.

import type { GridNames, Topic } from '@lookout/contract';
import { type EventOf, type GridNo, type ObjectKind, type ObjectStates, parseGridNo } from '@lookout/domain';
import { z } from 'zod';
import { type EventTopic, TOPIC_KINDS, TOPICS, type TopicKind } from './live-topics.ts';
import { TOPIC_MESSAGES } from './topics.generated.ts';

type Message = (typeof TOPIC_MESSAGES)[number];
type DataOn<K extends TopicKind, M> = M extends {
  readonly topics: readonly (infer T extends Topic)[];
  readonly data: infer S extends z.ZodType;
}
  ? K extends T['name']
    ? z.output<S>
    : never
  : never;

/** The payload's `data`, by topic. */
export type LiveData<K extends TopicKind> = DataOn<K, Message>;

/** The kinds of messages on each topic. */
const messages = new Map<TopicKind, readonly Message[]>(
  TOPICS.map((topic) => [topic.name, TOPIC_MESSAGES.filter(({ topics }: { readonly topics: readonly Topic[] }) => topics.includes(topic))]),
);

function schemaOn(kind: TopicKind): z.ZodType {
  const [first = z.never(), ...more] = (messages.get(kind) ?? []).map(({ data }): z.ZodType => data);
  return more.length === 0 ? first : z.union([first, ...more]);
}

/** The schema of the payload's `data`, by topic. */
export const liveSchemas = Object.fromEntries(TOPIC_KINDS.map((kind) => [kind, schemaOn(kind)])) as Readonly<Record<TopicKind, z.ZodType>>;

/** What is published on each topic, for the documents: the topic's summary, and what other features' messages on it add. */
export const liveSummaries = Object.fromEntries(
  TOPICS.map(({ name, summary }) => [
    name,
    [summary, ...(messages.get(name) ?? []).flatMap((message) => message.summary ?? [])].join('，'),
  ]),
) as Readonly<Record<TopicKind, string>>;

/** The content of a live message: its topic, grid and data, without number and time. */
export type LiveContent<K extends EventTopic = EventTopic> = {
  readonly [T in K]: { readonly kind: T; readonly gridNo: GridNo; readonly data: LiveData<T> };
}[K];

/**
 * The messages that an event about an object publishes.
 * @param after the object's state after the event; null: deleted
 */
export type LiveMessagesOf<O extends ObjectKind> = (
  event: EventOf<O>,
  after: ObjectStates[O] | null,
  nameOf: GridNames,
) => readonly LiveContent[];

interface Envelope<K extends TopicKind> {
  /** Absent for positions. */
  readonly seq?: number;
  /** ISO 8601. */
  readonly at: string;
  readonly kind: K;
  readonly gridNo: GridNo;
  /** The `X-Request-Id` of the call that caused it, if any: a page recognises its own changes by it. */
  readonly requestId?: string;
  readonly data: LiveData<K>;
}
export type LiveMessage<K extends TopicKind = TopicKind> = { readonly [T in K]: Envelope<T> }[K];

// zod compiles schemas with eval where allowed; a page's content security policy forbids it and reports even the attempt.
if ('document' in globalThis) z.config({ jitless: true });

const envelopeSchema = z.object({
  seq: z.number().int().optional(),
  at: z.string(),
  kind: z.enum(TOPIC_KINDS),
  gridNo: z.string(),
  requestId: z.string().optional(),
  data: z.unknown(),
});

/** What a live message says, with its grid, its time and the request that caused it. */
export type LiveUpdate = ReturnType<Message['read']> & {
  /** Absent for positions. */
  readonly seq?: number;
  readonly publishedAt: Date;
  readonly gridNo: GridNo;
  /** The `X-Request-Id` of the call that caused it; null: unknown. A page recognises its own changes by it. */
  readonly requestId: string | null;
};

/** Reads a live message as an update in domain types. @returns null: not a valid message, or the server is newer than this page */
export function readLive(value: unknown): LiveUpdate | null {
  const envelope = envelopeSchema.safeParse(value);
  if (!envelope.success) return null;
  const { seq, at, kind, requestId = null, data: raw } = envelope.data;
  const gridNo = parseGridNo(envelope.data.gridNo);
  if (gridNo === null) return null;
  for (const message of messages.get(kind) ?? []) {
    const data = message.data.safeParse(raw);
    if (!data.success) continue;
    // The schema and the reader belong to one message; TypeScript cannot follow the pair through the list.
    const read = message.read as (data: unknown) => ReturnType<Message['read']>;
    return { ...(seq !== undefined && { seq }), publishedAt: new Date(at), gridNo, requestId, ...read(data.data) };
  }
  return null;
}
