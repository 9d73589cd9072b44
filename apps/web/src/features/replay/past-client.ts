// The calls of a desk that shows a past moment: they answer with what was known then. What a call cannot say of the past it does not say.
import type { Client } from '@lookout/client';
import { readIncidentFile, writeAlarm, writeIncident } from '@lookout/contract';
import { type CertaintySurroundings, type GridNo, isInHand, type NamedAlarm } from '@lookout/domain';
import { incidentSummary } from '@lookout/fusion';
import { alarmRecords } from '../../entities/alarm/alarm-records.ts';
import { memberRecords } from '../../entities/incident/member-records.ts';
import { taskRecords } from '../../entities/task/task-records.ts';
import { currentLanguage } from '../../shared/language.ts';
import type { Services } from '../../shared/services.ts';

/** Neither the danger level nor the forest below is kept by moment. */
const UNKNOWN_SURROUNDINGS: CertaintySurroundings = { fireLevel: null, forestShare: null };

/** A text that a call was sent with, in its query or its body; null: without it. The rows' own types do not resolve for a call that is replaced. */
function asked([argument]: readonly unknown[], name: string): string | null {
  const { query, body } = (argument ?? {}) as { readonly query?: Record<string, unknown>; readonly body?: Record<string, unknown> };
  const value = query?.[name] ?? body?.[name];
  return typeof value === 'string' ? value : null;
}

/** @param records the records of the moment @param now that moment, epoch milliseconds */
export function createPastClient({ reader, records, now }: Pick<Services, 'reader' | 'records' | 'now'>): Client {
  const [alarms, members, tasks] = [records(alarmRecords), records(memberRecords), records(taskRecords)];
  const wasKnown = ({ at }: { readonly at: Date }): boolean => at.getTime() <= now();
  const untilNow = (): Date => new Date(now());

  const fireOf = (alarmId: string) => {
    const incidentId = members.get(alarmId)?.incidentId ?? alarmId;
    const its = members.list().flatMap(({ alarmId: id, incidentId: of, evidence }) => {
      const alarm = of === incidentId ? alarms.get(id) : undefined;
      return alarm ? [{ alarm, evidence }] : [];
    });
    if (its.length === 0) return null;
    const names = new Map<GridNo, string>(its.map(({ alarm }) => [alarm.gridNo, alarm.gridName]));
    const nameOf = (gridNo: GridNo): string | null => names.get(gridNo) ?? null;
    const summary = incidentSummary(incidentId, its, UNKNOWN_SURROUNDINGS);
    return readIncidentFile({
      incident: writeIncident(summary, nameOf, currentLanguage()),
      alarms: its.map(({ alarm }) => writeAlarm(alarm, nameOf)),
      decisions: [],
    });
  };

  return {
    ...reader,
    fire: {
      ...reader.fire,
      one: async (...sent): Promise<NamedAlarm> => alarms.get(asked(sent, 'id') ?? '') ?? reader.fire.one(...sent),
      history: async (...sent) => (await reader.fire.history(...sent)).filter(wasKnown),
    },
    incidents: { ...reader.incidents, incident: async (...sent) => fireOf(asked(sent, 'id') ?? '') },
    tasks: {
      ...reader.tasks,
      taskPage: async (...sent) => {
        const fireId = asked(sent, 'fireId');
        const list = tasks.list().filter((task) => fireId === null || task.fireId === fireId);
        return { total: list.length, pageNo: 1, pageSize: Math.max(1, list.length), list: [...list] };
      },
      taskOpen: async () => tasks.list().filter(isInHand),
      taskDetail: async (...sent) => {
        const stories = await reader.tasks.taskDetail(...sent);
        return stories.map((story) => ({ ...story, steps: story.steps.filter(wasKnown) })).filter(({ steps }) => steps.length > 0);
      },
    },
    rangers: {
      ...reader.rangers,
      rangerTrack: async (...sent) => {
        const [beginTime, end] = [asked(sent, 'beginTime'), asked(sent, 'endTime')];
        const endTime = end === null || new Date(end) > untilNow() ? untilNow().toISOString() : end;
        const track = await reader.rangers.rangerTrack({ body: { userId: asked(sent, 'userId') ?? '', beginTime, endTime } });
        return track.filter(({ receivedAt }) => receivedAt.getTime() <= now());
      },
    },
    // The weather of the present is not that of the moment.
    duty: { ...reader.duty, weatherNow: async () => [] },
  };
}
