// The story of a fire (经过): its kinds of lines, the topic of each, and who may read it. One table: a new kind needs one row here and its
// texts in packages/report.
import type { Capability, DomainEvent, EventKind, Logged, LoggedEvent, ObjectKind } from '@lookout/domain';

/** 报警, 处置, 归并, 任务, 短信与命令, 报送与文书, 预案, 标绘, 求救, 推演, 人员位置, 天气. */
export const STORY_TOPICS = [
  'sighting',
  'response',
  'decision',
  'task',
  'message',
  'report',
  'plan',
  'drawing',
  'distress',
  'forecast',
  'people',
  'weather',
] as const;
export type StoryTopic = (typeof STORY_TOPICS)[number];
export const isStoryTopic = (text: string): text is StoryTopic => (STORY_TOPICS as readonly string[]).includes(text);

/** Lines without an actor, read from positions and observations that are stored outside the log. */
export const RECORD_KINDS = ['record.people', 'record.weather'] as const;
export type StoryRecordKind = (typeof RECORD_KINDS)[number];

interface StoryRow {
  readonly topic: StoryTopic;
  /** The capability needed in addition to access to the fire; absent: none. The same capability as for the call that lists such objects. */
  readonly needs?: Capability;
}

const sighting = { topic: 'sighting' } as const;
const response = { topic: 'response' } as const;
const decision = { topic: 'decision' } as const;
const task = { topic: 'task' } as const;
const message = { topic: 'message' } as const;
const report = { topic: 'report' } as const;
const document = { topic: 'report', needs: 'support-decisions' } as const;
const archive = { topic: 'report', needs: 'dispatch' } as const;
const plan = { topic: 'plan' } as const;
const drawing = { topic: 'drawing' } as const;
const distress = { topic: 'distress' } as const;
const forecast = { topic: 'forecast', needs: 'support-decisions' } as const;

const rows = {
  'alarm.recorded': sighting,
  'alarm.linked': sighting,
  'alarm.moved': sighting,
  'alarm.edited': sighting,
  'alarm.second-looked': sighting,
  'alarm.seen': response,
  'alarm.acknowledged': response,
  'alarm.taken-over': response,
  'alarm.judged': response,
  'alarm.corrected': response,
  'alarm.pushed': response,
  'alarm.push-withdrawn': response,
  'alarm.handled': response,
  'alarm.reopened': response,
  'alarm.closed': response,
  'alarm.rekindled': response,
  'incident.split': decision,
  'incident.merged': decision,
  'incident.undone': decision,
  'incident.fact-noted': decision,
  'alarm.dispatched': task,
  'alarm.progressed': task,
  'task.dispatched': task,
  'task.advanced': task,
  'task.cancelled': task,
  'alarm.messaged': message,
  'alarm.ordered': message,
  'alarm.order-received': message,
  'alarm.order-withdrawn': message,
  'ranger-message.sent': message,
  'ranger-message.read': message,
  'due-report.fell-due': report,
  'due-report.sent': report,
  'due-report.received': report,
  'due-report.read': report,
  'due-report.escalated': report,
  'due-report.told-late': report,
  'due-report.lapsed': report,
  'document.begun': document,
  'document.issued': document,
  'archive.opened': archive,
  'archive.sealed': archive,
  'incident.packaged': archive,
  'plan-run.started': plan,
  'plan-run.level-changed': plan,
  'plan-run.item-done': plan,
  'plan-run.item-reopened': plan,
  'plan-run.ended': plan,
  'plot.drawn': drawing,
  'plot.revised': drawing,
  'plot.removed': drawing,
  'sos.raised': distress,
  'sos.pressed': distress,
  'sos.located': distress,
  'sos.taken': distress,
  'sos.cancelled': distress,
  'sos.closed': distress,
  'safety.alarm-raised': distress,
  'safety.alarm-taken': distress,
  'safety.alarm-ended': distress,
  'spread.finished': forecast,
  'spread.cancelled': forecast,
  'record.people': { topic: 'people', needs: 'see-rangers' },
  'record.weather': { topic: 'weather' },
} as const satisfies Partial<Record<EventKind | StoryRecordKind, StoryRow>>;

