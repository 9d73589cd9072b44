// Monitoring points, and cameras: the channels of a device, on a monitoring point or alone (specification §3).
import { ancestorAt, covers, eventObject, type GridNo, type Named, type OccurrencesOf, type Position } from '@lookout/domain';

/** The actor shown in histories and the audit log for changes of cameras to online or offline. */
export const CAMERA_WATCH_NAME = '设备在线检查';

export interface Camera {
  readonly id: string;
  readonly deviceId: string;
  readonly channelNum: number;
  readonly name: string;
  readonly cameraType: string | null;
  readonly manufacturer: string | null;
  readonly monitoringPointId: string | null;
  readonly towerHeightMetres: number | null;
  /** Added to the reported horizontal angle to give the true azimuth. */
  readonly northCorrectionDegrees: number;
  readonly position: Position;
  readonly gridNo: GridNo;
  readonly online: boolean;
}

// The owner of a device (decision 0044): one county, or the larger grid if its camera's county is not known.

const ownerOf = (gridNo: GridNo): GridNo => ancestorAt(gridNo, 'county') ?? gridNo;

/** Whether cameras of these grids may belong to one device. The towns of a county share its devices; two counties share none. */
export const shareOwner = (a: GridNo, b: GridNo): boolean => covers(ownerOf(a), b) || covers(ownerOf(b), a);

/** Whether these cameras have more than one owner. If so, it is ambiguous which camera is meant. */
export const isOfSeveralOwners = (cameras: readonly Pick<Camera, 'gridNo'>[]): boolean =>
  cameras.some(({ gridNo }, n) => cameras.slice(n + 1).some((other) => !shareOwner(gridNo, other.gridNo)));

/** A site with cameras, usually a tower (监控点). */
export interface MonitoringPoint {
  readonly id: string;
  readonly name: string;
  readonly resourceCode: string | null;
  readonly online: boolean;
  readonly districtName: string | null;
  readonly streetName: string | null;
  readonly gridNo: GridNo;
  readonly position: Position;
  /** Elevation of its foot, above sea level. */
  readonly groundHeightMetres: number | null;
  readonly towerHeightMetres: number | null;
  readonly leaderName: string | null;
  readonly leaderPhone: string | null;
  readonly description: string | null;
  readonly rangeMetres: number | null;
  readonly horizontalAngleDegrees: number | null;
}

/** A monitoring point with the number of its cameras, and of those online. */
export interface TalliedPoint extends Named<MonitoringPoint> {
  readonly cameraCount: number;
  readonly onlineCount: number;
}

/** A monitoring point that watches a check station or an inspection post (卡口监控点). */
export interface GatePoint extends TalliedPoint {
  readonly postName: string;
}

/** State of a camera's video. */
export const STREAM_STATES = [
  'idle',
  'connecting',
  'playing',
  'offline',
  'no-picture',
  'unauthorized',
  'basic-only',
  'login-unsupported',
  'still',
  'garbage',
  'codec-unsupported',
  'protocol-unsupported',
  'address-refused',
  'certificate-refused',
  'restarting',
] as const;
export type StreamState = (typeof STREAM_STATES)[number];

/** A camera with the state of its video. */
export interface CheckedCamera extends Named<Camera> {
  readonly monitoringPointName: string | null;
  readonly state: StreamState;
  readonly stateText: string;
  readonly viewers: number;
  readonly isRecording: boolean;
  /** When its state was last checked; null: not yet. */
  readonly checkedAt: Date | null;
}

/** A camera with a clear view of a position, as seen from it. */
export interface SeeingCamera extends Camera {
  readonly monitoringPointName: string | null;
  /** Distance along the terrain. */
  readonly distanceMetres: number;
  /** True azimuth, not as reported. */
  readonly azimuthDegrees: number;
  /** The angle as the camera reports it, without north correction. */
  readonly horizontalDegrees: number;
  readonly verticalDegrees: number;
  /** Minimum height of the line of sight above the terrain. */
  readonly clearanceMetres: number;
}

/** The direction a camera points in. */
export interface CameraDirection {
  /** Reported, clockwise. */
  readonly horizontalDegrees: number;
  /** The angle above the horizon; negative below it. */
  readonly verticalDegrees: number;
  /** 1 is the widest angle. */
  readonly zoom: number;
  /** The true azimuth: the reported angle plus the camera's north correction. */
  readonly azimuthDegrees: number;
  /** Horizontal field of view; null: the camera's lens is not known. */
  readonly fieldOfViewDegrees: number | null;
  /** Aspect ratio of the picture: width over height. */
  readonly aspect: number;
  readonly at: Date;
}

