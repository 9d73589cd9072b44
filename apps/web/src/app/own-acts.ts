// Reports that the officer has pressed a key or moved the pointer. Where nothing else keeps a session alive, the server ends it after a
// period without such input.

const EVENTS = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;
const EVERY_MS = 60_000;
/** Delay after a failed report. */
const AGAIN_MS = 5_000;

/**
 * @param send reports one input event; it may fail
 * @param now milliseconds of a monotonic clock
 * @returns stops the reporting
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
