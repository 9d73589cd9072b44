// Stores a draft while it is being written, because a phone may discard the page while its camera is open.
import { useCallback, useEffect, useRef, useState } from 'react';

/** Specification §9: 200 ms for typing. */
const TYPING_MS = 200;

export interface DraftHold<D> {
  readonly draft: D;
  readonly change: (how: (before: D) => D) => void;
  /** False: the draft could not be stored (storage full). */
  readonly isStored: boolean;
}

/** @param keep stores the draft; must be stable across renders */
export function useDraft<D>(keep: (draft: D) => Promise<void>, initial: D): DraftHold<D> {
  const [draft, change] = useState(initial);
  const [isStored, setStored] = useState(true);
  const latest = useRef({ draft, saved: draft });

  const save = useCallback(() => {
    const { draft: wanted, saved } = latest.current;
    if (wanted === saved) return;
    latest.current.saved = wanted;
    keep(wanted).then(
      () => setStored(true),
      () => setStored(false),
    );
  }, [keep]);

  useEffect(() => {
    latest.current.draft = draft;
    const timer = setTimeout(save, TYPING_MS);
    return () => clearTimeout(timer);
  }, [draft, save]);
  useEffect(() => {
    document.addEventListener('visibilitychange', save);
    window.addEventListener('pagehide', save);
    return () => {
      document.removeEventListener('visibilitychange', save);
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [save]);

  return { draft, change, isStored };
}
