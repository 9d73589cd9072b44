// The wire format of an alarm's history. Separate from the schemas, so that a page can show it without loading them.

import { formatTime, type GridNames, readTime } from '@lookout/contract';
import type { Actor, GridNo } from '@lookout/domain';
import { type EventSummary, summaryOf } from '../events.ts';
import { factOfWireName, readKind, wireKinds, wireNameOfFact } from './alarm.wire.ts';
import type { AlarmEvent, AlarmEventKind, AlarmHistoryLine, ArchivedHistory, FieldChange } from './alarm-events.ts';
import type { WireKind } from './alarm-kinds.wire.ts';
import { readJudgement, type WireJudgement, writeJudgement } from './alarm-requests.wire.ts';
import type { HistoryAct } from './history-acts.wire.ts';
import type { WireHistoryLine } from './specified-alarm.schema.ts';

/** The act of each event of an alarm. */
export const actOfEvent = {
  'alarm.recorded': 'arrived',
  'alarm.linked': 'arrived',
  'alarm.seen': 'seen',
  'alarm.acknowledged': 'acknowledged',
  'alarm.taken-over': 'taken-over',
  'alarm.judged': 'judged',
  'alarm.corrected': 'corrected',
  'alarm.pushed': 'pushed',
  'alarm.push-withdrawn': 'push-withdrawn',
  'alarm.handled': 'handled',
  'alarm.reopened': 'reopened',
  'alarm.moved': 'moved',
  'alarm.edited': 'edited',
  'alarm.dispatched': 'dispatched',
  'alarm.progressed': 'progress',
  'alarm.messaged': 'messaged',
  'alarm.ordered': 'ordered',
  'alarm.order-received': 'order-received',
  'alarm.order-withdrawn': 'order-withdrawn',
  'alarm.second-looked': 'second-looked',
  'alarm.closed': 'closed',
  'alarm.rekindled': 'rekindled',
  'alarm.deleted': 'deleted',
} as const satisfies Record<AlarmEventKind, HistoryAct>;

/** The events that are written as this act. */
export const eventsOfAct = (act: HistoryAct): AlarmEventKind[] =>
  (Object.keys(actOfEvent) as AlarmEventKind[]).filter((kind) => actOfEvent[kind] === act);

// Writes one line of an alarm's history from its event.

const NOBODY = { userId: null, userName: null, fullName: null, gridNo: null, desk: null };

const writeActor = (actor: Actor) =>
  actor.kind === 'officer'
    ? { userId: actor.accountId, userName: actor.userName, fullName: actor.fullName, gridNo: actor.gridNo, desk: actor.desk }
    : NOBODY;

export const writeHistoryLine = (event: AlarmEvent, nameOf: GridNames): WireHistoryLine => ({
  alarmId: event.objectId,
  act: actOfEvent[event.kind],
  at: formatTime(event.recordedAt),
  ...(event.kind === 'alarm.recorded' ? reporterOf(event) : writeActor(event.actor)),
  detail: detailOf(event, nameOf),
});

/** The arrival of an alarm has no actor, except the person who made a report. */
function reporterOf({ payload: { alarm } }: Extract<AlarmEvent, { kind: 'alarm.recorded' }>) {
  const { facts } = alarm;
  return facts.kind === 'report' ? { ...NOBODY, userId: facts.reporterId, fullName: facts.reporterName } : NOBODY;
}

function detailOf(event: AlarmEvent, nameOf: GridNames): Record<string, unknown> {
  if (event.kind === 'alarm.progressed') {
    const { taskId, state, text, photos, reason } = event.payload;
    return state === 'cancelled' ? { taskId, state, reason } : { taskId, state, at: event.happenedAt.toISOString(), text, photos };
  }
  return writeSummary(summaryOf(event), nameOf);
}

/** The summary of an event on the wire: the `detail` of a history line. */
function writeSummary({ kind, detail }: EventSummary, nameOf: GridNames): Record<string, unknown> {
  switch (kind) {
    case 'alarm.recorded':
      return { kind: wireKinds[detail.alarmKind].kind };
    case 'alarm.judged':
      return { ...writeJudgement(detail.judgement) };
    case 'alarm.corrected':
      return { from: writeJudgement(detail.previous), to: writeJudgement(detail.judgement), reason: detail.reason };
    case 'alarm.pushed': {
      const { note, fromGridNo, toAlarmId } = detail;
      return toAlarmId === null ? { note, fromGridNo, fromGridName: nameOf(fromGridNo) ?? fromGridNo } : { toAlarmId };
    }
    case 'alarm.push-withdrawn':
      return detail.note === null ? {} : { note: detail.note };
    case 'alarm.handled':
      return { ...(detail.note !== null && { note: detail.note }), ...(detail.isRenovated && { renovated: 1 }) };
    case 'alarm.moved': {
      const { from, to, heightMetres } = detail;
      return {
        from: writePosition(from),
        to: writePosition(to),
        fromGridNo: from.gridNo,
        ...(heightMetres !== null && { height: heightMetres }),
      };
    }
    case 'alarm.edited':
      return { changes: Object.fromEntries(Object.entries(detail.changes).map(([fact, change]) => [wireNameOfFact(fact), change])) };
    case 'alarm.messaged':
      return { content: detail.content, receivers: detail.receivers, count: detail.receivers.length };
    default:
      return { ...detail };
  }
}

