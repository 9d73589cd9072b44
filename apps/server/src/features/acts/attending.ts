// An alarm is seen, acknowledged, seen to, and its fire closed.
import { readKind, type WireKind } from '@lookout/contract';
import { type Alarm, type AlarmKind, acknowledge, close, handle, ok, reopen } from '@lookout/domain';
import type { Store } from '@lookout/store';
import { accountOf } from '../../serve/context.ts';
import { invalid, notFound } from '../../serve/refusal.ts';
import type { Answer, Answers } from '../../services/answers.ts';
import type { Acts } from './index.ts';

export function attending(store: Store, answers: Answers): Pick<Acts, 'acknowledge' | 'seen' | 'handle' | 'satelliteHandle' | 'close'> {
  return {
    acknowledge(context, { body }) {
      const { accountId } = accountOf(context);
      const isColleagues = ({ response }: Alarm) => response.acknowledgedById !== null && response.acknowledgedById !== accountId;
      return answers.answer(context, {
        ...{ id: body.id, kinds: kindsOf(body.kind) },
        act: (before) => (isColleagues(before) ? 'taken-over' : 'acknowledged'),
        respond: (response, actor) => acknowledge(response, actor, body.takeOver === 1),
        detail: (before) => (isColleagues(before) ? { from: before.response.acknowledgedBy } : {}),
      });
    },

    async seen(context, { body }) {
      await store.transaction(async (tx) => {
        const alarm = await tx.alarms.find(context.scope, body.id);
        if (!alarm) throw notFound();
        context.audit.target('alarm', alarm.id, alarm.gridNo);
        const entry = context.audit.take();
        const fresh = await tx.alarmActs.append([answers.entryOf(context, alarm.id, 'seen', {})]);
        // Looking again is no act: neither the history nor the audit says it twice.
        if (fresh > 0) await tx.audit.append([entry]);
      });
      return undefined;
    },

    handle: (context, { body }) =>
      answers.answer(context, {
        ...{ id: body.id, kinds: kindsOf(body.kind), act: 'handled' },
        respond: (response, _actor, alarm) => {
          const isPutRight = body.renovated === 1 && isOpenDanger(alarm);
          // A danger that was handled by sending somebody is put right later.
          return isPutRight && response.handled && !response.closedAt ? ok(response) : handle(response);
        },
        facts: (facts) => {
          if (body.renovated !== 1) return facts;
          if (facts.kind !== 'danger') throw invalid([{ path: 'renovated', message: '只有隐患检查可以整改' }]);
          return { ...facts, checkStatus: 'renovated' };
        },
        detail: { ...(body.note && { note: body.note }), ...(body.renovated === 1 && { renovated: 1 }) },
      }),

    satelliteHandle: (context, { body }) => answers.answer(context, handling(body.id, ['satellite'], body.isHandle)),

    close(context, { body }) {
      const { outcome, said } = body.outcome;
      // Words of one's own are 其他 and stand in front of the note.
      const note = [said, body.note].filter(Boolean).join('：') || null;
      return answers.answer(context, {
        ...{ id: body.id, kinds: kindsOf(body.kind), act: 'closed' },
        respond: (response, actor) => close(response, { outcome, note }, actor),
        detail: { outcome, note },
      });
    },
  };
}

/** 1: handled; 0: back into the queue. */
export const handling = (id: string, kinds: readonly AlarmKind[], isHandle: 0 | 1): Answer => ({
  ...{ id, kinds, act: isHandle === 1 ? 'handled' : 'reopened' },
  respond: isHandle === 1 ? handle : reopen,
});

const kindsOf = (kind: WireKind | null | undefined): readonly AlarmKind[] | undefined => (kind ? [readKind(kind)] : undefined);

const isOpenDanger = ({ facts }: Alarm): boolean => facts.kind === 'danger' && facts.checkStatus === 'open';
