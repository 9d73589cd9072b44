// Makes the lines of a fire's story, one for each event or measurement. The detail of an alarm's event has the field names of the alarm's history.

import { fileUrl, formatTime, type GridNames } from '@lookout/contract';
import { actorName, type EventPayloads, objectKindOf, type Position, SECOND_MS } from '@lookout/domain';
import type { AlarmEventKind, AlarmHistoryLine } from '../alarm/alarm-events.ts';
import { readHistoryDetail, writeHistoryLine } from '../alarm/alarm-history.wire.ts';
import type { ResponseLevel } from '../plan/plan.ts';
import type { PlotKind } from '../plot/plot-kinds.ts';
import type { MessageSender, RangerMessage } from '../ranger-message/ranger-message.ts';
import type { NotedFact, ReportReason } from '../reporting/reporting-rule.ts';
import type { PersonSafety, SafetyEnd, SafetyReason } from '../safety/safety.ts';
import type { FireDocumentKind } from '../situation/fire-document.ts';
import type { SosOutcome } from '../sos/sos.ts';
import type { TaskState } from '../task/task.ts';
import type { WireStoryLine } from './fire-story.schema.ts';
import { type ObjectOfStory, type StoryEvent, type StoryKind, type StoryMoment, type StoryRecordKind, storyTopic } from './fire-story.ts';

type AlarmDetails = { readonly [K in AlarmEventKind & StoryKind]: Extract<AlarmHistoryLine, { kind: K }>['detail'] };
interface DueReportDetail {
  readonly reason: ReportReason | null;
  readonly due: string | null;
  /** The name of the grid that the line is about; null: none. */
  readonly receiver: string | null;
}
interface ItemDetail {
  readonly item: string;
  readonly note: string | null;
}
interface PlotDetail {
  readonly plotKind: PlotKind | null;
  readonly name: string;
}
interface SafetyDetail {
  readonly fullName: string;
  readonly reasons: readonly SafetyReason[];
}
interface MessageDetail {
  /** The ranger's name, whoever wrote the entry. */
  readonly fullName: string;
  readonly sender: MessageSender;
  readonly content: string;
}
type NoDetail = Readonly<Record<never, never>>;

/** The details of a line besides its header, as sent. Those of an alarm are the same as in its history. */
interface OtherDetails {
  readonly 'incident.split': { readonly staying: number; readonly leaving: number };
  readonly 'incident.merged': { readonly count: number };
  readonly 'incident.undone': { readonly decision: 'split' | 'merge' };
  readonly 'incident.fact-noted': {
    readonly fact: NotedFact;
    readonly from: number | boolean | string | null;
    readonly to: number | boolean | string;
  };
  readonly 'incident.packaged': EventPayloads['incident.packaged'];
  readonly 'task.dispatched': { readonly content: string; readonly members: readonly string[]; readonly priority: number };
  readonly 'task.advanced': { readonly fullName: string; readonly state: TaskState; readonly text: string | null };
  readonly 'task.cancelled': { readonly reason: string };
  readonly 'due-report.fell-due': DueReportDetail;
  readonly 'due-report.sent': DueReportDetail;
  readonly 'due-report.received': DueReportDetail;
  readonly 'due-report.read': DueReportDetail;
  readonly 'due-report.escalated': DueReportDetail;
  readonly 'due-report.told-late': DueReportDetail;
  readonly 'due-report.lapsed': DueReportDetail;
  readonly 'document.begun': { readonly documentKind: FireDocumentKind };
  readonly 'document.issued': {
    readonly documentKind: FireDocumentKind | null;
    readonly year: number;
    readonly count: number;
    readonly sha256: string;
  };
  readonly 'archive.opened': { readonly version: number };
  readonly 'archive.sealed': { readonly version: number | null; readonly sha256: string };
  readonly 'plan-run.started': { readonly planTitle: string; readonly level: ResponseLevel; readonly reason: string };
  readonly 'plan-run.level-changed': { readonly from: ResponseLevel; readonly to: ResponseLevel; readonly reason: string };
  readonly 'plan-run.item-done': ItemDetail;
  readonly 'plan-run.item-reopened': ItemDetail;
  readonly 'plan-run.ended': { readonly reason: string };
  readonly 'plot.drawn': PlotDetail;
  readonly 'plot.revised': PlotDetail;
  readonly 'plot.removed': PlotDetail;
  readonly 'ranger-message.sent': MessageDetail;
  readonly 'ranger-message.read': MessageDetail;
  readonly 'sos.raised': { readonly fullName: string };
  readonly 'sos.pressed': NoDetail;
  readonly 'sos.located': NoDetail;
  readonly 'sos.taken': NoDetail;
  readonly 'sos.cancelled': { readonly reason: string };
  readonly 'safety.alarm-raised': SafetyDetail & { readonly marginMinutes: number | null };
  readonly 'safety.alarm-taken': SafetyDetail;
  readonly 'safety.alarm-ended': Pick<SafetyDetail, 'fullName'> & { readonly reason: SafetyEnd };
  readonly 'sos.closed': { readonly outcome: SosOutcome; readonly note: string | null };
  /** The modelled hectares after a number of hours, and the number of observations used for correction. */
  readonly 'spread.finished': { readonly hours: number; readonly areaHectares: number; readonly seen: number };
  readonly 'spread.cancelled': { readonly hours: number };
  readonly 'record.people': {
    readonly people: readonly {
      readonly fullName: string;
      readonly positions: number;
      readonly first: string;
      readonly last: string;
      /** When the person first came within 500 m of the fire; null: never. */
      readonly arrived: string | null;
    }[];
  };
  /** Weather at noon, as fire weather is stored: °C, %, km/h, mm in 24 h. */
  readonly 'record.weather': {
    readonly gridName: string;
    readonly temperature: number;
    readonly humidity: number;
    readonly windSpeed: number;
    readonly rain: number;
    readonly fwi: number;
  };
}
type StoryDetails = AlarmDetails & OtherDetails;

