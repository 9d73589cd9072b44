// Drawing gestures. Points: a click adds one, a double click or Enter ends, Backspace removes the last. Handles: drag a point.
// Box: drag a rectangle. The caller owns the layer that shows the sketch, and cancels the gesture (Esc).
import { type Cartesian2, type Scene, ScreenSpaceEventHandler, ScreenSpaceEventType } from 'cesium';
import { EVERY_HEIGHT } from '../bands.ts';
import type { Layer, MountedLayer, SceneHost } from '../layers/layer.ts';
import type { Globe } from './globe.ts';
import { groundAt, screenPositionOf } from './pick.ts';
import type { GeoBox, Place } from './places.ts';
import { claimPointer } from './pointer.ts';

export type DrawRequest =
  | {
      readonly kind: 'points';
      /** Number of points from which the gesture can be ended by the user. */
      readonly least: number;
      /** Number of points at which the gesture ends by itself. */
      readonly most: number;
      /** Points drawn earlier, which the gesture continues. */
      readonly points: readonly Place[];
      /** @param pointer where the next point would be; null: not on the terrain */
      readonly onSketch: (points: readonly Place[], pointer: Place | null) => void;
      readonly onEnd: (points: readonly Place[]) => void;
    }
  | {
      readonly kind: 'handles';
      /** The current points. */
      readonly points: () => readonly Place[];
      readonly onMove: (index: number, place: Place) => void;
      readonly onDrop: () => void;
    }
  | { readonly kind: 'box'; readonly onBox: (box: GeoBox) => void; readonly onDrop: () => void };

type PointsRequest = Extract<DrawRequest, { kind: 'points' }>;
type HandlesRequest = Extract<DrawRequest, { kind: 'handles' }>;
type BoxRequest = Extract<DrawRequest, { kind: 'box' }>;

export interface Draw {
  /** Starts a gesture that replaces the current one; null ends it. */
  readonly set: (request: DrawRequest | null) => void;
  readonly destroy: () => void;
}

/** Handles are small, so the pointer may be this many pixels away. */
const HANDLE_REACH_PIXELS = 14;
/** Two clicks closer than this are a double click. */
const DOUBLE_PIXELS = 5;

/** @param id a separate layer id, for a gesture that is active at the same time as the tools' */
export function mountDraw(globe: Globe, id = 'draw'): Draw {
  const layer = globe.addLayer(drawLayer(id));
  return { set: layer.apply, destroy: layer.destroy };
}

function drawLayer(id: string): Layer<DrawRequest | null> {
  return { id, heights: EVERY_HEIGHT, mount: mountGestures };
}

function mountGestures(host: SceneHost): MountedLayer<DrawRequest | null> {
  let stop = () => {};
  return {
    apply: (request) => {
      stop();
      stop = request === null ? () => {} : begin(host, request);
    },
    show: () => undefined,
    destroy: () => stop(),
  };
}

function begin(host: SceneHost, request: DrawRequest): () => void {
  switch (request.kind) {
    case 'points':
      return drawPoints(host, request);
    case 'handles':
      return dragHandles(host, request);
    case 'box':
      return dragBox(host, request);
  }
}

type At = { readonly position: Cartesian2 };
type Move = { readonly endPosition: Cartesian2 };

const positionAt = ({ scene, heightAt }: SceneHost, { x, y }: Cartesian2): Place | null => {
  const ground = groundAt(scene, heightAt, x, y);
  return ground && { lng: ground.lng, lat: ground.lat };
};

function drawPoints(host: SceneHost, { least, most, onSketch, onEnd, ...request }: PointsRequest): () => void {
  const { scene, requestFrame } = host;
  const handler = new ScreenSpaceEventHandler(scene.canvas);
  const release = claimPointer(scene);
  const cursor = withCursor(scene, 'crosshair');
  let points = [...request.points];
  let pointer: Place | null = null;
  let clicks: Cartesian2[] = [];

  const emit = () => {
    onSketch(points, pointer);
    requestFrame();
  };
  const end = () => {
    if (points.length >= least) onEnd(points);
  };
  handler.setInputAction(({ position }: At) => {
    const place = positionAt(host, position);
    if (place === null || points.length >= most) return;
    points = [...points, place];
    clicks = [...clicks.slice(-1), position.clone()];
    emit();
    if (points.length === most) end();
  }, ScreenSpaceEventType.LEFT_CLICK);
  handler.setInputAction(() => {
    const [before, last] = clicks;
    // A double click has already added two points: drop the second.
    if (before && last && Math.hypot(last.x - before.x, last.y - before.y) < DOUBLE_PIXELS) points = points.slice(0, -1);
    clicks = [];
    emit();
    end();
  }, ScreenSpaceEventType.LEFT_DOUBLE_CLICK);
  handler.setInputAction(({ endPosition }: Move) => {
    pointer = positionAt(host, endPosition);
    emit();
  }, ScreenSpaceEventType.MOUSE_MOVE);

  const press = (event: KeyboardEvent) => {
    if (isElsewhere(event)) return;
    if (event.key === 'Enter') end();
    else if (event.key === 'Backspace') {
      points = points.slice(0, -1);
      emit();
    } else return;
    event.preventDefault();
  };
  window.addEventListener('keydown', press);
  return () => {
    window.removeEventListener('keydown', press);
    handler.destroy();
    cursor();
    release();
  };
}

