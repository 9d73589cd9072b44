// Turns arrivals of the world into parcels for the queue: satellite files, reports with their photos, alarms of cameras and sensors.
import type { CameraAlarm } from '../cameras/alarm.ts';
import { type CameraWorld, pictureBefore, pictureOf } from '../cameras/picture.ts';
import type { WorldClock } from '../clock.ts';
import type { Report } from '../people/report.ts';
import { photoOf } from '../picture/photo.ts';
import type { Detection } from '../satellites/detection.ts';
import { firmsCsv } from '../satellites/firms-file.ts';
import type { DangerFound, SmokeIncident } from '../sensors/incidents.ts';
import { cameraTexts, notices } from '../texts.ts';
import type { Arrival } from '../world.ts';
import type { Parcel } from './queue.ts';
import type { Outcome } from './sender.ts';
import type { CameraAlarmBody, DangerBody, ReportBody, SmokeBody, Wire } from './wire.ts';

export interface ParcelOptions {
  readonly wire: Wire;
  readonly seed: number;
  readonly speed: number;
  readonly world: CameraWorld;
  readonly clock: Pick<WorldClock, 'wallOf'>;
}

export function parcelOf(arrival: Arrival, options: ParcelOptions): Parcel {
  switch (arrival.kind) {
    case 'file':
      return fileParcel(arrival.rows, options);
    case 'report':
      return reportParcel(arrival.report, options);
    case 'camera':
      return cameraParcel(arrival.alarm, options);
    case 'smoke':
      return smokeParcel(arrival.incident, options);
    case 'danger':
      return dangerParcel(arrival.found, options);
  }
}

function fileParcel(rows: readonly Detection[], { wire, clock }: ParcelOptions): Parcel {
  const product = rows[0]?.satellite.product ?? 'viirs';
  const csv = firmsCsv(product, rows, clock.wallOf);
  return { name: `${notices.parcels.file} ${rows[0]?.satellite.code} × ${rows.length}`, send: () => wire.hotspots(csv) };
}

/** Idempotency key with seed and speed: another speed is another world, whose fires must not be mistaken for these. */
const keyOf = ({ seed, speed }: ParcelOptions, id: string): string => `demo-${seed}-${speed}-${id}`;

/**
 * Uploads the pictures first, in their order. A picture is not uploaded again when only a later one or the call that references them
 * failed.
 */
function withPictures(
  wire: Wire,
  draws: readonly (() => Uint8Array | Promise<Uint8Array>)[],
  send: (pictures: string[]) => Promise<Outcome>,
): () => Promise<Outcome> {
  const pictures: string[] = [];
  return async () => {
    for (const draw of draws.slice(pictures.length)) {
      const uploaded = await wire.picture(await draw());
      if (uploaded.kind !== 'delivered') return uploaded;
      pictures.push(uploaded.data);
    }
    return send(pictures);
  };
}

function reportParcel(report: Report, options: ParcelOptions): Parcel {
  const { wire, seed, world, clock } = options;
  const send = (pictures: string[]): Promise<Outcome> =>
    wire.report(bodyOf(report, clock.wallOf(report.reportedAtMs), pictures), keyOf(options, report.id));
  const draw = (): Uint8Array => photoOf(seed, { id: report.id, fire: report.fire, atMs: report.reportedAtMs }, world.surface);
  return {
    name: `${notices.parcels.report} ${report.id}`,
    send: withPictures(wire, report.withPhoto ? [draw] : [], send),
  };
}

function cameraParcel(alarm: CameraAlarm, options: ParcelOptions): Parcel {
  const { wire, world, clock } = options;
  const body = (pictures: string[]): CameraAlarmBody => ({
    deviceId: alarm.tower.code,
    horizonAngle: alarm.horizonAngle,
    verticalAngle: alarm.verticalAngle,
    maxHeat: alarm.maxHeat,
    findType: alarm.channel === 'thermal' ? 2 : 1,
    alarmType: cameraTexts.alarmTypes[alarm.channel],
    alarmDatetime: new Date(clock.wallOf(alarm.seenAtMs)).toISOString(),
    pictures,
  });
  return {
    name: `${notices.parcels.camera} ${alarm.id}`,
    send: withPictures(wire, [() => pictureBefore(alarm, world), () => pictureOf(alarm, world)], (pictures) =>
      wire.cameraAlarm(body(pictures), keyOf(options, alarm.id)),
    ),
  };
}

function smokeParcel(incident: SmokeIncident, options: ParcelOptions): Parcel {
  const { id, atMs, deviceId, deviceName, position, smokeLevel, temperatureCelsius, batteryPercent } = incident;
  const body: SmokeBody = {
    longitude: position.lng,
    latitude: position.lat,
    deviceId,
    deviceName,
    smokeLevel,
    temperature: temperatureCelsius,
    battery: batteryPercent,
    alarmDatetime: new Date(options.clock.wallOf(atMs)).toISOString(),
  };
  return { name: `${notices.parcels.smoke} ${id}`, send: () => options.wire.smoke(body, keyOf(options, id)) };
}

function dangerParcel(found: DangerFound, options: ParcelOptions): Parcel {
  const { id, atMs, position, resourceName, dangerType, description, isPutRight } = found;
  const body: DangerBody = {
    position,
    resourceName,
    dangerType,
    dangerDescription: description,
    checkTime: new Date(options.clock.wallOf(atMs)).toISOString(),
    status: isPutRight ? 1 : 0,
  };
  return { name: `${notices.parcels.danger} ${id}`, send: () => options.wire.danger(body, keyOf(options, id)) };
}

const bodyOf = (report: Report, reportedAtMs: number, pictures: string[]): ReportBody => ({
  longitude: report.position.lng,
  latitude: report.position.lat,
  altitude: report.altitudeMetres,
  reportTime: new Date(reportedAtMs).toISOString(),
  address: report.address,
  description: report.description,
  comment: report.comment,
  reporterName: report.reporterName,
  ...(pictures.length > 0 && { pictures }),
});
