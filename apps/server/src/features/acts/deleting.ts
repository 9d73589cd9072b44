// The administrator takes an alarm away, with the reason. Its history and the audit stay.
import { type AlarmKind, remove } from '@lookout/domain';
import { accountOf, type Context } from '../../serve/context.ts';
import type { Answers } from '../../services/answers.ts';
import type { Acts } from './index.ts';

export function deleting(answers: Answers): Pick<Acts, 'monitorDelete' | 'smokeDelete'> {
  const deleted = async (kind: AlarmKind, context: Context, { id, reason }: { readonly id: string; readonly reason: string }) => {
    await answers.answer(context, { id, kinds: [kind], decide: (alarm) => remove(alarm, accountOf(context), reason) });
    return undefined;
  };
  return {
    monitorDelete: (context, { query }) => deleted('camera', context, query),
    smokeDelete: (context, { query }) => deleted('smoke', context, query),
  };
}
