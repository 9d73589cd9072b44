// Waits until the server says that it is ready.
import { notices } from '@lookout/sim';
import type { Surroundings } from './surroundings.ts';

const READY_PATH = '/readyz';
const READY_EVERY_MS = 500;
const READY_BUDGET_MS = 5_000;

export async function waitForServer(serverUrl: string, signal: AbortSignal, around: Surroundings): Promise<void> {
  for (let asked = 0; !signal.aborted; asked++) {
    const why = await whyNotReady(serverUrl, signal, around);
    if (why === null) return;
    if (asked === 0) around.debug(notices.waiting(serverUrl, why));
    await around.pause(READY_EVERY_MS, signal);
  }
}

async function whyNotReady(serverUrl: string, signal: AbortSignal, { fetch }: Surroundings): Promise<string | null> {
  try {
    const response = await fetch(new URL(READY_PATH, serverUrl), {
      signal: AbortSignal.any([signal, AbortSignal.timeout(READY_BUDGET_MS)]),
    });
    await response.body?.cancel();
    return response.ok ? null : `HTTP ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
