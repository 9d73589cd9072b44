// What a tab of the browser holds; for the figures of memory-browser and for e2e's proof that no page stays.
import type { CDPSession } from 'playwright-core';

interface Held {
  readonly bytes: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** What is left when everything unreachable is gone: JavaScript's heap, what the browser keeps for it, and the bytes of array buffers. */
export async function heldBy(cdp: CDPSession): Promise<Held> {
  // What ends a life (a finalizer, a detached canvas) may free more at the next.
  for (let n = 0; n < 3; n += 1) await cdp.send('HeapProfiler.collectGarbage');
  const usage = (await cdp.send('Runtime.getHeapUsage')) as {
    usedSize: number;
    embedderHeapUsedSize?: number;
    backingStorageSize?: number;
  };
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  const bytes = usage.usedSize + (usage.embedderHeapUsedSize ?? 0) + (usage.backingStorageSize ?? 0);
  return { bytes, nodes, listeners: jsEventListeners };
}
