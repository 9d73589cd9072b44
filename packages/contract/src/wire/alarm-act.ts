// One line of an alarm's history as it travels, made of the event that it tells of.
import type { Actor, AlarmEvent, AlarmEventKind, AlarmHistoryLine, EventSummary, FieldChange, GridNo, Judgement } from '@lookout/domain';
import { isCapability, summaryOf } from '@lookout/domain';
import { permissionCode } from '../permission-codes.ts';
import { formatTime, readTime } from '../times.ts';
import {
  factOfWireName,
  type GridNames,
  readKind,
  readRealFireType,
  realFireTypeNumber,
  type WireKind,
  wireKinds,
  wireNameOfFact,
  writeVerdict,
} from './alarm.ts';
import type { WireAlarmAct } from './alarm-act-schema.ts';
import { type AlarmAct, actOfEvent, eventsOfAct } from './alarm-acts.ts';

const NOBODY = { userId: null, userName: null, fullName: null, gridNo: null, desk: null };

const writeActor = (actor: Actor) =>
  actor.kind === 'officer'
    ? { userId: actor.accountId, userName: actor.userName, fullName: actor.fullName, gridNo: actor.gridNo, desk: actor.desk }
    : NOBODY;

export const writeAlarmAct = (event: AlarmEvent, nameOf: GridNames): WireAlarmAct => ({
  alarmId: event.objectId,
  act: actOfEvent[event.kind],
  at: formatTime(event.recordedAt),
  ...(event.kind === 'alarm.recorded' ? reporterOf(event) : writeActor(event.actor)),
  detail: detailOf(event, nameOf),
});

/** That an alarm came in is no act of duty; of a report it is known who made it. */
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

const writeJudgement = ({ verdict, note, realFireType }: Judgement) => ({
  isReal: writeVerdict(verdict),
  isTrueNote: note,
  trueAlarmType: realFireTypeNumber(realFireType),
});

/** What was said with an event, in the wire's words: the `detail` of a history line and of an audit row. */
export function writeSummary({ kind, said }: EventSummary, nameOf: GridNames): Record<string, unknown> {
  switch (kind) {
    case 'alarm.recorded':
      return { kind: wireKinds[said.alarmKind].kind };
    case 'alarm.judged':
      return writeJudgement(said.judgement);
    case 'alarm.corrected':
      return { from: writeJudgement(said.previous), to: writeJudgement(said.judgement), reason: said.reason };
    case 'alarm.pushed': {
      const { note, fromGridNo, toAlarmId } = said;
      return toAlarmId === null ? { note, fromGridNo, fromGridName: nameOf(fromGridNo) ?? fromGridNo } : { toAlarmId };
    }
    case 'alarm.push-withdrawn':
      return said.note === null ? {} : { note: said.note };
    case 'alarm.handled':
      return { ...(said.note !== null && { note: said.note }), ...(said.isRenovated && { renovated: 1 }) };
    case 'alarm.moved': {
      const { from, to, heightMetres } = said;
      return {
        ...{ from: writePlace(from), to: writePlace(to), fromGridNo: from.gridNo },
        ...(heightMetres !== null && { height: heightMetres }),
      };
    }
    case 'alarm.edited':
      return { changes: Object.fromEntries(Object.entries(said.changes).map(([fact, change]) => [wireNameOfFact(fact), change])) };
    case 'alarm.messaged':
      return { content: said.content, receivers: said.receivers, count: said.receivers.length };
    case 'task.dispatched':
      return { fireId: said.fireId, members: said.memberIds, priority: said.priority };
    case 'shift.began':
      return { ...(said.relieved && { relieved: said.relieved.fullName, relievedShift: said.relieved.shiftId }), ...said.load };
    case 'shift.handed-over':
      return { ...said.load, note: said.note };
    case 'shift.relieved':
      return { ...said.load };
    default:
      return { ...said };
  }
}

/** What an account may do is kept by capability and read by its permission code. */
const writeCapability = (held: unknown): unknown => (typeof held === 'string' && isCapability(held) ? permissionCode(held) : held);

