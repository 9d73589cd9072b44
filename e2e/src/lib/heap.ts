// Memory of a browser tab, for the test that no page leaks and for the benchmark `memory-browser`.
import type { CDPSession } from 'playwright-core';

interface Retained {
  readonly bytes: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** Memory after garbage collection: the JavaScript heap, the memory that the browser uses for it, and the bytes of array buffers. */
export async function retainedBy(cdp: CDPSession): Promise<Retained> {
  // Three times, since finalizers and detached canvases free more in the next collection.
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
