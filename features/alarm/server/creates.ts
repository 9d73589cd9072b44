// Handlers that create alarms: from cameras, people, smoke sensors, danger checks, and satellite files.

import { type Received, remarkMessage } from '@lookout/contract';
import { type GridNo, isDesk, NATION, type Position, positionFault, timeFault } from '@lookout/domain';
import { pointedPlace } from '@lookout/fusion';
import { distanceMetres, locate as locateRay } from '@lookout/geo';
import { UnreadableFile } from '@lookout/ingest';
import { originOf } from '@lookout/server/acting/act.ts';
import { invalid, notFound, Refusal, refused } from '@lookout/server/acting/refusal.ts';
import type { Caller, Context, Handlers } from '@lookout/server/serve/context.ts';
import { whyIn } from '@lookout/server/serve/envelope.ts';
import { type Camera, isOfSeveralOwners, type MonitoringPoint, maskAt } from '../../camera/camera.ts';
import type { Contract } from '../../contract.ts';
import type { Store } from '../../store.ts';
import { type Elevation, rangeOf } from '../../terrain/service/elevation.ts';
import type { AlarmKind, CameraFacts, DangerFacts, Observation, ReportFacts, SmokeFacts } from '../alarm.ts';
import { readFindType } from '../alarm.wire.ts';
import { type Pointing, pointingTolerance } from '../pointing.ts';
import { readPointing } from '../pointing.wire.ts';
import type { Admission } from '../service/admission.ts';
import type { SatelliteIntake } from '../service/satellite-intake.ts';

type Creates = Pick<
  Handlers<Contract['alarm']>,
  'createMonitorAlarm' | 'raiseFromVideo' | 'locate' | 'createReport' | 'createSmoke' | 'createDanger'
>;

/** The field that a refusal names when the position or the time of an alarm is refused. */
const fieldsOf = {
  satellite: { position: 'longitude', time: 'acq_date' },
  camera: { position: 'longitude', time: 'alarmDatetime' },
  report: { position: 'longitude', time: 'reportTime' },
  smoke: { position: 'longitude', time: 'alarmDatetime' },
  danger: { position: 'position', time: 'checkTime' },
} as const satisfies Record<AlarmKind, { position: string; time: string }>;

/** More channels than a monitoring point has. */
const MOST_CHANNELS = 100;

export function fireCreates(store: Store, admission: Admission, elevation: () => Elevation): Creates {
  const sights = createSights(store, elevation);

  /** Stores one observation with its photos in one transaction. A repeated `Idempotency-Key` returns the existing alarm. */
  const create = async (context: Context, stated: Observation, pictures: readonly string[], deviceGrid: Context['scope'] | null = null) => {
    const { caller } = context;
    // A sender whose clock was never set still reports something new: the time of arrival is used instead.
    const isTimeless = timeFault(stated.observedAt, context.now) === 'time-implausible';
    const observation = isTimeless ? { ...stated, observedAt: context.now } : stated;
    if (isTimeless) context.audit.detail({ timeStated: stated.observedAt.toISOString() });
    const grid = caller.kind === 'account' ? caller.gridNo : null;
    const outcome = await admission.admit(observation, { grid: deviceGrid ?? grid, heldTo: grid }, originOf(context), {
      audit: () => context.audit.take(),
      ...(pictures.length > 0 && {
        before: async (tx, { gridNo }) => {
          const owner = caller.kind === 'account' ? caller.accountId : null;
          const missing = await tx.uploads.claim(pictures, owner, gridNo);
          if (missing.length > 0) throw invalid('pictures', 'picture-gone');
        },
      }),
    });
    if (outcome.kind === 'refused') {
      const { position, time } = fieldsOf[observation.facts.kind];
      throw invalid(outcome.reason === 'in-the-future' ? time : position, outcome.reason);
    }
    return { id: outcome.id, ...(isTimeless && { remark: remarkMessage({ code: 'time-of-arrival', params: {} }, context.language) }) };
  };

  return {
    async createMonitorAlarm(context, { body }) {
      const device = await sights.deviceOf(context.scope, body);
      // Masks only apply to machines, not to officers.
      const maskName = context.caller.kind === 'feed' ? await sights.maskOf(device, body, body.alarmDatetime) : null;
      context.audit.detail({ ...(maskName !== null && { maskName }), ...(device.isAmbiguous && { deviceAmbiguous: true }) });
      const seen = sights.see(device, body);
      const observation = cameraObservation(body, seen.sight, { ...seen.device, maskName }, dedupeKeyOf(context));
      return create(context, observation, cameraPictures(body), seen.grid);
    },
    async raiseFromVideo(context, { query }) {
      const { monitorId, horizonAngle, verticalAngle, longitude = null, latitude = null, picPath1 } = query;
      const { list } = await store.cameras.list(context.scope, { monitoringPointId: monitorId }, { limit: MOST_CHANNELS });
      const channel = query.channelId || null;
      const camera = list.find(({ id, channelNum }) => channel === null || id === channel || String(channelNum) === channel);
      if (!camera) throw notFound();
      const monitoringPoint = await store.monitoringPoints.find(context.scope, monitorId);
      const body = {
        deviceId: camera.deviceId,
        monitorId,
        horizonAngle,
        verticalAngle,
        longitude,
        latitude,
        alarmDatetime: context.now,
        pictures: picPath1 == null ? [] : [picPath1],
      };
      // The angles are stored even if an officer has corrected the position.
      const seen = sights.see({ camera, monitoringPoint, isAmbiguous: false }, body);
      const observation = cameraObservation(body, seen.sight, { ...seen.device, maskName: null }, dedupeKeyOf(context));
      return create(context, observation, body.pictures, seen.grid);
    },
    locate: ({ scope }, { body }) => sights.locate(scope, body),
    async createReport(context, { body }) {
      const reporter = await reporterOf(store, context.caller, body);
      return create(context, reportObservation(body, reporter, context.now, dedupeKeyOf(context)), body.pictures ?? []);
    },
    createSmoke: (context, { body }) => create(context, smokeObservation(body, dedupeKeyOf(context)), body.pictures ?? []),
    createDanger: (context, { body }) =>
      create(context, dangerObservation(body, context.now, dedupeKeyOf(context)), body.renovationPics ?? []),
  };
}

