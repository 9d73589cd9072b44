// Masks on the map (地图屏蔽区): listed, drawn, changed and ended.

import { randomUUID } from 'node:crypto';
import { LIST_LIMIT, type Received } from '@lookout/contract';
import { commonGrid, DAY_MS, type GridNo, haversineMetres, type Position, withGridName } from '@lookout/domain';
import { ringCrosses } from '@lookout/geo';
import { conflict, invalid, notFound } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import { requireWholeOf } from '@lookout/server/services/authority.ts';
import { eventOf } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import { locatePosition } from '../../grid/service/gazetteer.ts';
import { boxOf, boxOfBoth, endMask, type MapMask, type MapMaskDraft, MOST_MASK_DAYS, MOST_MASK_SPAN_METRES } from '../known-heat.ts';
import type { MapMaskFilters } from '../map-masks.store.ts';

type Calls = Contract['knownHeat'];
type Masks = Pick<Handlers<Calls>, 'mapMaskPage' | 'mapMaskList' | 'createMapMask' | 'updateMapMask' | 'endMapMask'>;
type Filter = Received<Calls['mapMaskList']>['body'];
type Draft = Received<Calls['createMapMask']>['body'];

export function maskHandlers({ store, gazetteer, journal }: Pick<Room, 'store' | 'gazetteer' | 'journal'>): Masks {
  const nameOf = (no: GridNo) => gazetteer().grids.nameOf(no);
  const named = (mask: MapMask) => withGridName(mask, nameOf);
  const draftOf = (body: Draft, own: GridNo, now: Date): MapMaskDraft & { readonly gridNo: GridNo } => {
    refuseOutline(body.polygon);
    if (body.endsAt <= now) throw invalid('endsAt', 'mask-ends-in-the-past');
    if (body.endsAt.getTime() > now.getTime() + MOST_MASK_DAYS * DAY_MS)
      throw invalid('endsAt', 'mask-days-at-most', { most: MOST_MASK_DAYS });
    const grids = body.polygon.map((corner, index) => locatePosition(corner, gazetteer(), own, `polygon.${index}`).gridNo);
    return {
      polygon: body.polygon,
      reason: body.reason.trim(),
      alarmKinds: [...new Set(body.alarmKinds)],
      endsAt: body.endsAt,
      gridNo: commonGrid(grids),
    };
  };

  return {
    async mapMaskPage({ scope, now }, { body }) {
      const { pageNo, pageSize } = body;
      const { total, list } = await store.mapMasks.page(scope, filtersOf(body, now), { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list: list.map(named) };
    },

    async mapMaskList({ scope, now }, { body }) {
      const { list, more } = await store.mapMasks.list(scope, filtersOf(body, now), { limit: LIST_LIMIT });
      return { rows: list.map(named), ...(more && { remark: stoppedAt(LIST_LIMIT) }) };
    },

    async createMapMask(context, { body }) {
      const { now } = context;
      const { gridNo: own, fullName: by } = accountOf(context);
      const mask: MapMask = {
        ...draftOf(body, own, now),
        id: randomUUID(),
        version: 1,
        createdBy: by,
        createdAt: now,
        changedBy: by,
        changedAt: now,
      };
      return journal.transact(context, async (tx) => {
        await tx.mapMasks.save(mask);
        const change = { kind: 'map-mask.saved', payload: { mapMask: mask, around: boxOf(mask.polygon) } } as const;
        const event = eventOf(context, change, { objectId: mask.id, gridNo: mask.gridNo });
        return { value: { id: mask.id }, happened: [{ event, after: mask }] };
      });
    },

    async updateMapMask(context, { params, body }) {
      const { now } = context;
      const { gridNo: own, fullName: changedBy } = accountOf(context);
      const after = await journal.transact(context, async (tx) => {
        const before = await tx.mapMasks.lockForUpdate(context.scope, params.id);
        if (before === null) throw notFound();
        await requireWholeOf(tx, context, 'map-mask', before, nameOf);
        if (before.version !== body.version) throw conflict(named(before), 'mask-revised', { by: before.changedBy });
        if (before.endsAt <= now) throw conflict(named(before), 'mask-over', { by: before.changedBy });
        const mask: MapMask = { ...before, ...draftOf(body, own, now), version: before.version + 1, changedBy, changedAt: now };
        await tx.mapMasks.save(mask);
        const around = boxOfBoth(boxOf(before.polygon), boxOf(mask.polygon));
        const change = { kind: 'map-mask.saved', payload: { mapMask: mask, around } } as const;
        const place = { objectId: mask.id, gridNo: mask.gridNo, ...(mask.gridNo !== before.gridNo && { leftGridNo: before.gridNo }) };
        return { value: mask, happened: [{ event: eventOf(context, change, place), after: mask }] };
      });
      return named(after);
    },

    async endMapMask(context, { body }) {
      const { fullName: by } = accountOf(context);
      const after = await journal.transact(context, async (tx) => {
        const before = await tx.mapMasks.lockForUpdate(context.scope, body.id);
        if (before === null) throw notFound();
        await requireWholeOf(tx, context, 'map-mask', before, nameOf);
        const ended = endMask(before, by, context.now);
        if (!ended.ok) throw conflict(named(before), 'mask-over', { by: before.changedBy });
        const mask = ended.value;
        await tx.mapMasks.save(mask);
        const change = { kind: 'map-mask.ended', payload: { mapMask: mask, around: boxOf(mask.polygon) } } as const;
        return { value: mask, happened: [{ event: eventOf(context, change, { objectId: mask.id, gridNo: mask.gridNo }), after: mask }] };
      });
      return named(after);
    },
  };
}

/** @throws Refusal that names the outline */
function refuseOutline(polygon: readonly Position[]): void {
  if (ringCrosses(polygon.map(({ lng, lat }) => [lng, lat] as const))) throw invalid('polygon', 'mask-crosses');
  const { west, south, east, north } = boxOf(polygon);
  const middle = (south + north) / 2;
  const widest = Math.max(
    haversineMetres({ lng: west, lat: middle }, { lng: east, lat: middle }),
    haversineMetres({ lng: west, lat: south }, { lng: west, lat: north }),
  );
  if (widest > MOST_MASK_SPAN_METRES) throw invalid('polygon', 'mask-span', { kilometres: MOST_MASK_SPAN_METRES / 1_000 });
}

const filtersOf = ({ gridNo, isStanding, text }: Filter, now: Date): MapMaskFilters => ({
  gridNo: gridNo ?? undefined,
  text: text?.trim() || undefined,
  activeAt: isStanding === true ? now : undefined,
  over: isStanding === false ? now : undefined,
});
