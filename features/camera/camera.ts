// Monitoring points, and cameras: the channels of a device, on a monitoring point or alone (specification §3).
import { ancestorAt, covers, eventObject, type GridNo, type Named, type OccurrencesOf, type Position } from '@lookout/domain';

/** In histories and the audit: who finds cameras online and offline. */
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

// Whose a device is (decision 0044): that of one county, or of the larger grid where its camera's county is not known.

const ownerOf = (gridNo: GridNo): GridNo => ancestorAt(gridNo, 'county') ?? gridNo;

/** May cameras of these grids belong to one device? Towns of a county share its devices; two counties share none. */
export const shareOwner = (a: GridNo, b: GridNo): boolean => covers(ownerOf(a), b) || covers(ownerOf(b), a);

/** Do these cameras have more than one owner? Then it is not known which of them is meant. */
export const isOfSeveralOwners = (cameras: readonly Pick<Camera, 'gridNo'>[]): boolean =>
  cameras.some(({ gridNo }, n) => cameras.slice(n + 1).some((other) => !shareOwner(gridNo, other.gridNo)));

/** A position with cameras, mostly a tower (监控点). */
export interface MonitoringPoint {
  readonly id: string;
  readonly name: string;
  readonly resourceCode: string | null;
  readonly online: boolean;
  readonly districtName: string | null;
  readonly streetName: string | null;
  readonly gridNo: GridNo;
  readonly position: Position;
  /** Of its foot, above sea level. */
  readonly groundHeightMetres: number | null;
  readonly towerHeightMetres: number | null;
  readonly leaderName: string | null;
  readonly leaderPhone: string | null;
  readonly description: string | null;
  readonly rangeMetres: number | null;
  readonly horizontalAngleDegrees: number | null;
}

/** With the number of its cameras, and of those online. */
export interface TalliedPoint extends Named<MonitoringPoint> {
  readonly cameraCount: number;
  readonly onlineCount: number;
}

/** One that watches a check station or an inspection post (卡口监控点). */
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
  /** Along the ground. */
  readonly distanceMetres: number;
  /** True. */
  readonly azimuthDegrees: number;
  /** As the camera reports its angles. */
  readonly horizontalDegrees: number;
  readonly verticalDegrees: number;
  /** Least height of the line of sight above the ground. */
  readonly clearanceMetres: number;
}

/** Where a camera looks. */
export interface CameraDirection {
  /** Reported, clockwise. */
  readonly horizontalDegrees: number;
  /** Above the horizon; down negative. */
  readonly verticalDegrees: number;
  /** 1 is the widest. */
  readonly zoom: number;
  /** True: reported + the camera's north correction. */
  readonly azimuthDegrees: number;
  /** Across the picture; null: the camera's lens is not known. */
  readonly fieldOfViewDegrees: number | null;
  /** Width over height of the picture. */
  readonly aspect: number;
  readonly at: Date;
}

export interface Preset {
  readonly number: number;
  readonly name: string;
}

/** Who holds the operator's lock: nobody, the caller, or somebody else. */
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
  readonly url: string;
}

// What an officer sets for a camera.

/** A part of a camera's view, in the angles that it reports, degrees; horizontally clockwise from … to …, also over north. */
export interface Sector {
  readonly name: string;
  readonly fromHorizontal: number;
  readonly toHorizontal: number;
  readonly fromVertical: number;
  readonly toVertical: number;
}

/** What machines detect in it is marked; without an end until somebody takes it away. */
export interface CameraMask extends Sector {
  /** The last moment at which it counts; null: no end. */
  readonly endsAt: Date | null;
}

/** The mask of a camera that machines' detections at these angles lie in at this time; null: in none. */
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

const normalised = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** Does the camera look into this sector? The edges belong to it; equal from and to mean the whole circle. */
export function isInSector(sector: Sector, angles: { readonly horizontal: number; readonly vertical: number }): boolean {
  const width = normalised(sector.toHorizontal - sector.fromHorizontal) || 360;
  const [low, high] = [Math.min(sector.fromVertical, sector.toVertical), Math.max(sector.fromVertical, sector.toVertical)];
  return normalised(angles.horizontal - sector.fromHorizontal) <= width && angles.vertical >= low && angles.vertical <= high;
}

// Gate images (卡口抓拍): what passed a post.

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
  /** Of the upload. */
  readonly pictureId: string;
}

export interface CameraPayloads {
  /** Registered or changed; the new state. */
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
  /** Set up or changed; the new state. */
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
