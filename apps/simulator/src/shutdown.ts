// Shutdown on a signal, or when the parent process ends for any reason.
import { fstatSync } from 'node:fs';

/** A stdin that ends earlier than this does not mean that the parent ended: `npm run sim` may be started with a closed pipe. */
const CLOSED_FROM_START_MS = 1_000;

/**
 * Calls `shutDown` once: at SIGTERM, SIGINT or SIGHUP, when the IPC channel to the parent closes, or, without one, when a piped stdin ends.
 * @param now milliseconds
 */
export function onShutdown(process: NodeJS.Process, now: () => number, shutDown: () => void): void {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    shutDown();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, once);
  if (process.channel) {
    process.on('disconnect', once);
    return;
  }
  const stdin = fstatSync(0);
  if (!stdin.isFIFO() && !stdin.isSocket()) return;
  const since = now();
  const ended = () => {
    if (now() - since > CLOSED_FROM_START_MS) once();
  };
  process.stdin.on('end', ended).on('error', ended).resume();
}
