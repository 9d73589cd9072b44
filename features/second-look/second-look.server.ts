// 自动复核 (second look): cameras look by themselves at the places of alarms of satellites, persons and sensors.

import type { GridNo } from '@lookout/domain';
import { haversineMetres, NATION, nearestOf } from '@lookout/domain';
import { notFound } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { accountOf, type Handlers } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Alarm } from '../alarm/alarm.ts';
import { SEEN_FROM_METRES } from '../camera/service/seeing-cameras.ts';
import type { Contract } from '../contract.ts';
import type { Repositories } from '../store.ts';
import { type NoLookReason, needsLook, type SecondLookSetting } from './second-look.ts';
import { runLooks } from './server/looks.ts';
import { isOnIn, queueLooks } from './server/queue.ts';

export const secondLook: ServerFeature<'secondLook'> = {
  open(room) {
    const looks = runLooks(room);
    return { calls: handlers(room), jobs: [looks, queueLooks(room, () => void looks.wake())] };
  },
};

function handlers({ store, grids, video, config, clock }: Room): Handlers<Contract['secondLook']> {
  const settingOf = async ({ secondLooks }: Pick<Repositories, 'secondLooks'>, gridNo: GridNo): Promise<SecondLookSetting> => {
    const found = nearestOf(await secondLooks.policies(), gridNo);
    const nameOf = (no: GridNo): string => grids().nameOf(no) ?? no;
    return {
      gridNo,
      gridName: nameOf(gridNo),
      isOn: found?.isOn ?? config.secondLook,
      fromGridName: found && nameOf(found.gridNo),
      changedBy: found?.changedBy ?? null,
      changedAt: found?.changedAt ?? null,
    };
  };

  /** Why there is no look at an alarm. */
  const whyNone = async (alarm: Alarm): Promise<NoLookReason> => {
    // When it arrived decides; afterwards the reason stays what it was, as far as it is still known.
    if (!needsLook({ ...alarm, response: { ...alarm.response, stage: 'open' } as Alarm['response'] }, alarm.arrivedAt))
      return 'not-checked';
    if (!isOnIn(await store.secondLooks.policies(), alarm.gridNo, config.secondLook)) return 'off';
    const cameras = await video.cameras.linked(NATION);
    if (!cameras.some(({ camera }) => haversineMetres(camera.position, alarm.position) <= SEEN_FROM_METRES)) return 'unseen';
    return needsLook(alarm, clock()) ? 'pending' : 'not-checked';
  };

  return {
    async secondLookOfAlarm({ scope }, { query: { alarmId } }) {
      const alarm = await store.alarms.find(scope, alarmId);
      if (alarm === null) throw notFound();
      const look = await store.secondLooks.ofAlarm(alarm.id);
      return { look, why: look === null ? await whyNone(alarm) : null };
    },

    secondLookSetting: ({ scope }) => settingOf(store, scope),

    async saveSecondLookSetting(context, { body: { isOn } }) {
      const { scope: gridNo, now: changedAt } = context;
      context.audit.target('second-look-policy', gridNo, gridNo);
      context.audit.detail({ isOn });
      return store.transaction(async (tx) => {
        await tx.secondLooks.savePolicy({ gridNo, isOn, changedBy: accountOf(context).fullName, changedAt });
        await tx.audit.append([context.audit.take()]);
        return settingOf(tx, gridNo);
      });
    },

    async secondLookCamera({ scope }, { query: { cameraId } }) {
      const { camera } = await video.cameras.find(scope, cameraId);
      return { isOn: !(await store.secondLooks.camerasOff()).has(camera.id) };
    },

    async saveSecondLookCamera(context, { body: { cameraId, isOn } }) {
      const { camera } = await video.cameras.find(context.scope, cameraId);
      context.audit.target('camera', camera.id, camera.gridNo);
      context.audit.detail({ secondLook: isOn });
      return store.transaction(async (tx) => {
        await tx.secondLooks.saveCamera(camera.id, isOn, accountOf(context).fullName, context.now);
        await tx.audit.append([context.audit.take()]);
        return { isOn };
      });
    },
  };
}