/** The angles to which a camera was turned so that it points at a position. */
export interface Aim {
  /** The angle as the camera reports it, without north correction. */
  readonly horizontalDegrees: number;
  readonly verticalDegrees: number;
  /** Distance along the terrain. */
  readonly distanceMetres: number;
  /** Whether the terrain leaves the line of sight open. */
  readonly isVisible: boolean;
}

/** What a point of a camera's picture shows on the ground. */
export interface Sight {
  /** The angle as the camera reports it, without north correction. */
  readonly horizontalDegrees: number;
  readonly verticalDegrees: number;
  /** The true azimuth: the reported angle plus the camera's north correction. */
  readonly azimuthDegrees: number;
  readonly position: Position;
  /** Elevation there, above sea level. */
  readonly heightMetres: number;
  /** Distance along the terrain from the tower's foot. */
  readonly distanceMetres: number;
  /** The distances at which rays with 0.1° lower and 0.1° higher tilt meet the terrain. */
  readonly nearMetres: number;
  readonly farMetres: number;
  /**
   * If azimuth and tilt each have a standard error of 0.1°, the fire lies, with at least 95 % probability, between `nearMetres` and
   * `farMetres` of this band and at most `halfWidthMetres` from the ray.
   */
  readonly band: { readonly nearMetres: number; readonly farMetres: number; readonly halfWidthMetres: number };
  /** The camera, where the ray begins. */
  readonly eye: { readonly position: Position; readonly heightMetres: number | null };
}

/** A position found from the bearings of several cameras. */
export interface TriangulatedPosition {
  readonly position: Position;
  /** Elevation there, above sea level; null: not known. */
  readonly heightMetres: number | null;
  /** Contains the fire with 95 % probability. The azimuth of the long axis is clockwise from north. */
  readonly ellipse: { readonly semiMajorMetres: number; readonly semiMinorMetres: number; readonly azimuthDegrees: number };
}

export interface Preset {
  readonly number: number;
  readonly name: string;
}

/** Who has the operator's lock: no user, the caller, or another user. */
export interface CameraOperator {
  readonly holder: string | null;
  readonly isMine: boolean;
  /** Who has requested the lock from its holder. */
  readonly askedBy: string | null;
  /** When the lock expires unless renewed. */
  readonly until: Date | null;
}

/** A piece of recorded video. */
export interface Recording {
  readonly cameraId: string;
  readonly beganAt: Date;
  readonly endedAt: Date;
  readonly bytes: number;
  /** The path part ends in `.mp4`, before the ticket. */
  readonly url: string;
}

/** A picture that a camera took on request. */
export interface Snapshot {
  /** Id of the uploaded picture. */
  readonly pictureId: string;
  readonly takenAt: Date;
}

// Settings that an officer enters for a camera.

/**
 * A part of a camera's view, in the angles that the camera reports, degrees. The horizontal range runs clockwise from … to … and may cross
 * north.
 */
export interface Sector {
  readonly name: string;
  readonly fromHorizontal: number;
  readonly toHorizontal: number;
  readonly fromVertical: number;
  readonly toVertical: number;
}

/** Automatic detections inside a mask are marked. A mask without an end time applies until an officer removes it. */
export interface CameraMask extends Sector {
  /** The last time at which the mask applies; null: no end. */
  readonly endsAt: Date | null;
}

/** The camera's mask that contains these angles at this time; null: no mask does. */
export const maskAt = (
  masks: readonly CameraMask[],
  angles: { readonly horizontal: number; readonly vertical: number },
  at: Date,
): CameraMask | null => masks.find((mask) => (mask.endsAt === null || at <= mask.endsAt) && isInSector(mask, angles)) ?? null;

/** A preset, and how long the camera stays there. */
export interface TourStop {
  readonly preset: number;
  readonly seconds: number;
}

/** The fields of a camera's link that decide where its password is sent. */
export interface CameraAccess {
  /** Address of the device (`http://host:port/onvif/device_service`) or of the vendor's platform. */
  readonly controlUrl: string | null;
  /** Address of the stream, when it is not requested from the device: `rtsp://…`, `rtsps://…`, `http://….flv`. */
  readonly streamUrl: string | null;
  readonly subStreamUrl: string | null;
  readonly userName: string | null;
}

