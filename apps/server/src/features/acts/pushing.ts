// Upwards: an alarm is put on the superior's desk, or taken back from it.
import { type AlarmKind, push, withdrawPush } from '@lookout/domain';
import { accountOf, type Context } from '../../serve/context.ts';
import type { Answers } from '../../services/answers.ts';
import type { Acts } from './index.ts';

interface Query {
  readonly id: string;
  readonly isPut: 0 | 1;
  readonly isPutOutNote?: string | null | undefined;
  readonly note?: string | null | undefined;
}

export function pushing(answers: Answers): Pick<Acts, 'satellitePush' | 'monitorPush' | 'reportPush'> {
  const put = (kind: AlarmKind, context: Context, query: Query) => {
    const who = accountOf(context);
    // Why it is pushed, or taken back; `isPutOutNote` is the specification's word.
    const note = query.isPutOutNote || query.note || null;
    return answers.answer(context, {
      ...{ id: query.id, kinds: [kind] },
      decide: (alarm) => (query.isPut === 1 ? push(alarm, who, note) : withdrawPush(alarm, who, note)),
    });
  };
  return {
    satellitePush: (context, { query }) => put('satellite', context, query),
    monitorPush: (context, { query }) => put('camera', context, query),
    reportPush: (context, { query }) => put('report', context, query),
  };
}
