// One line of an alarm's history as it travels, made of the event that it tells of.
import type { Actor, AlarmEvent, EventSummary, GridNo, Judgement } from '@lookout/domain';
import { summaryOf } from '@lookout/domain';
import { z } from 'zod';
import { formatTime } from '../times.ts';
import { ALARM_ACTS, actOfEvent } from './act-words.ts';
import { type GridNames, realFireTypeNumber, wireKinds, wireNameOfFact, writeVerdict } from './alarm.ts';

export const alarmActEntry = z.object({
  alarmId: z.uuid(),
  act: z.enum(ALARM_ACTS),
  at: z.string(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  fullName: z.string().nullable(),
  gridNo: z.string().nullable(),
  desk: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
});
export type WireAlarmAct = z.output<typeof alarmActEntry>;

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
  if (event.kind === 'alarm.recorded') return { kind: wireKinds[event.payload.alarm.facts.kind].kind };
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

/** The `detail` of an audit row: of an act that made events, what was said with them; of any other as it was written. */
export function writeAuditDetail({ events, ...detail }: Readonly<Record<string, unknown>>, nameOf: GridNames): Record<string, unknown> {
  const said = Array.isArray(events) ? (events as readonly EventSummary[]).map((summary) => writeSummary(summary, nameOf)) : [];
  return Object.assign({}, detail, ...said);
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
