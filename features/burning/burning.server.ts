// Fire-use reporting (用火报备): applications to burn, their review, and their lists. No alarm is changed: an approved burning is shown with the alarms
// near it, but closes none.
import { randomUUID } from 'node:crypto';
import { LIST_LIMIT, type Received } from '@lookout/contract';
import { conflict, invalid, notFound, refused } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import { eventOf } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../contract.ts';
import { locatePosition } from '../grid/service/gazetteer.ts';
import { applyToBurning, type Burning, type BurningEvent, reviewBurning } from './burning.ts';
import { writeBurning } from './burning.wire.ts';
import type { BurningFilters, BurningsAround } from './burnings.store.ts';

type Calls = Contract['burning'];
type ListBody = Received<Calls['burningList']>['body'];
type Filter = Omit<ListBody, 'longitude' | 'latitude' | 'radius'>;

export const burning: ServerFeature<'burning'> = {
  open: (room) => ({ calls: burningHandlers(room) }),
};

function burningHandlers({ store, gazetteer, journal }: Pick<Room, 'store' | 'gazetteer' | 'journal'>): Handlers<Calls> {
  const write = (burning: Burning, now: Date) => writeBurning(burning, gazetteer().grids.nameOf, now);

  return {
    async burningPage({ scope, now }, { body }) {
      const { pageNo, pageSize } = body;
      const { total, list } = await store.burnings.page(scope, readFilters(body), { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list: list.map((burning) => write(burning, now)) };
    },

    async burningList({ scope, now }, { body }) {
      const { list, more } = await store.burnings.list(scope, readFilters(body), { limit: LIST_LIMIT }, readAround(body));
      return { rows: list.map((burning) => write(burning, now)), ...(more && { remark: stoppedAt(LIST_LIMIT, 'newest-listed') }) };
    },

    async createBurning(context, { body }) {
      const { now } = context;
      const { fullName, gridNo: own } = accountOf(context);
      if (body.endTime <= now) throw invalid('endTime', 'burning-ends-in-the-past');
      const { position, gridNo, address } = locatePosition(body.position, gazetteer(), own);
      return journal.transact(context, async (tx) => {
        const application: Burning = {
          id: randomUUID(),
          position,
          gridNo,
          address: body.address?.trim() || address,
          purpose: body.purpose,
          applicant: body.applicant.trim(),
          phone: body.phone.trim(),
          startsAt: body.startTime,
          endsAt: body.endTime,
          areaHectares: body.area ?? null,
          peopleCount: body.peopleCount,
          measures: body.measures?.trim() || null,
          state: 'pending',
          createdBy: fullName,
          createdAt: now,
          reviewedBy: null,
          reviewedAt: null,
          reviewNote: null,
        };
        const burning = await tx.burnings.create(application, requestKeyOf(context));
        const value = { id: burning.id };
        if (burning.id !== application.id) {
          // A repeated request returns the first application.
          context.audit.target('burning', burning.id, burning.gridNo);
          return { value, happened: [] };
        }
        const event = eventOf(context, { kind: 'burning.applied', payload: { burning } }, { objectId: burning.id, gridNo });
        return { value, happened: [{ event, after: burning }] };
      });
    },

    async reviewBurning(context, { body }) {
      const { now } = context;
      const after = await journal.transact(context, async (tx) => {
        const before = await tx.burnings.lockForUpdate(context.scope, body.id);
        if (!before) throw notFound();
        const reviewed = reviewBurning(before, body.state, now);
        if (!reviewed.ok && reviewed.error === 'window-over') throw refused('burning-over');
        if (!reviewed.ok) {
          throw conflict(write(before, now), 'burning-reviewed', { state: before.state, by: before.reviewedBy ?? before.createdBy });
        }
        const change = {
          kind: 'burning.reviewed',
          payload: { from: before.state, to: reviewed.value, note: body.note?.trim() || null },
        } as const;
        const event = eventOf(context, change, { objectId: before.id, gridNo: before.gridNo }) as BurningEvent;
        const burning = applyToBurning(before, event);
        if (burning === null) throw new Error('an application that was reviewed is gone');
        await tx.burnings.saveReview(burning);
        return { value: burning, happened: [{ event, after: burning }] };
      });
      return write(after, now);
    },
  };
}

function readFilters({ applicant, purpose, state, beginTime, endTime }: Filter): BurningFilters {
  if (beginTime && endTime && beginTime > endTime) throw invalid('endTime', 'end-before-begin');
  return {
    applicant: applicant || undefined,
    purpose: purpose ?? undefined,
    state: state ?? undefined,
    begin: beginTime ?? undefined,
    end: endTime ?? undefined,
  };
}

function readAround({ longitude, latitude, radius }: ListBody): BurningsAround | undefined {
  if (longitude != null && latitude != null) return { centre: { lng: longitude, lat: latitude }, radiusMetres: radius ?? null };
  const missing = longitude != null ? 'latitude' : latitude != null || radius != null ? 'longitude' : null;
  if (missing !== null) throw invalid(missing, 'only-half-a-place');
  return undefined;
}

/** Idempotency keys are scoped to the sender: two accounts may use the same one. */
function requestKeyOf(context: Context): string | null {
  const { idempotencyKey } = context.headers;
  return idempotencyKey === null ? null : `${accountOf(context).accountId}:${idempotencyKey}`;
}