/** The settings of a camera. The password never leaves the server. */
export interface CameraSetup extends CameraAccess {
  readonly cameraId: string;
  readonly name: string;
  /** The vendor's identifier of the channel: ONVIF profile, ISAPI channel, index code. */
  readonly channelCode: string | null;
  /** Whether the password may be sent in clear text (HTTP and RTSP Basic). */
  readonly isBasicAllowed: boolean;
  readonly hasPassword: boolean;
  readonly northCorrectionDegrees: number;
  readonly towerHeightMetres: number | null;
  /** Horizontal field of view at the widest and at the narrowest zoom. */
  readonly widestFieldDegrees: number | null;
  readonly narrowestFieldDegrees: number | null;
  readonly masks: readonly CameraMask[];
  /** Where the camera may be turned; empty: everywhere. */
  readonly ranges: readonly Sector[];
  readonly tour: readonly TourStop[];
}

/** How far bearings of landmarks lie from their true azimuths, in the order of the landmarks. */
interface LandmarkFit {
  readonly rmsDegrees: number;
  readonly residualsDegrees: readonly number[];
}

/** A north correction found from landmarks (设备纠偏). */
export interface NorthFit {
  /** The correction to be added to the reported angle, −180 < … ≤ 180. */
  readonly correctionDegrees: number;
  readonly before: LandmarkFit;
  readonly after: LandmarkFit;
  /** The landmarks that do not fit the others, by index. */
  readonly outliers: readonly number[];
  readonly isSaved: boolean;
}

const normalised = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** Whether the camera points into this sector. The edges belong to the sector. Equal from and to angles mean the whole circle. */
export function isInSector(sector: Sector, angles: { readonly horizontal: number; readonly vertical: number }): boolean {
  const width = normalised(sector.toHorizontal - sector.fromHorizontal) || 360;
  const [low, high] = [Math.min(sector.fromVertical, sector.toVertical), Math.max(sector.fromVertical, sector.toVertical)];
  return normalised(angles.horizontal - sector.fromHorizontal) <= width && angles.vertical >= low && angles.vertical <= high;
}

// Gate images (卡口抓拍): people and vehicles that passed a check station or post.

export const GATE_CATEGORIES = ['vehicle', 'person'] as const;
export type GateCategory = (typeof GATE_CATEGORIES)[number];
export type GateDirection = 'in' | 'out';

/** Fields that the gate did not send are null. */
export interface ListedGateImage {
  readonly id: string;
  readonly postId: string | null;
  readonly postName: string | null;
  readonly gridNo: GridNo;
  readonly gridName: string;
  readonly position: Position;
  readonly capturedAt: Date;
  readonly category: GateCategory;
  readonly plate: string | null;
  readonly direction: GateDirection | null;
  /** Id of the uploaded picture. */
  readonly pictureId: string;
}

export interface CameraPayloads {
  /** Registered or changed. Carries the new state. */
  'camera.saved': { readonly camera: Camera };
  'camera.went-online': Readonly<Record<never, never>>;
  'camera.went-offline': Readonly<Record<never, never>>;
  'camera.removed': Readonly<Record<never, never>>;
}
type CameraEvent = OccurrencesOf<CameraPayloads>;

/** @returns the camera after the event; null: it was removed */
export function applyToCamera(camera: Camera | null, event: CameraEvent): Camera | null {
  if (event.kind === 'camera.saved') return event.payload.camera;
  if (camera === null || event.kind === 'camera.removed') return null;
  return { ...camera, online: event.kind === 'camera.went-online' };
}

export interface MonitoringPointPayloads {
  /** Created or changed. Carries the new state. */
  'monitoring-point.saved': { readonly monitoringPoint: MonitoringPoint };
  'monitoring-point.removed': Readonly<Record<never, never>>;
}
type MonitoringPointEvent = OccurrencesOf<MonitoringPointPayloads>;

/** @returns the monitoring point after the event; null: it was removed */
export const applyToMonitoringPoint = (_monitor: MonitoringPoint | null, event: MonitoringPointEvent): MonitoringPoint | null =>
  event.kind === 'monitoring-point.saved' ? event.payload.monitoringPoint : null;

export const cameraObject = eventObject<CameraPayloads, Camera>()({
  apply: applyToCamera,
  keeping: {
    'camera.saved': 'until-next-state',
    'camera.removed': 'until-next-state',
    'camera.went-online': 'until-next-line',
    'camera.went-offline': 'until-next-line',
  },
  summaries: {
    'camera.saved': ({ camera: { name } }) => ({ name }),
  },
});

export const monitoringPointObject = eventObject<MonitoringPointPayloads, MonitoringPoint>()({
  apply: applyToMonitoringPoint,
  keeping: {
    'monitoring-point.saved': 'until-next-state',
    'monitoring-point.removed': 'until-next-state',
  },
  summaries: {
    'monitoring-point.saved': ({ monitoringPoint: { name } }) => ({ name }),
  },
});
