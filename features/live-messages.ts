// The payload of each live topic. The compiler checks writers against it, the schemas check what is read; docs/api.md and the AsyncAPI document
// are generated from the same table.

import { type EventTopic, type GridNames, TOPIC_KINDS, type TopicKind } from '@lookout/contract';
import { type EventOf, type GridNo, type ObjectKind, type ObjectStates, parseGridNo } from '@lookout/domain';
import { z } from 'zod';
import { anyAlarm, cameraAlarm, dangerAlarm, reportAlarm, satelliteAlarm, smokeAlarm } from './alarm/alarm.schema.ts';
import { ALARM_ACTS } from './alarm/alarm-acts.wire.ts';
import { exercise } from './exercise/exercise.schema.ts';
import { hazardWarning } from './hazard/hazard.schema.ts';
import { HAZARD_WARNING_ACTS } from './hazard/hazard.ts';
import { incidentMember } from './incident/incident.schema.ts';
import { modeSetting } from './operating-mode/operating-mode.schema.ts';
import { planRun } from './plan/plan.schema.ts';
import { plot } from './plot/plot.schema.ts';
import { teamPosition } from './ranger/ranger.schema.ts';
import { rangerMessage } from './ranger-message/ranger-message.schema.ts';
import { dueReport } from './reporting/reporting.schema.ts';
import { personSafety } from './safety/safety.schema.ts';
import { shift } from './shift/shift.schema.ts';
import { sos } from './sos/sos.schema.ts';
import { task, taskStep } from './task/task.schema.ts';
import { warning } from './warning/warning.schema.ts';

/** The change, and the full name of who made it. */
const change = { change: z.enum(ALARM_ACTS), changedBy: z.string() };
/** By whom, why and from which grid an alarm was pushed upwards. */
const report = { pushedBy: z.string(), pushNote: z.string().nullable(), fromGridNo: z.string(), fromGridName: z.string() };

const everyAlarmWith = <S extends z.ZodRawShape>(shape: S) =>
  z.discriminatedUnion('kind', [
    satelliteAlarm.extend(shape),
    cameraAlarm.extend(shape),
    reportAlarm.extend(shape),
    smokeAlarm.extend(shape),
    dangerAlarm.extend(shape),
  ]);

const gone = { id: z.uuid(), deleted: z.literal(true) };
const changedAlarm = everyAlarmWith(change);
/** The alarm was deleted, or moved to a grid that the receiver does not see. */
const goneAlarm = z.object({ ...gone, ...change });
/** The desk of this grid was taken or handed over. */
const shiftChange = z.object({ shift });
/** A plan was started for a fire, or its level or checklist changed. */
const planRunChange = z.object({ planRun });
/** A warning was issued, changed or lifted. */
const warningChange = z.object({ warning });
/** A ranger's SOS was raised, located, taken, called off or closed. */
const sosChange = z.object({ sos });
/** A message between a desk and a ranger was sent or read. */
const rangerMessageChange = z.object({ rangerMessage });
const reportedAlarm = everyAlarmWith(report);

/** The current task, and the step that changed it (null: dispatched or cancelled). */
const changedTask = task.extend({ step: taskStep.nullable() });
/** These alarms now belong to these fires. */
const joined = z.object({ members: z.array(incidentMember) });
/**
 * Events of an exercise: the exercise itself, or the message that a real alarm or task would have sent on the topic of that name. They have
 * a separate topic, so that a subscriber to real alarms never receives one.
 */
const drilled = z.discriminatedUnion('of', [
  z.object({ of: z.literal('exercise'), data: exercise }),
  z.object({ of: z.literal('newFire'), data: anyAlarm }),
  z.object({ of: z.literal('fireAlarm'), data: z.union([changedAlarm, goneAlarm]) }),
  z.object({ of: z.literal(['countyReport', 'cityReport']), data: reportedAlarm }),
  z.object({ of: z.literal('delegate'), data: changedTask }),
  z.object({ of: z.literal('incident'), data: joined }),
]);

export const liveSchemas = {
  newFire: anyAlarm,
  fireAlarm: z.union([changedAlarm, goneAlarm, shiftChange, planRunChange, warningChange, sosChange, rangerMessageChange]),
  countyReport: reportedAlarm,
  cityReport: reportedAlarm,
  delegate: changedTask,
  plotDetail: z.union([plot, z.object(gone)]),
  operatingMode: modeSetting,
  exercise: drilled,
  hazardWarning: z.object({ warning: hazardWarning, change: z.enum(HAZARD_WARNING_ACTS), changedBy: z.string() }),
  incident: joined,
  dueReport,
  personSafety,
  teamTrajectory: teamPosition,
} as const satisfies Record<TopicKind, z.ZodType>;

/** The payload's `data`, by topic. */
export type LiveData<K extends TopicKind> = z.output<(typeof liveSchemas)[K]>;

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

const envelope = z.object({
  seq: z.number().int().optional(),
  at: z.string(),
  kind: z.enum(TOPIC_KINDS),
  gridNo: z.string(),
  requestId: z.string().optional(),
  data: z.unknown(),
});

/** The only decoder of live messages. @returns null: not a valid message */
export function decodeLive(value: unknown): LiveMessage | null {
  const outer = envelope.safeParse(value);
  if (!outer.success) return null;
  const { kind, gridNo: text, data: raw, ...rest } = outer.data;
  const gridNo = parseGridNo(text);
  const data = liveSchemas[kind].safeParse(raw);
  // The schema belongs to this kind; TypeScript cannot follow the pair through the lookup.
  return gridNo === null || !data.success ? null : ({ ...rest, kind, gridNo, data: data.data } as LiveMessage);
}
