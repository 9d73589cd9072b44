// Hazard points: registered, changed, deleted, listed and counted; also the readings of their monitors.

import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { LIST_LIMIT, type Received } from '@lookout/contract';
import { actorName, DAY_MS, type GridNo, type LoggedEvent, MINUTE_MS, withGridName } from '@lookout/domain';
import { conflict, invalid, notFound, refused } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import { eventOf, type Happened } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import { locatePosition } from '../../grid/service/gazetteer.ts';
import type { Repositories } from '../../store.ts';
import { HAZARD_UNDO_MS, type Hazard, type HazardHistoryLine, warningActOf } from '../hazard.ts';
import type { HazardFilters, WatchedHazard } from '../hazards.store.ts';
import { rainAt, saveHazards, watchChanges } from '../service/save.ts';
import type { WatchRoom } from '../service/watch.ts';

type Calls = Contract['hazard'];
type Body = Received<Calls['createHazard']>['body'];
type Filter = Received<Calls['hazardList']>['body'];

/** The most warnings that the history of a point includes. Older ones are in the list of warnings. */
const MOST_WARNINGS = 100;
const MOST_LINES = 500;

export function pointHandlers({
  store,
  journal,
  gazetteer,
  room,
}: Pick<Room, 'store' | 'journal' | 'gazetteer'> & { readonly room: () => WatchRoom }): Omit<
  Handlers<Calls>,
  'importHazards' | 'putReadings' | 'hazardWarningPage' | 'acknowledgeHazardWarning' | 'handleHazardWarning' | 'closeHazardWarning'
