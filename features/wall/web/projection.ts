// The plane of the wall's flat map: a Mercator map in degrees of longitude, north up, so that the path of an outline is the same for every
// part of the terrain that is shown.
import { type Box, mercator } from '@lookout/web/globe/relief.ts';

/** A rectangle in the map's plane. `y` increases to the south. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Pair = readonly [lng: number, lat: number];

const DEGREES = 180 / Math.PI;
const METRES_PER_DEGREE = 111_320;

const yOf = (lat: number): number => -mercator(lat) * DEGREES;

export const frameOf = ({ west, south, east, north }: Box): Frame => ({
  x: west,
  y: yOf(north),
  width: east - west,
  height: yOf(south) - yOf(north),
});

/** The frame that contains the box with a margin and has the aspect ratio of the screen (width to height). */
export function fittedTo(box: Box, ratio: number, room = 1.12): Frame {
  const { x, y, width, height } = frameOf(box);
  const wide = Math.max(width * room, height * room * ratio);
  const high = wide / ratio;
  return { x: x + width / 2 - wide / 2, y: y + height / 2 - high / 2, width: wide, height: high };
}

/** Relative position in the frame. The centre is 0.5 and 0.5. */
export const shareOf = ({ x, y, width, height }: Frame, lng: number, lat: number): { readonly left: number; readonly top: number } => ({
  left: (lng - x) / width,
  top: (yOf(lat) - y) / height,
});

export const isInside = ({ left, top }: { readonly left: number; readonly top: number }): boolean =>
  left >= 0 && left <= 1 && top >= 0 && top <= 1;

/** The geographic extent of a frame. */
export function boxOfFrame({ x, y, width, height }: Frame): Box {
  const latOf = (plane: number) => Math.atan(Math.sinh(-plane / DEGREES)) * DEGREES;
  return { west: x, east: x + width, north: latOf(y), south: latOf(y + height) };
}

/** A box that extends this many metres to each side of a place. */
export function boxAround(lng: number, lat: number, metres: number): Box {
  const [across, down] = [metres / METRES_PER_DEGREE / Math.cos(lat / DEGREES), metres / METRES_PER_DEGREE];
  return { west: lng - across, east: lng + across, south: lat - down, north: lat + down };
}

/** The smallest box that contains all points; null: there are none. */
export function boxOfPoints(points: Iterable<Pair>): Box | null {
  let box: { west: number; south: number; east: number; north: number } | null = null;
  for (const [lng, lat] of points) {
    box ??= { west: lng, east: lng, south: lat, north: lat };
    box.west = Math.min(box.west, lng);
    box.east = Math.max(box.east, lng);
    box.south = Math.min(box.south, lat);
    box.north = Math.max(box.north, lat);
  }
  return box;
}

const round = (value: number): string => value.toFixed(5);

/** The `d` attribute of an SVG path for these rings. */
export const pathOf = (rings: Iterable<readonly Pair[]>): string =>
  [...rings].map((ring) => `M${ring.map(([lng, lat]) => `${round(lng)} ${round(yOf(lat))}`).join('L')}Z`).join('');
