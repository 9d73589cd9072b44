// The arrow keys, + and - steer while they are down, wherever the focus is inside `area`, but not in a field that needs them itself.
import { type RefObject, useEffect, useRef } from 'react';
import { actOfKeys, isSteeringKey } from './arrows.ts';
import type { Hold } from './hold.ts';

const OWN_ARROWS = 'input, textarea, select, video, [contenteditable="true"], [role="slider"], [role="tree"], [role="listbox"]';

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
    // What is let go while another window has the keyboard is never told.
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
