// Applies changes in slices: a file of 27,000 hotspots, or ten thousand rangers who moved, must not block the page. A mark that changes
// several times while it is queued is drawn once, in its latest state.

export interface Change<Mark> {
  readonly upserts: readonly Mark[];
  readonly removals: readonly string[];
}

export interface ChangeFlow<Mark> {
  readonly put: (change: Change<Mark>) => void;
  /** Number of queued marks. */
  readonly waiting: () => number;
  readonly stop: () => void;
}

/** Marks per slice: about 15 ms on an office laptop. */
export const SLICE_MARKS = 1000;

/**
 * @param take draws one slice; called immediately for the first slice, later for the others
 * @param later schedules the next slice after the browser has handled events; @returns cancel
 */
export function createChangeFlow<Mark extends { readonly id: string }>(
  take: (change: Change<Mark>) => void,
  later: (run: () => void) => () => void = afterTheBrowser,
): ChangeFlow<Mark> {
  /** id → the mark's latest state; null: removed. In order of arrival. */
  const waiting = new Map<string, Mark | null>();
  let cancel: (() => void) | null = null;

  function drain(): void {
    cancel = null;
    const upserts: Mark[] = [];
    const removals: string[] = [];
    for (const [id, mark] of waiting) {
      waiting.delete(id);
      if (mark) upserts.push(mark);
      else removals.push(id);
      if (upserts.length + removals.length >= SLICE_MARKS) break;
    }
    take({ upserts, removals });
    if (waiting.size > 0) cancel = later(drain);
  }

  return {
    put: ({ upserts, removals }) => {
      for (const id of removals) waiting.set(id, null);
      for (const mark of upserts) waiting.set(mark.id, mark);
      if (!cancel && waiting.size > 0) drain();
    },
    waiting: () => waiting.size,
    stop: () => {
      cancel?.();
      waiting.clear();
    },
  };
}

function afterTheBrowser(run: () => void): () => void {
  const timer = setTimeout(run, 0);
  return () => clearTimeout(timer);
}
