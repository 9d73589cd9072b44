import { useEffect, useRef } from 'react';
import { isCovered } from '../../shared/escape.ts';
import { actOf, focusOf, type KeyAct } from './keys.ts';

/** Binds the room's keys while the page stands. Heard before anybody else, so that an open dialog is seen before it closes itself. */
export function useKeys(run: (act: KeyAct) => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const act = actOf(event, focusOf(event.target));
      if (act === null || isCovered(document)) return;
      event.preventDefault();
      latest.current(act);
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, []);
}
