// Fires (火情) as separate objects: associated by server/association.ts, read within the user's own grid, split and merged by users.

import { randomUUID } from 'node:crypto';
import { formatTime, LIST_LIMIT } from '@lookout/contract';
import { type GridNo, NATION, nearestOf } from '@lookout/domain';
import { incidentSummary } from '@lookout/fusion';
import { requireWhole } from '@lookout/server/acting/authority.ts';
import { invalid, notFound, refused } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import { eventOf } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Alarm } from '../alarm/alarm.ts';
import { writeAlarm } from '../alarm/alarm.wire.ts';
import type { CertaintySurroundings } from '../alarm/certainty.ts';
import type { Contract } from '../contract.ts';
import { type FireLevels, newestFireLevels } from '../danger/service/fire-levels.ts';
import { isDrill } from '../exercise/drill.ts';
import { storyOf } from '../fire-story/service/fire-story.ts';
import type { Repositories } from '../store.ts';
import { MOST_FIRE_ALARMS } from './incident.calls.ts';
import { alarmIdsOf, type IncidentDecision, type IncidentPolicyInForce, isOpposite, leftOf, USUAL_INCIDENT_POLICY } from './incident.ts';
import { listedIncident, writeIncident } from './incident.wire.ts';
import type { DecidedIncident, VisibleIncident } from './incidents.store.ts';
import { associateAlarms } from './server/association.ts';
import { packageRoute } from './server/package-route.ts';

export const incident: ServerFeature<'incident'> = {
  open(room) {
    const { store, journal, alarmCommands, changes, sharedJobs, rightOfWay, clock, log, config, waits } = room;
    const deps = { store, journal, alarmCommands, changes, sharedJobs, rightOfWay, clock, log, everyMs: waits.incidentsEveryMs };
    return { calls: incidentHandlers(room), rawRoutes: [packageRoute(room)], jobs: config.fireAssociation ? [associateAlarms(deps)] : [] };
  },
};

type Calls = Handlers<Contract['incident']>;
type Reads = Pick<Repositories, 'incidents'>;

