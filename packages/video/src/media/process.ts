// Supervises the engine's process: starts it and restarts it when it dies.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { VideoCodec } from './picture.ts';
import type { ChannelState, Log, RecordingFault, Retention } from './port.ts';
import type { Timings } from './upstream/upstream.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const FIRST_RESTART_MS = 500;
const LONGEST_RESTART_MS = 30_000;
/** After running this long, the next restart uses the first delay again. */
const STEADY_MS = 60_000;
const STOP_MS = 4_000;
/** Hanging DNS look-ups and disks must not block file access of other channels. */
const THREADS = '16';

interface EngineProcess {
  send(order: Order): void;
  readonly pid: number | null;
  /** Asks it to exit, and kills it if it does not. */
  stop(): Promise<void>;
}

interface EngineProcessEvents {
  /** A new process is ready: all orders must be sent (again). */
  up(): void;
  down(): void;
  report(report: Report): void;
}

/**
 * Starts and supervises the process without waiting for it, so that the server's start is not delayed. Orders are sent when it is `up`.
 * @param begin the first order for every new process
 */
export function keepEngine(begin: Extract<Order, { type: 'begin' }>, log: Log, events: EngineProcessEvents): EngineProcess {
  let child: ChildProcess | null = null;
  let isReady = false;
  let isStopping = false;
  let restartMs = FIRST_RESTART_MS;
  let restartTimer: NodeJS.Timeout | undefined;

  const start = (): void => {
    const begun = performance.now();
    const own = fork(MAIN, [], {
      execArgv: [],
      // In its own process group: signals to the server's group do not reach it, and the server stops it itself.
      detached: true,
      serialization: 'advanced', // transfers pictures as bytes
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
      log.error({ ...why, restartMs }, 'the media engine died');
      events.down();
      if (performance.now() - begun >= STEADY_MS) restartMs = FIRST_RESTART_MS;
      restartTimer = setTimeout(start, restartMs);
      restartMs = Math.min(LONGEST_RESTART_MS, restartMs * 2);
    };
    own.once('exit', (code, signal) => gone({ code, signal }));
    own.once('error', (error) => gone({ reason: error.message }));
    own.send(begin, () => undefined); // a failure shows as the exit event
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
      clearTimeout(restartTimer);
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

// The protocol between the server's process and the engine's process, over Node's IPC channel.

/** Parent → child. */
export type Order =
  | {
      readonly type: 'begin';
      readonly allowed: readonly string[];
      readonly folder: string;
      readonly retention: Retention;
      readonly timings: Timings;
    }
  /** What is wanted of a channel; neither watched nor recorded closes it. Idempotent. */
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
  | { readonly type: 'recording'; readonly key: string; readonly fault: RecordingFault | null }
  | { readonly type: 'snapshot'; readonly id: number; readonly jpeg: Buffer | null }
  | { readonly type: 'log'; readonly level: 'info' | 'warn' | 'error'; readonly fields: object; readonly message: string };
