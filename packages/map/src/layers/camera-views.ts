// The door to the views of open cameras on the map for the web: a sector on the ground that follows the camera.
import { destination, type LngLat } from '@lookout/geo';
import { MONITORING_RADIUS_METRES } from '../bands.ts';
import type { Globe } from '../engine/globe.ts';
import { type Drawing, drawingLayer } from './plots/drawing-layer.ts';

export interface CameraViewMark {
  readonly name: string;
  readonly lng: number;
  readonly lat: number;
  /** True, degrees. */
  readonly azimuthDegrees: number;
  /** null: the lens is not known; a line says where it looks. */
  readonly fieldDegrees: number | null;
}

export interface CameraViews {
  /** Replaces what was drawn. */
  readonly set: (views: readonly CameraViewMark[]) => void;
  readonly show: (visible: boolean) => void;
}

const HUE = '#2dd4ff';
const LINE_PIXELS = 2;
const LOOK = { plotId: null, colour: HUE, widthPixels: LINE_PIXELS, handles: false } as const;
/** Out in the sector: at the eye stands the tower's own name. */
const WORDS_AT = 0.4;
/** A sector is no line before it is so wide. */
const LEAST_DEGREES = 0.2;

export function mountCameraViews(globe: Globe): CameraViews {
  const layer = globe.addLayer(drawingLayer('camera-views', true));
  return { set: (views) => layer.apply(views.flatMap(drawingsOf)), show: layer.show };
}

function drawingsOf({ name, lng, lat, azimuthDegrees, fieldDegrees }: CameraViewMark): Drawing[] {
  const eye = { lng, lat };
  const outline = sectorOutline(eye, azimuthDegrees, Math.max(fieldDegrees ?? LEAST_DEGREES, LEAST_DEGREES), MONITORING_RADIUS_METRES);
  return [
    { ...LOOK, shape: fieldDegrees === null ? 'line' : 'area', points: fieldDegrees === null ? outline.slice(0, 2) : outline, texts: [] },
    { ...LOOK, shape: 'words', points: [destination(eye, azimuthDegrees, MONITORING_RADIUS_METRES * WORDS_AT)], texts: [name] },
  ];
}

// What a camera sees of the ground, as far as the monitoring radius: a slice of a circle around it.

const STEP_DEGREES = 2;

/** The outline from the eye along the arc, degrees clockwise from true north. A field of a whole circle is its circle. */
export function sectorOutline(eye: LngLat, azimuthDegrees: number, fieldDegrees: number, metres: number): LngLat[] {
  const isCircle = fieldDegrees >= 360;
  const steps = Math.max(1, Math.ceil(fieldDegrees / STEP_DEGREES));
  const first = azimuthDegrees - fieldDegrees / 2;
  const arc = Array.from({ length: isCircle ? steps : steps + 1 }, (_, index) =>
    destination(eye, first + (index * fieldDegrees) / steps, metres),
  );
  return isCircle ? arc : [eye, ...arc];
}
