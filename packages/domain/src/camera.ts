// Monitoring points, and cameras: the channels of a device, on a monitoring point or alone (specification §3).
import type { Position } from './alarm.ts';
import type { GridNo, Named } from './grid.ts';

export interface Camera {
  readonly id: string;
  readonly deviceId: string;
  readonly channelNum: number;
  readonly name: string;
  readonly cameraType: string | null;
  readonly manufacturer: string | null;
  readonly monitorId: string | null;
  readonly towerHeightMetres: number | null;
  /** Added to the reported horizontal angle to give the true azimuth. */
  readonly northCorrectionDegrees: number;
  readonly position: Position;
  readonly gridNo: GridNo;
  readonly online: boolean;
}

/** A place with cameras, mostly a tower (监控点). */
export interface MonitoringPoint {
  readonly id: string;
  readonly name: string;
  readonly resourceCode: string | null;
  readonly resourceType: string | null;
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

/** With how many cameras stand on it, and how many of them are online. */
export interface TalliedPoint extends Named<MonitoringPoint> {
  readonly cameraCount: number;
  readonly onlineCount: number;
}

/** One that watches a check station or an inspection post (卡口监控点). */
export interface GatePoint extends TalliedPoint {
  readonly postName: string;
}

/** How the video of a camera stands. */
export const STREAM_STATES = [
  'idle',
  'connecting',
  'playing',
  'offline',
  'no-picture',
  'unauthorized',
  'garbage',
  'codec-unsupported',
  'protocol-unsupported',
  'address-refused',
  'restarting',
] as const;
export type StreamState = (typeof STREAM_STATES)[number];

/** A camera with how its video stands. */
export interface CheckedCamera extends Named<Camera> {
  readonly monitorName: string | null;
  readonly state: StreamState;
  readonly stateText: string;
  readonly viewers: number;
  readonly isRecording: boolean;
  /** When its state was last looked at; null: not yet. */
  readonly checkedAt: Date | null;
}

/** A camera with a clear view of a place, as seen from it. */
export interface SeeingCamera extends Camera {
  readonly monitorName: string | null;
  /** Along the ground. */
  readonly distanceMetres: number;
  /** True. */
  readonly azimuthDegrees: number;
  /** As the camera reports its angles. */
  readonly horizontalDegrees: number;
  readonly verticalDegrees: number;
  /** The line of sight stands so many metres above the ground where it comes nearest to it. */
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

/** Who steers a camera: nobody, oneself, or somebody else. */
export interface CameraOperator {
  readonly holder: string | null;
  readonly isMine: boolean;
  /** Somebody asks the holder for it. */
  readonly askedBy: string | null;
  /** Without a sign of life it is free then. */
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
