// Hold to move: press = start, release = stop. While the button is held, the start is repeated as a keep-alive; without it the server stops
// the camera. Calls of one camera are sent one after the other, so that a stop never overtakes its start.
import type { PtzAct, PtzDirection } from '@lookout/domain';
import { type RefObject, useEffect, useRef } from 'react';

/** The server stops a camera after 1.5 s without a keep-alive. */
export const KEEP_ALIVE_MS = 700;

interface HoldRoom {
  /** @throws whatever the call throws */
  readonly send: (act: PtzAct, phase: 'start' | 'stop') => Promise<void>;
  /** Called when a start was refused or got no reply. Nothing is held any more. */
  readonly onFailed: (error: unknown) => void;
  readonly onPressed: (act: PtzAct | null) => void;
}

export interface Hold {
  /** Starts an act. Releases another held act first. */
  readonly press: (act: PtzAct) => void;
  /** Stops the held act. Does nothing when nothing is held. */
  readonly release: () => void;
}

interface PressedAct {
  readonly act: PtzAct;
  readonly timer: ReturnType<typeof setInterval>;
}

export function createHold({ send, onFailed, onPressed }: HoldRoom): Hold {
  let pressed: PressedAct | null = null;
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;

  const inOrder = (act: PtzAct, phase: 'start' | 'stop', onError: (error: unknown) => void): void => {
    waiting += 1;
    last = last
      .then(() => send(act, phase))
      .catch(onError)
      .finally(() => {
        waiting -= 1;
      });
  };
  const letGo = (): PressedAct | null => {
    const was = pressed;
    if (was !== null) {
      clearInterval(was.timer);
      pressed = null;
      onPressed(null);
    }
    return was;
  };
  const start = (act: PtzAct): void =>
    inOrder(act, 'start', (error) => {
      if (pressed?.act === act) letGo();
      onFailed(error);
    });
  const release = (): void => {
    const was = letGo();
    // If the stop is lost, the server stops the camera for lack of a keep-alive.
    if (was !== null) inOrder(was.act, 'stop', onFailed);
  };

  return {
    press: (act) => {
      if (pressed?.act === act) return;
      release();
      const timer = setInterval(() => {
        // One keep-alive in flight at a time: on a slow connection they must not pile up before the stop.
        if (waiting === 0) start(act);
      }, KEEP_ALIVE_MS);
      pressed = { act, timer };
      onPressed(act);
      start(act);
    },
    release,
  };
}

type Upright = 'up' | 'down' | null;
type Sideways = 'left' | 'right' | null;

const LENS_KEYS: Readonly<Record<string, PtzAct>> = { '+': 'zoom-in', '=': 'zoom-in', '-': 'zoom-out' };

/**
 * Two adjacent arrow keys make a diagonal, opposite keys cancel each other. @param down `KeyboardEvent.key` of the held keys @returns null:
 * no steering key
 */
export function actOfKeys(down: ReadonlySet<string>): PtzAct | null {
  const upright: Upright = one(down.has('ArrowUp'), down.has('ArrowDown'), 'up', 'down');
  const sideways: Sideways = one(down.has('ArrowLeft'), down.has('ArrowRight'), 'left', 'right');
  if (upright !== null || sideways !== null) return [upright, sideways].filter(Boolean).join('-') as PtzDirection;
  for (const key of down) if (LENS_KEYS[key]) return LENS_KEYS[key];
  return null;
}

export const isSteeringKey = (key: string): boolean => key.startsWith('Arrow') || key in LENS_KEYS;

const one = <A, B>(first: boolean, second: boolean, a: A, b: B): A | B | null => (first === second ? null : first ? a : b);

const OWN_ARROWS = 'input, textarea, select, video, [contenteditable="true"], [role="slider"], [role="tree"], [role="listbox"]';

/** The arrow keys, + and - steer while held and the focus is inside `area`, except in fields that use these keys. */
export function useArrowKeys(area: RefObject<HTMLElement | null>, hold: Hold): void {
  const latest = useRef(hold);
  useEffect(() => {
    latest.current = hold;
  });
  useEffect(() => {
    const element = area.current;
    if (element === null) return;
    const down = new Set<string>();
    const follow = () => {
      const act = actOfKeys(down);
      if (act === null) latest.current.release();
      else latest.current.press(act);
    };
    const press = (event: KeyboardEvent) => {
      if (!isSteeringKey(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.closest(OWN_ARROWS)) return;
      event.preventDefault();
      if (event.repeat) return;
      down.add(event.key);
      follow();
    };
    const lift = (event: KeyboardEvent) => {
      if (down.delete(event.key)) follow();
    };
    // No keyup event arrives while another window has the keyboard.
    const forget = () => {
      if (down.size === 0) return;
      down.clear();
      latest.current.release();
    };
    element.addEventListener('keydown', press);
    window.addEventListener('keyup', lift);
    window.addEventListener('blur', forget);
    element.addEventListener('focusout', forget);
    return () => {
      forget();
      element.removeEventListener('keydown', press);
      window.removeEventListener('keyup', lift);
      window.removeEventListener('blur', forget);
      element.removeEventListener('focusout', forget);
    };
  }, [area]);
}
