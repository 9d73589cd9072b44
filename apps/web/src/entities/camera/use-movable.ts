// A window that is moved by its head and stays where it can be reached.
import { type CSSProperties, type HTMLAttributes, type PointerEvent, type RefObject, useRef, useState } from 'react';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** So much of the head stays in sight. CSS pixels. */
const REACHABLE_PIXELS = 80;

/** Pure: the shift that keeps the head in the window. `box` is where it stands unshifted. */
export function keptIn(shift: Point, box: { readonly left: number; readonly top: number; readonly width: number }, window: Point): Point {
  const within = (value: number, low: number, high: number) => Math.min(Math.max(value, low), Math.max(low, high));
  return {
    x: within(shift.x, REACHABLE_PIXELS - box.left - box.width, window.x - REACHABLE_PIXELS - box.left),
    y: within(shift.y, -box.top, window.y - REACHABLE_PIXELS - box.top),
  };
}

export function useMovable(frame: RefObject<HTMLElement | null>): {
  readonly place: CSSProperties;
  readonly handle: Pick<HTMLAttributes<HTMLElement>, 'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'>;
} {
  const [shift, setShift] = useState<Point>({ x: 0, y: 0 });
  const grip = useRef<Point | null>(null);
  const drop = () => {
    grip.current = null;
  };
  return {
    // Margins, not a transform: what fills the whole window inside of it must not be shifted along.
    place: { marginLeft: shift.x, marginTop: shift.y },
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
