// A camera's view: its own angles, the true azimuth, and the field of view.
import { refused } from '@lookout/server/acting/refusal.ts';
import type { PtzPosition } from '@lookout/video';
import type { CameraDirection } from '../camera.ts';
import type { CameraLink } from '../cameras.store.ts';
import { type ReachedCamera, vendorFor } from './cameras.ts';

const NO_LENS = { widestFieldDegrees: null, narrowestFieldDegrees: null };

/** 0 ≤ … < 360. */
export const around = (degrees: number): number => ((degrees % 360) + 360) % 360;

/** The direction of a camera, in its own angles, and its field of view. */
interface CameraView extends PtzPosition {
  readonly magnification: number;
  /** null: the lens is not set. */
  readonly fieldDegrees: number | null;
}

/** @throws Refusal with the camera's reason */
export async function readView(reached: ReachedCamera): Promise<CameraView> {
  const answer = await vendorFor(reached).position(reached.device);
  if (!answer.ok) throw refused('camera-refused', answer.error);
  const lens = reached.link ?? NO_LENS;
  const { zoom } = answer.value;
  return { ...answer.value, magnification: magnification(lens, zoom), fieldDegrees: fieldOfViewDegrees(lens, zoom) };
}

/** @throws Refusal with the camera's reason */
export async function viewOf(reached: ReachedCamera, now: Date): Promise<CameraDirection> {
  const view = await readView(reached);
  return {
    horizontalDegrees: view.panDegrees,
    verticalDegrees: view.tiltDegrees,
    zoom: view.magnification,
    azimuthDegrees: around(view.panDegrees + reached.camera.northCorrectionDegrees),
    fieldOfViewDegrees: view.fieldDegrees,
    aspect: ASPECT,
    at: now,
  };
}

/** How long to wait for the camera's direction. If it does not answer in time, it is turned at the requested speed. */
const PACE_PATIENCE_MS = 500;

/**
 * The speed of a turn, adapted to the present field of view: the picture moves as fast as at the widest angle, so a camera that is zoomed
 * in turns slowly.
 * @param percent requested speed, percent of the camera's maximum
 */
export async function pacedFor(reached: ReachedCamera, percent: number): Promise<number> {
  if (reached.link?.widestFieldDegrees == null || reached.link.narrowestFieldDegrees === null) return percent;
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), PACE_PATIENCE_MS);
  const answer = await Promise.race([vendorFor(reached).position(reached.device), late]);
  clearTimeout(timer);
  return answer?.ok ? pacedPercent(percent, magnification(reached.link, answer.value.zoom)) : percent;
}

/** The angle turned per second is proportional to the width of the picture. @returns a whole number, at least 1 */
export const pacedPercent = (percent: number, times: number): number => Math.max(1, Math.round(percent / times));

// Conversion of zoom to field of view. A lens is described by its widest and its narrowest angle.

const RADIANS = Math.PI / 180;

/** Aspect ratio of the picture (width over height) when the camera does not report it. */
export const ASPECT = 16 / 9;

type Lens = Pick<CameraLink, 'widestFieldDegrees' | 'narrowestFieldDegrees'>;

const halfTangent = (degrees: number): number => Math.tan((degrees / 2) * RADIANS);

/**
 * Magnification relative to the widest angle. The focal length is linear in the camera's zoom from 0 to 1.
 * @param zoom 0 widest – 1 closest; null (not known) counts as the widest
 */
export function magnification({ widestFieldDegrees, narrowestFieldDegrees }: Lens, zoom: number | null): number {
  if (widestFieldDegrees === null || narrowestFieldDegrees === null || zoom === null) return 1;
  const most = halfTangent(widestFieldDegrees) / halfTangent(narrowestFieldDegrees);
  return 1 + Math.min(1, Math.max(0, zoom)) * (most - 1);
}

/** Horizontal, in degrees; null: the lens is not configured. */
export function fieldOfViewDegrees(lens: Lens, zoom: number | null): number | null {
  if (lens.widestFieldDegrees === null) return null;
  return (2 * Math.atan(halfTangent(lens.widestFieldDegrees) / magnification(lens, zoom))) / RADIANS;
}

/** The zoom at which the lens has this field of view, or the nearest that it reaches; null: the lens is not set up, or it cannot zoom. */
export function zoomOfField({ widestFieldDegrees, narrowestFieldDegrees }: Lens, degrees: number): number | null {
  if (widestFieldDegrees === null || narrowestFieldDegrees === null || narrowestFieldDegrees >= widestFieldDegrees) return null;
  const [widest, most] = [halfTangent(widestFieldDegrees), halfTangent(widestFieldDegrees) / halfTangent(narrowestFieldDegrees)];
  // No lens is wider than 180°.
  const times = degrees >= widestFieldDegrees ? 1 : widest / halfTangent(degrees);
  return Math.min(1, Math.max(0, (times - 1) / (most - 1)));
}
