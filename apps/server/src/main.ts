// The server process: it starts, prints its addresses, and shuts down cleanly on request. scripts/start.mjs is its launcher. The lock is
// taken before large modules, such as the database drivers, are loaded: a second server on the same folder must refuse at once.
import './settings/own-files.ts';
import { type DataDirLock, lockDataDir } from '@lookout/store/lock';
import { readConfig } from './settings/config.ts';
import { greeting, messages, STOPPED } from './settings/messages.ts';

/** The shutdown takes at most 10 s (docs/interface.md "Running"). */
const DEADLINE_MS = 9_500;

class EndRequested extends Error {}

const stops = new AsyncDisposableStack();
let lock: DataDirLock | null = null;
let ending: Promise<void> | undefined;
const endRequested = new AbortController();

const print = (text: string): void => {
  process.stdout.write(text);
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * When several steps of the shutdown fail, each later error wraps the earlier ones as `suppressed`. Returns them in the order in which they
 * occurred.
 */
const errorsOf = (error: unknown): unknown[] => (error instanceof SuppressedError ? [...errorsOf(error.suppressed), error.error] : [error]);

/**
 * Shuts down once, however often it is requested: by a signal to this process or its group, by the launcher, or by the launcher's death.
 */
function end(code: number): Promise<void> {
  endRequested.abort(new EndRequested());
  ending ??= takeDown(code);
  return ending;
}

async function takeDown(code: number): Promise<void> {
  setTimeout(() => {
    process.stderr.write(`${messages.overdue}\n`);
    process.exit(1);
  }, DEADLINE_MS).unref();
  let faults = 0;
  const attempt = (work: Promise<void> | undefined) =>
    work?.catch((error: unknown) => {
      for (const one of errorsOf(error)) {
        faults += 1;
        process.stderr.write(`${messageOf(one)}\n`);
      }
    });
  // From now on a second server waits for this one instead of refusing to start.
  await attempt(lock?.leaving());
  await starting.catch(() => undefined); // its resources are on the stack; its error is reported below
  await attempt(stops.disposeAsync());
  // Printed only for a requested shutdown; a failed start has reported its error.
  process.stdout.write(code === 0 ? `${STOPPED}\n` : '', () => process.exit(faults === 0 ? code : 1));
}

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const { signal } = endRequested;
  lock = await lockDataDir(config.dataDir);
  const { release } = lock;
  stops.defer(() => release());
  signal.throwIfAborted();
  const { start } = await import('./run/start.ts');
  const started = await start(config, stops, signal);
  if (!signal.aborted) print(greeting(started));
}

const starting = run();
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => void end(0));
// The launcher holds the other end of this channel. After its death nothing else would stop this process.
process.once('disconnect', () => void end(0));

starting.catch((error: unknown) => {
  if (error instanceof EndRequested) return;
  process.stderr.write(`${messages.failed(errorsOf(error).map(messageOf).join('; '))}\n`);
  void end(1);
});
