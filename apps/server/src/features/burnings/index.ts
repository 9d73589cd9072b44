// Fire-use reporting (用火报备): applications to burn, their review, and what is read of them. Nothing here touches an alarm: an approved
// burning is shown beside the alarms at its place, it closes none.
import { randomUUID } from 'node:crypto';
import { type Contract, LIST_LIMIT, type Received } from '@lookout/contract';
import { type Burning, reviewBurning } from '@lookout/domain';
import type { BurningFilters, BurningsAround, Store } from '@lookout/store';
import { accountOf, type Context, type Handlers } from '../../serve/context.ts';
import { business, conflict, invalid, notFound } from '../../serve/refusal.ts';
import { placedPosition } from '../../services/placed-position.ts';
import type { Places } from '../../services/places.ts';
import { stateWords, writeBurning } from './words.ts';

export interface BurningDeps {
  readonly store: Store;
  readonly places: () => Places;
}

type Calls = Contract['burnings'];
type ListBody = Received<Calls['burningList']>['body'];
type Filter = Omit<ListBody, 'longitude' | 'latitude' | 'radius'>;

export function burningHandlers({ store, places }: BurningDeps): Handlers<Calls> {
  const write = (burning: Burning, now: Date) => writeBurning(burning, places().book.nameOf, now);

  return {
    async burningPage({ scope, now }, { body }) {
      const { pageNo, pageSize } = body;
      const { total, list } = await store.burnings.page(scope, readFilters(body), { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list: list.map((burning) => write(burning, now)) };
    },

    async burningList({ scope, now }, { body }) {
      const { list, more } = await store.burnings.list(scope, readFilters(body), { limit: LIST_LIMIT }, readAround(body));
      return { rows: list.map((burning) => write(burning, now)), ...(more && { message: `只列出最新的 ${LIST_LIMIT} 条，请缩小范围` }) };
    },

    async createBurning(context, { body }) {
      const { now } = context;
      const { fullName, gridNo: own } = accountOf(context);
      if (body.endTime <= now) throw invalid([{ path: 'endTime', message: '结束时间应晚于现在' }]);
      const { position, gridNo, address } = placedPosition(body.position, places(), own, now);
      const burning = await store.transaction(async (tx) => {
        const made = await tx.burnings.create({
          ...{ id: randomUUID(), position, gridNo, address: body.address?.trim() || address, purpose: body.purpose },
          ...{ applicant: body.applicant.trim(), phone: body.phone.trim(), startsAt: body.startTime, endsAt: body.endTime },
          ...{ areaHectares: body.area ?? null, peopleCount: body.peopleCount, measures: body.measures?.trim() || null },
          ...{ createdBy: fullName, createdAt: now, requestKey: requestKeyOf(context) },
        });
        context.audit.target('burning', made.id, made.gridNo);
        context.audit.detail({ applicant: made.applicant, purpose: made.purpose });
        await tx.audit.append([context.audit.take()]);
        return made;
      });
      return { id: burning.id };
    },

    async reviewBurning(context, { body }) {
      const { now } = context;
      const { fullName } = accountOf(context);
      const after = await store.transaction(async (tx) => {
        const before = await tx.burnings.lockForUpdate(context.scope, body.id);
        if (!before) throw notFound();
        const reviewed = reviewBurning(before, body.state, now);
        if (!reviewed.ok && reviewed.error === 'window-over') throw business('用火时间已过，不能再处理');
        if (!reviewed.ok) {
          throw conflict(`该申请${stateWords[before.state]}（${before.reviewedBy ?? before.createdBy}）`, write(before, now));
        }
        const note = body.note?.trim() || null;
        const burning = await tx.burnings.review(before.id, { state: reviewed.value, reviewedBy: fullName, reviewedAt: now, note });
        context.audit.target('burning', burning.id, burning.gridNo);
        context.audit.detail({ from: before.state, to: burning.state, note });
        await tx.audit.append([context.audit.take()]);
        return burning;
      });
      return write(after, now);
    },
  };
}

function readFilters({ applicant, purpose, state, beginTime, endTime }: Filter): BurningFilters {
  if (beginTime && endTime && beginTime > endTime) throw invalid([{ path: 'endTime', message: '结束时间早于开始时间' }]);
  return {
    applicant: applicant || undefined,
    ...{ purpose: purpose ?? undefined, state: state ?? undefined, begin: beginTime ?? undefined, end: endTime ?? undefined },
  };
}

function readAround({ longitude, latitude, radius }: ListBody): BurningsAround | undefined {
  if (longitude != null && latitude != null) return { centre: { lng: longitude, lat: latitude }, radiusMetres: radius ?? null };
  const missing = longitude != null ? 'latitude' : latitude != null || radius != null ? 'longitude' : null;
  if (missing !== null) throw invalid([{ path: missing, message: '经度和纬度须同时提供' }]);
  return undefined;
}

/** A key is its sender's own: two accounts may use the same one. */
function requestKeyOf(context: Context): string | null {
  const { idempotencyKey } = context.headers;
  return idempotencyKey === null ? null : `${accountOf(context).accountId}:${idempotencyKey}`;
}
