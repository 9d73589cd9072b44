// Events of cameras, monitoring points, registers and settings, written by an officer, a feed, an import or the camera check. They are not
// published to the desks. Servers use them to reload what they cache (changes.ts).

import { type ChangesOf, type GridNo, NATION, type Origin, type Register } from '@lookout/domain';
import type { Camera, CameraPayloads, MonitoringPoint } from '@lookout/features/camera/camera.ts';
import type { Repositories } from '@lookout/features/store.ts';
import { eventBy, type Happened } from './journal.ts';

/** Entries of a register were written or removed. @param gridNo the writer's grid */
export const registerEvent = (origin: Origin, at: Date, register: Register, count: number, gridNo: GridNo = NATION): Happened => ({
  event: eventBy(origin, at, { kind: 'register.changed', payload: { count } }, { objectId: register, gridNo }),
  after: null,
});

export const settingEvent = (origin: Origin, at: Date, key: string): Happened => ({
  event: eventBy(origin, at, { kind: 'setting.changed', payload: {} }, { objectId: key, gridNo: NATION }),
  after: null,
});

/** @param leftGridNo its grid before the change */
export const monitoringPointSaved = (
  origin: Origin,
  at: Date,
  monitoringPoint: MonitoringPoint,
  leftGridNo: GridNo | null = null,
): Happened => ({
  event: eventBy(
    origin,
    at,
    { kind: 'monitoring-point.saved', payload: { monitoringPoint } },
    gridsOf(monitoringPoint, leftGridNo ?? monitoringPoint.gridNo),
  ),
  after: monitoringPoint,
});

export const monitoringPointRemoved = (origin: Origin, at: Date, monitoringPoint: MonitoringPoint): Happened => ({
  event: eventBy(origin, at, { kind: 'monitoring-point.removed', payload: {} }, gridsOf(monitoringPoint, monitoringPoint.gridNo)),
  after: null,
});

const gridsOf = ({ id, gridNo }: Pick<Camera, 'id' | 'gridNo'>, previousGridNo: GridNo) => ({
  objectId: id,
  gridNo,
  leftGridNo: previousGridNo === gridNo ? null : previousGridNo,
});

/** For commands that run in addition to the servers, which read the events from the log. Called last in the transaction of the change. */
export const appendUnpublished = (tx: Pick<Repositories, 'events'>, happened: readonly Happened[]): Promise<number[]> =>
  tx.events.append(happened.map(({ event }) => ({ event, numbers: 1 })));

interface CamerasWritten {
  /** The cameras before the change, by id. */
  readonly before: ReadonlyMap<string, Camera>;
  readonly saved?: readonly Camera[];
  /** Ids of saved cameras whose link changed in something that servers cache. */
  readonly relinked?: ReadonlySet<string>;
  readonly removed?: readonly Camera[];
}

/** A camera saved without a change, of itself or of its link, has no event. */
export function cameraEvents(origin: Origin, at: Date, { before, saved = [], relinked, removed = [] }: CamerasWritten): Happened[] {
  const happened = (camera: Camera, change: ChangesOf<CameraPayloads>, after: Camera | null): Happened => {
    const previousGridNo = before.get(camera.id)?.gridNo ?? camera.gridNo;
    return { event: eventBy(origin, at, change, gridsOf(camera, previousGridNo)), after };
  };
  return [
    ...saved
      .filter((camera) => relinked?.has(camera.id) || !isSame(before.get(camera.id), camera))
      .map((camera) => happened(camera, { kind: 'camera.saved', payload: { camera } }, camera)),
    ...removed.map((camera) => happened(camera, { kind: 'camera.removed', payload: {} }, null)),
  ];
}

/** @param changed ids of the cameras whose `online` differs from `cameras` */
export const onlineEvents = (origin: Origin, at: Date, cameras: readonly Camera[], changed: ReadonlySet<string>): Happened[] =>
  cameras
    .filter(({ id }) => changed.has(id))
    .map((camera) => {
      const online = !camera.online;
      const change = { kind: online ? 'camera.went-online' : 'camera.went-offline', payload: {} } as const;
      return { event: eventBy(origin, at, change, { objectId: camera.id, gridNo: camera.gridNo }), after: { ...camera, online } };
    });

/** The comparison is shallow, except for the position. */
const isSame = (a: Camera | undefined, b: Camera): boolean =>
  a !== undefined &&
  (Object.keys(b) as (keyof Camera)[]).every((key) =>
    key === 'position' ? a.position.lng === b.position.lng && a.position.lat === b.position.lat : a[key] === b[key],
  );
