// When to end: a signal, or the end of whoever started us, however it ended.
import { fstatSync } from 'node:fs';

/** A pipe that was at its end when we started was nobody's hand: `npm run sim` may be started with one. */
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