/** Idempotency keys are scoped to the sender: two accounts may use the same key. */
function dedupeKeyOf({ headers, caller }: Context): string | null {
  if (headers.idempotencyKey === null) return null;
  return `key:${caller.kind === 'account' ? caller.accountId : caller.kind}:${headers.idempotencyKey}`;
}

// The position of a camera's detection: as sent, or where its ray first meets the terrain (the call `locate`).

type Detection = Received<Contract['alarm']['createMonitorAlarm']>['body'];
type LocateBody = Received<Contract['alarm']['locate']>['body'];

/** The device that a detection names: the camera, else the monitoring point. */
interface DetectingDevice {
  readonly camera: Camera | null;
  readonly monitoringPoint: MonitoringPoint | null;
  /** Cameras of several owners have this device id. */
  readonly isAmbiguous: boolean;
}

interface SeenBy {
  readonly sight: Sight;
  readonly device: Pick<CameraFacts, 'deviceId' | 'monitoringPointId' | 'isDeviceAmbiguous'>;
  /** The camera's own grid, for the county rule; null when the device is not on record. */
  readonly grid: GridNo | null;
}

/**
 * Whether the detection can be located by its angles. A device without a fix sends (0, 0) as its position, and the angles are used instead.
 */
const hasAngles = ({ horizonAngle, verticalAngle, deviceId, monitorId }: Detection): boolean =>
  horizonAngle != null && verticalAngle != null && (deviceId != null || monitorId != null);

