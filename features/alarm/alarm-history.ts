// A line of an alarm's history, from its event.

import type { GridNo } from '@lookout/domain';
import type { AlarmKind, AlarmLocation } from './alarm.ts';
import type { AlarmEvent, AlarmHistoryLine } from './alarm-events.ts';

/** A line of the history of many alarms, with its alarm as it is now. */
export type HistoryPageLine = AlarmHistoryLine & Pick<AlarmLocation, 'gridNo' | 'formattedAddress'> & { readonly alarmKind: AlarmKind };

/** @param nameOf returns null for an unknown number */
export const historyLineOf = (event: AlarmEvent, nameOf: (no: GridNo) => string | null): AlarmHistoryLine =>
  // The detail is that of the event's kind; TypeScript cannot follow the pair through the object.
  ({
    alarmId: event.objectId,
    at: event.recordedAt,
    ...personOf(event),
    kind: event.kind,
    detail: detailOf(event, nameOf),
  }) as AlarmHistoryLine;

type Person = Pick<AlarmHistoryLine, 'accountId' | 'fullName' | 'desk'>;
const NOBODY: Person = { accountId: null, fullName: null, desk: null };

/** The arrival of an alarm has no actor, except the person who made a report. */
function personOf(event: AlarmEvent): Person {
  if (event.kind !== 'alarm.recorded') {
    const { actor } = event;
    return actor.kind === 'officer' ? { accountId: actor.accountId, fullName: actor.fullName, desk: actor.desk } : NOBODY;
  }
  const { facts } = event.payload.alarm;
  return facts.kind === 'report' ? { ...NOBODY, accountId: facts.reporterId, fullName: facts.reporterName } : NOBODY;
}

function detailOf(event: AlarmEvent, nameOf: (no: GridNo) => string | null): AlarmHistoryLine['detail'] {
  switch (event.kind) {
    case 'alarm.recorded':
      return { alarmKind: event.payload.alarm.facts.kind };
    case 'alarm.pushed': {
      const { note, fromGridNo, toAlarmId } = event.payload;
      return { note, fromGridName: toAlarmId === null ? (nameOf(fromGridNo) ?? fromGridNo) : null, toAlarmId };
    }
    case 'alarm.moved':
      return { from: placeOf(event.payload.from), to: placeOf(event.payload.to) };
    default:
      return event.payload;
  }
}

const placeOf = ({ position, gridNo, formattedAddress }: AlarmLocation) => ({ position, gridNo, formattedAddress });
