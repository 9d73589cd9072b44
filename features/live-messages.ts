// The live messages of all features: what is published on each topic, and how a client reads it. The compiler checks writers against the
// schemas; docs/api.md and the AsyncAPI document are generated from them.

import { type EventTopic, type GridNames, TOPIC_KINDS, type TopicKind } from '@lookout/contract';
import { type EventOf, type GridNo, type ObjectKind, type ObjectStates, parseGridNo } from '@lookout/domain';
import { z } from 'zod';
import { TOPICS } from './topics.generated.ts';

type Message = (typeof TOPICS)[number];
type DataOn<K extends TopicKind, M> = M extends { readonly topics: readonly (infer T)[]; readonly data: infer S extends z.ZodType }
  ? K extends T
    ? z.output<S>
    : never
  : never;

/** The payload's `data`, by topic. */
export type LiveData<K extends TopicKind> = DataOn<K, Message>;

/** The kinds of messages on each topic. */
const messages = new Map<TopicKind, readonly Message[]>(
  TOPIC_KINDS.map((kind) => [kind, TOPICS.filter(({ topics }: { readonly topics: readonly TopicKind[] }) => topics.includes(kind))]),
);

function schemaOn(kind: TopicKind): z.ZodType {
  const [first, ...more] = (messages.get(kind) ?? []).map(({ data }): z.ZodType => data);
  if (first === undefined) throw new Error(`no feature publishes on ${kind}`);
  return more.length === 0 ? first : z.union([first, ...more]);
}

/** The schema of the payload's `data`, by topic. */
export const liveSchemas = Object.fromEntries(TOPIC_KINDS.map((kind) => [kind, schemaOn(kind)])) as Readonly<Record<TopicKind, z.ZodType>>;

/** Descriptions for the documents. */
export const liveSummaries = {
  newFire: '新火警：产生时一次',
  fireAlarm:
    '火警的每次变化（接警、研判、上报、处置、移位、命令与其收到、关闭、删除），席位的接班与交班，预案的启动、响应级别与处置清单的变化，森林火险预警（发至区域内各县），护林员求救（发出、定位、接手、取消、结束），以及席位与护林员就火情互发的消息（发出、已读）',
  countyReport: '县级上报的火警，送达上级席位',
  cityReport: '市州或省级上报的火警，送达上级席位',
  delegate: '任务的派发、进展与取消',
  plotDetail: '标绘的新建、修改与删除',
  operatingMode: '运行模式（日常、应急、演练）的设定：对该网格与其所有下级有效，席位须订阅自己与各上级网格',
  exercise: '演练：开始、结束、讲评，以及演练中的火警与任务（带 drill: true），与真实火警的主题分开',
  hazardWarning: '地质灾害预警的发布、升级、降级、解除、接警、处置与关闭',
  incident: '火警归入火情：新到的，或改归另一起的；按火警所在网格发布',
  dueReport: '报送件：到期时限的产生、报送、签收、已阅、转报上级、迟报与不再需要',
  personSafety: '火场附近人员的安全：余量的级别、失联、告警的产生、接手与解除；按人员所属网格发布，不是每次位置都发',
  teamTrajectory: '护林员位置：没有 seq，不补发',
} as const satisfies Record<TopicKind, string>;

/** A message before it is numbered. */
export type LiveDraft<K extends EventTopic = EventTopic> = {
  readonly [T in K]: { readonly kind: T; readonly gridNo: GridNo; readonly data: LiveData<T> };
}[K];

/**
 * The messages that an event about an object publishes.
 * @param after the object's state after the event; null: deleted
 */
export type DraftsOf<O extends ObjectKind> = (event: EventOf<O>, after: ObjectStates[O] | null, nameOf: GridNames) => readonly LiveDraft[];

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