function createSights(store: Store, elevation: () => Elevation) {
  const ray = (tower: { lng: number; lat: number; towerHeightMetres: number }, azimuthDegrees: number, tiltDegrees: number) => {
    const found = locateRay({ ...tower, azimuthDegrees, tiltDegrees }, elevation().surfaceAround(tower));
    if (!found) throw refused('no-place-found');
    return found;
  };

  return {
    /**
     * Finds the device within the scope, so that a device of another grid is not found. A monitoring point named in the detection takes
     * precedence. If cameras of several owners have the device id, none of them is guessed.
     */
    async deviceOf(scope: GridNo, body: Detection): Promise<DetectingDevice> {
      const cameras = body.deviceId ? await store.cameras.findByDevice(scope, body.deviceId) : [];
      if (body.monitorId) {
        const monitoringPoint = await store.monitoringPoints.find(scope, body.monitorId);
        if (!monitoringPoint) throw invalid('monitorId', 'no-such-monitoring-point');
        const camera = cameras.find(({ monitoringPointId }) => monitoringPointId === monitoringPoint.id) ?? null;
        return { camera, monitoringPoint, isAmbiguous: false };
      }
      if (isOfSeveralOwners(cameras)) return { camera: null, monitoringPoint: null, isAmbiguous: true };
      const camera = cameras[0] ?? null;
      const monitoringPoint = camera?.monitoringPointId ? await store.monitoringPoints.find(scope, camera.monitoringPointId) : null;
      return { camera, monitoringPoint, isAmbiguous: false };
    },

    /** The name of the mask, such as a chimney or a road, that contains a machine's detection. */
    async maskOf({ camera }: DetectingDevice, { horizonAngle, verticalAngle }: Detection, at: Date): Promise<string | null> {
      if (camera === null || horizonAngle == null || verticalAngle == null) return null;
      const angles = { horizontal: horizonAngle, vertical: verticalAngle };
      const link = await store.cameraLinks.find(camera.gridNo, camera.id);
      return maskAt(link?.masks ?? [], angles, at)?.name ?? null;
    },

    see({ camera, monitoringPoint, isAmbiguous }: DetectingDevice, body: Detection): SeenBy {
      const device = {
        deviceId: body.deviceId ?? null,
        monitoringPointId: monitoringPoint?.id ?? null,
        isDeviceAmbiguous: isAmbiguous,
      };
      const grid = camera?.gridNo ?? monitoringPoint?.gridNo ?? null;
      const { longitude, latitude } = body;
      if (longitude != null && latitude != null && !(hasAngles(body) && positionFault({ lng: longitude, lat: latitude }) === 'zero')) {
        return { sight: { position: { lng: longitude, lat: latitude }, band: null }, device, grid };
      }
      if (isAmbiguous) throw invalid('deviceId', 'device-ambiguous');
      const stand = camera?.position ?? monitoringPoint?.position;
      if (!stand) throw invalid('deviceId', 'device-without-place');
      const towerHeightMetres = camera?.towerHeightMetres ?? monitoringPoint?.towerHeightMetres;
      if (towerHeightMetres == null) throw refused('tower-height-unknown');
      const azimuth = (body.horizonAngle ?? 0) + (camera?.northCorrectionDegrees ?? 0);
      const { lng, lat, distanceMetres, nearMetres, farMetres } = ray({ ...stand, towerHeightMetres }, azimuth, body.verticalAngle ?? 0);
      return { sight: { position: { lng, lat }, band: { distanceMetres, nearMetres, farMetres } }, device, grid };
    },

    async locate(scope: GridNo, body: LocateBody) {
      const monitoringPoint = body.monitorId ? await store.monitoringPoints.find(scope, body.monitorId) : null;
      if (body.monitorId && !monitoringPoint) throw notFound();
      const lng = body.lng ?? monitoringPoint?.position.lng;
      const lat = body.lat ?? monitoringPoint?.position.lat;
      if (lng === undefined || lat === undefined) throw invalid(lng === undefined ? 'lng' : 'lat', 'monitoring-point-or-tower-needed');
      const towerHeightMetres = body.towerHeight ?? monitoringPoint?.towerHeightMetres;
      if (towerHeightMetres == null) throw refused('tower-height-unknown');
      const [camera] = monitoringPoint
        ? (await store.cameras.list(scope, { monitoringPointId: monitoringPoint.id }, { limit: 1 })).list
        : [];
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

// Functions from the body of a call to an observation, one for each source. An unknown value is null.

type Body<K extends keyof Contract['alarm']> = Received<Contract['alarm'][K]>['body'];

/** Where a ray meets the terrain, or the position sent. */
interface Sight {
  readonly position: Position;
  readonly band: { readonly distanceMetres: number; readonly nearMetres: number; readonly farMetres: number } | null;
}

function cameraObservation(
  body: Body<'createMonitorAlarm'>,
  sight: Sight,
  device: Pick<CameraFacts, 'deviceId' | 'monitoringPointId' | 'isDeviceAmbiguous' | 'maskName'>,
  dedupeKey: string | null,
): Observation<CameraFacts> {
  return {
    // A detection with a heat value but no kind is a thermal detection.
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
      videos: cameraVideos(body),
    },
  };
}

/** `pictures`, or the specification's `img1`, `img2` or `picPath1`, `picPath2`. */
const cameraPictures = ({ pictures, img1, img2, picPath1, picPath2 }: Body<'createMonitorAlarm'>): string[] =>
  pictures ?? [img1 ?? picPath1, img2 ?? picPath2].filter((id) => id != null);

/** `videos`, or the specification's `video1`, `video2` or `videoPath1`, `videoPath2`. */
const cameraVideos = ({ videos, video1, video2, videoPath1, videoPath2 }: Body<'createMonitorAlarm'>): string[] =>
  (videos ?? [video1 ?? videoPath1, video2 ?? videoPath2]).filter((address) => address != null && address !== '') as string[];

type Reporter = Pick<ReportFacts, 'reporterId' | 'reporterName' | 'reporterPhone'>;

/**
 * The reporter. A machine or a desk may enter another person, who then has no account here. A ranger always reports under the name and
 * phone number of the own account.
 */
async function reporterOf(
  { accounts }: Pick<Store, 'accounts'>,
  caller: Caller,
  { reporterName, reporterPhone }: Body<'createReport'>,
): Promise<Reporter> {
  const said = { reporterId: null, reporterName: reporterName ?? null, reporterPhone: reporterPhone ?? null };
  if (caller.kind !== 'account') return said;
  const mayWriteDown = isDesk(caller.rights);
  if (mayWriteDown && reporterName) return said;
  const own = (await accounts.find(NATION, caller.accountId))?.phone ?? null;
  return {
    reporterId: caller.accountId,
    reporterName: caller.fullName,
    reporterPhone: mayWriteDown ? (reporterPhone ?? own) : (own ?? reporterPhone ?? null),
  };
}

/**
 * How the person located the fire.
 * @throws Refusal 422 when direction and distance do not lead to the reported position
 */
function pointingOf({ pointing, longitude: lng, latitude: lat }: Body<'createReport'>): Pointing | null {
  if (pointing == null) return null;
  const read = readPointing(pointing);
  const pointed = read.by === 'map' ? null : pointedPlace(read);
  if (pointed === null) return read;
  const metres = Math.round(distanceMetres(pointed.position, { lng, lat }));
  if (metres > pointingTolerance(read.distanceMetres ?? 0)) throw invalid('pointing.distance', 'pointing-elsewhere', { metres });
  return read;
}

function reportObservation(body: Body<'createReport'>, reporter: Reporter, now: Date, dedupeKey: string | null): Observation<ReportFacts> {
  return {
    findType: 'person',
    position: { lng: body.longitude, lat: body.latitude },
    observedAt: body.reportTime ?? now,
    address: body.address ?? null,
    dedupeKey,
    facts: {
      kind: 'report',
      altitudeMetres: body.altitude ?? null,
      accuracyMetres: body.accuracy ?? null,
      pointing: pointingOf(body),
      description: body.description ?? null,
      comment: body.comment ?? null,
      ...reporter,
      pictures: body.pictures ?? [],
    },
  };
}

function smokeObservation(body: Body<'createSmoke'>, dedupeKey: string | null): Observation<SmokeFacts> {
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

function dangerObservation(body: Body<'createDanger'>, now: Date, dedupeKey: string | null): Observation<DangerFacts> {
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

// Satellite files: `text/csv` as FIRMS delivers it, or JSON with the same field names.

export function fireIngest(intake: SatelliteIntake): Pick<Handlers<Contract['alarm']>, 'ingestSatellite'> {
  return {
    async ingestSatellite(context) {
      const { now, stream, headers, caller } = context;
      if (stream === null) throw invalid('', 'no-file-received');
      const grid = caller.kind === 'account' ? caller.gridNo : null;
      const sender = { grid: null, heldTo: grid };
      const asJson = headers.contentType?.includes('json') ?? false;
      try {
        const origin = originOf(context);
        const report = await intake[asJson ? 'json' : 'csv'](stream, now, sender, origin);
        const { received, accepted, duplicates, history, rejected } = report;
        context.audit.detail({ received, accepted, duplicates, ...(history > 0 && { history }), rejected: rejected.length });
        return {
          received,
          accepted,
          duplicates,
          ...(history > 0 && { history }),
          rejected: rejected.map(({ line, error }) => ({ line, ...whyIn(context.language, error) })),
        };
      } catch (error) {
        if (error instanceof UnreadableFile) throw new Refusal(error.fault, { fields: [{ path: `line ${error.line}`, ...error.fault }] });
        throw error;
      }
    },
  };
}
