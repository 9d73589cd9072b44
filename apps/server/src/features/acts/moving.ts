// The place of a fire is put right: its grid and its address are worked out anew.
import { words } from '@lookout/contract';
import { type Alarm, type AlarmPlace, move, refusalOf, refuse, withinSendersGrid } from '@lookout/domain';
import { accountOf } from '../../serve/context.ts';
import { business } from '../../serve/refusal.ts';
import { refusalWords } from '../../services/admission.ts';
import type { Answers } from '../../services/answers.ts';
import type { Places } from '../../services/places.ts';
import type { Acts } from './index.ts';

export const moving = (answers: Answers, places: () => Places): Pick<Acts, 'monitorMove'> => ({
  monitorMove(context, { query }) {
    const who = accountOf(context);
    const position = { lng: query.editLongitude, lat: query.editLatitude };

    /** @throws Refusal 501 where it may not go */
    const placed = (alarm: Alarm): AlarmPlace => {
      const found = places().place({ ...alarm, position, dedupeKey: null }, who.gridNo);
      if (!found.ok) throw failed(refusalWords[found.error]);
      if (!withinSendersGrid(who.gridNo, found.value.gridNo)) throw failed(refusalWords['outside-senders-grid']);
      const { gridNo, gridBasis, formattedAddress } = found.value;
      return { position, gridNo, gridBasis, formattedAddress };
    };

    return answers.answer(context, {
      id: query.fireId,
      decide(alarm) {
        // That it cannot be moved at all comes before where to.
        const refusal = refusalOf('move', alarm, who);
        return refusal === null ? move(alarm, who, placed(alarm), query.height ?? null) : refuse(refusal);
      },
    });
  },
});

const failed = (reason: string) => business(`${words.moveFailed}：${reason}`);
