// Fires: the memberships of alarms, users' decisions, and the log as server/association.ts reads it.

import { boxAround, commonGrid, covers, type GridNo, lineage, type Position } from '@lookout/domain';
import { type Limit, type Listed, mapInSlices, type Paged, type PageRequest } from '@lookout/store';
import { type Db, isAnyOf, isUuid, jsonText, listed, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { AlarmTable } from '../alarm/alarm.tables.ts';
import type { Alarm, RealFireType } from '../alarm/alarm.ts';
import { alarmOf } from '../alarm/alarm-rows.store.ts';
import type { CalmingReason } from '../alarm/certainty.ts';
import type { DegreeBox } from '../known-heat/known-heat.ts';
import { INHABITANTS } from '../map-layer/map-layer.ts';
import { type Threatened, UNKNOWN_INHABITANTS } from './fire-danger.ts';
import type { IncidentAlarmTable, IncidentDecisionTable, IncidentPolicyTable } from './incident.tables.ts';
import {
  type IncidentDecision,
  type IncidentMember,
  type IncidentPolicy,
  type IncidentState,
  incidentState,
  membershipOf,
  type StoredMember,
} from './incident.ts';

/** An alarm of a fire, with its evidence. */
export interface AlarmOfIncident {
  readonly alarm: Alarm;
  readonly member: StoredMember;
}

/** The visible part of a fire: its alarms inside the scope, in order of observation. */
export interface VisibleIncident {
  readonly id: string;
  readonly gridNo: GridNo;
  readonly state: IncidentState;
  readonly alarms: readonly AlarmOfIncident[];
}

export interface IncidentFilters {
  readonly gridNo?: GridNo | undefined;
  readonly state?: IncidentState | undefined;
  /** Fires with an alarm that arrived in this period. */
  readonly begin?: Date | undefined;
  readonly end?: Date | undefined;
}

/** A grid's settings for its fires; they also apply to grids below it without settings. */
export interface StoredIncidentPolicy extends IncidentPolicy {
  readonly gridNo: GridNo;
  readonly changedBy: string;
  readonly changedAt: Date;
}

export interface DecidedIncident {
  readonly id: string;
  readonly decision: IncidentDecision;
  readonly by: string;
  readonly at: Date;
  /** The split that created this remainder of a merge; null: an officer's own decision. */
  readonly partOf: string | null;
  /** The grid in which the officer acted; null: not known. */
  readonly decidedIn: GridNo | null;
}

/** What server/association.ts has to check again: the alarms in a section of the log that are new, moved, judged, deleted or decided about. */
export interface IncidentReading {
  /** The log was read up to this sequence number. */
  readonly next: number;
  readonly more: boolean;
  readonly alarmIds: readonly string[];
  /** A decision was made or withdrawn. */
  readonly isDecided: boolean;
  /** Known heat sources or map masks have changed in these boxes: alarms there have to be checked again. */
  readonly around: readonly DegreeBox[];
}

/**
 * Number of log entries read at once, and therefore the maximum number of alarms. Processing them must not delay other calls, so the alarms
 * of a file are handled in parts.
 */
const STRETCH = 1_000;
/** Events that change the fire of an alarm, or its evidence. */
const REREAD = ['alarm.linked', 'alarm.judged', 'alarm.corrected', 'alarm.moved', 'alarm.edited', 'alarm.deleted'];
/** Rows written by one statement. */
const AT_ONCE = 5_000;

export function incidentsRepository(db: Db) {
  const ofRows = (rows: readonly (Selectable<AlarmTable> & MemberColumns)[]): VisibleIncident[] =>
    [...Map.groupBy(rows, ({ incident_id }) => incident_id)].map(([id, members]) => {
      const alarms = members.map((row) => ({ alarm: alarmOf(row), member: memberOf({ ...row, alarm_id: row.id }) }));
      return {
        id,
        gridNo: commonGrid(alarms.map(({ alarm }) => alarm.gridNo)),
        state: incidentState(alarms.map(({ alarm }) => alarm)),
        alarms,
      };
    });

  /** The alarms of these fires that lie in scope. */
  const visible = async (scope: GridNo, incidentIds: readonly string[]): Promise<VisibleIncident[]> => {
    if (incidentIds.length === 0) return [];
    const rows = await db
      .selectFrom('incident_alarm')
      .innerJoin('alarm', 'alarm.id', 'incident_alarm.alarm_id')
      .selectAll('alarm')
      .select(MEMBER_COLUMNS)
      .where(isAnyOf('incident_alarm.incident_id', incidentIds, 'uuid'))
      .where('alarm.deleted_at', 'is', null)
      .where(withinScope('alarm.grid_no', scope))
      .orderBy('alarm.observed_at')
      .orderBy('alarm.id')
      .execute();
    const byId = new Map(ofRows(rows).map((incident) => [incident.id, incident]));
    return incidentIds.flatMap((id) => byId.get(id) ?? []);
  };

  return {
    ...incidentMembers(db),
    ...association(db),
    ...incidentPolicies(db),
    ...incidentDecisions(db),
    /** The fire with this id, or the fire of the alarm with this id; null: none of its alarms is in scope. */
    async find(scope: GridNo, id: string): Promise<VisibleIncident | null> {
      if (!isUuid(id)) return null;
      const row = await db.selectFrom('incident_alarm').select('incident_id').where('alarm_id', '=', id).executeTakeFirst();
      const [own] = await visible(scope, [row?.incident_id ?? id]);
      return own ?? (row === undefined ? null : ((await visible(scope, [id]))[0] ?? null));
    },

    /** The fires with an alarm in scope, the one with the newest alarm first. */
    async page(
      scope: GridNo,
      { gridNo, state, begin, end }: IncidentFilters,
      { offset, limit }: PageRequest,
    ): Promise<Paged<VisibleIncident>> {
      const isOver = sql<SqlBool>`bool_and(alarm.stage in ('dismissed', 'closed'))`;
      const matching = db
        .selectFrom('alarm')
        .innerJoin('incident_alarm', 'incident_alarm.alarm_id', 'alarm.id')
        .where('alarm.deleted_at', 'is', null)
        .where('alarm.exercise_id', 'is', null)
        .where(withinScope('alarm.grid_no', gridNo !== undefined && covers(scope, gridNo) ? gridNo : scope))
        .$if(begin !== undefined, (query) => query.where('alarm.arrived_at', '>=', begin as Date))
        .$if(end !== undefined, (query) => query.where('alarm.arrived_at', '<', end as Date))
        .groupBy('incident_alarm.incident_id')
        .$if(state !== undefined, (query) => query.having(state === 'closed' ? isOver : sql<SqlBool>`not ${isOver}`));
      const [ids, counted] = await Promise.all([
        matching
          .select('incident_alarm.incident_id')
          .orderBy(sql`max(alarm.arrived_at)`, 'desc')
          .orderBy('incident_alarm.incident_id', 'desc')
          .offset(offset)
          .limit(limit)
          .execute(),
        db
          .selectFrom(matching.select('incident_alarm.incident_id').as('matching'))
          .select(sql<number>`count(*)`.as('total'))
          .executeTakeFirstOrThrow(),
      ]);
      const list = await visible(
        scope,
        ids.map(({ incident_id }) => incident_id),
      );
      return { total: counted.total, list };
    },

    /** The memberships and evidence of the alarms in scope that are open or in progress. Newest arrival first. */
    async membersInHand(scope: GridNo, { limit, withDrills }: Limit & { readonly withDrills: boolean }): Promise<Listed<IncidentMember>> {
      const rows = await db
        .selectFrom('alarm')
        .innerJoin('incident_alarm', 'incident_alarm.alarm_id', 'alarm.id')
        .selectAll('incident_alarm')
        .where(sql<SqlBool>`alarm.stage in ('open', 'in-progress')`)
        .where('alarm.deleted_at', 'is', null)
        .$if(!withDrills, (query) => query.where('alarm.exercise_id', 'is', null))
        .where(withinScope('alarm.grid_no', scope))
        .orderBy('alarm.arrived_at', 'desc')
        .orderBy('alarm.id', 'desc')
        .limit(limit + 1)
        .execute();
      const members = await mapInSlices(rows, (row) => membershipOf(memberOf(row)));
      return listed(members, limit);
    },
  };
}

/** Which alarms belong to which fires. */
const incidentMembers = (db: Db) => ({
  /** The memberships and evidence of these alarms. */
  async membersOf(alarmIds: readonly string[]): Promise<StoredMember[]> {
    const rows = await db
      .selectFrom('incident_alarm')
      .selectAll()
      .where(isAnyOf('alarm_id', alarmIds, 'uuid'))
      .execute();
    return mapInSlices(rows, memberOf);
  },

  /** All members of these fires. */
  async membersOfIncidents(incidentIds: readonly string[]): Promise<StoredMember[]> {
    const rows = await db
      .selectFrom('incident_alarm')
      .selectAll()
      .where(isAnyOf('incident_id', incidentIds, 'uuid'))
      .execute();
    return mapInSlices(rows, memberOf);
  },

  /** Saves new members and changed ones. */
  async saveMembers(members: readonly StoredMember[]): Promise<void> {
    for (let from = 0; from < members.length; from += AT_ONCE) {
      const rows = members.slice(from, from + AT_ONCE).map(memberColumns);
      await sql`
        insert into incident_alarm select * from json_populate_recordset(null::incident_alarm, ${jsonText(rows)}::json)
        on conflict (alarm_id) do update set incident_id = excluded.incident_id, look = excluded.look, east_east = excluded.east_east,
          east_north = excluded.east_north, north_north = excluded.north_north, probability = excluded.probability,
          calmed_by = excluded.calmed_by, confirmed_as = excluded.confirmed_as, inhabitants = excluded.inhabitants,
          danger_sources = excluded.danger_sources, known_heat = excluded.known_heat`.execute(db);
    }
  },

  /** Removes alarms that no longer belong to a fire, that is deleted ones. */
  async removeMembers(alarmIds: readonly string[]): Promise<void> {
    if (alarmIds.length > 0)
      await db
        .deleteFrom('incident_alarm')
        .where(isAnyOf('alarm_id', alarmIds, 'uuid'))
        .execute();
  },

  /** The grids of these alarms, including deleted ones. */
  async gridsOf(alarmIds: readonly string[]): Promise<GridNo[]> {
    if (alarmIds.length === 0) return [];
    const rows = await db
      .selectFrom('alarm')
      .select('grid_no')
      .distinct()
      .where(isAnyOf('alarm.id', alarmIds, 'uuid'))
      .orderBy('grid_no')
      .execute();
    return rows.map(({ grid_no: gridNo }) => gridNo);
  },

  /** The fires in progress among these, with a judgement that confirms them: the first one that has a type, otherwise the first. */
  async judgementsInProgress(incidentIds: readonly string[]): Promise<Map<string, { readonly realFireType: RealFireType | null }>> {
    if (incidentIds.length === 0) return new Map();
    const { rows } = await sql<{ incident_id: string; real_fire_type: RealFireType | null }>`
      select distinct on (incident_id) incident_id, real_fire_type
      from incident_alarm join alarm on alarm.id = alarm_id
      where ${isAnyOf('incident_id', incidentIds, 'uuid')} and stage = 'in-progress' and deleted_at is null
      order by incident_id, real_fire_type is null, judged_at, alarm.id`.execute(db);
    return new Map(rows.map(({ incident_id, real_fire_type: realFireType }) => [incident_id, { realFireType }]));
  },

  /** The smoke alarms from which camera alarms were created by 推送. */
  async linksOf(alarmIds: readonly string[]): Promise<{ readonly alarmId: string; readonly fromAlarmId: string }[]> {
    if (alarmIds.length === 0) return [];
    const { rows } = await sql<{ alarmId: string; fromAlarmId: string }>`
      select object_id as "alarmId", payload ->> 'fromAlarmId' as "fromAlarmId" from event
      where kind = 'alarm.linked' and object_id = any(${[...alarmIds]}::text[])`.execute(db);
    return rows;
  },
});

/** What the association of alarms to fires reads and stores. */
const association = (db: Db) => ({
  /**
   * The position up to which the log was read. Requires a transaction: the row is locked until commit, so that two readers never write
   * the same changes.
   */
  async readingForUpdate(): Promise<number> {
    const { rows } = await sql<{ seq: number }>`select seq from incident_reading for update`.execute(db);
    return rows[0]?.seq ?? 0;
  },

  async saveReading(seq: number): Promise<void> {
    await db.updateTable('incident_reading').set({ seq }).execute();
  },

  /** Reads the next section of the log after a sequence number. */
  async readAfter(seq: number): Promise<IncidentReading> {
    const { rows: heads } = await sql<{ head: number }>`select event_last as head from journal_head`.execute(db);
    const head = heads[0]?.head ?? 0;
    const next = Math.max(seq, Math.min(head, seq + STRETCH));
    if (next === seq) return { next, more: false, alarmIds: [], isDecided: false, around: [] };
    const [recorded, changed, places] = await Promise.all([
      sql<{ id: string }>`
        select alarm.id from event join alarm on alarm.id between run_member(event.first_alarm, ${seq}::bigint - (event.seq - event.numbers))
          and least(event.last_alarm, run_member(event.first_alarm, greatest(0, ${next}::bigint - 1 - (event.seq - event.numbers))))
        where event.seq > ${seq} and event.seq - event.numbers < ${next} and event.first_alarm is not null`.execute(db),
      sql<{ id: string; kind: string; decision: string | null }>`
        select distinct object_id as id, kind, payload ->> 'decisionId' as decision from event
        where seq > ${seq} and seq <= ${next} and object_id is not null
          and kind = any(${[...REREAD, 'incident.split', 'incident.merged', 'incident.undone']}::text[])`.execute(db),
      sql<{ around: DegreeBox }>`
        select payload -> 'around' as around from event
        where seq > ${seq} and seq <= ${next} and (kind like 'known-heat.%' or kind like 'map-mask.%')
          and json_typeof(payload -> 'around') = 'object'`.execute(db),
    ]);
    const decisions = changed.rows.flatMap(({ decision }) => decision ?? []);
    const decided = await sql<{ id: string }>`
      select distinct unnest(one || other) as id from incident_decision
      where ${isAnyOf('id', decisions, 'uuid')} or ${isAnyOf('replaced_by', decisions, 'uuid')}`.execute(db);
    const changedIds = changed.rows.flatMap(({ id, kind }) => (kind.startsWith('alarm.') ? [id] : []));
    return {
      next,
      more: next < head,
      alarmIds: [...new Set([...[...recorded.rows, ...decided.rows].map(({ id }) => id), ...changedIds])],
      isDecided: decisions.length > 0,
      around: places.rows.map(({ around }) => around),
    };
  },

  /** The current state of these alarms; deleted ones are missing. */
  async alarmsOf(alarmIds: readonly string[]): Promise<Alarm[]> {
    if (alarmIds.length === 0) return [];
    const rows = await db
      .selectFrom('alarm')
      .selectAll()
      .where(isAnyOf('id', alarmIds, 'uuid'))
      .where('deleted_at', 'is', null)
      .execute();
    return rows.map(alarmOf);
  },

  /** The alarms observed since `since` in one of these boxes. */
  async seenWithin(boxes: readonly DegreeBox[], since: Date): Promise<string[]> {
    if (boxes.length === 0) return [];
    const { rows } = await sql<{ id: string }>`
      select distinct alarm.id from json_to_recordset(${jsonText(boxes)}::json) as b(west float8, south float8, east float8, north float8)
      join alarm on alarm.lng between b.west and b.east and alarm.lat between b.south and b.north
      where alarm.observed_at >= ${since} and alarm.deleted_at is null`.execute(db);
    return rows.map(({ id }) => id);
  },

  /** The alarms of fires that users have confirmed since then, fire by fire, at most `limit`, without those that known heat explains. */
  async confirmedSince(since: Date, limit: number): Promise<AlarmOfIncident[]> {
    const rows = await db
      .selectFrom('alarm')
      .innerJoin('incident_alarm', 'incident_alarm.alarm_id', 'alarm.id')
      .selectAll('alarm')
      .select(MEMBER_COLUMNS)
      .where('incident_alarm.known_heat', 'is', null)
      .where('alarm.deleted_at', 'is', null)
      .where('alarm.exercise_id', 'is', null)
      .where('incident_alarm.incident_id', 'in', (query) =>
        query
          .selectFrom('incident_alarm as member')
          .innerJoin('alarm as judged', 'judged.id', 'member.alarm_id')
          .select('member.incident_id')
          .where('member.confirmed_as', 'is not', null)
          .where('judged.judged_at', '>=', since),
      )
      .orderBy('incident_alarm.incident_id', 'desc')
      .orderBy('alarm.id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ alarm: alarmOf(row), member: memberOf({ ...row, alarm_id: row.id }) }));
  },

  /**
   * Sightings of fires observed from `begin` to `end` (both included) that belong to a fire already: newest first, `limit` of them before
   * `before`.
   */
  async observedBetween(begin: Date, end: Date, before: AlarmOfIncident | null, limit: number): Promise<AlarmOfIncident[]> {
    const rows = await db
      .selectFrom('alarm')
      .innerJoin('incident_alarm', 'incident_alarm.alarm_id', 'alarm.id')
      .selectAll('alarm')
      .select(MEMBER_COLUMNS)
      .where('alarm.observed_at', '>=', begin)
      .where('alarm.observed_at', '<=', end)
      .where('alarm.deleted_at', 'is', null)
      .$if(before !== null, (query) =>
        query.where(sql<SqlBool>`(alarm.observed_at, alarm.id) < (${before?.alarm.observedAt}, ${before?.alarm.id}::uuid)`),
      )
      .orderBy('alarm.observed_at', 'desc')
      .orderBy('alarm.id', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ alarm: alarmOf(row), member: memberOf({ ...row, alarm_id: row.id }) }));
  },

  /** The verdicts since then, by kind, and for cameras and sensors by device: `camera tower-1`, `satellite`. */
  async verdictsBySource(since: Date): Promise<Map<string, { readonly real: number; readonly false: number }>> {
    const { rows } = await sql<{ source: string; real: number; wrong: number }>`
      select kind || case when kind in ('camera', 'smoke') then ' ' || coalesce(device_id, '') else '' end as source,
        count(*) filter (where stage in ('in-progress', 'closed')) as real, count(*) filter (where stage = 'dismissed') as wrong
      from alarm
      where judged_at >= ${since} and deleted_at is null and exercise_id is null
      group by 1`.execute(db);
    return new Map(rows.map(({ source, real, wrong }) => [source, { real, false: wrong }]));
  },

  /** What is threatened within `metres` of each place, in the order of the places: villages by extent, danger sources by position. */
  async threatenedAround(places: readonly Position[], metres: number): Promise<Threatened[]> {
    if (places.length === 0) return [];
    const boxes = places.map((place) => boxAround(place, metres));
    const sides = (['west', 'south', 'east', 'north'] as const).map((side) => sql`${boxes.map((box) => box[side])}::float8[]`);
    const { rows } = await sql<{ inhabitants: number | null; dangerSources: number }>`
      with places as (
        select number, box(point(west, south), point(east, north)) as around
        from unnest(${sql.join(sides)}) with ordinality as places (west, south, east, north, number)
      )
      select (
        select case when exists (select from map_layer where kind = 'village') then coalesce(sum(
          case when said ~ '^[0-9]{1,9}$' then said::int else ${UNKNOWN_INHABITANTS} end), 0)::int end
        from map_feature join map_layer on map_layer.id = layer_id and map_layer.kind = 'village'
        cross join lateral (select coalesce(${sql.join(INHABITANTS.map((name) => sql`attributes ->> ${name}`))}) as said) as people
        where map_feature.extent && around
      ) as inhabitants,
      (select count(*)::int from resource where kind = 'DangerSource' and point(lng, lat) <@ around) as "dangerSources"
      from places order by number`.execute(db);
    return rows;
  },
});

