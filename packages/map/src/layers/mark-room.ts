// Screen positions of marks, reported by the layers that draw them, so that place names avoid them. Loads no Cesium.
import { listeners } from '../engine/listeners.ts';
import type { ScreenBox } from './labels.ts';

export interface MarkRoom {
  /** @param boxes the boxes that the layer covers now; called when names are placed, never while the camera moves. @returns remove */
  readonly add: (boxes: () => readonly ScreenBox[]) => () => void;
  readonly boxes: () => readonly ScreenBox[];
  /**
   * Must be called when an alarm was added, moved or removed, so that names make room without waiting for the camera. The call is cheap.
   */
  readonly changed: () => void;
  /** @returns stop */
  readonly onChanged: (run: () => void) => () => void;
}

export function createMarkRoom(): MarkRoom {
  const sources = new Set<() => readonly ScreenBox[]>();
  const changes = listeners<[]>();
  return {
    add: (boxes) => {
      sources.add(boxes);
      return () => void sources.delete(boxes);
    },
    boxes: () => [...sources].flatMap((boxes) => boxes()),
    changed: changes.emit,
    onChanged: changes.add,
  };
}
