// Reports that the officer himself has pressed a key or moved the pointer: where a session is kept by nothing else, the server ends it after a time without.

const EVENTS = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;
const EVERY_MS = 60_000;
/** After a report that did not arrive. */
const AGAIN_MS = 5_000;

/**
 * @param send reports one act; it may fail
 * @param now milliseconds of a clock that never goes back
 * @returns ends it
 */
export function reportOwnActs(
  page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
  send: () => Promise<unknown>,
  now: () => number,
): () => void {
  let dueAt = Number.NEGATIVE_INFINITY;
  const acted = (): void => {
    if (now() < dueAt) return;
    dueAt = now() + EVERY_MS;
    send().catch(() => {
      dueAt = now() + AGAIN_MS;
    });
  };
  const options = { capture: true, passive: true } as const;
  for (const event of EVENTS) page.addEventListener(event, acted, options);
  return () => {
    for (const event of EVENTS) page.removeEventListener(event, acted, options);
  };
}
