// Geometry of the video window: the picture in its frame, the compass wedge, and the window that is moved by its header.
import { type CSSProperties, type HTMLAttributes, type PointerEvent, type RefObject, useRef, useState } from 'react';

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PictureBox extends Size {
  readonly left: number;
  readonly top: number;
}

/** The picture is shown whole, with bars at two sides. @returns null while a size is unknown */
export function pictureBox(frame: Size, picture: Size): PictureBox | null {
  if (frame.width <= 0 || frame.height <= 0 || picture.width <= 0 || picture.height <= 0) return null;
  const scale = Math.min(frame.width / picture.width, frame.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { left: (frame.width - width) / 2, top: (frame.height - height) / 2, width, height };
}

/** A point in the picture, 0 to 1 from its upper left corner, as the calls take it. */
interface PicturePoint {
  readonly u: number;
  readonly v: number;
}

/** @param at in the box's pixels; @returns null outside the picture */
export function pointIn(box: PictureBox, at: { readonly x: number; readonly y: number }): PicturePoint | null {
  const u = (at.x - box.left) / box.width;
  const v = (at.y - box.top) / box.height;
  return u < 0 || u > 1 || v < 0 || v > 1 ? null : { u, v };
}

/** An SVG path of a sector whose middle points to `azimuth`, degrees clockwise from the top. A full circle is drawn just short of 360°, which an arc cannot express. */
export function wedgePath(centre: number, radius: number, azimuth: number, field: number): string {
  const half = Math.min(field, 359.9) / 2;
  const at = (degrees: number): string => {
    const angle = (degrees * Math.PI) / 180;
    return `${round(centre + radius * Math.sin(angle))} ${round(centre - radius * Math.cos(angle))}`;
  };
  return `M ${centre} ${centre} L ${at(azimuth - half)} A ${radius} ${radius} 0 ${half > 90 ? 1 : 0} 1 ${at(azimuth + half)} Z`;
}

const round = (value: number): number => Math.round(value * 100) / 100;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** This much of the header stays visible. CSS pixels. */
const REACHABLE_PIXELS = 80;

/** The shift that keeps the header inside the window. `box` is the unshifted position. */
export function keptIn(shift: Point, box: { readonly left: number; readonly top: number; readonly width: number }, window: Point): Point {
  const within = (value: number, low: number, high: number) => Math.min(Math.max(value, low), Math.max(low, high));
  return {
    x: within(shift.x, REACHABLE_PIXELS - box.left - box.width, window.x - REACHABLE_PIXELS - box.left),
    y: within(shift.y, -box.top, window.y - REACHABLE_PIXELS - box.top),
  };
}

export function useMovable(frame: RefObject<HTMLElement | null>): {
  readonly position: CSSProperties;
  readonly handle: Pick<HTMLAttributes<HTMLElement>, 'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'>;
} {
  const [shift, setShift] = useState<Point>({ x: 0, y: 0 });
  const grip = useRef<Point | null>(null);
  const drop = () => {
    grip.current = null;
  };
  return {
    // Margins, not a transform: a transform would shift a full-window child too.
    position: { marginLeft: shift.x, marginTop: shift.y },
    handle: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || (event.target as Element).closest('button') !== null) return;
        grip.current = { x: event.clientX - shift.x, y: event.clientY - shift.y };
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const [from, box] = [grip.current, frame.current?.getBoundingClientRect()];
        if (from === null || box === undefined) return;
        const unshifted = { left: box.left - shift.x, top: box.top - shift.y, width: box.width };
        setShift(
          keptIn({ x: event.clientX - from.x, y: event.clientY - from.y }, unshifted, { x: window.innerWidth, y: window.innerHeight }),
        );
      },
      onPointerUp: drop,
      onPointerCancel: drop,
    },
  };
}
