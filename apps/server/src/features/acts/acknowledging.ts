// An alarm is seen, acknowledged, seen to, and its fire closed.
import { readHandled, readKind, type WireKind } from '@lookout/contract';
import { type AlarmKind, acknowledge, close, handle, renovate, reopen } from '@lookout/domain';
import { invalid, notFound } from '../../acting/refusal.ts';
import { accountOf, type Context } from '../../serve/context.ts';
import type { Answer, Answers } from '../../services/answers.ts';
import { eventOf, type Journal } from '../../services/journal.ts';
import type { Acts } from './index.ts';

export function acknowledging(
  journal: Journal,
  answers: Answers,
): Pick<Acts, 'acknowledge' | 'seen' | 'handle' | 'satelliteHandle' | 'close'> {
  return {
    acknowledge(context, { body }) {
      const who = accountOf(context);
      return answers.answer(context, {
        ...{ id: body.id, kinds: kindsOf(body.kind) },
        decide: (alarm) => acknowledge(alarm, who, body.takeOver === 1),
      });
    },

    async seen(context, { body }) {
      const { accountId } = accountOf(context);
      return journal.transact(context, async (tx) => {
        const alarm = await tx.alarms.find(context.scope, body.id);
        if (!alarm) throw notFound();
        context.audit.target('alarm', alarm.id, alarm.gridNo);
        // Looking again is no act: neither the history nor the audit says it twice.
        if (!(await tx.events.markSeen(alarm.id, accountId))) {
          context.audit.take();
          return { value: undefined, happened: [] };
        }
        const event = eventOf(context, { kind: 'alarm.seen', payload: {} }, { objectId: alarm.id, gridNo: alarm.gridNo });
        return { value: undefined, happened: [{ event, after: alarm }] };
      });
    },

    handle(context, { body }) {
      const [who, note] = [accountOf(context), body.note || null];
      return answers.answer(context, {
        ...{ id: body.id, kinds: kindsOf(body.kind) },
        decide(alarm) {
          if (body.renovated !== 1) return handle(alarm, who, note);
          if (alarm.facts.kind !== 'danger') throw invalid('renovated', 'only-checks-are-renovated');
          return renovate(alarm, who, note);
        },
      });
    },

    satelliteHandle: (context, { body }) => answers.answer(context, handling(context, body.id, ['satellite'], readHandled(body))),

    close(context, { body }) {
      const { outcome, said } = body.outcome;
      // Words of one's own are 其他 and stand in front of the note.
      const note = [said, body.note].filter(Boolean).join('：') || null;
      return answers.answer(context, {
        ...{ id: body.id, kinds: kindsOf(body.kind) },
        decide: (alarm) => close(alarm, accountOf(context), { outcome, note }),
      });
    },
  };
}

/** Out of the queue, or back into it. */
export function handling(context: Context, id: string, kinds: readonly AlarmKind[], isHandled: boolean): Answer {
  const who = accountOf(context);
  return { id, kinds, decide: (alarm) => (isHandled ? handle(alarm, who, null) : reopen(alarm, who)) };
}

const kindsOf = (kind: WireKind | null | undefined): readonly AlarmKind[] | undefined => (kind ? [readKind(kind)] : undefined);
