// The part of the map that panels cover: a flight to a box keeps the box out of it.
import type { Covered } from '@lookout/map';

/** Attribute of panels at an edge of the map. */
export const COVERS_MAP = { 'data-covers-map': true } as const;

type Sides = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/**
 * A panel covers the map from the edge nearer to it up to the panel's far side; a panel that is not over the map covers nothing.
 * @param panels the page's panels, in the same pixels as `map`
 */
export function coveredBy(panels: readonly Sides[], map: Sides): Covered {
  let [left, right] = [0, 0];
  for (const panel of panels) {
    const isOver = panel.right > map.left && panel.left < map.right && panel.bottom > map.top && panel.top < map.bottom;
    if (!isOver) continue;
    const [fromLeft, toRight] = [panel.left - map.left, map.right - panel.right];
    if (fromLeft <= toRight) left = Math.max(left, panel.right - map.left);
    else right = Math.max(right, map.right - panel.left);
  }
  return { left, right, top: 0, bottom: 0 };
}

/** @param element the map's element */
export const coveredNow = (element: HTMLElement): Covered =>
  coveredBy(
    [...element.ownerDocument.querySelectorAll('[data-covers-map]')].map((panel) => panel.getBoundingClientRect()),
    element.getBoundingClientRect(),
  );
