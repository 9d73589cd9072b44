// Clicks, double clicks, right clicks, hover and the coordinate read-out. The read-out follows animation frames; hover runs ten times a
// second.
import { Cartesian2, type Scene, ScreenSpaceEventHandler, ScreenSpaceEventType } from 'cesium';
import { groundAt, groundPickAt, isMark, markAt, picksAt } from './pick.ts';
import type { Picked, PointerEvent, Readout } from './types.ts';

const HOVER_MILLISECONDS = 100;

interface Pointer {
  readonly attachReadout: (write: (readout: Readout | null) => void) => () => void;
  readonly destroy: () => void;
}

const sameMark = (a: Picked | null, b: Picked | null): boolean =>
  a === b || (a !== null && b !== null && 'id' in a && 'id' in b && a.id === b.id);

export function listenToPointer(
  scene: Scene,
  heightAt: (lng: number, lat: number) => number | null,
  onPointer: (event: PointerEvent) => void,
  picksGround: () => boolean,
): Pointer {
  const handler = new ScreenSpaceEventHandler(scene.canvas);
  const writers = new Set<(readout: Readout | null) => void>();
  const at = new Cartesian2();
  let inside = false;
  let pressed = false;
  let frame = 0;
  let hoverTimer: ReturnType<typeof setTimeout> | null = null;
  let hovered: Picked | null = null;

  const click = (gesture: 'click' | 'double' | 'right') => (event: { position: Cartesian2 }) => {
    if (isClaimed(scene)) return;
    const { x, y } = event.position;
    const picks = picksGround() ? [] : picksAt(scene, x, y);
    onPointer({ gesture, pick: picks[0] ?? groundPickAt(scene, heightAt, x, y), marks: picks.filter(isMark), x, y });
  };
  handler.setInputAction(click('click'), ScreenSpaceEventType.LEFT_CLICK);
  handler.setInputAction(click('double'), ScreenSpaceEventType.LEFT_DOUBLE_CLICK);
  handler.setInputAction(click('right'), ScreenSpaceEventType.RIGHT_CLICK);

  function write(): void {
    frame = 0;
    const readout = inside ? groundAt(scene, heightAt, at.x, at.y) : null;
    for (const writer of writers) writer(readout);
  }

  function hover(): void {
    hoverTimer = null;
    // While the camera is dragged, hover is off: a picking pass would cost a frame.
    if (pressed || isClaimed(scene)) return;
    const mark = inside && !picksGround() ? markAt(scene, at.x, at.y) : null;
    scene.canvas.style.cursor = mark ? 'pointer' : picksGround() ? 'crosshair' : '';
    if (sameMark(mark, hovered)) return;
    hovered = mark;
    onPointer({ gesture: 'hover', pick: mark, x: at.x, y: at.y });
  }

  function moved(): void {
    if (!frame && writers.size > 0) frame = requestAnimationFrame(write);
    hoverTimer ??= setTimeout(hover, HOVER_MILLISECONDS);
  }

  handler.setInputAction((event: { endPosition: Cartesian2 }) => {
    inside = true;
    Cartesian2.clone(event.endPosition, at);
    moved();
  }, ScreenSpaceEventType.MOUSE_MOVE);

  const leave = (): void => {
    inside = false;
    moved();
  };
  const press = (): void => {
    pressed = true;
  };
  const release = (): void => {
    pressed = false;
  };
  scene.canvas.addEventListener('pointerleave', leave);
  scene.canvas.addEventListener('pointerdown', press);
  window.addEventListener('pointerup', release);

  return {
    attachReadout: (writer) => {
      writers.add(writer);
      return () => void writers.delete(writer);
    },
    destroy: () => {
      cancelAnimationFrame(frame);
      if (hoverTimer) clearTimeout(hoverTimer);
      scene.canvas.removeEventListener('pointerleave', leave);
      scene.canvas.removeEventListener('pointerdown', press);
      window.removeEventListener('pointerup', release);
      handler.destroy();
    },
  };
}

// A drawing gesture claims the pointer: during it clicks add points and open nothing.

const claims = new WeakMap<Scene, number>();

const isClaimed = (scene: Scene): boolean => (claims.get(scene) ?? 0) > 0;

/** @returns release; calling it twice is harmless */
export function claimPointer(scene: Scene): () => void {
  claims.set(scene, (claims.get(scene) ?? 0) + 1);
  let isDown = true;
  return () => {
    if (!isDown) return;
    isDown = false;
    claims.set(scene, (claims.get(scene) ?? 1) - 1);
  };
}