const writePosition = ({
  position: { lng, lat },
  gridNo,
  formattedAddress,
}: {
  position: { lng: number; lat: number };
  gridNo: GridNo;
  formattedAddress: string;
}) => ({
  longitude: lng,
  latitude: lat,
  gridNo,
  formattedAddress,
});

type Detail = Readonly<Record<string, unknown>>;
type DetailOf<K extends AlarmEventKind> = Extract<AlarmHistoryLine, { kind: K }>['detail'];

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);

const readPosition = ({ longitude, latitude, gridNo, formattedAddress }: Detail) => ({
  position: { lng: longitude as number, lat: latitude as number },
  gridNo: gridNo as GridNo,
  formattedAddress: textOf(formattedAddress) ?? '',
});
/** Part of the detail of an arrival. */
interface WireArchived {
  readonly before: string;
  readonly files: readonly string[];
}
/** Limit of archive files listed, more than the events of one alarm are spread over. The oldest are left out. */
const MOST_FILES = 24;
export const writeArchived = ({ before, files }: ArchivedHistory): WireArchived => ({
  before: before.toISOString(),
  files: files.slice(-MOST_FILES),
});
const readArchived = ({ before, files }: WireArchived): ArchivedHistory => ({ before: new Date(before), files });
const nothing = () => ({});

/** Readers by kind of event, the inverse of `writeSummary`. The server wrote the detail, so each key has the type given here. */
const detailReaders: { readonly [K in AlarmEventKind]: (detail: Detail) => DetailOf<K> } = {
  'alarm.recorded': ({ kind, archived }) => ({
    alarmKind: readKind(kind as WireKind),
    ...(archived !== undefined && { archived: readArchived(archived as WireArchived) }),
  }),
  'alarm.linked': ({ fromAlarmId }) => ({ fromAlarmId: fromAlarmId as string }),
  'alarm.seen': nothing,
  'alarm.acknowledged': nothing,
  'alarm.taken-over': ({ from }) => ({ from: from as string }),
  'alarm.judged': (detail) => ({ judgement: readJudgement(detail as unknown as WireJudgement) }),
  'alarm.corrected': ({ from, to, reason }) => ({
    previous: readJudgement(from as WireJudgement),
    judgement: readJudgement(to as WireJudgement),
    reason: reason as string,
  }),
  'alarm.pushed': ({ note, fromGridName, toAlarmId }) => ({
    note: textOf(note),
    fromGridName: textOf(fromGridName),
    toAlarmId: textOf(toAlarmId),
  }),
  'alarm.push-withdrawn': ({ note }) => ({ note: textOf(note) }),
  'alarm.handled': ({ note, renovated }) => ({ note: textOf(note), isRenovated: renovated === 1 }),
  'alarm.reopened': nothing,
  'alarm.moved': ({ from, to }) => ({ from: readPosition(from as Detail), to: readPosition(to as Detail) }),
  'alarm.edited': ({ changes }) => ({
    changes: Object.fromEntries(
      Object.entries(changes as Record<string, FieldChange>).map(([name, change]) => [factOfWireName(name), change]),
    ),
  }),
  'alarm.dispatched': (detail) => detail as DetailOf<'alarm.dispatched'>,
  'alarm.progressed': ({ taskId, state, text, photos, reason }) => ({
    taskId: taskId as string,
    state: state as DetailOf<'alarm.progressed'>['state'],
    text: textOf(text),
    photos: textsOf(photos),
    reason: textOf(reason),
  }),
  'alarm.messaged': ({ content, receivers }) => ({ content: content as string, receivers: textsOf(receivers) }),
  'alarm.ordered': (detail) => detail as DetailOf<'alarm.ordered'>,
  'alarm.order-received': (detail) => detail as DetailOf<'alarm.order-received'>,
  'alarm.order-withdrawn': (detail) => detail as DetailOf<'alarm.order-withdrawn'>,
  'alarm.second-looked': (detail) => detail as DetailOf<'alarm.second-looked'>,
  'alarm.closed': (detail) => detail as DetailOf<'alarm.closed'>,
  'alarm.rekindled': ({ reason }) => ({ reason: reason as string }),
  'alarm.deleted': ({ reason }) => ({ reason: reason as string }),
};

/** The kind of event of a history line. `alarm.linked` and `alarm.recorded` have the same act. */
const eventOfAct = (act: HistoryAct, detail: Detail): AlarmEventKind =>
  act === 'arrived' && !('fromAlarmId' in detail) ? 'alarm.recorded' : (eventsOfAct(act).at(-1) as AlarmEventKind);

/** Reads the detail of a history line by the kind of its event. */
export const readHistoryDetail = <K extends AlarmEventKind>(kind: K, detail: Detail): DetailOf<K> => detailReaders[kind](detail);

/** The inverse of `writeHistoryLine`. */
export function readHistoryLine({ alarmId, act, at, userId, fullName, desk, detail }: WireHistoryLine): AlarmHistoryLine {
  const kind = eventOfAct(act, detail);
  // The table pairs each kind with its detail; TypeScript cannot follow the pair through the lookup.
  return { alarmId, at: readTime(at), accountId: userId, fullName, desk, kind, detail: detailReaders[kind](detail) } as AlarmHistoryLine;
}

/** Readers for the replies of calls, keyed by the name in a call's `reads`. */
export const historyReaders = {
  'history-line': readHistoryLine,
} as const;
