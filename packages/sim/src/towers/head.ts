// The head that turns a tower's cameras. The ONVIF service controls it, and the renderer reads its pose.
import { createDrive, type Drive, type Motor } from './motor.ts';
import type { Channel } from './optics.ts';

/** Pan: degrees clockwise from the camera's own zero, −180 … 180. Tilt: degrees above the horizon. Zoom: 0 … 1, one for each channel. */
export interface Pose {
  readonly pan: number;
  readonly tilt: number;
  readonly visible: number;
  readonly thermal: number;
}

export type Axis = keyof Pose;

const zoom: Motor = { least: 0, most: 1, fastest: 0.25, endless: false };

export const motors: Readonly<Record<Axis, Motor>> = {
  pan: { least: -180, most: 180, fastest: 45, endless: true },
  tilt: { least: -60, most: 30, fastest: 30, endless: false },
  visible: zoom,
  thermal: zoom,
};

const AXES = Object.keys(motors) as Axis[];
export const PAN_TILT: readonly Axis[] = ['pan', 'tilt'];
export const zoomOf = (channel: Channel): Axis => channel;

export interface Head {
  /** The true current pose. */
  pose(): Pose;
  isMoving(axes: readonly Axis[]): boolean;
  /** Moves to the target by the shortest way; an unspecified axis continues unchanged. @param speeds units a second, at most the motor's */
  goTo(target: Partial<Pose>, speeds?: Partial<Pose>): void;
  /** Moves at these rates (units a second, signed) until stopped, until the time is over, or until the limit is reached. */
  sweep(rates: Partial<Pose>, forMs: number): void;
  stop(axes: readonly Axis[]): void;
}

/** @param clock milliseconds of wall time: motors do not follow world time */
export function createHead(start: Pose, clock: () => number): Head {
  const drives = Object.fromEntries(AXES.map((axis) => [axis, createDrive(motors[axis], start[axis], clock)])) as Record<Axis, Drive>;
  return {
    pose: () => ({
      pan: drives.pan.value(),
      tilt: drives.tilt.value(),
      visible: drives.visible.value(),
      thermal: drives.thermal.value(),
    }),
    isMoving: (axes) => axes.some((axis) => drives[axis].isMoving()),
    goTo(target, speeds = {}) {
      for (const axis of AXES) {
        const to = target[axis];
        if (to !== undefined) drives[axis].goTo(to, speeds[axis]);
      }
    },
    sweep(rates, forMs) {
      for (const axis of AXES) {
        const rate = rates[axis];
        if (rate !== undefined) drives[axis].sweep(rate, forMs);
      }
    },
    stop(axes) {
      for (const axis of axes) drives[axis].stop();
    },
  };
}