> {
  const nameOf = (no: GridNo) => gazetteer().grids.nameOf(no);

  /** Stores a point. Refuses missing photos and codes that are already taken. */
  const put = async (tx: Repositories, context: Context, hazard: Hazard, before: WatchedHazard | null): Promise<Happened[]> => {
    const added = hazard.photos.filter((photo) => !before?.hazard.photos.includes(photo));
    if (added.length > 0) {
      const missing = await tx.uploads.claim(added, accountOf(context).accountId, hazard.gridNo);
      if (missing.length > 0) throw invalid('photos', 'picture-gone');
    }
    const saved = await saveHazards(tx, context, [{ hazard, before }], room());
    if (!saved.ok) throw takenBy(saved.error, { code: 'code', monitorCode: 'monitors' });
    return saved.value;
  };

  const refuseTaken = async ({ hazards }: Pick<Repositories, 'hazards'>, { scope }: Context, code: string, own: string | null) => {
    const other = await hazards.byCode(code);
    if (other === null || other.id === own) return;
    if ((await hazards.find(scope, other.id)) === null) throw invalid('code', 'hazard-code-elsewhere');
    throw conflict(withGridName(other, nameOf), 'hazard-code-taken', { name: other.name });
  };

  return {
    async hazardPage({ scope }, { body }) {
      const { pageNo, pageSize } = body;
      const { total, list } = await store.hazards.page(scope, filtersOf(body), { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list: list.map((one) => withGridName(one, nameOf)) };
    },

    async hazardList({ scope }, { body }) {
      const { list, more } = await store.hazards.list(scope, filtersOf(body), { limit: LIST_LIMIT });
      return { rows: list.map((one) => withGridName(one, nameOf)), ...(more && { remark: stoppedAt(LIST_LIMIT) }) };
    },

    async hazardCounts({ scope }) {
      const rows = await store.hazards.counts(scope);
      return { rows: rows.map((row) => ({ ...row, gridName: nameOf(row.gridNo) ?? row.gridNo })) };
    },

    async hazardOne({ scope, now }, { params }) {
      const point = await store.hazards.find(scope, params.id);
      if (!point) throw notFound();
      const { hazard, monitors } = point;
      return { hazard: withGridName(hazard, nameOf), monitors, rain: await rainAt(store, hazard.gridNo, now) };
    },

    async createHazard(context, { body }) {
      const { now } = context;
      const { gridNo: own, fullName: changedBy } = accountOf(context);
      const { gridNo, address } = locatePosition(body.position, gazetteer(), own);
      await refuseTaken(store, context, body.code.trim(), null);
      const id = randomUUID();
      const hazard: Hazard = {
        ...draftOf(body, []),
        address: body.address?.trim() || address,
        id,
        gridNo,
        version: 1,
        changedBy,
        changedAt: now,
      };
      return journal.transact(context, async (tx) => ({ value: { id }, happened: await put(tx, context, hazard, null) }));
    },

    async updateHazard(context, { params, body }) {
      const { now } = context;
      const { gridNo: own, fullName: changedBy } = accountOf(context);
      await refuseTaken(store, context, body.hazard.code.trim(), params.id);
      const hazard = await journal.transact(context, async (tx) => {
        const [before] = await tx.hazards.lockForUpdate(context.scope, [params.id]);
        if (!before) throw notFound();
        const { version } = before.hazard;
        if (version !== body.version)
          throw conflict(withGridName(before.hazard, nameOf), 'hazard-revised', { by: before.hazard.changedBy });
        const { gridNo, address } = locatePosition(body.hazard.position, gazetteer(), own);
        const draft = draftOf(body.hazard, before.hazard.monitors);
        const leaves = draft.state === 'written-off' || gridNo !== before.hazard.gridNo;
        // The point would leave its open warning behind: a point written off is no longer monitored, and a point in another grid is no
        // longer visible to the warning's grid.
        if (leaves && (await tx.hazardWarnings.lockOpenOf([params.id])).size > 0) throw refused('hazard-has-warning');
        const after = {
          ...draft,
          address: body.hazard.address?.trim() || address,
          id: params.id,
          gridNo,
          version: version + 1,
          changedBy,
          changedAt: now,
        };
        return { value: after, happened: await put(tx, context, after, before) };
      });
      return withGridName(hazard, nameOf);
    },

    async deleteHazard(context, { params, query }) {
      return journal.transact(context, async (tx) => {
        const [before] = await tx.hazards.lockForUpdate(context.scope, [params.id]);
        if (!before) throw notFound();
        if ((await tx.hazardWarnings.lockOpenOf([params.id])).size > 0) throw refused('hazard-has-warning');
        await tx.hazardRemoval.remove(params.id, context.now);
        const { id, gridNo, name } = before.hazard;
        const change = { kind: 'hazard.removed', payload: { name, reason: query.reason.trim() } } as const;
        return { value: undefined, happened: [{ event: eventOf(context, change, { objectId: id, gridNo }), after: null }] };
      });
    },

    async restoreHazard(context, { body: { id } }) {
      const { scope, now } = context;
      const hazard = await journal.transact(context, async (tx) => {
        const removed = await tx.hazardRemoval.lockRemoved(scope, id);
        if (!removed) throw notFound();
        if (now.getTime() - removed.removedAt.getTime() > HAZARD_UNDO_MS)
          throw refused('hazard-undo-late', { minutes: HAZARD_UNDO_MS / MINUTE_MS });
        await refuseTaken(tx, context, removed.code, null);
        const restored = await tx.hazardRemoval.restore(id);
        if (!restored.ok) throw takenBy(restored.error, { code: 'id', monitorCode: 'id' });
        const [point] = await tx.hazards.lockForUpdate(scope, [id]);
        if (!point) throw new Error('a hazard point that was restored is gone');
        const { hazard } = point;
        const change = { kind: 'hazard.restored', payload: { hazard } } as const;
        const event = eventOf(context, change, { objectId: id, gridNo: hazard.gridNo });
        // Rain may have reached a threshold while the point was removed.
        const changed = await watchChanges(tx, context, [{ hazard, before: point }], room());
        return { value: hazard, happened: [{ event, after: hazard }, ...changed] };
      });
      return withGridName(hazard, nameOf);
    },

    async hazardHistory({ scope }, { body }) {
      const point = await store.hazards.find(scope, body.id);
      if (!point) throw notFound();
      const { list: warnings } = await store.hazardWarnings.page(scope, { hazardId: body.id }, { offset: 0, limit: MOST_WARNINGS });
      const events = await store.events.newestOf(['hazard', 'hazard-warning'], [body.id, ...warnings.map(({ id }) => id)], {
        limit: MOST_LINES,
      });
      return {
        rows: events.map((event, index) =>
          lineOf(
            event,
            events.slice(index + 1).find(({ kind }) => kind === 'hazard.saved'),
          ),
        ),
      };
    },

    async readingList({ scope, now }, { body }) {
      const point = await store.hazards.find(scope, body.id);
      if (!point) throw notFound();
      if (!point.hazard.monitors.some(({ id }) => id === body.monitorId)) throw invalid('monitorId', 'monitor-not-of-hazard');
      const end = body.endTime ?? now;
      const begin = body.beginTime ?? new Date(end.getTime() - DAY_MS);
      if (begin > end) throw invalid('endTime', 'end-before-begin');
      return { rows: await store.hazards.readings(body.monitorId, begin, end) };
    },
  };
}

/** The code was checked before, so another request has taken it meanwhile. @param paths the fields that the refusal names */
const takenBy = (taken: 'code-taken' | 'monitor-code-taken', paths: { readonly code: string; readonly monitorCode: string }) =>
  taken === 'code-taken' ? invalid(paths.code, 'hazard-code-elsewhere') : invalid(paths.monitorCode, 'monitor-code-taken');

/** @param existing the point's monitors; the body may name only their ids. @throws Refusal for a monitor of another point */
function draftOf(body: Body, existing: Hazard['monitors']): Omit<Hazard, 'id' | 'gridNo' | 'version' | 'changedBy' | 'changedAt'> {
  const known = new Set(existing.map(({ id }) => id));
  return {
    code: body.code.trim(),
    name: body.name.trim(),
    kind: body.kind,
    level: body.level,
    state: body.state,
    position: body.position,
    address: body.address?.trim() || null,
    people: body.people,
    households: body.households,
    dutyName: body.dutyName?.trim() || null,
    dutyPhone: body.dutyPhone?.trim() || null,
    description: body.description?.trim() || null,
    photos: body.photos ?? [],
    rain: body.rain,
    monitors: body.monitors.map(({ id, code, kind, name, value, rate }, index) => {
      if (id != null && !known.has(id)) throw invalid(`monitors.${index}.id`, 'monitor-not-of-hazard');
      return { id: id ?? randomUUID(), code: code.trim(), kind, name: name.trim(), value, rate };
    }),
  };
}

const filtersOf = ({ kind, level, state, text, isWarned, warningLevel }: Filter): HazardFilters => ({
  kind: kind ?? undefined,
  level: level ?? undefined,
  state: state ?? undefined,
  text: text?.trim() || undefined,
  isWarned: isWarned ?? undefined,
  warningLevel: warningLevel ?? undefined,
});

/** @param previous the previous save of the point, from which the changed fields are determined */
function lineOf(event: LoggedEvent, previous: LoggedEvent | undefined): HazardHistoryLine {
  const line = {
    at: event.happenedAt,
    by: actorName(event.actor),
    warningId: null,
    level: null,
    cause: null,
    note: null,
    fields: [],
  };
  const warning = { ...line, warningId: event.objectId };
  switch (event.kind) {
    case 'hazard.saved': {
      const before = previous?.kind === 'hazard.saved' ? previous.payload.hazard : null;
      return event.payload.isNew || before === null
        ? { ...line, act: 'registered' }
        : { ...line, act: 'changed', fields: changedFields(before, event.payload.hazard) };
    }
    case 'hazard.removed':
      return { ...line, act: 'removed', note: event.payload.reason };
    case 'hazard.restored':
      return { ...line, act: 'restored' };
    case 'hazard-warning.raised': {
      const { highest, cause } = event.payload.warning;
      return { ...warning, act: warningActOf(event.kind), level: highest, cause };
    }
    case 'hazard-warning.risen':
      return { ...warning, act: warningActOf(event.kind), ...event.payload };
    case 'hazard-warning.lowered':
      return { ...warning, act: warningActOf(event.kind), level: event.payload.level };
    case 'hazard-warning.handled':
    case 'hazard-warning.closed':
      return { ...warning, act: warningActOf(event.kind), note: event.payload.note };
    case 'hazard-warning.lifted':
    case 'hazard-warning.acknowledged':
      return { ...warning, act: warningActOf(event.kind) };
    default:
      throw new Error(`${event.kind} is no event of a hazard point`);
  }
}

/** Fields that every save sets. */
const ALWAYS = ['version', 'changedBy', 'changedAt'];

const changedFields = (before: Hazard, after: Hazard): string[] =>
  (Object.keys(after) as (keyof Hazard)[]).filter(
    // A deep comparison, because objects from the database have their fields in another order.
    (field) => !ALWAYS.includes(field) && !isDeepStrictEqual(before[field], after[field]),
  );
