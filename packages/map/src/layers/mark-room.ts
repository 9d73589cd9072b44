// Where marks stand on the screen, by the layers that draw them, so that names of places find the room between. Loads no Cesium.
import { listeners } from '../engine/listeners.ts';
import type { ScreenBox } from './labels.ts';

export interface MarkRoom {
  /** @param boxes what the layer covers now; asked when names are placed, never while the camera moves. @returns remove */
  readonly add: (boxes: () => readonly ScreenBox[]) => () => void;
  readonly boxes: () => readonly ScreenBox[];
  /** An alarm came, moved or went: names make way without waiting for the camera. Cheap. */
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
