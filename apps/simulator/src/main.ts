// The demo world as a separate process, against any server: `npm start` runs it together with the server, `npm run sim` runs it alone.
import { setTimeout as delay } from 'node:timers/promises';
import { BadSettings, readSettings } from './settings.ts';
import { onShutdown } from './shutdown.ts';
import { runSimulator } from './simulator.ts';

/** Resolves after the time, or when the signal is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

try {
  const settings = readSettings(process.env, process.argv.slice(2));
  const ending = new AbortController();
  onShutdown(
    process,
    () => performance.now(),
    () => ending.abort(),
  );
  const exitCode = await runSimulator(settings, ending.signal, {
    fetch,
    clock: Date.now,
    random: Math.random,
    pause,
    debug: (line) => settings.logsEvents && console.log(new Date().toISOString(), line),
    warn: (line) => console.error(line),
  });
  process.exit(exitCode);
} catch (error) {
  console.error(error instanceof BadSettings ? error.message : error);
  process.exit(1);
}
