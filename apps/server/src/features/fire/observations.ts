// What a call's body says, as an observation. One small function a source; unknown stays null.
import { type Contract, type Received, readFindType } from '@lookout/contract';
import type { CameraFacts, DangerFacts, Observation, Position, ReportFacts, SmokeFacts } from '@lookout/domain';

type Body<K extends keyof Contract['fire']> = Received<Contract['fire'][K]>['body'];

/** Where a ray met the ground, or where the sender says it is. */
export interface Sight {
  readonly position: Position;
  readonly band: { readonly distanceMetres: number; readonly nearMetres: number; readonly farMetres: number } | null;
}

export function cameraObservation(
  body: Body<'createMonitorAlarm'>,
  sight: Sight,
  device: { readonly deviceId: string | null; readonly monitorId: string | null },
  dedupeKey: string | null,
): Observation<CameraFacts> {
  return {
    // A detection that names no kind but a heat was seen by its heat.
    findType: body.findType != null ? readFindType(body.findType as 1 | 2) : body.maxHeat != null ? 'camera-heat' : 'camera-smoke',
    position: sight.position,
    observedAt: body.alarmDatetime,
    address: body.address ?? null,
    dedupeKey,
    facts: {
      kind: 'camera',
      ...device,
      horizontalDegrees: body.horizonAngle ?? null,
      verticalDegrees: body.verticalAngle ?? null,
      maxHeat: body.maxHeat ?? null,
      distanceMetres: sight.band?.distanceMetres ?? null,
      nearMetres: sight.band?.nearMetres ?? null,
      farMetres: sight.band?.farMetres ?? null,
      alarmType: body.alarmType ?? null,
      handleOpinions: null,
      pictures: cameraPictures(body),
      videos: body.videos ?? [],
    },
  };
}

/** `pictures`, or the specification's `img1`, `img2`. */
export const cameraPictures = (body: Body<'createMonitorAlarm'>): string[] =>
  body.pictures ?? [body.img1, body.img2].filter((id): id is string => id != null);

export function reportObservation(
  body: Body<'createReport'>,
  reporter: { readonly id: string | null; readonly name: string | null },
  now: Date,
  dedupeKey: string | null,
): Observation<ReportFacts> {
  return {
    findType: 'person',
    position: { lng: body.longitude, lat: body.latitude },
    observedAt: body.reportTime ?? now,
    address: body.address ?? null,
    dedupeKey,
    facts: {
      kind: 'report',
      altitudeMetres: body.altitude ?? null,
      description: body.description ?? null,
      comment: body.comment ?? null,
      reporterId: reporter.id,
      reporterName: body.reporterName ?? reporter.name,
      reporterPhone: body.reporterPhone ?? null,
      pictures: body.pictures ?? [],
    },
  };
}

export function smokeObservation(body: Body<'createSmoke'>, dedupeKey: string | null): Observation<SmokeFacts> {
  return {
    findType: 'sensor',
    position: { lng: body.longitude, lat: body.latitude },
    observedAt: body.alarmDatetime,
    address: body.address ?? null,
    dedupeKey,
    facts: {
      kind: 'smoke',
      deviceId: body.deviceId,
      deviceName: body.deviceName ?? null,
      smokeLevel: body.smokeLevel ?? null,
      temperatureCelsius: body.temperature ?? null,
      batteryPercent: body.battery ?? null,
      pictures: body.pictures ?? [],
    },
  };
}

export function dangerObservation(body: Body<'createDanger'>, now: Date, dedupeKey: string | null): Observation<DangerFacts> {
  return {
    findType: 'person',
    position: body.position,
    observedAt: body.checkTime ?? now,
    address: body.address ?? null,
    dedupeKey,
    facts: {
      kind: 'danger',
      resourceName: body.resourceName,
      resourceType: body.resourceType ?? null,
      dangerType: body.dangerType ?? null,
      dangerDescription: body.dangerDescription ?? null,
      checkStatus: body.status === 1 ? 'renovated' : 'open',
      renovationPictures: body.renovationPics ?? [],
    },
  };
}
