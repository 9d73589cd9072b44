// Which masts there are, from the monitoring points and cameras on record.
import type { Camera, MonitoringPoint, Sector } from '../camera/camera.ts';
import { type AzimuthSector, type CameraMast, MOST_RANGE_METRES, type UncountedReason, USUAL_RANGE_METRES } from './coverage.ts';

/** A mast, and why it counts for nothing; null: it counts. */
export interface CountedMast extends CameraMast {
  readonly uncounted: UncountedReason | null;
}

interface Installed {
  readonly monitoringPoints: readonly MonitoringPoint[];
  readonly cameras: readonly Camera[];
  /** Where a camera may be turned, in its own angles, by its id. */
  readonly ranges: ReadonlyMap<string, readonly Sector[]>;
}

/**
 * The masts: monitoring points with their cameras, and cameras without one. Only cameras that are online count. The elevation under a mast is
 * not checked here.
 */
export function mastsOf({ monitoringPoints, cameras, ranges }: Installed): CountedMast[] {
  const byPoint = Map.groupBy(cameras, ({ monitoringPointId }) => monitoringPointId);
  const points = new Set(monitoringPoints.map(({ id }) => id));
  const alone = cameras.filter(({ monitoringPointId }) => monitoringPointId === null || !points.has(monitoringPointId));
  return [
    ...monitoringPoints.map((point) => {
      const own = byPoint.get(point.id) ?? [];
      return { ...placeOf(point, 'monitoring-point'), ...lookOf(own, ranges, point.towerHeightMetres, point.rangeMetres) };
    }),
    ...alone.map((camera) => ({ ...placeOf(camera, 'camera'), ...lookOf([camera], ranges, null, null) })),
  ];
}

const placeOf = <Kind extends CameraMast['kind']>({ id, name, gridNo, position }: Camera | MonitoringPoint, kind: Kind) => ({
  ...{ id, kind, name, gridNo },
  position: { lng: position.lng, lat: position.lat },
});

type Look = Pick<CountedMast, 'mastMetres' | 'rangeMetres' | 'sectors' | 'cameraIds' | 'uncounted'>;

/** @param pointMetres,pointRange of the monitoring point, whose own entry takes precedence over those of its cameras */
function lookOf(cameras: readonly Camera[], ranges: Installed['ranges'], pointMetres: number | null, pointRange: number | null): Look {
  const online = cameras.filter((camera) => camera.online);
  const counted = online.length > 0 ? online : cameras;
  const mastMetres = pointMetres ?? Math.max(0, ...counted.map(({ towerHeightMetres }) => towerHeightMetres ?? 0));
  return {
    mastMetres,
    rangeMetres: Math.min(pointRange !== null && pointRange > 0 ? pointRange : USUAL_RANGE_METRES, MOST_RANGE_METRES),
    sectors: sectorsOf(counted, ranges),
    cameraIds: cameras.map(({ id }) => id),
    uncounted: reasonOf(cameras.length, online.length, mastMetres),
  };
}

function reasonOf(cameras: number, online: number, mastMetres: number): UncountedReason | null {
  if (cameras === 0) return 'no-camera';
  if (!(mastMetres > 0)) return 'no-mast-height';
  return online === 0 ? 'offline' : null;
}

/** The true azimuths to which one of the cameras may be turned; empty: everywhere. */
function sectorsOf(cameras: readonly Camera[], ranges: Installed['ranges']): AzimuthSector[] {
  const sectors: AzimuthSector[] = [];
  for (const { id, northCorrectionDegrees } of cameras) {
    const own = ranges.get(id) ?? [];
    if (own.length === 0) return [];
    for (const { fromHorizontal, toHorizontal } of own) {
      const sector = {
        fromDegrees: turned(fromHorizontal + northCorrectionDegrees),
        toDegrees: turned(toHorizontal + northCorrectionDegrees),
      };
      // Equal angles mean the whole circle (camera.ts).
      if (sector.fromDegrees === sector.toDegrees) return [];
      sectors.push(sector);
    }
  }
  return sectors;
}

const turned = (degrees: number): number => ((degrees % 360) + 360) % 360;
