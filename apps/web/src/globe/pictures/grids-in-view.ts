// Selects the grids whose pictures the globe shows: the server has one picture for each prefecture or county. Pure.
import { type GridNo, levelOf, parseGridNo } from '@lookout/domain';
import type { BoundaryFeatures } from '@lookout/map';

/** Degrees. */
export interface ViewBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export interface GridBox {
  readonly gridNo: GridNo;
  readonly box: ViewBox;
}

/** A prefecture takes the server seconds to compute, and seen from far its cells are smaller than a pixel. */
export const MOST_PICTURES = 4;
/** A drawn grid is dropped only when the view has left it by this share of the view's size on each side. */
const MARGIN = 0.5;

export interface InView {
  /** Nearest to the middle of the view first. */
  readonly wanted: readonly GridNo[];
  /** Whether more grids are in view than are listed. */
  readonly isCut: boolean;
}

/** @param drawn the `wanted` list of the previous call */
export function gridsInView(grids: readonly GridBox[], view: ViewBox, drawn: readonly GridNo[]): InView {
  const wide = widened(view);
  const near = grids
    .filter(({ gridNo, box }) => meets(box, drawn.includes(gridNo) ? wide : view))
    .map(({ gridNo, box }) => ({ gridNo, from: distance(box, view) }))
    .toSorted((a, b) => a.from - b.from);
  const wanted = near.slice(0, MOST_PICTURES).map(({ gridNo }) => gridNo);
  const isSame = wanted.length === drawn.length && wanted.every((no) => drawn.includes(no));
  return { wanted: isSame ? drawn : wanted, isCut: near.length > MOST_PICTURES };
}

const meets = (a: ViewBox, b: ViewBox): boolean => a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;

function widened({ west, south, east, north }: ViewBox): ViewBox {
  const [across, up] = [(east - west) * MARGIN, (north - south) * MARGIN];
  return { west: west - across, south: south - up, east: east + across, north: north + up };
}

/** Squared distance in degrees from the centre of the view to the centre of the box, for sorting only. */
function distance(box: ViewBox, view: ViewBox): number {
  const off = (low: number, high: number, viewLow: number, viewHigh: number) => (low + high - viewLow - viewHigh) / 2;
  return off(box.west, box.east, view.west, view.east) ** 2 + off(box.south, box.north, view.south, view.north) ** 2;
}

/** The boxes of the prefectures among the outlines; unreadable outlines are left out. */
export function prefectureBoxes({ features }: BoundaryFeatures): GridBox[] {
  return features.flatMap(({ properties, geometry }) => {
    const gridNo = parseGridNo(String(properties?.gridNo));
    const box = boxOf(geometry?.coordinates);
    return gridNo === null || box === null || levelOf(gridNo) !== 'prefecture' ? [] : [{ gridNo, box }];
  });
}

function boxOf(coordinates: unknown): ViewBox | null {
  let [west, south, east, north] = [180, 90, -180, -90];
  const look = (part: unknown): void => {
    if (!Array.isArray(part)) return;
    const [lng, lat] = part as unknown[];
    if (typeof lng === 'number' && typeof lat === 'number') {
      [west, east] = [Math.min(west, lng), Math.max(east, lng)];
      [south, north] = [Math.min(south, lat), Math.max(north, lat)];
    } else for (const inner of part) look(inner);
  };
  look(coordinates);
  return west <= east ? { west, south, east, north } : null;
}
