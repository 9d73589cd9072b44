// The administrator takes an alarm away, with his reason. Its history and the audit stay.
import type { AlarmKind } from '@lookout/domain';
import type { Context } from '../../serve/context.ts';
import type { Answers } from '../../services/answers.ts';
import type { Acts } from './index.ts';

export function deleting(answers: Answers): Pick<Acts, 'monitorDelete' | 'smokeDelete'> {
  const remove = async (kind: AlarmKind, context: Context, { id, reason }: { readonly id: string; readonly reason: string }) => {
    await answers.answer(context, { id, kinds: [kind], act: 'deleted', remove: true, detail: { reason } });
    return undefined;
  };
  return {
    monitorDelete: (context, { query }) => remove('camera', context, query),
    smokeDelete: (context, { query }) => remove('smoke', context, query),
  };
}
