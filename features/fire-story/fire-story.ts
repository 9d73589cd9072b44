// The story of a fire (经过): which kinds of lines it has, under which topic each is told, and who may read it. One table: a new kind is one row here and its
// words in packages/report.
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

/** What nobody did: read from positions and observations that are kept beside the log. */
export const RECORD_KINDS = ['record.people', 'record.weather'] as const;
export type StoryRecordKind = (typeof RECORD_KINDS)[number];

interface StoryRow {
  readonly topic: StoryTopic;
  /** Who may read it beside everybody who may read the fire; absent: everybody. The same as of the call that lists such objects. */
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
/** What an event must be to be told. */
export type StoryEvent = Extract<DomainEvent, { readonly kind: StoryKind }>;

const table: Readonly<Record<StoryKind, StoryRow>> = rows;

export const isStoryKind = (kind: string): kind is StoryKind => Object.hasOwn(rows, kind);
export const storyTopic = (kind: StoryKind): StoryTopic => table[kind].topic;
export const isStoryEvent = (event: LoggedEvent): event is Logged<StoryEvent> => isStoryKind(event.kind);

/** May who holds these capabilities, and may read the fire, read such a line? */
export const mayReadStory = (kind: StoryKind, held: ReadonlySet<Capability>): boolean => {
  const { needs } = table[kind];
  return needs === undefined || held.has(needs);
};

/** The kinds of objects whose events are told. A record is of a task, or of the fire. */
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

/** What is told once of several alarms: an act on a fire is one act, though each of its alarms has the event. */
export interface StoryMoment {
  /** The one of them that says most, under the number of the last. */
  readonly event: Logged<StoryEvent>;
  readonly alarmIds: readonly string[];
}

/** The id of the task that an event of an alarm repeats; null: it repeats none. */
const repeatedTask = (event: StoryEvent): string | null =>
  event.kind === 'alarm.dispatched' || event.kind === 'alarm.progressed' ? event.payload.taskId : null;

/**
 * Events as they are told, oldest first: an act on several alarms once; the steps of a task by the task itself, or, once that has left the log, by the alarms.
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
    // Twice of one alarm is two acts, as two messages sent with one request.
    else if (known.alarmIds.includes(event.objectId)) moments.set(event.id, { event, alarmIds: [event.objectId] });
    else {
      known.event = { ...(saysMore(known.event) ? known.event : event), seq: event.seq };
      known.alarmIds.push(event.objectId);
    }
  }
  return [...moments.values()].sort((a, b) => a.event.seq - b.event.seq);
}

/** Equal for the events of one act of a person. What several alarms came with is several alarms. */
const sharedAct = ({ kind, requestId, recordedAt, id }: StoryEvent): string =>
  kind === 'alarm.recorded' || kind === 'alarm.linked' ? id : `${kind} ${requestId} ${recordedAt.getTime()}`;

/** A judgement has no kind of fire for a person's report, which the same act gives the other alarms. */
const saysMore = (event: StoryEvent): boolean =>
  (event.kind === 'alarm.judged' || event.kind === 'alarm.corrected') && event.payload.judgement.realFireType !== null;
