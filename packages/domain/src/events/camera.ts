// What can happen to a camera, and what it looks like afterwards.
import type { Camera } from '../camera.ts';
import type { OccurrencesOf } from './event.ts';

export interface CameraPayloads {
  /** Registered, or changed: as it stands since then. */
  'camera.saved': { readonly camera: Camera };
  'camera.went-online': Readonly<Record<never, never>>;
  'camera.went-offline': Readonly<Record<never, never>>;
  'camera.removed': Readonly<Record<never, never>>;
}
export type CameraEvent = OccurrencesOf<CameraPayloads>;

/** @returns the camera after the event; null: it was taken away */
export function applyToCamera(camera: Camera | null, event: CameraEvent): Camera | null {
  if (event.kind === 'camera.saved') return event.payload.camera;
  if (camera === null || event.kind === 'camera.removed') return null;
  return { ...camera, online: event.kind === 'camera.went-online' };
}
