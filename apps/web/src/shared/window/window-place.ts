// Where a window floats over the pages: moved, docked at an edge, resized. Pure; boxes are in CSS pixels from the upper left corner of the browser's window.

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

/** The part of the browser's window in which windows float: below the header. */
export type Room = Box;

export const DOCKS = ['left', 'right', 'full'] as const;
export type Dock = (typeof DOCKS)[number];

/** `n` is the upper edge. */
export const EDGES = ['n', 'e', 's', 'w', 'ne', 'se', 'sw', 'nw'] as const;
export type Edge = (typeof EDGES)[number];

export interface WindowPlace {
  /** null: the window floats. */
  readonly dock: Dock | null;
  /** The box of the floating window, or its last one before it was docked. */
  readonly box: Box;
  /** Width of the window while docked at a side. */
  readonly dockedWidth: number;
}

/** A moved window is docked if the pointer is this near to an edge. */
const DOCKS_WITHIN = 12;

const within = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), Math.max(low, high));

/** The nearest size that is not below `least` and not larger than the room. */
const fittedSize = (size: Size, room: Room, least: Size): Size => ({
  width: Math.min(Math.max(size.width, least.width), room.width),
  height: Math.min(Math.max(size.height, least.height), room.height),
});

/** Shifts the whole box into the room. */
const shifted = (box: Box, room: Room): Box => ({
  ...box,
  left: within(box.left, room.left, room.left + room.width - box.width),
  top: within(box.top, room.top, room.top + room.height - box.height),
});

/** The box in which a window is drawn, even if the room is now smaller than when it was placed. */
export function shownBox({ dock, box, dockedWidth }: WindowPlace, room: Room, least: Size): Box {
  const size = fittedSize(box, room, least);
  const { width } = fittedSize({ ...box, width: dockedWidth }, room, least);
  switch (dock) {
    case null:
      return shifted({ ...box, ...size }, room);
    case 'full':
      return room;
    case 'left':
      return { ...room, width };
    case 'right':
      return { ...room, width, left: room.left + room.width - width };
  }
}

/** A window floating at `box`. If docked later it takes half of the room, so that the other half remains free for work. */
export const floatingAt = (box: Box, room: Room): WindowPlace => ({ dock: null, box, dockedWidth: room.width / 2 });

/** The place after its header or an edge was dragged, with the window drawn as `box`. */
export const draggedTo = (place: WindowPlace, edge: Edge | null, box: Box): WindowPlace =>
  edge !== null && place.dock !== null ? { ...place, dockedWidth: box.width } : { ...place, dock: null, box };

export const moved = (box: Box, by: Point, room: Room): Box => shifted({ ...box, left: box.left + by.x, top: box.top + by.y }, room);

/** The dragged edge moves and the opposite one is fixed, within the room and not below the minimum size. */
export function resized(box: Box, edge: Edge, by: Point, room: Room, least: Size): Box {
  const [right, bottom] = [box.left + box.width, box.top + box.height];
  const left = edge.includes('w') ? within(box.left + by.x, room.left, right - least.width) : box.left;
  const top = edge.includes('n') ? within(box.top + by.y, room.top, bottom - least.height) : box.top;
  return {
    left,
    top,
    width: edge.includes('e') ? within(box.width + by.x, least.width, room.left + room.width - left) : right - left,
    height: edge.includes('s') ? within(box.height + by.y, least.height, room.top + room.height - top) : bottom - top,
  };
}

/** Where a window moved by this pointer is docked on release; at the upper edge it fills the room. @returns null: it is not docked */
export function dockAt({ x, y }: Point, room: Room): Dock | null {
  if (x <= room.left + DOCKS_WITHIN) return 'left';
  if (x >= room.left + room.width - DOCKS_WITHIN) return 'right';
  return y <= room.top + DOCKS_WITHIN / 2 ? 'full' : null;
}

/** The floating box of a docked window that is dragged away: the pointer remains at the same fraction of the header's width. */
export function floatedBox(place: WindowPlace, pointer: Point, room: Room, least: Size): Box {
  if (place.dock === null) return shownBox(place, room, least);
  const docked = shownBox(place, room, least);
  const size = fittedSize(place.box, room, least);
  const share = docked.width === 0 ? 0 : (pointer.x - docked.left) / docked.width;
  return shifted({ ...size, left: pointer.x - share * size.width, top: docked.top }, room);
}

/** The edges by which a window can be resized. */
export function edgesOf(dock: Dock | null): readonly Edge[] {
  switch (dock) {
    case null:
      return EDGES;
    case 'left':
      return ['e'];
    case 'right':
      return ['w'];
    case 'full':
      return [];
  }
}

export const writePlace = (place: WindowPlace): string => JSON.stringify(place);

/** @returns null if nothing is stored, or if another version stored it */
export function readPlace(text: string | null): WindowPlace | null {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '');
  } catch {
    return null;
  }
  const { dock, box, dockedWidth } = (stored ?? {}) as { readonly [K in keyof WindowPlace]?: unknown };
  const known = DOCKS.find((one) => one === dock) ?? null;
  const { left, top, width, height } = (box ?? {}) as Readonly<Record<string, unknown>>;
  if (!isPixels(left) || !isPixels(top) || !isPixels(width) || !isPixels(height) || !isPixels(dockedWidth)) return null;
  return { dock: known, box: { left, top, width, height }, dockedWidth };
}

const isPixels = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
