// The fields of view of open cameras: a sector on the terrain that follows each camera.
import { destination, type LngLat } from '@lookout/geo';
import { MONITORING_RADIUS_METRES } from '@lookout/map/bands.ts';
import type { Globe } from '@lookout/map/engine/globe.ts';
import { type Drawing, drawingLayer } from '@lookout/map/layers/drawings/drawing-layer.ts';

export interface CameraViewMark {
  readonly name: string;
  readonly lng: number;
  readonly lat: number;
  /** Degrees from true north. */
  readonly azimuthDegrees: number;
  /** Field of view; null: the lens is unknown, and a line shows the direction. */
  readonly fieldDegrees: number | null;
}

export interface CameraViews {
  /** Replaces all sectors. */
  readonly set: (views: readonly CameraViewMark[]) => void;
  readonly show: (visible: boolean) => void;
}

const HUE = '#2dd4ff';
const LINE_PIXELS = 2;
const LOOK = { plotId: null, colour: HUE, widthPixels: LINE_PIXELS, handles: false } as const;
/** Position of the label as a share of the radius: the tower's own name is at the camera, so this one is further out. */
const WORDS_AT = 0.4;
/** Smallest drawn width: a narrower sector would be drawn as a line. */
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
    {
      ...LOOK,
      shape: 'text',
      textPlace: 'centre',
      points: [destination(eye, azimuthDegrees, MONITORING_RADIUS_METRES * WORDS_AT)],
      texts: [name],
    },
  ];
}

// The part of the monitoring radius that a camera sees: a sector of a circle.

const STEP_DEGREES = 2;

/** The outline from the camera along the arc, degrees clockwise from true north. A field of 360° is the whole circle. */
export function sectorOutline(eye: LngLat, azimuthDegrees: number, fieldDegrees: number, metres: number): LngLat[] {
  const isCircle = fieldDegrees >= 360;
  const steps = Math.max(1, Math.ceil(fieldDegrees / STEP_DEGREES));
  const first = azimuthDegrees - fieldDegrees / 2;
  const arc = Array.from({ length: isCircle ? steps : steps + 1 }, (_, index) =>
    destination(eye, first + (index * fieldDegrees) / steps, metres),
  );
  return isCircle ? arc : [eye, ...arc];
}
