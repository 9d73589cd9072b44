// The events of cameras that were written or taken away, whoever did it: an officer, an import, the look at who answers.
import type { Camera, CameraPayloads, ChangesOf, Origin } from '@lookout/domain';
import { eventBy, type Happened } from './journal.ts';

export interface CamerasWritten {
  /** As they stood before, by id. */
  readonly before: ReadonlyMap<string, Camera>;
  readonly saved?: readonly Camera[];
  readonly removed?: readonly Camera[];
}

/** What was saved as it stood before is no event. */
export function cameraEvents(origin: Origin, at: Date, { before, saved = [], removed = [] }: CamerasWritten): Happened[] {
  const happened = (camera: Camera, change: ChangesOf<CameraPayloads>, after: Camera | null): Happened => {
    const stood = before.get(camera.id)?.gridNo ?? camera.gridNo;
    const leftGridNo = stood === camera.gridNo ? null : stood;
    return { event: eventBy(origin, at, change, { objectId: camera.id, gridNo: camera.gridNo, leftGridNo }), after };
  };
  return [
    ...saved
      .filter((camera) => !isSame(before.get(camera.id), camera))
      .map((camera) => happened(camera, { kind: 'camera.saved', payload: { camera } }, camera)),
    ...removed.map((camera) => happened(camera, { kind: 'camera.removed', payload: {} }, null)),
  ];
}

/** @param changed those that were seen to be the other way round than they stand in `cameras` */
export const onlineEvents = (origin: Origin, at: Date, cameras: readonly Camera[], changed: ReadonlySet<string>): Happened[] =>
  cameras
    .filter(({ id }) => changed.has(id))
    .map((camera) => {
      const online = !camera.online;
      const change = { kind: online ? 'camera.went-online' : 'camera.went-offline', payload: {} } as const;
      return { event: eventBy(origin, at, change, { objectId: camera.id, gridNo: camera.gridNo }), after: { ...camera, online } };
    });

/** Flat but for the position. */
const isSame = (a: Camera | undefined, b: Camera): boolean =>
  a !== undefined &&
  (Object.keys(b) as (keyof Camera)[]).every((key) =>
    key === 'position' ? a.position.lng === b.position.lng && a.position.lat === b.position.lat : a[key] === b[key],
  );
