// The place of a fire is put right: its grid and its address are worked out anew.
import { type AlarmPlace, move, refusalOf, refuse, withinSendersGrid } from '@lookout/domain';
import { refused } from '../../acting/refusal.ts';
import { accountOf } from '../../serve/context.ts';
import type { Answers } from '../../services/answers.ts';
import type { Places } from '../../services/places.ts';
import type { Acts } from './index.ts';

export const moving = (answers: Answers, places: () => Places): Pick<Acts, 'monitorMove'> => ({
  monitorMove(context, { query }) {
    const who = accountOf(context);
    const position = { lng: query.editLongitude, lat: query.editLatitude };

    /** @throws Refusal where it may not go */
    const placed = (): AlarmPlace => {
      const found = places().locate(position, who.gridNo);
      if (!found.ok) throw refused('move-failed', { reason: found.error });
      if (!withinSendersGrid(who.gridNo, found.value.gridNo)) throw refused('move-failed', { reason: 'outside-senders-grid' });
      return found.value;
    };

    return answers.answer(context, {
      id: query.fireId,
      decide(alarm) {
        // That it cannot be moved at all comes before where to.
        const refusal = refusalOf('move', alarm, who);
        return refusal === null ? move(alarm, who, placed(), query.height ?? null) : refuse(refusal);
      },
    });
  },
});
