// The server process: starts, says where it is, and ends cleanly on whatever asks it to. scripts/start.mjs is its launcher.
// The lock comes before anything heavy is loaded, the database's drivers too: a second server on the same folder must refuse at once.
import { type DataDirLock, lockDataDir } from '@lookout/store/lock';
import { readConfig } from './config.ts';
import { greeting, messages, STOPPED } from './run/messages.ts';

/** contract.md: all of it ends within 10 s. */
const DEADLINE_MS = 9_500;

class EndAsked extends Error {}

const stops = new AsyncDisposableStack();
let lock: DataDirLock | null = null;
let ending: Promise<void> | undefined;
let isEnding = false;

const say = (text: string): void => {
  process.stdout.write(text);
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A stack of stops tells of several that failed as one that has suppressed the others; the first of them came first. */
const errorsOf = (error: unknown): unknown[] => (error instanceof SuppressedError ? [...errorsOf(error.suppressed), error.error] : [error]);

/** Asked once or many times, by signals to us, to our group, by our launcher or by its death: it is done once. */
function end(code: number): Promise<void> {
  isEnding = true;
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
  // A server that starts now waits for us instead of refusing.
  await attempt(lock?.leaving());
  await starting.catch(() => undefined); // what it began is on the stack; its own error is told below
  await attempt(stops.disposeAsync());
  // Only what was asked to end says so; a start that failed has said something else.
  process.stdout.write(code === 0 ? `${STOPPED}\n` : '', () => process.exit(faults === 0 ? code : 1));
}

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const throwIfEnding = () => {
    if (isEnding) throw new EndAsked();
  };
  lock = await lockDataDir(config.dataDir);
  const { release } = lock;
  stops.defer(() => release());
  throwIfEnding();
  const { start } = await import('./run/start.ts');
  const started = await start(config, stops, throwIfEnding);
  if (!isEnding) say(greeting(started));
}

const starting = run();
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => void end(0));
// The launcher holds the other end of this channel: when it is gone, nobody would stop us any more.
process.once('disconnect', () => void end(0));

starting.catch((error: unknown) => {
  if (error instanceof EndAsked) return;
  process.stderr.write(`${messages.failed(errorsOf(error).map(messageOf).join('; '))}\n`);
  void end(1);
});
