// The calls of a desk that displays a past moment: they reply with the state known at that moment, and leave out data that are not
// available for the past.
import type { Client } from '@lookout/client';
import { type GridNo, haversineMetres, initialBearingDegrees, type Position } from '@lookout/domain';
import { incidentSummary } from '@lookout/fusion';
import { currentLanguage } from '@lookout/web/shared/language.ts';
import type { Services } from '@lookout/web/shared/services.ts';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import type { CertaintySurroundings } from '../../alarm/certainty.ts';
import { alarmRecords } from '../../alarm/parts/alarm-records.ts';
import type { IncidentFile } from '../../incident/incident.ts';
import { listedIncident } from '../../incident/incident.wire.ts';
import { memberRecords } from '../../incident/parts/member-records.ts';
import { rangerRecords } from '../../ranger/parts/ranger-records.ts';
import { taskRecords } from '../../task/parts/task-records.ts';
import { isInHand } from '../../task/task.ts';

/** Neither the danger level nor the land cover below is stored by moment. */
const UNKNOWN_SURROUNDINGS: CertaintySurroundings = { fireLevel: null, forestShare: null };

/** A text parameter sent with a call, in its query or its body; null: absent. The rows' own types do not resolve for a replaced call. */
function asked(sent: readonly unknown[], name: string): string | null {
  const value = sentWith(sent, name);
  return typeof value === 'string' ? value : null;
}
function numberOf(sent: readonly unknown[], name: string): number | null {
  const value = sentWith(sent, name);
  return typeof value === 'number' ? value : null;
}
function sentWith([argument]: readonly unknown[], name: string): unknown {
  const { query, body } = (argument ?? {}) as { readonly query?: Record<string, unknown>; readonly body?: Record<string, unknown> };
  return query?.[name] ?? body?.[name];
}

/** More replies than a page displays; the oldest beyond it is requested again. */
const MOST_REMEMBERED = 500;

/**
 * Each reply is requested once: the log of the past does not change, and data that are shown in their current state need not follow a
 * replay. Panels repeat their requests with every moment, several times a second.
 */
function remembered(reader: Client): Client {
  const replies = new Map<string, Promise<unknown>>();
  const once =
    (name: string, call: (argument: unknown) => Promise<unknown>) =>
    ({ signal: _, ...sent }: { readonly signal?: AbortSignal } = {}): Promise<unknown> => {
      const key = `${name} ${JSON.stringify(sent)}`;
      const known = replies.get(key);
      if (known) return known;
      const reply = call(sent);
      replies.set(key, reply);
      reply.catch(() => replies.delete(key));
      const [oldest] = replies.keys();
      if (replies.size > MOST_REMEMBERED && oldest !== undefined) replies.delete(oldest);
      return reply;
    };
  const features = Object.entries(reader).map(([feature, calls]) => [
    feature,
    Object.fromEntries(
      Object.entries(calls as unknown as Record<string, (argument: unknown) => Promise<unknown>>).map(([name, call]) => [
        name,
        once(`${feature}.${name}`, call),
      ]),
    ),
  ]);
  // Object.entries loses the types of the table, but the shape is that of the reader.
  return Object.fromEntries(features) as Client;
}

/** @param records the records of the moment @param now that moment, epoch milliseconds */
export function createPastClient({ reader: asking, records, now }: Pick<Services, 'reader' | 'records' | 'now'>): Client {
  const reader = remembered(asking);
  const [alarms, members, tasks, rangers] = [records(alarmRecords), records(memberRecords), records(taskRecords), records(rangerRecords)];
  const wasKnown = ({ at }: { readonly at: Date }): boolean => at.getTime() <= now();
  const untilNow = (): Date => new Date(now());

  const fireOf = (alarmId: string): IncidentFile | null => {
    const incidentId = members.get(alarmId)?.incidentId ?? alarmId;
    const its = members.list().flatMap(({ alarmId: id, incidentId: of, evidence }) => {
      const alarm = of === incidentId ? alarms.get(id) : undefined;
      return alarm ? [{ alarm, evidence }] : [];
    });
    if (its.length === 0) return null;
    const names = new Map<GridNo, string>(its.map(({ alarm }) => [alarm.gridNo, alarm.gridName]));
    const nameOf = (gridNo: GridNo): string | null => names.get(gridNo) ?? null;
    const summary = incidentSummary(incidentId, its, UNKNOWN_SURROUNDINGS);
    return { ...listedIncident(summary, nameOf, currentLanguage()), alarms: its.map(({ alarm }) => alarm), decisions: [] };
  };

  return {
    ...reader,
    alarm: {
      ...reader.alarm,
      one: async (...sent): Promise<NamedAlarm> => alarms.get(asked(sent, 'id') ?? '') ?? reader.alarm.one(...sent),
      history: async (...sent) => (await reader.alarm.history(...sent)).filter(wasKnown),
    },
    incident: { ...reader.incident, incident: async (...sent) => fireOf(asked(sent, 'id') ?? '') },
    task: {
      ...reader.task,
      taskPage: async (...sent) => {
        const fireId = asked(sent, 'fireId');
        const list = tasks.list().filter((task) => fireId === null || task.fireId === fireId);
        return { total: list.length, pageNo: 1, pageSize: Math.max(1, list.length), list: [...list] };
      },
      taskOpen: async () => tasks.list().filter(isInHand),
      taskDetail: async (...sent) => {
        const stories = await reader.task.taskDetail(...sent);
        return stories.map((story) => ({ ...story, steps: story.steps.filter(wasKnown) })).filter(({ steps }) => steps.length > 0);
      },
    },
    ranger: {
      ...reader.ranger,
      rangerList: async (...sent) => {
        const from = sentWith(sent, 'position') as Position | null | undefined;
        const radius = numberOf(sent, 'radiusMetres');
        if (from == null) return [...rangers.list()];
        const seen = rangers.list().flatMap((ranger) => {
          const distanceMetres = ranger.last && haversineMetres(from, ranger.last.position);
          const bearingDegrees = ranger.last && initialBearingDegrees(from, ranger.last.position);
          return radius !== null && (distanceMetres === null || distanceMetres > radius)
            ? []
            : [{ ...ranger, distanceMetres, bearingDegrees }];
        });
        return seen.sort((a, b) => (a.distanceMetres ?? Number.MAX_VALUE) - (b.distanceMetres ?? Number.MAX_VALUE));
      },
      rangerTrack: async (...sent) => {
        const [beginTime, end] = [asked(sent, 'beginTime'), asked(sent, 'endTime')];
        const endTime = end === null || new Date(end) > untilNow() ? untilNow().toISOString() : end;
        const track = await reader.ranger.rangerTrack({ body: { userId: asked(sent, 'userId') ?? '', beginTime, endTime } });
        return track.filter(({ receivedAt }) => receivedAt.getTime() <= now());
      },
    },
    plan: {
      ...reader.plan,
      planRunPage: async (...sent) => {
        const page = await reader.plan.planRunPage(...sent);
        const list = page.list.filter(({ startedAt }) => startedAt.getTime() <= now());
        return { ...page, total: list.length, list };
      },
    },
    // The current weather is not that of the moment.
    duty: { ...reader.duty, weatherNow: async () => [] },
  };
}
