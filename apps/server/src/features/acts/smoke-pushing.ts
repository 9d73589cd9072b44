// A smoke alarm that is no false one is pushed on: it becomes an alarm of the kind `monitor`, which is then judged and answered like any other.
import { type Alarm, handle, type PlacedObservation, push, type SmokeFacts } from '@lookout/domain';
import { keyOfPushedSmoke, type Store } from '@lookout/store';
import { notFound } from '../../serve/refusal.ts';
import type { Answers } from '../../services/answers.ts';
import type { Acts } from './index.ts';

export const smokePushing = (store: Store, answers: Answers): Pick<Acts, 'smokePush'> => ({
  async smokePush(context, { query }) {
    let madeId = '';
    await answers.answer(context, {
      ...{ id: query.id, kinds: ['smoke'], act: 'pushed' },
      respond(response, actor) {
        const pushed = push(response, null, actor);
        return pushed.ok && !pushed.value.handled ? handle(pushed.value) : pushed;
      },
      async also(tx, smoke) {
        const { fresh } = await tx.alarms.record({ observations: [cameraAlarmOf(smoke)] });
        const [made] = fresh;
        if (!made) throw new Error('a smoke alarm that was never pushed is pushed for the first time');
        madeId = made.id;
        await tx.alarmActs.append([answers.entryOf(context, made.id, 'arrived', { fromAlarmId: smoke.id })]);
        return { toAlarmId: made.id };
      },
    });
    const made = await store.alarms.find(context.scope, madeId);
    if (!made) throw notFound();
    return answers.write(made);
  },
});

/** Says nothing that the sensor did not: no camera, no angle, no heat. */
function cameraAlarmOf(smoke: Alarm): PlacedObservation {
  const { findType, position, observedAt, address, gridNo, gridBasis, formattedAddress } = smoke;
  const { deviceId, pictures } = smoke.facts as SmokeFacts;
  return {
    ...{ findType, position, observedAt, address, gridNo, gridBasis, formattedAddress },
    dedupeKey: keyOfPushedSmoke(smoke.id),
    facts: {
      ...{ kind: 'camera', deviceId, monitorId: null, horizontalDegrees: null, verticalDegrees: null, maxHeat: null },
      ...{ distanceMetres: null, nearMetres: null, farMetres: null, alarmType: '烟感报警', handleOpinions: null, pictures, videos: [] },
    },
  };
}
