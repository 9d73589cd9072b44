// A window that the user moves by the header, docks at an edge and resizes. Its position is stored for the account in this browser; until
// the user has moved it, its page positions it.
import { type CSSProperties, type MouseEvent, type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useServices, useSession } from '../services.ts';
import { memoryStorage, storageOf } from '../storage.ts';
import { SIZES } from '../tokens.ts';
import {
  type Box,
  type Dock,
  dockAt,
  draggedTo,
  type Edge,
  floatedBox,
  floatingAt,
  moved,
  type Point,
  type Room,
  readPlace,
  resized,
  type Size,
  shownBox,
  type WindowPlace,
  writePlace,
} from './window-place.ts';

interface Options {
  /** The window's name in the browser's storage. */
  readonly name: string;
  /** Minimum size in CSS pixels. */
  readonly least: Size;
}

type Gestures = Readonly<
  Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel', (event: PointerEvent<HTMLElement>) => void>
>;

export interface PlacedWindow {
  /** null: the page positions it. */
  readonly place: WindowPlace | null;
  /** Style of the window's element, which is `position: fixed`; empty while the page positions it. */
  readonly style: CSSProperties;
  /** Handlers for the window's header. Buttons and links in the header still receive their clicks. */
  readonly handle: Gestures & { readonly onDoubleClick: (event: MouseEvent<HTMLElement>) => void };
  readonly edge: (edge: Edge) => Gestures;
  /** Where the window would be docked if it were released now. */
  readonly preview: Box | null;
  /** Docks the window; null: it floats where it did before. */
  readonly dockTo: (dock: Dock | null) => void;
  /** Lets the page position the window again. */
  readonly reset: () => void;
}

/** A press that moves less than this is a click. CSS pixels. */
const LEAST_MOVE = 4;
const HAS_OWN_CLICK = 'button, a, input, select, [role="slider"]';

/**
 * Whether the event is of the header itself, not of a control inside it. The menu that a header opens is its child in React, but elsewhere
 * in the document.
 */
const isOwn = ({ target, currentTarget }: { readonly target: EventTarget; readonly currentTarget: Element }): boolean =>
  target instanceof Element && currentTarget.contains(target) && target.closest(HAS_OWN_CLICK) === null;

interface Gesture {
  readonly from: Point;
  readonly place: WindowPlace;
  /** The box as drawn when the gesture began. */
  readonly box: Box;
  /** null: the window is being moved, not resized. */
  readonly edge: Edge | null;
  /** null: the pointer has not yet moved farther than a click allows. */
  next: WindowPlace | null;
}

export function useWindowPlace(frame: RefObject<HTMLElement | null>, { name, least }: Options): PlacedWindow {
  const stored = useStored(name);
  const [place, setPlace] = useState(() => readPlace(stored.read()));
  const [dock, setDock] = useState<Dock | null>(null);
  const gesture = useRef<Gesture | null>(null);
  const room = useRoom();

  const save = (next: WindowPlace | null) => {
    setPlace(next);
    stored.write(next && writePlace(next));
  };
  /** The place as currently drawn, also if the page has positioned the window. */
  const present = (): WindowPlace | null => {
    const drawn = frame.current?.getBoundingClientRect();
    if (place !== null || drawn === undefined) return place;
    return floatingAt({ left: drawn.left, top: drawn.top, width: drawn.width, height: drawn.height }, room);
  };

  const gestures = (edge: Edge | null): Gestures => ({
    onPointerDown: (event) => {
      const now = present();
      if (event.button !== 0 || now === null || !isOwn(event)) return;
      const from = { x: event.clientX, y: event.clientY };
      const box = edge === null ? floatedBox(now, from, room, least) : shownBox(now, room, least);
      gesture.current = { from, place: now, box, edge, next: null };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: ({ clientX: x, clientY: y }) => {
      const current = gesture.current;
      if (current === null) return;
      const by = { x: x - current.from.x, y: y - current.from.y };
      if (current.next === null && Math.hypot(by.x, by.y) < LEAST_MOVE) return;
      const box = edge === null ? moved(current.box, by, room) : resized(current.box, edge, by, room, least);
      current.next = draggedTo(current.place, edge, box);
      // Applied to the element directly, without rendering the window's content.
      if (frame.current) Object.assign(frame.current.style, styleOf(shownBox(current.next, room, least)));
      setDock(edge === null ? dockAt({ x, y }, room) : null);
    },
    onPointerUp: ({ clientX: x, clientY: y }) => {
      const current = gesture.current;
      const to = edge === null ? dockAt({ x, y }, room) : null;
      if (current?.next) save(to === null ? current.next : { ...current.place, dock: to });
      end();
    },
    onPointerCancel: () => {
      const next = gesture.current?.next;
      if (next) save(next);
      end();
    },
  });
  const end = () => {
    gesture.current = null;
    setDock(null);
  };

  const dockTo = (to: Dock | null) => {
    const now = present();
    if (now !== null) save({ ...now, dock: to });
  };
  return {
    place,
    style: place === null ? {} : styleOf(shownBox(place, room, least)),
    handle: {
      ...gestures(null),
      onDoubleClick: (event) => {
        if (isOwn(event)) dockTo(place?.dock === 'full' ? null : 'full');
      },
    },
    edge: gestures,
    preview: dock && gesture.current && shownBox({ ...gesture.current.place, dock }, room, least),
    dockTo,
    reset: () => save(null),
  };
}

const styleOf = ({ left, top, width, height }: Box) => ({
  left: `${left}px`,
  top: `${top}px`,
  right: 'auto',
  bottom: 'auto',
  width: `${width}px`,
  height: `${height}px`,
  maxWidth: 'none',
  maxHeight: 'none',
});

/** A replay stores nothing in the browser. */
function useStored(name: string) {
  const { replay } = useServices();
  const { accid } = useSession();
  return useMemo(() => {
    const storage = replay === null ? storageOf(window) : memoryStorage();
    const key = `window.${name}.${accid ?? ''}`;
    return {
      read: () => storage.getItem(key),
      write: (text: string | null) => (text === null ? storage.removeItem(key) : storage.setItem(key, text)),
    };
  }, [replay, accid, name]);
}

const roomOf = (): Room => ({ left: 0, top: SIZES.header, width: window.innerWidth, height: window.innerHeight - SIZES.header });

function useRoom(): Room {
  const [room, setRoom] = useState(roomOf);
  useEffect(() => {
    const measure = () => setRoom(roomOf());
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  return room;
}