/** One line as used by a page. */
export type StoryLine = {
  readonly [K in StoryKind]: {
    readonly seq: number;
    readonly id: string;
    readonly at: Date;
    /** null: it became known as it happened. */
    readonly happenedAt: Date | null;
    readonly kind: K;
    readonly topic: WireStoryLine['topic'];
    readonly by: WireStoryLine['by'];
    readonly object: WireStoryLine['object'];
    readonly alarmIds: readonly string[];
    readonly position: Position | null;
    readonly formattedAddress: string | null;
    /** The addresses of the pictures. */
    readonly pictures: readonly string[];
    readonly recordings: number;
    readonly detail: StoryDetails[K];
  };
}[StoryKind];

type OtherKind = Exclude<StoryEvent['kind'], AlarmEventKind>;
type OtherEvent<K extends OtherKind> = Extract<StoryEvent, { readonly kind: K }>;

/** What is needed to write a line, besides its event. */
export interface StoryWriting {
  readonly nameOf: GridNames;
  /** The alarms of the fire that the reader may see. Of other alarms not even the number is revealed. */
  readonly alarmIds: ReadonlySet<string>;
  /** The first event of an object that has several: it contains the object's name. */
  readonly openingOf: (objectId: string) => StoryEvent | null;
}

const countIn = (ids: readonly string[], { alarmIds }: StoryWriting): number => ids.filter((id) => alarmIds.has(id)).length;

const dueReport =
  (receiverOf: (event: never) => string | null = () => null) =>
  (event: OtherEvent<OtherKind>, { openingOf, nameOf }: StoryWriting): DueReportDetail => {
    const opening = openingOf(event.objectId);
    const report = opening?.kind === 'due-report.fell-due' ? opening.payload.report : null;
    const receiver = receiverOf(event as never);
    return {
      reason: report?.reason ?? null,
      due: report && formatTime(report.dueAt),
      receiver: receiver === null ? null : (nameOf(receiver as never) ?? receiver),
    };
  };
const toReceiver = dueReport((event: OtherEvent<'due-report.received' | 'due-report.read'>) => event.payload.receiver);

const itemOf = (event: OtherEvent<'plan-run.item-done' | 'plan-run.item-reopened'>, { openingOf }: StoryWriting): string => {
  const opening = openingOf(event.objectId);
  const items = opening?.kind === 'plan-run.started' ? opening.payload.run.items : [];
  return items.find(({ id }) => id === event.payload.itemId)?.text ?? event.payload.itemId;
};