export type StoryKind = keyof typeof rows;
export const STORY_KINDS = Object.keys(rows) as readonly StoryKind[];
/** The events that are part of a story. */
export type StoryEvent = Extract<DomainEvent, { readonly kind: StoryKind }>;

const table: Readonly<Record<StoryKind, StoryRow>> = rows;

export const isStoryKind = (kind: string): kind is StoryKind => Object.hasOwn(rows, kind);
export const storyTopic = (kind: StoryKind): StoryTopic => table[kind].topic;
export const isStoryEvent = (event: LoggedEvent): event is Logged<StoryEvent> => isStoryKind(event.kind);

/** Whether a user with these capabilities, and with access to the fire, may read such a line. */
export const mayReadStory = (kind: StoryKind, rights: ReadonlySet<Capability>): boolean => {
  const { needs } = table[kind];
  return needs === undefined || rights.has(needs);
};

/** The kinds of objects whose events are part of a story. A record belongs to a task, or to the fire. */
export const OBJECTS_OF_STORY = [
  'alarm',
  'incident',
  'task',
  'due-report',
  'document',
  'archive',
  'plan-run',
  'plot',
  'sos',
  'safety',
  'ranger-message',
  'spread',
] as const satisfies readonly ObjectKind[];
export type ObjectOfStory = (typeof OBJECTS_OF_STORY)[number];

/** One moment of the story for several alarms: an act on a fire is one act, though each of its alarms has the event. */
export interface StoryMoment {
  /** The most detailed of its events, under the number of the last one. */
  readonly event: Logged<StoryEvent>;
  readonly alarmIds: readonly string[];
}

/** The id of the task whose event this alarm event repeats; null: it repeats none. */
const repeatedTask = (event: StoryEvent): string | null =>
  event.kind === 'alarm.dispatched' || event.kind === 'alarm.progressed' ? event.payload.taskId : null;

/**
 * The events as moments of a story, oldest first. An act on several alarms appears once. The steps of a task are taken from the task
 * itself, or from the alarms once the task has left the log.
 * @param events in the order of their numbers
 */
export function storyMoments(events: readonly Logged<StoryEvent>[]): StoryMoment[] {
  const tasks = new Set(events.flatMap(({ kind, objectId }) => (kind === 'task.dispatched' ? [objectId] : [])));
  const moments = new Map<string, { event: Logged<StoryEvent>; alarmIds: string[] }>();
  for (const event of events) {
    const repeats = repeatedTask(event);
    if (repeats !== null && tasks.has(repeats)) continue;
    const isOfAlarm = event.kind.startsWith('alarm.');
    const key = isOfAlarm && event.requestId !== null && event.actor.kind === 'officer' ? sharedAct(event) : event.id;
    const known = moments.get(key);
    if (known === undefined) moments.set(key, { event, alarmIds: isOfAlarm ? [event.objectId] : [] });
    // Two events of the same alarm are two acts, such as two messages sent with one request.
    else if (known.alarmIds.includes(event.objectId)) moments.set(event.id, { event, alarmIds: [event.objectId] });
    else {
      known.event = { ...(hasDetail(known.event) ? known.event : event), seq: event.seq };
      known.alarmIds.push(event.objectId);
    }
  }
  return [...moments.values()].sort((a, b) => a.event.seq - b.event.seq);
}

/** A key that is equal for the events of one person's act. Several alarms that arrived with one request remain several. */
const sharedAct = ({ kind, requestId, recordedAt, id }: StoryEvent): string =>
  kind === 'alarm.recorded' || kind === 'alarm.linked' ? id : `${kind} ${requestId} ${recordedAt.getTime()}`;

/** The judgement of a person's report has no kind of fire, but the same act sets one for the other alarms. */
const hasDetail = (event: StoryEvent): boolean =>
  (event.kind === 'alarm.judged' || event.kind === 'alarm.corrected') && event.payload.judgement.realFireType !== null;
