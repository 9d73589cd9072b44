// The interface for all camera vendors. An operation that a vendor does not support or a camera refuses is a result, never an exception.
import type { PtzAuxDevice, PtzDirection, PtzLensAct, Result } from '@lookout/domain';

export const VENDORS = ['onvif', 'hikvision', 'chinaTower', 'aqishi', 'guide', 'mediaKit'] as const;
export type VendorId = (typeof VENDORS)[number];

/** Address and credentials of one channel of a camera. */
export interface CameraDevice {
  readonly cameraId: string;
  readonly channelId: string;
  /** The vendor's name for the channel: ONVIF profile token, ISAPI channel number, cameraIndexCode, stream id. */
  readonly code: string | null;
  /** Base URL of the device, `http://host:port`; null: use the vendor's configured gateway. */
  readonly address: string | null;
  readonly username: string | null;
  readonly password: string | null;
  /** The password may be sent in clear text (HTTP and RTSP Basic). */
  readonly isBasicAllowed: boolean;
}

type PlatformRefusal =
  | 'platform-unauthorized'
  | 'platform-unreachable'
  | 'platform-timeout'
  | 'platform-not-understood'
  | 'platform-refused';

export interface VendorRefusal {
  readonly refusal:
    | 'not-configured'
    | 'not-supported'
    | 'address-refused'
    | 'unauthorized'
    /** The device accepts passwords only in clear text, which is not allowed for it. */
    | 'basic-only'
    /** `detail`: the unsupported scheme or algorithm that the device requires. */
    | 'login-unsupported'
    | 'unreachable'
    | 'timeout'
    | 'not-understood'
    | 'refused'
    /** The platform identifies cameras by a code, and this camera has none. */
    | 'without-code'
    /** The media server has no such stream. */
    | 'no-such-stream'
    /** `detail`: the name of the profile. */
    | 'no-such-profile'
    | 'presets-full'
    /** The camera does not report its direction. */
    | 'position-unknown'
    /** The protocol client failed to process an answer; no fault of the device is known. */
    | 'client-failed'
    /** The process that talks to devices is not running. */
    | 'service-restarting'
    /** Refusals of a vendor's platform or media server, not of the camera behind it. */
    | PlatformRefusal;
  /** The vendor's own message; null when it gave none. */
  readonly detail: string | null;
}

export type VendorAnswer<T> = Promise<Result<T, VendorRefusal>>;

/**
 * The operator's speed in the form sent to a gateway, by the rule of the region (specification §9): `speed`, and for a lens its `step`.
 * @param percent of the maximum speed
 */
export type GatewaySpeed = (percent: number) => { readonly speed: number; readonly step: number };

export type TourAct = 'start' | 'pause' | 'stop';
/** Every movement is two calls: start, then stop. */
export type Phase = 'start' | 'stop';
export type StreamKind = 'main' | 'sub';

/** The direction as the camera reports it, without north correction. */
export interface PtzPosition {
  /** Degrees clockwise, 0–360. */
  readonly panDegrees: number;
  /** Degrees above the horizon; negative is down. */
  readonly tiltDegrees: number;
  /** 0 (widest) – 1 (closest); null: unknown. */
  readonly zoom: number | null;
}

export interface Preset {
  readonly id: string;
  readonly name: string;
}

/** A rectangle drawn in the picture: its start and end corners, with coordinates from 0 to 1 counted from the upper left. */
export interface PictureRectangle {
  readonly from: { readonly u: number; readonly v: number };
  readonly to: { readonly u: number; readonly v: number };
}

export interface CameraVendor {
  readonly vendor: VendorId;
  stream(camera: CameraDevice, kind: StreamKind): VendorAnswer<{ readonly url: string }>;
  /** @param speedPercent 1–100 % of the camera's maximum */
  move(camera: CameraDevice, direction: PtzDirection, speedPercent: number, phase: Phase): VendorAnswer<void>;
  lens(camera: CameraDevice, act: PtzLensAct, speedPercent: number, phase: Phase): VendorAnswer<void>;
  autoFocus(camera: CameraDevice): VendorAnswer<void>;
  /** Stops all movements; called by the watchdog. */
  halt(camera: CameraDevice): VendorAnswer<void>;
  aux(camera: CameraDevice, device: PtzAuxDevice, isOn: boolean): VendorAnswer<void>;
  absolute(camera: CameraDevice, to: PtzPosition): VendorAnswer<void>;
  /** Turns by these degrees from the current position. */
  relative(camera: CameraDevice, by: { readonly panDegrees: number; readonly tiltDegrees: number }): VendorAnswer<void>;
  position(camera: CameraDevice): VendorAnswer<PtzPosition>;
  /** Box zoom by a function of the device itself, for devices whose zoom is not reported. */
  box(camera: CameraDevice, drawn: PictureRectangle): VendorAnswer<void>;
  presets(camera: CameraDevice): VendorAnswer<Preset[]>;
  /** @param id null: create a new preset; @returns its id */
  setPreset(camera: CameraDevice, id: string | null, name: string): VendorAnswer<{ readonly id: string }>;
  goToPreset(camera: CameraDevice, id: string): VendorAnswer<void>;
  removePreset(camera: CameraDevice, id: string): VendorAnswer<void>;
  tour(camera: CameraDevice, id: string, act: TourAct): VendorAnswer<void>;
}