/** The policy of a grid for its fires. */
const incidentPolicies = (db: Db) => ({
  /** The policies set for these grids and those above them. */
  async policies(gridNos: readonly GridNo[]): Promise<Map<GridNo, StoredIncidentPolicy>> {
    const above = [...new Set(gridNos.flatMap(lineage))];
    const rows = await db.selectFrom('incident_policy').selectAll().where(isAnyOf('grid_no', above)).execute();
    return new Map(rows.map((row) => [row.grid_no, policyOf(row)]));
  },

  async savePolicy({ gridNo, inheritsVerdict, changedBy, changedAt }: StoredIncidentPolicy): Promise<void> {
    const columns = { inherits_verdict: inheritsVerdict, changed_by: changedBy, changed_at: changedAt };
    await db
      .insertInto('incident_policy')
      .values({ grid_no: gridNo, ...columns })
      .onConflict((conflict) => conflict.column('grid_no').doUpdateSet(columns))
      .execute();
  },
});

/** Decisions of officers: splits and merges. */
const incidentDecisions = (db: Db) => ({
  /** The decisions in force that name one of these alarms. */
  async decisionsAbout(alarmIds: readonly string[]): Promise<DecidedIncident[]> {
    if (alarmIds.length === 0) return [];
    const { rows } = await sql<Selectable<IncidentDecisionTable>>`
      select * from incident_decision
      where undone_at is null and (one && ${[...alarmIds]}::uuid[] or other && ${[...alarmIds]}::uuid[])
      order by decided_at, id`.execute(db);
    return rows.map(decidedOf);
  },

  /** Requires a transaction. */
  async decide({ id, decision, by, at, partOf, decidedIn }: DecidedIncident, accountId: string): Promise<void> {
    const [one, other] = decision.kind === 'split' ? decision.sides : [decision.alarmIds, []];
    await db
      .insertInto('incident_decision')
      .values({
        id,
        kind: decision.kind,
        one: [...one],
        other: [...other],
        account_id: accountId,
        decided_by: by,
        decided_at: at,
        part_of: partOf,
        decided_in: decidedIn,
      })
      .execute();
  },

  /** Replaces these decisions by a later one. Requires a transaction. */
  async replace(ids: readonly string[], { id, by, at }: DecidedIncident): Promise<void> {
    if (ids.length === 0) return;
    await db
      .updateTable('incident_decision')
      .set({ undone_at: at, undone_by: by, replaced_by: id })
      .where(isAnyOf('id', ids, 'uuid'))
      .where('undone_at', 'is', null)
      .execute();
  },

  /**
   * Withdraws a decision; the decisions that it replaced are in force again. Requires a transaction. @returns false: it is not in force
   * any more, or does not exist
   */
  async undo(id: string, by: string, at: Date): Promise<boolean> {
    if (!isUuid(id)) return false;
    const { numUpdatedRows } = await db
      .updateTable('incident_decision')
      .set({ undone_at: at, undone_by: by })
      .where('id', '=', id)
      .where('undone_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await db
      .updateTable('incident_decision')
      .set({ undone_at: at, undone_by: by })
      .where('part_of', '=', id)
      .where('undone_at', 'is', null)
      .execute();
    await db
      .updateTable('incident_decision')
      .set({ undone_at: null, undone_by: null })
      .where('replaced_by', '=', id)
      .where('undone_at', 'is not', null)
      // The remainder of a merge that a split created is withdrawn with that split.
      .where(
        sql<SqlBool>`(part_of is null or exists (select from incident_decision split where split.id = incident_decision.part_of and split.undone_at is null))`,
      )
      .execute();
    return true;
  },
});

/** The columns of a fire's membership, for queries that read alarms together with it. */
export const MEMBER_COLUMNS = [
  'incident_alarm.incident_id',
  'incident_alarm.look',
  'incident_alarm.east_east',
  'incident_alarm.east_north',
  'incident_alarm.north_north',
  'incident_alarm.probability',
  'incident_alarm.calmed_by',
  'incident_alarm.confirmed_as',
  'incident_alarm.inhabitants',
  'incident_alarm.danger_sources',
  'incident_alarm.known_heat',
] as const;
export type MemberColumns = Omit<Selectable<IncidentAlarmTable>, 'alarm_id'>;

export const memberOf = (row: Selectable<IncidentAlarmTable>): StoredMember => ({
  alarmId: row.alarm_id,
  incidentId: row.incident_id,
  evidence: {
    look: row.look,
    covariance: { eastEast: row.east_east, eastNorth: row.east_north, northNorth: row.north_north },
    probability: row.probability,
    calmedBy: row.calmed_by === '' ? [] : (row.calmed_by.split(',') as CalmingReason[]),
    threatens: row.danger_sources === null ? null : { inhabitants: row.inhabitants, dangerSources: row.danger_sources },
  },
  confirmedAs: row.confirmed_as,
  knownHeat: row.known_heat,
});

const memberColumns = ({ alarmId, incidentId, evidence, confirmedAs, knownHeat }: StoredMember) => ({
  alarm_id: alarmId,
  incident_id: incidentId,
  look: evidence.look,
  east_east: evidence.covariance.eastEast,
  east_north: evidence.covariance.eastNorth,
  north_north: evidence.covariance.northNorth,
  probability: evidence.probability,
  calmed_by: evidence.calmedBy.join(),
  confirmed_as: confirmedAs,
  inhabitants: evidence.threatens?.inhabitants ?? null,
  danger_sources: evidence.threatens?.dangerSources ?? null,
  known_heat: knownHeat,
});

const policyOf = (row: Selectable<IncidentPolicyTable>): StoredIncidentPolicy => ({
  gridNo: row.grid_no,
  inheritsVerdict: row.inherits_verdict,
  changedBy: row.changed_by,
  changedAt: row.changed_at,
});

const decidedOf = (row: Selectable<IncidentDecisionTable>): DecidedIncident => ({
  id: row.id,
  decision: row.kind === 'split' ? { kind: 'split', sides: [row.one, row.other] } : { kind: 'merge', alarmIds: row.one },
  by: row.decided_by,
  at: row.decided_at,
  partOf: row.part_of,
  decidedIn: row.decided_in,
});