const details: { readonly [K in OtherKind]: (event: OtherEvent<K>, writing: StoryWriting) => OtherDetails[K] } = {
  'incident.split': ({ payload: { sides } }, writing) => ({ staying: countIn(sides[0], writing), leaving: countIn(sides[1], writing) }),
  'incident.merged': ({ payload: { alarmIds } }, writing) => ({ count: countIn(alarmIds, writing) }),
  'incident.undone': ({ payload: { kind: decision } }) => ({ decision }),
  'incident.fact-noted': ({ payload: { fact, from, to } }) => ({ fact, from, to }),
  'incident.packaged': ({ payload }) => payload,
  'task.dispatched': ({ payload: { task } }) => ({
    content: task.content,
    members: task.members.map(({ fullName }) => fullName),
    priority: task.priority,
  }),
  'task.advanced': ({ payload: { step } }) => ({ fullName: step.fullName, state: step.state, text: step.text }),
  'task.cancelled': ({ payload: { reason } }) => ({ reason }),
  'due-report.fell-due': dueReport(),
  'due-report.sent': dueReport(),
  'due-report.received': toReceiver,
  'due-report.read': toReceiver,
  'due-report.escalated': dueReport((event: OtherEvent<'due-report.escalated'>) => event.payload.to),
  'due-report.told-late': dueReport(),
  'due-report.lapsed': dueReport(),
  'document.begun': ({ payload: { document } }) => ({ documentKind: document.kind }),
  'document.issued': ({ objectId, payload: { number, sha256 } }, { openingOf }) => {
    const opening = openingOf(objectId);
    return { documentKind: opening?.kind === 'document.begun' ? opening.payload.document.kind : null, ...number, sha256 };
  },
  'archive.opened': ({ payload: { archive } }) => ({ version: archive.version }),
  'archive.sealed': ({ objectId, payload: { sha256 } }, { openingOf }) => {
    const opening = openingOf(objectId);
    return { version: opening?.kind === 'archive.opened' ? opening.payload.archive.version : null, sha256 };
  },
  'plan-run.started': ({ payload: { run } }) => ({ planTitle: run.planTitle, level: run.level, reason: run.steps[0]?.reason ?? '' }),
  'plan-run.level-changed': ({ payload: { from, to, reason } }) => ({ from, to, reason }),
  'plan-run.item-done': (event, writing) => ({ item: itemOf(event, writing), note: event.payload.note }),
  'plan-run.item-reopened': (event, writing) => ({ item: itemOf(event, writing), note: event.payload.reason }),
  'plan-run.ended': ({ payload: { reason } }) => ({ reason }),
  'plot.drawn': ({ payload: { plot } }) => ({ plotKind: plot.kind, name: plot.name }),
  'plot.revised': ({ payload: { draft } }) => ({ plotKind: draft.kind, name: draft.name }),
  'plot.removed': ({ payload: { kind, name } }) => ({ plotKind: kind, name }),
  'spread.finished': ({ payload: { hours, areaHectares, seen = 0 } }) => ({ hours, areaHectares, seen }),
  'spread.cancelled': ({ payload: { hours } }) => ({ hours }),
  'safety.alarm-raised': ({ payload: { safety } }) => ({ ...safetyDetail(safety), marginMinutes: safety.marginMinutes }),
  'safety.alarm-taken': ({ payload: { safety } }) => safetyDetail(safety),
  'safety.alarm-ended': ({ payload: { safety, reason } }) => ({ fullName: safety.fullName, reason }),
  'ranger-message.sent': ({ payload: { message } }) => messageDetail(message),
  'ranger-message.read': ({ payload: { message } }) => messageDetail(message),
  'sos.raised': ({ payload: { sos } }) => ({ fullName: sos.fullName }),
  'sos.pressed': () => ({}),
  'sos.located': () => ({}),
  'sos.taken': () => ({}),
  'sos.cancelled': ({ payload: { reason } }) => ({ reason }),
  'sos.closed': ({ payload: { outcome, note } }) => ({ outcome, note }),
};

const messageDetail = ({ fullName, sender, content }: RangerMessage): MessageDetail => ({ fullName, sender, content });

const safetyDetail = ({ fullName, alarm }: PersonSafety): SafetyDetail => ({ fullName, reasons: alarm?.reasons ?? [] });

interface Where {
  readonly position: Position | null;
  readonly formattedAddress: string | null;
}
const NOWHERE: Where = { position: null, formattedAddress: null };

/** Where the event happened; most acts have no place. */
function placeOf(event: StoryEvent): Where {
  switch (event.kind) {
    case 'alarm.recorded':
      return event.payload.alarm;
    case 'alarm.moved':
      return event.payload.to;
    case 'task.dispatched':
      return { position: event.payload.task.position, formattedAddress: event.payload.task.address };
    case 'task.advanced':
      return { position: event.payload.step.position, formattedAddress: null };
    case 'plot.drawn':
      return { position: event.payload.plot.points[0] ?? null, formattedAddress: null };
    case 'plot.revised':
      return { position: event.payload.draft.points[0] ?? null, formattedAddress: null };
    case 'safety.alarm-raised':
      return { position: event.payload.safety.position, formattedAddress: null };
    case 'sos.raised':
      return { position: event.payload.sos.place?.position ?? null, formattedAddress: event.payload.sos.address };
    case 'sos.pressed':
      return { position: event.payload.place?.position ?? null, formattedAddress: event.payload.address };
    case 'sos.located':
      return { position: event.payload.place.position, formattedAddress: event.payload.address };
    default:
      return NOWHERE;
  }
}

