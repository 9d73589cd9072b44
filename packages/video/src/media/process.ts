// Keeps the engine's process alive: starts it, starts it again when it dies, and says which one is there.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { VideoCodec } from './picture.ts';
import type { ChannelState, Log, Retention } from './port.ts';
import type { Timings } from './upstream/upstream.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const FIRST_AGAIN_MS = 500;
const LONGEST_AGAIN_MS = 30_000;
/** One that lived so long begins again with the first wait. */
const STEADY_MS = 60_000;
const STOP_MS = 4_000;
/** Name look-ups and disks that hang must not hold up the others' files. */
const THREADS = '16';

interface EngineProcess {
  send(order: Order): void;
  readonly pid: number | null;
  /** Asks it to end, and makes it. */
  stop(): Promise<void>;
}

interface EngineProcessEvents {
  /** A process is there and has begun: everything that is wanted must be said (again). */
  up(): void;
  down(): void;
  report(report: Report): void;
}

/**
 * Starts it and keeps it; nobody waits for it to begin: what is wanted before is said when it has. The server's own start is not held up.
 * @param begin the order every new process gets first
 */
export function keepEngine(begin: Extract<Order, { type: 'begin' }>, log: Log, events: EngineProcessEvents): EngineProcess {
  let child: ChildProcess | null = null;
  let isReady = false;
  let isStopping = false;
  let againMs = FIRST_AGAIN_MS;
  let again: NodeJS.Timeout | undefined;

  const start = (): void => {
    const begun = performance.now();
    const own = fork(MAIN, [], {
      execArgv: [],
      // What is sent to our whole group is for us: the server ends it, also one that has not begun yet.
      detached: true,
      serialization: 'advanced', // pictures travel as bytes
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, UV_THREADPOOL_SIZE: THREADS },
    });
    child = own;
    for (const stream of [own.stdout, own.stderr])
      if (stream) createInterface({ input: stream }).on('line', (line) => log.warn({ line: line.slice(0, 500) }, 'the media engine says'));
    own.on('message', (report: Report) => {
      if (report.type === 'ready') {
        isReady = true;
        events.up();
      } else events.report(report);
    });
    let isGone = false;
    const gone = (why: object) => {
      if (isGone) return;
      isGone = true;
      child = null;
      isReady = false;
      if (isStopping) return;
      log.error({ ...why, againMs }, 'the media engine died');
      events.down();
      if (performance.now() - begun >= STEADY_MS) againMs = FIRST_AGAIN_MS;
      again = setTimeout(start, againMs);
      againMs = Math.min(LONGEST_AGAIN_MS, againMs * 2);
    };
    own.once('exit', (code, signal) => gone({ code, signal }));
    own.once('error', (error) => gone({ reason: error.message }));
    own.send(begin, () => undefined); // one that is dead already says so by its exit
  };
  start();
  return {
    get pid() {
      return isReady ? (child?.pid ?? null) : null;
    },
    send(order) {
      if (isReady && child?.connected) child.send(order, () => undefined);
    },
    async stop() {
      isStopping = true;
      clearTimeout(again);
      const own = child;
      if (!own || own.exitCode !== null || own.signalCode !== null) return;
      const gone = once(own, 'close');
      const force = setTimeout(() => own.kill('SIGKILL'), STOP_MS);
      if (own.connected) own.send({ type: 'stop' } satisfies Order, () => undefined);
      await gone;
      clearTimeout(force);
    },
  };
}

// What the server's process and the engine's process say to each other, over the channel that Node opens between parent and child.

/** Parent → child. */
export type Order =
  | {
      readonly type: 'begin';
      readonly allowed: readonly string[];
      readonly folder: string;
      readonly retention: Retention;
      readonly timings: Timings;
    }
  /** What is wanted of a channel now: nothing of both closes it. Saying it again is harmless. */
  | { readonly type: 'want'; readonly key: string; readonly url: string; readonly isWatched: boolean; readonly isRecorded: boolean }
  | { readonly type: 'snapshot'; readonly id: number; readonly codec: VideoCodec; readonly data: Buffer }
  | { readonly type: 'stop' };

/** Child → parent. */
export type Report =
  | { readonly type: 'ready' }
  | { readonly type: 'state'; readonly key: string; readonly state: ChannelState; readonly detail: string | null }
  | { readonly type: 'codec'; readonly key: string; readonly epoch: number; readonly codec: VideoCodec }
  | {
      readonly type: 'picture';
      readonly key: string;
      readonly epoch: number;
      readonly dts: number;
      readonly pts: number;
      readonly isKey: boolean;
      readonly data: Buffer;
    }
  | { readonly type: 'recording'; readonly key: string; readonly fault: string | null }
  | { readonly type: 'snapshot'; readonly id: number; readonly jpeg: Buffer | null }
  | { readonly type: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly fields: object; readonly message: string };
