// The versions of emergency plans, from the draft to the approval by a second person. An approved version is never changed.
import { randomUUID } from 'node:crypto';
import type { Received } from '@lookout/contract';
import { covers, type GridNo, type Named, withGridName } from '@lookout/domain';
import { conflict, invalid, notFound, refused } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { requireWholeOf } from '@lookout/server/services/authority.ts';
import { eventOf, type Happened } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import type { Repositories } from '../../store.ts';
import { applyToPlan, isPlanOpen, mayReviewPlan, missingParts, type Plan, type PlanContent, type PlanPayloads, plansFor } from '../plan.ts';

type Calls = Contract['plan'];
export type VersionCalls = Pick<
  Calls,
  'planPage' | 'planOne' | 'plansForFire' | 'createPlan' | 'newPlanVersion' | 'revisePlan' | 'submitPlan' | 'reviewPlan' | 'discardPlan'
>;
type Change = { [K in keyof PlanPayloads]: { readonly kind: K; readonly payload: PlanPayloads[K] } }[keyof PlanPayloads];

export function planVersions({ store, grids, journal }: Pick<Room, 'store' | 'grids' | 'journal'>): Handlers<VersionCalls> {
  const named = (plan: Plan) => withGridName(plan, grids().nameOf);

  /** The event of a change, and the version after it. @param before null: a new version */
  const happen = (context: Context, before: Plan | null, change: Change, { id, gridNo }: Pick<Plan, 'id' | 'gridNo'>) => {
    const event = eventOf(context, change, { objectId: id, gridNo });
    const { accountId, fullName: name } = accountOf(context);
    const after = applyToPlan(before, { ...change, happenedAt: event.happenedAt }, { name, accountId });
    return { after, happened: { event, after } satisfies Happened };
  };

  const lock = async (tx: Repositories, context: Context, id: string): Promise<Plan> => {
    const plan = await tx.plans.lockForUpdate(context.scope, id);
    if (!plan) throw notFound();
    context.audit.target('plan', plan.id, plan.gridNo);
    return plan;
  };

  const requireOver = (tx: Repositories, context: Context, plan: Plan) => requireWholeOf(tx, context, 'plan', plan, grids().nameOf);
  /** Changes one locked version. @param decide throws a Refusal, or returns the change */
  const change = (context: Context, id: string, decide: (plan: Plan, tx: Repositories) => Promise<Change>): Promise<Named<Plan>> =>
    journal.transact(context, async (tx) => {
      const before = await lock(tx, context, id);
      const decided = await decide(before, tx);
      await requireOver(tx, context, before);
      const { after, happened } = happen(context, before, decided, before);
      if (after === null) throw new Error('a plan that was changed is gone');
      await tx.plans.save(after);
      return { value: named(after), happened: [happened] };
    });

  const requireRevision = (plan: Plan, revision: number): void => {
    if (!isPlanOpen(plan)) throw conflict(named(plan), 'plan-state', { state: plan.state });
    if (plan.revision !== revision) throw conflict(named(plan), 'plan-revised', { by: plan.changedBy });
  };

  const draft = (context: Context, { planId, version, gridNo, content }: Pick<Plan, 'planId' | 'version' | 'gridNo' | 'content'>): Plan => {
    const { accountId, fullName: name } = accountOf(context);
    const { now } = context;
    return {
      id: randomUUID(),
      planId,
      version,
      gridNo,
      state: 'draft',
      revision: 1,
      content,
      createdBy: name,
      createdAt: now,
      changedBy: name,
      changedById: accountId,
      changedAt: now,
      submittedBy: null,
      submittedById: null,
      submittedAt: null,
      reviewedBy: null,
      reviewedAt: null,
      reviewNote: null,
    };
  };

  return {
    async planPage({ scope }, { body: { planId, state, title, pageNo, pageSize } }) {
      const filters = { planId: planId ?? undefined, state: state ?? undefined, title: title?.trim() || undefined };
      const { total, list } = await store.plans.page(scope, filters, { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list: list.map(named) };
    },

    async planOne({ scope }, { params }) {
      const plan = await store.plans.find(scope, params.id);
      if (!plan) throw notFound();
      return named(plan);
    },

    async plansForFire({ scope }, { query }) {
      const alarm = await store.alarms.find(scope, query.fireId);
      if (!alarm) throw notFound();
      return { rows: plansFor(alarm.gridNo, await store.plans.inForce(alarm.gridNo)).map(named) };
    },

    async createPlan(context, { body }) {
      requireOwnGrid(context, body.gridNo);
      return journal.transact(context, async (tx) => {
        const content = await contentOf(tx, context, body.content, []);
        const plan = draft(context, { planId: randomUUID(), version: 1, gridNo: body.gridNo, content });
        await tx.plans.create(plan);
        const { happened } = happen(context, null, { kind: 'plan.drafted', payload: { plan } }, plan);
        return { value: named(plan), happened: [happened] };
      });
    },

    newPlanVersion: (context, { body }) =>
      journal.transact(context, async (tx) => {
        const approved = await lock(tx, context, body.id);
        if (approved.state !== 'approved') throw conflict(named(approved), 'plan-state', { state: approved.state });
        const { planId, gridNo, content } = approved;
        const open = await tx.plans.lockVersion(planId, ['draft', 'submitted', 'refused']);
        if (open) throw conflict(named(open), 'plan-version-open', { by: open.changedBy });
        const plan = draft(context, { planId, gridNo, content, version: (await tx.plans.lastVersion(planId)) + 1 });
        await tx.plans.create(plan);
        const { happened } = happen(context, null, { kind: 'plan.drafted', payload: { plan } }, plan);
        return { value: named(plan), happened: [happened] };
      }),

    revisePlan: (context, { params, body }) =>
      change(context, params.id, async (plan, tx) => {
        requireRevision(plan, body.revision);
        const known = plan.content.files.map(({ id }) => id);
        const content = await contentOf(tx, context, body.content, known);
        return { kind: 'plan.revised', payload: { content, revision: plan.revision + 1 } };
      }),

    submitPlan: (context, { body }) =>
      change(context, body.id, async (plan) => {
        requireRevision(plan, body.revision);
        const missing = missingParts(plan.content);
        if (missing.length > 0) throw refused('plan-incomplete', { missing });
        return { kind: 'plan.submitted', payload: {} };
      }),

    reviewPlan: (context, { body: { id, state, note } }) =>
      journal.transact(context, async (tx) => {
        const before = await lock(tx, context, id);
        const may = mayReviewPlan(before, accountOf(context).accountId);
        if (!may.ok && may.error === 'own-plan') throw refused('own-plan');
        if (!may.ok) throw conflict(named(before), 'plan-state', { state: before.state });
        await requireOver(tx, context, before);
        const trimmed = note?.trim() || null;
        const decision: Change =
          state === 'approved'
            ? { kind: 'plan.approved', payload: { note: trimmed } }
            : { kind: 'plan.refused', payload: { note: trimmed ?? '' } };
        const { after, happened } = happen(context, before, decision, before);
        if (after === null) throw new Error('a plan that was reviewed is gone');
        // The old version is superseded first, because only one can be in force.
        const former = state === 'approved' ? await supersede(tx, context, before) : [];
        await tx.plans.save(after);
        return { value: named(after), happened: [happened, ...former] };
      }),

    discardPlan: (context, { params }) =>
      journal.transact(context, async (tx) => {
        const before = await lock(tx, context, params.id);
        if (!isPlanOpen(before)) throw conflict(named(before), 'plan-state', { state: before.state });
        await requireOver(tx, context, before);
        await tx.plans.remove(before.id);
        const payload = { title: before.content.title, version: before.version };
        const { happened } = happen(context, before, { kind: 'plan.discarded', payload }, before);
        return { value: undefined, happened: [happened] };
      }),
  };

  /** The version that was in force until now, if any. */
  async function supersede(tx: Repositories, context: Context, { planId, version }: Plan): Promise<Happened[]> {
    const former = await tx.plans.lockVersion(planId, ['approved']);
    if (former === null) return [];
    await requireOver(tx, context, former);
    const { after, happened } = happen(context, former, { kind: 'plan.superseded', payload: { byVersion: version } }, former);
    if (after !== null) await tx.plans.save(after);
    return [happened];
  }
}

function requireOwnGrid(context: Context, gridNo: GridNo): void {
  if (!covers(accountOf(context).gridNo, gridNo)) throw invalid('gridNo', 'outside-own-grid');
}

/**
 * The content as stored: trimmed, with the type of each file as uploaded.
 * @param known files that the plan already has
 * @throws Refusal 422 naming a file that is neither the plan's nor the officer's own
 */
async function contentOf(
  tx: Repositories,
  context: Context,
  { title, conditions, duties, contacts, items, files }: Received<Calls['createPlan']>['body']['content'],
  known: readonly string[],
): Promise<PlanContent> {
  const { accountId, gridNo } = accountOf(context);
  const fresh = files.filter(({ id }) => !known.includes(id));
  const gone = await tx.uploads.claim(
    fresh.map(({ id }) => id),
    accountId,
    gridNo,
  );
  if (gone.length > 0) throw invalid(`content.files.${files.findIndex(({ id }) => gone.includes(id))}`, 'plan-file-gone');
  return {
    title: title.trim(),
    conditions: conditions.map(({ level, text }) => ({ level, text: text.trim() })),
    duties: duties.map(({ post, person, phone, duty }) => ({
      post: post.trim(),
      person: person?.trim() || null,
      phone: phone?.trim() || null,
      duty: duty.trim(),
    })),
    contacts: contacts.map(({ name, unit, phone }) => ({ name: name.trim(), unit: unit?.trim() || null, phone: phone.trim() })),
    items: items.map(({ id, level, text, who, withinMinutes }) => ({ id, level, text: text.trim(), who: who.trim(), withinMinutes })),
    files: files.map(({ id, name, mime }) => ({ id, name: name.trim(), mime })),
  };
}
