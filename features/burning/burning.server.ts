// Fire-use reporting (用火报备): applications to burn, their review, and their lists. No alarm is changed: an approved burning is shown with the alarms
// near it, but closes none.
import { randomUUID } from 'node:crypto';
import { LIST_LIMIT, type Received } from '@lookout/contract';
import { withGridName } from '@lookout/domain';
import { conflict, invalid, notFound, refused } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import { eventOf } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../contract.ts';
import { locatePosition } from '../grid/service/gazetteer.ts';
import { applyToBurning, type Burning, type BurningEvent, reviewBurning } from './burning.ts';
import type { BurningFilters, BurningsAround } from './burnings.store.ts';

type Calls = Contract['burning'];
type ListBody = Received<Calls['burningList']>['body'];
type Filter = Omit<ListBody, 'around'>;

export const burning: ServerFeature<'burning'> = {
  open: (room) => ({ calls: burningHandlers(room) }),
};

function burningHandlers({ store, gazetteer, journal }: Pick<Room, 'store' | 'gazetteer' | 'journal'>): Handlers<Calls> {
  const named = (burning: Burning) => withGridName(burning, gazetteer().grids.nameOf);

  return {
    async burningPage({ scope }, { body }) {
      const { pageNo, pageSize } = body;
      const { total, list } = await store.burnings.page(scope, readFilters(body), { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list: list.map(named) };
    },

    async burningList({ scope }, { body }) {
      const { list, more } = await store.burnings.list(scope, readFilters(body), { limit: LIST_LIMIT }, readAround(body));
      return { rows: list.map(named), ...(more && { remark: stoppedAt(LIST_LIMIT, 'newest-listed') }) };
    },

    async createBurning(context, { body }) {
      const { now } = context;
      const { fullName, gridNo: own } = accountOf(context);
      if (body.endsAt <= now) throw invalid('endsAt', 'burning-ends-in-the-past');
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
          startsAt: body.startsAt,
          endsAt: body.endsAt,
          areaHectares: body.areaHectares ?? null,
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
          throw conflict(named(before), 'burning-reviewed', { state: before.state, by: before.reviewedBy ?? before.createdBy });
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
      return named(after);
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

const readAround = ({ around }: ListBody): BurningsAround | undefined =>
  around ? { centre: around.centre, radiusMetres: around.radiusMetres ?? null } : undefined;

/** Idempotency keys are scoped to the sender: two accounts may use the same one. */
function requestKeyOf(context: Context): string | null {
  const { idempotencyKey } = context.headers;
  return idempotencyKey === null ? null : `${accountOf(context).accountId}:${idempotencyKey}`;
}
