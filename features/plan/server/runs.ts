// The run of a plan for a fire: started, raised, lowered, ended, and its checklist ticked. If two officers act, the second gets the current
// run.
import { randomUUID } from 'node:crypto';
import { covers, ok } from '@lookout/domain';
import { conflict, invalid, notFound, refused } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import { requireWholeOf } from '@lookout/server/services/authority.ts';
import { eventOf, type Happened } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import { mayCallMany } from '../../notification/service/outbox/multipliers.ts';
import type { NewSms } from '../../sms/sms.store.ts';
import type { Repositories } from '../../store.ts';
import {
  applyToPlanRun,
  changeLevel,
  type NamedPlanRun,
  namedPlanRun,
  type PlanRun,
  type PlanRunPayloads,
  startPlan,
  tickItem,
} from '../plan.ts';
import { planRunMessage } from '../plan-message.wire.ts';

type RunCalls = Pick<Contract['plan'], 'planRunPage' | 'startPlan' | 'changeRunLevel' | 'tickRunItem' | 'endRun'>;
type Change = { [K in keyof PlanRunPayloads]: { readonly kind: K; readonly payload: PlanRunPayloads[K] } }[keyof PlanRunPayloads];

export function planRuns({
  store,
  grids,
  journal,
  alarmCommands,
  config,
}: Pick<Room, 'store' | 'grids' | 'journal' | 'alarmCommands' | 'config'>): Handlers<RunCalls> {
  const named = (run: PlanRun) => namedPlanRun(run, grids().nameOf);

  const happen = (context: Context, before: PlanRun | null, change: Change, { id, gridNo }: Pick<PlanRun, 'id' | 'gridNo'>) => {
    const event = eventOf(context, change, { objectId: id, gridNo });
    const { accountId, fullName: name } = accountOf(context);
    const after = applyToPlanRun(before, { ...change, happenedAt: event.happenedAt }, { name, accountId });
    if (after === null) throw new Error('a run that was changed is gone');
    return { after, happened: { event, after } satisfies Happened };
  };

  /** @param decide throws a Refusal, or returns the change @param isWhole false: any desk that shares the fire may make the change */
  const change = (
    context: Context,
    id: string,
    { decide, notify, isWhole = true }: { readonly decide: (run: PlanRun) => Change; readonly notify: boolean; readonly isWhole?: boolean },
  ): Promise<NamedPlanRun> =>
    journal.transact(context, async (tx) => {
      const before = await tx.planRuns.lockForUpdate(context.scope, id);
      if (!before) throw notFound();
      context.audit.target('plan-run', before.id, before.gridNo);
      const decided = decide(before);
      if (isWhole) await requireWholeOf(tx, context, 'plan-run', before, grids().nameOf);
      const { after, happened } = happen(context, before, decided, before);
      await tx.planRuns.save(after);
      const called = notify ? await callDutyList(tx, context, after) : [];
      return { value: named(after), happened: [happened, ...called] };
    });

  /** Sends short messages to everyone on the duty list who has a phone; the fire's history records it. */
  const callDutyList = async (tx: Repositories, context: Context, run: PlanRun): Promise<readonly Happened[]> => {
    const receivers = new Map(
      run.duties.flatMap(({ phone, person, post }) => (phone === null ? [] : [[smsNumber(phone), person ?? post] as const])),
    );
    if (receivers.size === 0) return [];
    const { accountId, fullName } = accountOf(context);
    if (!(await mayCallMany(tx, accountId, context.now))) return [];
    const content = planRunMessage(run);
    const hasGateway = config.smsUrl !== null;
    const messages = [...receivers].map(
      ([phone, receiver]): NewSms => ({
        id: randomUUID(),
        fireId: run.fireId,
        fireName: run.fireName,
        phone,
        receiver,
        content,
        accountId,
        fullName,
        state: hasGateway ? 'waiting' : 'kept',
        nextAttemptAt: hasGateway ? context.now : null,
        gridNo: run.gridNo,
        createdAt: context.now,
      }),
    );
    const payload = { content, receivers: [...receivers.values()] };
    const { happened } = await alarmCommands.within(tx, context, {
      id: run.fireId,
      decide: () => ok({ kind: 'alarm.messaged', payload }),
    });
    await tx.sms.add(messages);
    return happened;
  };

  return {
    async planRunPage({ scope }, { body: { fireId, state, pageNo, pageSize } }) {
      const filters = { fireId: fireId ?? undefined, isOpen: state == null ? undefined : state === 'open' };
      const { total, list } = await store.planRuns.page(scope, filters, { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list: list.map(named) };
    },

    startPlan: (context, { body: { fireId, id, level, reason, notify } }) =>
      journal.transact(context, async (tx) => {
        // Locked, so that the fire cannot be closed meanwhile.
        const alarm = await tx.alarms.lockForUpdate(context.scope, fireId);
        if (!alarm) throw notFound();
        if (alarm.response.stage !== 'in-progress') throw refused('fire-not-in-progress');
        const plan = await tx.plans.find(alarm.gridNo, id);
        if (!plan || !covers(plan.gridNo, alarm.gridNo)) throw invalid('id', 'plan-not-here');
        if (plan.state !== 'approved') throw invalid('id', 'plan-not-in-force');
        const { fullName: by } = accountOf(context);
        const fire = { id: alarm.id, gridNo: alarm.gridNo, name: alarm.formattedAddress };
        const run = startPlan({ id: randomUUID(), plan, fire, level, reason: reason.trim(), by, at: context.now });
        if (!(await tx.planRuns.start(run))) {
          const present = await tx.planRuns.present(fireId);
          if (present === null) throw new Error('a run that was in the way is gone');
          throw conflict(named(present), 'plan-runs', { by: starterOf(present) });
        }
        const { happened } = happen(context, null, { kind: 'plan-run.started', payload: { run } }, run);
        const called = notify ? await callDutyList(tx, context, run) : [];
        context.audit.target('plan-run', run.id, run.gridNo);
        return { value: named(run), happened: [happened, ...called] };
      }),

    changeRunLevel: (context, { body: { id, from, to, reason, notify } }) =>
      change(context, id, {
        notify,
        decide: (run) => {
          const changed = changeLevel(run, from, to);
          if (changed.ok) return { kind: 'plan-run.level-changed', payload: { from, to, reason: reason.trim() } };
          if (changed.error === 'same') throw invalid('to', 'run-level-same');
          throw conflict(named(run), changed.error === 'ended' ? 'run-ended' : 'run-level-moved', { by: lastBy(run) });
        },
      }),

    tickRunItem: (context, { body: { id, itemId, done, note } }) =>
      change(context, id, {
        notify: false,
        isWhole: false,
        decide: (run) => {
          const ticked = tickItem(run, itemId, done);
          const trimmed = note?.trim() || null;
          if (ticked.ok)
            return done
              ? { kind: 'plan-run.item-done', payload: { itemId, note: trimmed } }
              : { kind: 'plan-run.item-reopened', payload: { itemId, reason: trimmed ?? '' } };
          switch (ticked.error) {
            case 'no-item':
              throw invalid('itemId', 'run-item-unknown');
            case 'not-begun':
              throw refused('run-item-not-begun');
            case 'ended':
              throw conflict(named(run), 'run-ended', { by: lastBy(run) });
            case 'open-before':
              throw conflict(named(run), 'run-item-open');
            case 'done-before':
              throw conflict(named(run), 'run-item-ticked', { by: run.items.find((item) => item.id === itemId)?.done?.by ?? '' });
          }
        },
      }),

    endRun: (context, { body: { id, reason, notify } }) =>
      change(context, id, {
        notify,
        decide: (run) => {
          if (run.endedAt !== null) throw conflict(named(run), 'run-ended', { by: lastBy(run) });
          return { kind: 'plan-run.ended', payload: { reason: reason.trim() } };
        },
      }),
  };
}

const starterOf = ({ steps }: PlanRun): string => steps[0]?.by ?? '';
const lastBy = ({ steps }: PlanRun): string => steps.at(-1)?.by ?? '';

/** The number in the format that the gateway accepts. */
const smsNumber = (phone: string): string => phone.replace(/[\s()-]/g, '');
