// Where a camera's detection lies: the position it sent, or the first ground its ray meets (contract.md `locate`).
import type { Contract, Received } from '@lookout/contract';
import { type Camera, type GridNo, isInSector, type MonitoringPoint } from '@lookout/domain';
import { locate as locateRay } from '@lookout/geo';
import type { Store } from '@lookout/store';
import { invalid, notFound, refused } from '../../acting/refusal.ts';
import type { Elevation } from '../../services/elevation.ts';
import { rangeOf } from '../../services/sighted-range.ts';
import type { Sight } from './observations.ts';

type Detection = Received<Contract['fire']['createMonitorAlarm']>['body'];
type LocateBody = Received<Contract['fire']['locate']>['body'];

export interface SeenBy {
  readonly sight: Sight;
  readonly device: { readonly deviceId: string | null; readonly monitorId: string | null };
  /** The camera's own grid, for the county rule; null when the device is not on record. */
  readonly grid: GridNo | null;
}

export function createSights(store: Store, elevation: () => Elevation) {
  const ray = (tower: { lng: number; lat: number; towerHeightMetres: number }, azimuthDegrees: number, tiltDegrees: number) => {
    const found = locateRay({ ...tower, azimuthDegrees, tiltDegrees }, elevation().surfaceAround(tower));
    if (!found) throw refused('no-place-found');
    return found;
  };

  /** The camera, else the monitoring point, that a detection names; held to the scope, so a foreign device is simply not there. */
  const deviceOf = async (scope: GridNo, body: Detection): Promise<{ camera: Camera | null; monitoringPoint: MonitoringPoint | null }> => {
    const cameras = body.deviceId ? await store.cameras.findByDevice(scope, body.deviceId) : [];
    const camera = cameras[0] ?? null;
    const monitorId = body.monitorId ?? camera?.monitorId ?? null;
    const monitoringPoint = monitorId ? await store.monitoringPoints.find(scope, monitorId) : null;
    if (body.monitorId && !monitoringPoint) throw invalid('monitorId', 'no-such-monitoring-point');
    return { camera, monitoringPoint };
  };

  return {
    async see(scope: GridNo, body: Detection): Promise<SeenBy> {
      const { camera, monitoringPoint } = await deviceOf(scope, body);
      const device = { deviceId: body.deviceId ?? null, monitorId: monitoringPoint?.id ?? null };
      const grid = camera?.gridNo ?? monitoringPoint?.gridNo ?? null;
      if (body.longitude != null && body.latitude != null) {
        return { sight: { position: { lng: body.longitude, lat: body.latitude }, band: null }, device, grid };
      }
      const stand = camera?.position ?? monitoringPoint?.position;
      if (!stand) throw invalid('deviceId', 'device-without-place');
      const towerHeightMetres = camera?.towerHeightMetres ?? monitoringPoint?.towerHeightMetres;
      if (towerHeightMetres == null) throw refused('tower-height-unknown');
      const azimuth = (body.horizonAngle ?? 0) + (camera?.northCorrectionDegrees ?? 0);
      const { lng, lat, distanceMetres, nearMetres, farMetres } = ray({ ...stand, towerHeightMetres }, azimuth, body.verticalAngle ?? 0);
      return { sight: { position: { lng, lat }, band: { distanceMetres, nearMetres, farMetres } }, device, grid };
    },

    /** @throws Refusal 501 for a machine's detection in a part of the view that was masked: a chimney, a road */
    async requireUnmasked(scope: GridNo, body: Detection): Promise<void> {
      const { horizonAngle, verticalAngle } = body;
      const { camera } = await deviceOf(scope, body);
      if (camera === null || horizonAngle == null || verticalAngle == null) return;
      const angles = { horizontal: horizonAngle, vertical: verticalAngle };
      const mask = (await store.cameraLinks.find(scope, camera.id))?.masks.find((sector) => isInSector(sector, angles));
      if (mask) throw refused('direction-masked', { name: mask.name });
    },

    async locate(scope: GridNo, body: LocateBody) {
      const monitoringPoint = body.monitorId ? await store.monitoringPoints.find(scope, body.monitorId) : null;
      if (body.monitorId && !monitoringPoint) throw notFound();
      const lng = body.lng ?? monitoringPoint?.position.lng;
      const lat = body.lat ?? monitoringPoint?.position.lat;
      if (lng === undefined || lat === undefined) throw invalid(lng === undefined ? 'lng' : 'lat', 'monitoring-point-or-tower-needed');
      const towerHeightMetres = body.towerHeight ?? monitoringPoint?.towerHeightMetres;
      if (towerHeightMetres == null) throw refused('tower-height-unknown');
      const [camera] = monitoringPoint ? (await store.cameras.list(scope, { monitorId: monitoringPoint.id }, { limit: 1 })).list : [];
      const found = ray({ lng, lat, towerHeightMetres }, body.horizontal + (camera?.northCorrectionDegrees ?? 0), body.vertical);
      return {
        lng: found.lng,
        lat: found.lat,
        height: found.heightMetres,
        ...rangeOf(found),
      };
    },
  };
}