/** The `detail` of an audit row: of an act that made events, what was said with them; of any other as it was written. */
export function writeAuditDetail({ events, ...detail }: Readonly<Record<string, unknown>>, nameOf: GridNames): Record<string, unknown> {
  const said = Array.isArray(events) ? (events as readonly EventSummary[]).map((summary) => writeSummary(summary, nameOf)) : [];
  return Object.assign({}, Array.isArray(detail.codes) ? { ...detail, codes: detail.codes.map(writeCapability) } : detail, ...said);
}

const writePlace = ({
  position: { lng, lat },
  gridNo,
  formattedAddress,
}: {
  position: { lng: number; lat: number };
  gridNo: GridNo;
  formattedAddress: string;
}) => ({
  ...{ longitude: lng, latitude: lat, gridNo, formattedAddress },
});

type Detail = Readonly<Record<string, unknown>>;
type Said<K extends AlarmEventKind> = Extract<AlarmHistoryLine, { kind: K }>['said'];

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);

const readJudgement = ({ isReal, isTrueNote, trueAlarmType }: Detail): Judgement => ({
  verdict: isReal === 1 ? 'real' : 'false',
  note: textOf(isTrueNote),
  realFireType: readRealFireType(trueAlarmType as number | null),
});
const readPlace = ({ longitude, latitude, gridNo, formattedAddress }: Detail) => ({
  position: { lng: longitude as number, lat: latitude as number },
  gridNo: gridNo as GridNo,
  formattedAddress: textOf(formattedAddress) ?? '',
});
const nothing = () => ({});

/** By event, the inverse of `writeSummary`: the server wrote the detail, so each key is of the type that stands there. */
const saidReaders: { readonly [K in AlarmEventKind]: (detail: Detail) => Said<K> } = {
  'alarm.recorded': ({ kind }) => ({ alarmKind: readKind(kind as WireKind) }),
  'alarm.linked': ({ fromAlarmId }) => ({ fromAlarmId: fromAlarmId as string }),
  'alarm.seen': nothing,
  'alarm.acknowledged': nothing,
  'alarm.taken-over': ({ from }) => ({ from: from as string }),
  'alarm.judged': (detail) => ({ judgement: readJudgement(detail) }),
  'alarm.corrected': ({ from, to, reason }) => ({
    previous: readJudgement(from as Detail),
    judgement: readJudgement(to as Detail),
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
  'alarm.moved': ({ from, to }) => ({ from: readPlace(from as Detail), to: readPlace(to as Detail) }),
  'alarm.edited': ({ changes }) => ({
    changes: Object.fromEntries(
      Object.entries(changes as Record<string, FieldChange>).map(([name, change]) => [factOfWireName(name), change]),
    ),
  }),
  'alarm.dispatched': (detail) => detail as Said<'alarm.dispatched'>,
  'alarm.progressed': ({ taskId, state, text, photos, reason }) => ({
    taskId: taskId as string,
    state: state as Said<'alarm.progressed'>['state'],
    text: textOf(text),
    photos: textsOf(photos),
    reason: textOf(reason),
  }),
  'alarm.messaged': ({ content, receivers }) => ({ content: content as string, receivers: textsOf(receivers) }),
  'alarm.closed': (detail) => detail as Said<'alarm.closed'>,
  'alarm.deleted': ({ reason }) => ({ reason: reason as string }),
};

/** The event that a line tells of. That an alarm came out of another one is told by the same word as that it came in. */
const eventOfAct = (act: AlarmAct, detail: Detail): AlarmEventKind =>
  act === 'arrived' && !('fromAlarmId' in detail) ? 'alarm.recorded' : (eventsOfAct(act).at(-1) as AlarmEventKind);

/** The inverse of `writeAlarmAct`. */
export function readAlarmAct({ alarmId, act, at, userId, fullName, desk, detail }: WireAlarmAct): AlarmHistoryLine {
  const kind = eventOfAct(act, detail);
  // The table pairs each kind with what was said; the pair cannot be followed through the lookup.
  return { alarmId, at: readTime(at), accountId: userId, fullName, desk, kind, said: saidReaders[kind](detail) } as AlarmHistoryLine;
}