/** Keys typed into a field, or Enter on a button, do not belong to the gesture. */
const isElsewhere = ({ target, isComposing }: KeyboardEvent): boolean =>
  isComposing || (target instanceof Element && target.closest('input, textarea, select, button, a[href], [role="menu"]') !== null);

function dragHandles(host: SceneHost, { points, onMove, onDrop }: HandlesRequest): () => void {
  const { scene, heightAt } = host;
  let pressed: number | null = null;
  const nearest = ({ x, y }: Cartesian2): number | null => {
    let found: number | null = null;
    let least = HANDLE_REACH_PIXELS;
    for (const [index, { lng, lat }] of points().entries()) {
      const at = screenPositionOf(scene, lng, lat, heightAt(lng, lat) ?? 0);
      const away = at ? Math.hypot(at.x - x, at.y - y) : Number.POSITIVE_INFINITY;
      if (away >= least) continue;
      found = index;
      least = away;
    }
    return found;
  };
  return listenToDrag(host, {
    begin: (position) => {
      pressed = nearest(position);
      return pressed !== null;
    },
    move: (place) => pressed !== null && onMove(pressed, place),
    end: onDrop,
  });
}

function dragBox(host: SceneHost, { onBox, onDrop }: BoxRequest): () => void {
  const release = claimPointer(host.scene);
  const cursor = withCursor(host.scene, 'crosshair');
  let start: Place | null = null;
  const stop = listenToDrag(host, {
    begin: (position) => {
      start = positionAt(host, position);
      return start !== null;
    },
    move: (to) => {
      if (start) onBox(boxOf(start, to));
    },
    end: onDrop,
  });
  return () => {
    stop();
    cursor();
    release();
  };
}

const boxOf = (a: Place, b: Place): GeoBox => ({
  west: Math.min(a.lng, b.lng),
  south: Math.min(a.lat, b.lat),
  east: Math.max(a.lng, b.lng),
  north: Math.max(a.lat, b.lat),
});

interface Drag {
  /** @returns whether a handle was grabbed; the camera is locked during the drag */
  readonly begin: (position: Cartesian2) => boolean;
  readonly move: (place: Place) => void;
  readonly end: () => void;
}

function listenToDrag(host: SceneHost, { begin: take, move, end }: Drag): () => void {
  const { scene, requestFrame } = host;
  const handler = new ScreenSpaceEventHandler(scene.canvas);
  const controller = scene.screenSpaceCameraController;
  let isPressed = false;
  const drop = () => {
    if (!isPressed) return;
    isPressed = false;
    controller.enableInputs = true;
    end();
  };
  handler.setInputAction(({ position }: At) => {
    isPressed = take(position);
    if (isPressed) controller.enableInputs = false;
  }, ScreenSpaceEventType.LEFT_DOWN);
  handler.setInputAction(({ endPosition }: Move) => {
    const place = isPressed ? positionAt(host, endPosition) : null;
    if (place === null) return;
    move(place);
    requestFrame();
  }, ScreenSpaceEventType.MOUSE_MOVE);
  handler.setInputAction(drop, ScreenSpaceEventType.LEFT_UP);
  // The button may be released outside the map.
  window.addEventListener('pointerup', drop);
  return () => {
    window.removeEventListener('pointerup', drop);
    isPressed = false;
    controller.enableInputs = true;
    handler.destroy();
  };
}

function withCursor({ canvas }: Scene, cursor: string): () => void {
  canvas.style.cursor = cursor;
  return () => {
    canvas.style.cursor = '';
  };
}
