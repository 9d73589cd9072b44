// The place of a fire is put right: its grid and its address are worked out anew.
import { words } from '@lookout/contract';
import { type Alarm, type AlarmFacts, ok, refuse, withinSendersGrid } from '@lookout/domain';
import { accountOf } from '../../serve/context.ts';
import { business } from '../../serve/refusal.ts';
import { refusalWords } from '../../services/admission.ts';
import type { Answers } from '../../services/answers.ts';
import type { Places } from '../../services/places.ts';
import type { Acts } from './index.ts';

export const moving = (answers: Answers, places: () => Places): Pick<Acts, 'monitorMove'> => ({
  monitorMove(context, { query }) {
    const { gridNo: own } = accountOf(context);
    const position = { lng: query.editLongitude, lat: query.editLatitude };
    const height = query.height ?? null;

    const placed = (alarm: Alarm) => {
      const found = places().place({ ...alarm, position }, own);
      if (!found.ok) throw failed(refusalWords[found.error]);
      if (!withinSendersGrid(own, found.value.gridNo)) throw failed(refusalWords['outside-senders-grid']);
      const { gridNo, gridBasis, formattedAddress } = found.value;
      return { position, gridNo, gridBasis, formattedAddress };
    };

    return answers.answer(context, {
      ...{ id: query.fireId, act: 'moved' },
      respond(response, _actor, alarm) {
        if (response.closedAt) return refuse('closed');
        const { lng, lat } = alarm.position;
        return lng === position.lng && lat === position.lat ? refuse('nothing-changes') : ok(response);
      },
      facts: (facts) => movedFacts(facts, height),
      place: placed,
      detail: (before) => ({
        ...{ from: spotOf(before), to: spotOf(placed(before)), fromGridNo: before.gridNo },
        ...(height !== null && { height }),
      }),
    });
  },
});

const failed = (reason: string) => business(`${words.moveFailed}：${reason}`);

const spotOf = ({ position: { lng, lat }, gridNo, formattedAddress }: Pick<Alarm, 'position' | 'gridNo' | 'formattedAddress'>) => ({
  ...{ longitude: lng, latitude: lat, gridNo, formattedAddress },
});

/** The band of distance was that of the ray, which did not meet this place; a person's height is that of the place. */
function movedFacts(facts: AlarmFacts, height: number | null): AlarmFacts {
  if (facts.kind === 'camera') return { ...facts, distanceMetres: null, nearMetres: null, farMetres: null };
  return facts.kind === 'report' && height !== null ? { ...facts, altitudeMetres: height } : facts;
}
