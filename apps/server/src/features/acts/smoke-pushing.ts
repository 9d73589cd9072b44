// A smoke alarm that is no false one is pushed on: it becomes an alarm of the kind `monitor`, which is then judged and answered like any other.
import { PUSHED_SMOKE_TYPE } from '@lookout/contract';
import { type Alarm, type PlacedObservation, pushSmoke, refusalOf, refuse, type SmokeFacts } from '@lookout/domain';
import { keyOfPushedSmoke, type Store } from '@lookout/store';
import { originOf } from '../../acting/act.ts';
import { notFound } from '../../acting/refusal.ts';
import { accountOf } from '../../serve/context.ts';
import type { Answers } from '../../services/answers.ts';
import { eventOf } from '../../services/journal.ts';
import type { Acts } from './index.ts';

export const smokePushing = (store: Store, answers: Answers): Pick<Acts, 'smokePush'> => ({
  async smokePush(context, { query }) {
    const who = accountOf(context);
    let madeId = '';
    await answers.answer(context, {
      ...{ id: query.id, kinds: ['smoke'] },
      async decide(smoke, tx) {
        const refusal = refusalOf('push-smoke', smoke, who);
        if (refusal !== null) return refuse(refusal);
        const { fresh } = await tx.alarms.record({ observations: [cameraAlarmOf(smoke)], origin: originOf(context) });
        const [made] = fresh;
        if (!made) throw new Error('a smoke alarm that was never pushed is pushed for the first time');
        madeId = made.id;
        return pushSmoke(smoke, who, madeId);
      },
      async also(_tx, smoke) {
        const linked = { kind: 'alarm.linked', payload: { fromAlarmId: smoke.id } } as const;
        return [{ event: eventOf(context, linked, { objectId: madeId, gridNo: smoke.gridNo }), after: null }];
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
      ...{
        distanceMetres: null,
        nearMetres: null,
        farMetres: null,
        alarmType: PUSHED_SMOKE_TYPE,
        handleOpinions: null,
        pictures,
        videos: [],
      },
    },
  };
}
