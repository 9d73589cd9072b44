// Operator locks and tours. Each device has one head, however many records reach it (decision 0044), and all servers share it (0052). The
// records of a device are looked up each time a head is used, so that a record added meanwhile is under the same lock.

import type { Store } from '../../store.ts';
import type { Camera } from '../camera.ts';
import type { HeadQuestion, HeadState } from '../camera-heads.store.ts';
import { isSameReach, type Reach, steeredBy } from './reach.ts';
import { PAUSE_SECONDS } from './tours.ts';

export interface Head extends HeadQuestion<Reach> {}

/** @param now time of the change */
type Change<T> = (state: HeadState) => { readonly state: HeadState; readonly value: T };

export interface Heads {
  of(camera: Camera): Promise<Head>;
  state(head: Head): Promise<HeadState>;
  /** Changes one head. Changes of the same head are serialized across all servers. */
  change<T>(head: Head, decide: Change<T>): Promise<T>;
  /** Changes each head that this session steers or waits for. */
  changeAllOf(session: string, decide: (state: HeadState) => HeadState): Promise<void>;
}

const UNUSED: HeadState = { lock: null, tour: null, pauseMs: PAUSE_SECONDS * 1000 };

export function createHeads(store: Pick<Store, 'cameras' | 'cameraLinks' | 'cameraHeads' | 'transaction'>): Heads {
  return {
    async of({ gridNo, deviceId, monitoringPointId }) {
      // Cameras of one device at one point share a housing, so steering one of them moves all.
      const cameras = (await store.cameras.findByDevice(gridNo, deviceId)).filter((one) => one.monitoringPointId === monitoringPointId);
      const ids = cameras.map(({ id }) => id);
      const links = new Map((await store.cameraLinks.list(gridNo, ids)).map((link) => [link.cameraId, link]));
      const reaches = cameras.flatMap((camera) => steeredBy({ camera, link: links.get(camera.id) ?? null }));
      return {
        name: `${monitoringPointId ?? ''}/${deviceId}`,
        reaches,
        isSame: (others) => others.some((one) => reaches.some((other) => isSameReach(one, other))),
      };
    },

    state: (head) => store.cameraHeads.state(head, UNUSED),

    change: (head, decide) =>
      store.transaction(async (tx) => {
        const { name, state: before } = await tx.cameraHeads.lockForUpdate(head, UNUSED);
        const { state, value } = decide(before);
        if (state !== before) await tx.cameraHeads.save(name, head.reaches, state);
        return value;
      }),

    async changeAllOf(session, decide) {
      // Shortcut without a lock: nearly all sessions hold no head when they end.
      if (!(await store.cameraHeads.isLockedBy(session))) return;
      await store.transaction(async (tx) => {
        for (const { name, state } of await tx.cameraHeads.lockOfSession(session)) await tx.cameraHeads.save(name, [], decide(state));
      });
    },
  };
}
