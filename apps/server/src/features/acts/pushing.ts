// Upwards: an alarm is put on the superior's desk, or taken back from it.
import { readPush, type WirePush } from '@lookout/contract';
import { type AlarmKind, push, withdrawPush } from '@lookout/domain';
import { accountOf, type Context } from '../../serve/context.ts';
import type { Answers } from '../../services/answers.ts';
import type { Acts } from './index.ts';

export function pushing(answers: Answers): Pick<Acts, 'satellitePush' | 'monitorPush' | 'reportPush'> {
  const put = (kind: AlarmKind, context: Context, { id, ...said }: WirePush & { readonly id: string }) => {
    const who = accountOf(context);
    const { isPushed, note } = readPush(said);
    return answers.answer(context, {
      ...{ id, kinds: [kind] },
      decide: (alarm) => (isPushed ? push(alarm, who, note) : withdrawPush(alarm, who, note)),
    });
  };
  return {
    satellitePush: (context, { query }) => put('satellite', context, query),
    monitorPush: (context, { query }) => put('camera', context, query),
    reportPush: (context, { query }) => put('report', context, query),
  };
}
