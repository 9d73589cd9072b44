// The replay of an exercise: which of its events had happened at a given moment. Times are epoch milliseconds.

/** @param events oldest first */
export const shownAt = <E extends { readonly at: Date }>(events: readonly E[], moment: number): readonly E[] => {
  const end = events.findIndex(({ at }) => at.getTime() > moment);
  return end < 0 ? events : events.slice(0, end);
};

/** The moment after a step, at most the end. */
export const momentAt = (now: number, stepMs: number, end: number): number => Math.min(end, now + stepMs);
