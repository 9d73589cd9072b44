// Finds the cameras that see a position: lines of sight over the elevation, from every camera within range whose tower is known.
import type { GridNo, Position } from '@lookout/domain';
import { camerasThatSee } from '@lookout/geo';
import type { Room } from '@lookout/server/services/open.ts';
import type { SeeingCamera } from '../camera.ts';
import { around } from './view.ts';

const MOST_CAMERAS = 2_000;
export const SEEN_FROM_METRES = 30_000;

/** The cameras in scope that see the position, nearest first. */
export async function camerasSeeing(
  { store, elevation }: Pick<Room, 'store' | 'elevation'>,
  scope: GridNo,
  position: Position,
  maxDistanceMetres: number,
): Promise<SeeingCamera[]> {
  const { list } = await store.cameras.list(scope, {}, { limit: MOST_CAMERAS });
  const towers = list.flatMap((camera) =>
    camera.towerHeightMetres === null ? [] : [{ ...camera.position, towerHeightMetres: camera.towerHeightMetres, camera }],
  );
  const seeing = camerasThatSee(position, towers, elevation().surfaceAround(position), { maxDistanceMetres });
  const ids = [...new Set(seeing.flatMap(({ camera: { camera } }) => camera.monitoringPointId ?? []))];
  const monitoringPoints = await store.monitoringPoints.list(scope, { ids }, { limit: MOST_CAMERAS });
  const nameOf = new Map(monitoringPoints.list.map(({ id, name }) => [id, name]));
  return seeing.map(({ camera: { camera }, sightline }) => ({
    ...camera,
    monitoringPointName: camera.monitoringPointId === null ? null : (nameOf.get(camera.monitoringPointId) ?? null),
    distanceMetres: sightline.distanceMetres,
    azimuthDegrees: sightline.azimuthDegrees,
    verticalDegrees: sightline.tiltDegrees,
    horizontalDegrees: around(sightline.azimuthDegrees - camera.northCorrectionDegrees),
    clearanceMetres: sightline.clearanceMetres,
  }));
}
