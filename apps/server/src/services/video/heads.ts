// What operators hold and tours turn: one head for each device, however many records reach it (decision 0044). Which records those are is looked at when
// one of them is to be turned, so that a record entered meanwhile is under the same lock.
import type { Camera } from '@lookout/domain';
import type { Store } from '@lookout/store';
import { isSameReach, type Reach, steeredBy } from './reach.ts';

export interface Head {
  /** As of now: of a head in use which this camera reaches too, else its own. To be read just before it is used. */
  readonly name: string;
}

export interface Heads {
  of(camera: Camera): Promise<Head>;
}

/** @param isInUse is it locked, or on a tour? */
export function createHeads(store: Pick<Store, 'cameras' | 'cameraLinks'>, isInUse: (name: string) => boolean): Heads {
  const used = new Map<string, readonly Reach[]>();

  const nameOf = (own: string, reaches: readonly Reach[]): string => {
    for (const name of used.keys()) if (!isInUse(name)) used.delete(name);
    const shared = [...used].find(
      ([name, others]) => name !== own && others.some((one) => reaches.some((other) => isSameReach(one, other))),
    );
    if (shared) return shared[0];
    used.set(own, reaches);
    return own;
  };

  return {
    async of({ gridNo, deviceId, monitoringPointId }) {
      // Cameras of one device at one point sit in one housing: steering one of them moves all.
      const cameras = (await store.cameras.findByDevice(gridNo, deviceId)).filter((one) => one.monitoringPointId === monitoringPointId);
      const ids = cameras.map(({ id }) => id);
      const links = new Map((await store.cameraLinks.list(gridNo, ids)).map((link) => [link.cameraId, link]));
      const reaches = cameras.flatMap((camera) => steeredBy({ camera, link: links.get(camera.id) ?? null }));
      return {
        get name() {
          return nameOf(`${monitoringPointId ?? ''}/${deviceId}`, reaches);
        },
      };
    },
  };
}