function incidentHandlers({ store, grids, journal, landCover }: Pick<Room, 'store' | 'grids' | 'journal' | 'landCover'>): Calls {
  const surroundingsOf = ({ alarms }: VisibleIncident, levels: FireLevels): CertaintySurroundings => {
    const found = alarms.map(({ alarm }) => alarm);
    return { fireLevel: levels((found[0] as Alarm).gridNo), forestShare: forestShareOf(found, landCover) };
  };
  const write = (context: Context, incident: VisibleIncident, levels: FireLevels) => {
    const members = incident.alarms.map(({ alarm, member }) => ({ alarm, evidence: member.evidence }));
    const summary = incidentSummary(incident.id, members, surroundingsOf(incident, levels));
    return writeIncident(listedIncident(summary, grids().nameOf, context.language));
  };
  const fileOf = async (context: Context, { incidents }: Reads, incident: VisibleIncident) => {
    const [levels, decisions] = [await newestFireLevels(store, context.scope), await incidents.decisionsAbout(idsOf(incident))];
    return {
      incident: write(context, incident, levels),
      alarms: incident.alarms
        .slice(0, MOST_FIRE_ALARMS)
        .map(({ alarm }) => writeAlarm({ ...alarm, incidentId: incident.id }, grids().nameOf)),
      decisions: decisions
        .filter(({ partOf }) => partOf === null)
        .toReversed()
        .map(writeDecision),
    };
  };

  /** @param alarmIds the alarms to be changed @param decisions the decisions to be replaced @throws Refusal 403 */
  const requireOver = async (
    { incidents }: Reads,
    context: Context,
    alarmIds: readonly string[],
    decisions: readonly DecidedIncident[],
  ): Promise<void> => {
    const about = await incidents.gridsOf([...alarmIds, ...decisions.flatMap(({ decision }) => alarmIdsOf(decision))]);
    const decided = decisions.flatMap(({ decidedIn: gridNo, by }) => (gridNo === null ? [] : [{ gridNo, by }]));
    requireWhole(context, { about, decided }, grids().nameOf);
  };
  /** All alarms of these fires, regardless of who may see them. */
  const alarmIdsOfWhole = async ({ incidents }: Reads, ids: readonly string[]): Promise<string[]> => {
    const found = await Promise.all([...new Set(ids)].map((id) => incidents.find(NATION, id)));
    return found.flatMap((incident) => (incident === null ? [] : idsOf(incident)));
  };

  /** Records this officer's decision about alarms in the officer's grid. It replaces the decisions that it contradicts. */
  const decide = (context: Context, decideOf: (tx: Repositories) => Promise<NewDecision>) =>
    journal.transact(context, async (tx) => {
      const { about, concerned, decision } = await decideOf(tx);
      context.audit.target('incident', about.id, about.gridNo);
      const { accountId, fullName: by, gridNo: decidedIn } = accountOf(context);
      const decided: DecidedIncident = { id: randomUUID(), decision, by, at: context.now, partOf: null, decidedIn };
      const standing = await tx.incidents.decisionsAbout(alarmIdsOf(decision));
      const opposite = standing.filter((earlier) => isOpposite(earlier.decision, decision));
      await requireOver(tx, context, [...concerned, ...alarmIdsOf(decision)], opposite);
      await tx.incidents.replace(
        opposite.map(({ id }) => id),
        decided,
      );
      await tx.incidents.decide(decided, accountId);
      for (const earlier of opposite)
        for (const alarmIds of leftOf(earlier.decision, decision)) {
          const rest = {
            id: randomUUID(),
            decision: { kind: 'merge', alarmIds },
            by: earlier.by,
            at: earlier.at,
            partOf: decided.id,
            decidedIn: earlier.decidedIn,
          } as const;
          await tx.incidents.decide(rest, accountId);
        }
      const replaced = opposite.map(({ id }) => id);
      const change =
        decision.kind === 'split'
          ? ({ kind: 'incident.split', payload: { decisionId: decided.id, sides: decision.sides, replaced } } as const)
          : ({ kind: 'incident.merged', payload: { decisionId: decided.id, alarmIds: decision.alarmIds, replaced } } as const);
      return {
        value: writeDecision(decided),
        happened: [{ event: eventOf(context, change, { objectId: about.id, gridNo: about.gridNo }), after: null }],
      };
    });

  const policyOf = async ({ incidents }: Reads, gridNo: GridNo): Promise<IncidentPolicyInForce> => {
    const found = nearestOf(await incidents.policies([gridNo]), gridNo);
    return {
      gridNo,
      gridName: grids().nameOf(gridNo) ?? gridNo,
      inheritsVerdict: (found ?? USUAL_INCIDENT_POLICY).inheritsVerdict,
      fromGridName: found && (grids().nameOf(found.gridNo) ?? found.gridNo),
      changedBy: found?.changedBy ?? null,
      changedAt: found?.changedAt ?? null,
    };
  };

  return {
    incidentPolicy: ({ scope }) => policyOf(store, scope),

    async saveIncidentPolicy(context, { body: { inheritsVerdict } }) {
      const { scope: gridNo, now } = context;
      const changedBy = accountOf(context).fullName;
      context.audit.target('incident-policy', gridNo, gridNo);
      context.audit.detail({ inheritsVerdict });
      return store.transaction(async (tx) => {
        await tx.incidents.savePolicy({ gridNo, inheritsVerdict, changedBy, changedAt: now });
        await tx.audit.append([context.audit.take()]);
        return policyOf(tx, gridNo);
      });
    },

    async incidentPage(context, { body }) {
      const { pageNo, pageSize, gridNo, state } = body;
      const [begin, end] = [body.beginTime ?? undefined, body.endTime ?? undefined];
      if (begin !== undefined && end !== undefined && begin > end) throw invalid('endTime', 'end-before-begin');
      const filters = { gridNo: gridNo ?? undefined, state: state ?? undefined, begin, end };
      const [levels, { total, list }] = await Promise.all([
        newestFireLevels(store, context.scope),
        store.incidents.page(context.scope, filters, { offset: (pageNo - 1) * pageSize, limit: pageSize }),
      ]);
      return { total, pageNo, pageSize, list: list.map((incident) => write(context, incident, levels)) };
    },

    async incident(context, { query }) {
      const incident = await store.incidents.find(context.scope, query.id);
      if (incident !== null) return fileOf(context, store, incident);
      // The fire of the alarm is not known yet, or the alarm belongs to none.
      if ((await store.alarms.find(context.scope, query.id)) === null) throw notFound();
      return null;
    },

    async incidentMembers({ scope }, { query }) {
      const { list, more } = await store.incidents.membersInHand(scope, { limit: LIST_LIMIT, withDrills: query.withDrills === 1 });
      return { rows: list, ...(more && { remark: stoppedAt(LIST_LIMIT, 'newest-listed') }) };
    },

    async incidentEvents(context, { query }) {
      const incident = await store.incidents.find(context.scope, query.id);
      if (incident === null) throw notFound();
      const reader = { scope: context.scope, rights: accountOf(context).rights, now: context.now };
      const { lines, more } = await storyOf(store, grids(), reader, incident);
      const { after, limit = LIST_LIMIT, topics } = query;
      const asked = lines.filter(({ seq, topic }) => (after == null || seq > after) && (topics == null || topics.includes(topic)));
      const rows = asked.slice(0, limit ?? LIST_LIMIT);
      return { rows, ...((more || rows.length < asked.length) && { remark: stoppedAt(rows.length, 'first-listed') }) };
    },

    splitIncident: (context, { body }) =>
      decide(context, async (tx) => {
        const about = await tx.incidents.find(context.scope, body.id);
        if (about === null) throw notFound();
        const alarmIds = idsOf(about);
        const leaving = [...new Set(body.alarmIds)];
        for (const id of leaving)
          if (!alarmIds.includes(id)) throw invalid(`alarmIds.${body.alarmIds.indexOf(id)}`, 'incident-alarm-elsewhere');
        const staying = alarmIds.filter((id) => !leaving.includes(id));
        if (staying.length === 0) throw refused('incident-split-takes-all');
        return { about, concerned: await alarmIdsOfWhole(tx, [about.id]), decision: { kind: 'split', sides: [staying, leaving] } };
      }),

    mergeIncidents: (context, { body }) =>
      decide(context, async (tx) => {
        const found = [];
        for (const id of new Set(body.ids)) {
          const incident = await tx.incidents.find(context.scope, id);
          if (incident === null) throw notFound();
          found.push(incident);
        }
        const worlds = new Set(found.flatMap(({ alarms }) => alarms.map(({ alarm }) => alarm.exerciseId ?? '')));
        if (worlds.size > 1 && found.some(({ alarms }) => alarms.some(({ alarm }) => isDrill(alarm))))
          throw refused('incident-merge-drill');
        const alarmIds = [...new Set(found.flatMap(idsOf))];
        if (new Set(found.map(({ id }) => id)).size < 2) throw invalid('ids', 'incident-merge-needs-two');
        const concerned = await alarmIdsOfWhole(
          tx,
          found.map(({ id }) => id),
        );
        return { about: found[0] as VisibleIncident, concerned, decision: { kind: 'merge', alarmIds } };
      }),

    undoIncidentDecision: (context, { body }) =>
      journal.transact(context, async (tx) => {
        const incident = await tx.incidents.find(context.scope, body.id);
        if (incident === null) throw notFound();
        const decided = (await tx.incidents.decisionsAbout(idsOf(incident))).find(({ id }) => id === body.decisionId);
        if (decided === undefined) throw refused('incident-decision-gone');
        await requireOver(tx, context, [], [decided]);
        if (!(await tx.incidents.undo(decided.id, accountOf(context).fullName, context.now))) throw refused('incident-decision-gone');
        context.audit.target('incident', incident.id, incident.gridNo);
        const change = { kind: 'incident.undone', payload: { decisionId: decided.id, kind: decided.decision.kind } } as const;
        const event = eventOf(context, change, { objectId: incident.id, gridNo: incident.gridNo });
        return { value: await fileOf(context, tx, incident), happened: [{ event, after: null }] };
      }),
  };
}

/** An officer's new decision about fires. */
interface NewDecision {
  readonly about: VisibleIncident;
  /** All alarms of the fires that the decision changes. */
  readonly concerned: readonly string[];
  readonly decision: IncidentDecision;
}

const idsOf = ({ alarms }: VisibleIncident): string[] => alarms.map(({ alarm }) => alarm.id);

const writeDecision = ({ id, decision, by, at }: DecidedIncident) => ({ id, kind: decision.kind, by, time: formatTime(at) });

/**
 * Forest share below the fire: as the satellites report it, otherwise from the imported land cover at the first alarm; null: neither is
 * known.
 */
function forestShareOf(alarms: readonly Alarm[], landCover: Room['landCover']): number | null {
  const told = alarms.flatMap(({ facts }) => (facts.kind === 'satellite' ? (facts.woodland ?? []) : []));
  if (told.length > 0) return told.reduce((sum, percent) => sum + percent, 0) / told.length / 100;
  const cover = landCover.classAt((alarms[0] as Alarm).position)?.cover ?? null;
  return cover === null ? null : Number(cover === 'forest');
}