/** The ids of the pictures that an event shows. */
function picturesOf(event: StoryEvent): readonly string[] {
  switch (event.kind) {
    case 'alarm.recorded':
      return 'pictures' in event.payload.alarm.facts ? event.payload.alarm.facts.pictures : [];
    case 'alarm.progressed':
      return event.payload.photos;
    case 'task.dispatched':
      return event.payload.task.photos;
    case 'task.advanced':
      return event.payload.step.photos;
    default:
      return [];
  }
}

const recordingsOf = (event: StoryEvent): number =>
  event.kind === 'alarm.recorded' && event.payload.alarm.facts.kind === 'camera' ? event.payload.alarm.facts.videos.length : 0;

function writeActor(event: StoryEvent): WireStoryLine['by'] {
  const { actor } = event;
  const person = actor.kind === 'officer' ? actor : null;
  const facts = event.kind === 'alarm.recorded' ? event.payload.alarm.facts : null;
  const reporter = facts?.kind === 'report' ? facts.reporterName : null;
  return {
    kind: actor.kind,
    userId: person?.accountId ?? null,
    name: reporter ?? actorName(actor),
    post: person?.post ?? null,
    desk: person?.desk ?? null,
  };
}

function detailOf(event: StoryEvent, writing: StoryWriting): Record<string, unknown> {
  if (event.kind.startsWith('alarm.'))
    return writeHistoryLine(event as Extract<StoryEvent, { kind: AlarmEventKind }>, writing.nameOf).detail;
  // The table is keyed by the kind of this very event; TypeScript cannot follow a key and its value through a lookup.
  return (details[event.kind as OtherKind] as (event: StoryEvent, writing: StoryWriting) => Record<string, unknown>)(event, writing);
}

/** Shorter delays are only the duration of a call. */
const LEAST_DELAY_MS = 60 * SECOND_MS;

export function writeStoryLine({ event, alarmIds }: StoryMoment, writing: StoryWriting): WireStoryLine {
  const { position, formattedAddress } = placeOf(event);
  const isLater = event.recordedAt.getTime() - event.happenedAt.getTime() >= LEAST_DELAY_MS;
  return {
    seq: event.seq,
    id: event.id,
    at: event.recordedAt,
    happenedAt: isLater ? event.happenedAt : null,
    kind: event.kind,
    topic: storyTopic(event.kind),
    by: writeActor(event),
    object: { kind: objectKindOf(event.kind) as ObjectOfStory, id: event.objectId },
    alarmIds: [...alarmIds],
    position,
    formattedAddress,
    pictures: picturesOf(event).map(fileUrl),
    recordings: recordingsOf(event),
    detail: detailOf(event, writing),
  };
}

/** A measurement, without an actor. */
export interface StoryRecord<K extends StoryRecordKind = StoryRecordKind> {
  readonly kind: K;
  readonly id: string;
  readonly at: Date;
  readonly object: WireStoryLine['object'];
  readonly position: Position | null;
  readonly detail: OtherDetails[K];
}

/** @param seq the sequence number of the line before it */
export const writeStoryRecord = ({ kind, id, at, object, position, detail }: StoryRecord, seq: number): WireStoryLine => ({
  seq,
  id,
  at,
  happenedAt: null,
  kind,
  topic: storyTopic(kind),
  by: { kind: 'record', userId: null, name: null, post: null, desk: null },
  object,
  alarmIds: [],
  position,
  formattedAddress: null,
  pictures: [],
  recordings: 0,
  detail: { ...detail },
});

/** Reads the detail of an alarm's event. */
export function readStoryLine(line: WireStoryLine): StoryLine {
  const { kind, detail } = line;
  const said = kind.startsWith('alarm.') ? readHistoryDetail(kind as AlarmEventKind, detail) : detail;
  // The server wrote the detail of this very kind; the pair cannot be followed through the lookup.
  return { ...line, detail: said } as StoryLine;
}

/** When the event happened, as far as is known. Readers order a story by this time. */
export const storyTime = ({ at, happenedAt }: Pick<StoryLine, 'at' | 'happenedAt'>): Date => happenedAt ?? at;

/** Readers for the replies of calls, by the name in a call's `reads`. */
export const fireStoryReaders = {
  'story-line': readStoryLine,
} as const;
