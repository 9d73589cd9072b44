// Known heat sources: listed, entered, changed, reviewed and deleted.
import { randomUUID } from 'node:crypto';
import { LIST_LIMIT, type Received } from '@lookout/contract';
import { type GridNo, withGridName } from '@lookout/domain';
import { conflict, notFound } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import { requireWholeOf } from '@lookout/server/services/authority.ts';
import { eventOf, type Happened } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import { locatePosition } from '../../grid/service/gazetteer.ts';
import { aroundHeat, type KnownHeat, type KnownHeatDraft, reviewKnownHeat } from '../known-heat.ts';
import type { HeatsAround, KnownHeatFilters } from '../known-heats.store.ts';

type Calls = Contract['knownHeat'];
type Heats = Pick<
  Handlers<Calls>,
  'knownHeatPage' | 'knownHeatList' | 'createKnownHeat' | 'updateKnownHeat' | 'reviewKnownHeat' | 'deleteKnownHeat'
>;
type Filter = Received<Calls['knownHeatList']>['body'];
type Draft = Omit<Received<Calls['updateKnownHeat']>['body'], 'version'>;

export function heatHandlers({ store, gazetteer, journal }: Pick<Room, 'store' | 'gazetteer' | 'journal'>): Heats {
  const nameOf = (no: GridNo) => gazetteer().grids.nameOf(no);
  const named = (heat: KnownHeat) => withGridName(heat, nameOf);

  return {
    async knownHeatPage({ scope }, { body }) {
      const { pageNo, pageSize } = body;
      const request = { offset: (pageNo - 1) * pageSize, limit: pageSize };
      const { total, list } = await store.knownHeats.page(scope, filtersOf(body), request, aroundOf(body));
      return { total, pageNo, pageSize, list: list.map(named) };
    },

    async knownHeatList({ scope }, { body }) {
      const { list, more } = await store.knownHeats.list(scope, filtersOf(body), { limit: LIST_LIMIT }, aroundOf(body));
      return { rows: list.map(named), ...(more && { remark: stoppedAt(LIST_LIMIT) }) };
    },

    async createKnownHeat(context, { body }) {
      const { now } = context;
      const { gridNo: own, fullName: by } = accountOf(context);
      const { gridNo, address } = locatePosition(body.position, gazetteer(), own);
      const { isConfirmed } = body;
      const heat: KnownHeat = {
        ...draftOf(body),
        id: randomUUID(),
        gridNo,
        address,
        state: isConfirmed ? 'confirmed' : 'proposed',
        origin: 'officer',
        days: [],
        hours: [],
        version: 1,
        createdBy: by,
        createdAt: now,
        changedBy: by,
        changedAt: now,
        reviewedBy: isConfirmed ? by : null,
        reviewedAt: isConfirmed ? now : null,
        reviewNote: null,
      };
      return journal.transact(context, async (tx) => {
        await tx.knownHeats.save([heat]);
        const change = { kind: 'known-heat.saved', payload: { knownHeat: heat, around: aroundHeat(null, heat) } } as const;
        return { value: { id: heat.id }, happened: [{ event: eventOf(context, change, { objectId: heat.id, gridNo }), after: heat }] };
      });
    },

    async updateKnownHeat(context, { params, body }) {
      const { now } = context;
      const { gridNo: own, fullName: changedBy } = accountOf(context);
      const after = await journal.transact(context, async (tx) => {
        const before = await tx.knownHeats.lockForUpdate(context.scope, params.id);
        if (before === null) throw notFound();
        await requireWholeOf(tx, context, 'known-heat', before, nameOf);
        if (before.version !== body.version) throw conflict(named(before), 'heat-revised', { by: before.changedBy });
        const { gridNo, address } = locatePosition(body.position, gazetteer(), own);
        const isMoved = before.position.lng !== body.position.lng || before.position.lat !== body.position.lat;
        const heat = {
          ...before,
          ...draftOf(body),
          gridNo,
          address: isMoved ? address : before.address,
          version: before.version + 1,
          changedBy,
          changedAt: now,
        };
        await tx.knownHeats.save([heat]);
        const change = { kind: 'known-heat.saved', payload: { knownHeat: heat, around: aroundHeat(before, heat) } } as const;
        const place = { objectId: heat.id, gridNo, ...(gridNo !== before.gridNo && { leftGridNo: before.gridNo }) };
        return { value: heat, happened: [{ event: eventOf(context, change, place), after: heat }] };
      });
      return named(after);
    },

    async reviewKnownHeat(context, { body }) {
      const { now } = context;
      const { fullName: by } = accountOf(context);
      const after = await journal.transact(context, async (tx) => {
        const before = await tx.knownHeats.lockForUpdate(context.scope, body.id);
        if (before === null) throw notFound();
        await requireWholeOf(tx, context, 'known-heat', before, nameOf);
        const reviewed = reviewKnownHeat(before, body.state);
        if (!reviewed.ok) throw conflict(named(before), 'heat-reviewed', { by: before.reviewedBy ?? before.changedBy });
        const statement =
          body.state === 'confirmed'
            ? {
                name: body.name.trim(),
                kind: body.kind,
                radiusMetres: body.radiusMetres,
                note: body.note?.trim() || before.note,
                reviewNote: null,
              }
            : { reviewNote: body.reason.trim() };
        const heat: KnownHeat = {
          ...before,
          ...statement,
          state: reviewed.value,
          version: before.version + 1,
          changedBy: by,
          changedAt: now,
          reviewedBy: by,
          reviewedAt: now,
        };
        await tx.knownHeats.save([heat]);
        const payload = { knownHeat: heat, around: aroundHeat(before, heat) };
        const change = { kind: body.state === 'confirmed' ? 'known-heat.confirmed' : 'known-heat.rejected', payload } as const;
        const happened: Happened = { event: eventOf(context, change, { objectId: heat.id, gridNo: heat.gridNo }), after: heat };
        return { value: heat, happened: [happened] };
      });
      return named(after);
    },

    async deleteKnownHeat(context, { params, query }) {
      return journal.transact(context, async (tx) => {
        const before = await tx.knownHeats.lockForUpdate(context.scope, params.id);
        if (before === null) throw notFound();
        await requireWholeOf(tx, context, 'known-heat', before, nameOf);
        await tx.knownHeats.remove(before.id);
        const payload = { name: before.name, reason: query.reason.trim(), around: aroundHeat(before, null) };
        const change = { kind: 'known-heat.removed', payload } as const;
        const event = eventOf(context, change, { objectId: before.id, gridNo: before.gridNo });
        return { value: undefined, happened: [{ event, after: null }] };
      });
    },
  };
}

const draftOf = ({ name, kind, position, radiusMetres, usualFrpMegawatts, note }: Draft): KnownHeatDraft => ({
  name: name.trim(),
  kind,
  position,
  radiusMetres,
  usualFrpMegawatts: usualFrpMegawatts ?? null,
  note: note?.trim() || null,
});

const filtersOf = ({ gridNo, state, kind, text }: Filter): KnownHeatFilters => ({
  gridNo: gridNo ?? undefined,
  state: state ?? undefined,
  kind: kind ?? undefined,
  text: text?.trim() || undefined,
});

const aroundOf = ({ around }: Filter): HeatsAround | undefined =>
  around ? { centre: around.centre, radiusMetres: around.radiusMetres ?? null } : undefined;
