// When to stop: on a signal, or at the end of the parent process, however it ended.
import { fstatSync } from 'node:fs';

/** A stdin that ends earlier is no leash: `npm run sim` may be started with a closed pipe. */
const HELD_AFTER_MS = 1_000;

/**
 * Calls `letGo` once: at SIGTERM, SIGINT or SIGHUP, when the IPC channel to our parent closes, or, without one, when a piped stdin ends.
 * @param now milliseconds
 */
export function onLetGo(process: NodeJS.Process, now: () => number, letGo: () => void): void {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    letGo();
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
    if (now() - since > HELD_AFTER_MS) once();
  };
  process.stdin.on('end', ended).on('error', ended).resume();
}
