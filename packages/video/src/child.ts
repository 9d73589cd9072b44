// A child process that the server keeps running: started, restarted when it dies, and stopped. Its parent is its only client.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Log } from './media/port.ts';

const FIRST_RESTART_MS = 500;
/** After running this long, the next restart uses the first delay again. */
const STEADY_MS = 60_000;
const STOP_MS = 4_000;
/**
 * A child gets only these environment variables of the server: system settings, and none of the server's own, which contain passwords and
 * keys.
 */
const ENVIRONMENT = [
  ...['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'TZ', 'LANG', 'LC_ALL', 'LD_LIBRARY_PATH'],
  ...['NODE_OPTIONS', 'NODE_COMPILE_CACHE', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
];

/** The first message of a child, sent when it accepts orders. */
interface Ready {
  readonly type: 'ready';
}
/** The last message that a child receives. */
interface Stop {
  readonly type: 'stop';
}

export interface Child<Order> {
  /** @returns false when the child is not running; the order is dropped */
  send(order: Order): boolean;
  /** null while the child is not running. */
  readonly pid: number | null;
  /** Kills the child at once; it is restarted. */
  kill(): void;
  /** Asks the child to exit, and kills it if it does not. */
  stop(): Promise<void>;
}

interface ChildOptions<Order, Report> {
  /** The script that the child runs. */
  readonly main: string;
  /** The name used in the log. */
  readonly name: string;
  /** The first order for every new process. */
  readonly begin: Order;
  readonly log: Log;
  readonly longestRestartMs: number;
  readonly execArgv?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Called when a new process is ready: all orders must be sent (again). */
  readonly up: () => void;
  readonly down: () => void;
  readonly report: (report: Report) => void;
}

/** Starts and supervises the process without waiting for it, so that the server's start is not delayed. Orders are sent when it is `up`. */
export function keepChild<Order extends { readonly type: string }, Report extends { readonly type: string }>(
  options: ChildOptions<Order | Stop, Report | Ready>,
): Child<Order> {
  const { main, name, begin, log, longestRestartMs, execArgv = [], environment = {}, up, down, report } = options;
  let child: ChildProcess | null = null;
  let isReady = false;
  let isStopping = false;
  let restartMs = FIRST_RESTART_MS;
  let restartTimer: NodeJS.Timeout | undefined;

  const start = (): void => {
    const begun = performance.now();
    const own = fork(main, [], {
      execArgv: [...execArgv],
      // A separate process group: signals to the server's group do not reach the child, and the server stops it itself.
      detached: true,
      serialization: 'advanced', // transfers pictures as bytes
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...environmentOfChild(), ...environment },
    });
    child = own;
    for (const stream of [own.stdout, own.stderr])
      if (stream) createInterface({ input: stream }).on('line', (line) => log.warn({ line: line.slice(0, 500) }, `${name} says`));
    own.on('message', (message: Report | Ready) => {
      if (message.type === 'ready') {
        isReady = true;
        up();
      } else report(message);
    });
    let isGone = false;
    const gone = (why: object) => {
      if (isGone) return;
      isGone = true;
      child = null;
      isReady = false;
      if (isStopping) return;
      log.error({ ...why, restartMs }, `${name} died`);
      down();
      if (performance.now() - begun >= STEADY_MS) restartMs = FIRST_RESTART_MS;
      restartTimer = setTimeout(start, restartMs);
      restartMs = Math.min(longestRestartMs, restartMs * 2);
    };
    own.once('exit', (code, signal) => gone({ code, signal }));
    own.once('error', (error) => gone({ reason: error.message }));
    own.send(begin, () => undefined); // a failure is reported by the exit event
  };
  start();
  return {
    get pid() {
      return isReady ? (child?.pid ?? null) : null;
    },
    send(order) {
      if (!isReady || !child?.connected) return false;
      child.send(order, () => undefined);
      return true;
    },
    kill() {
      child?.kill('SIGKILL');
    },
    async stop() {
      isStopping = true;
      clearTimeout(restartTimer);
      const own = child;
      if (!own || own.exitCode !== null || own.signalCode !== null) return;
      const gone = once(own, 'close');
      const force = setTimeout(() => own.kill('SIGKILL'), STOP_MS);
      if (own.connected) own.send({ type: 'stop' } satisfies Stop, () => undefined);
      await gone;
      clearTimeout(force);
    },
  };
}

const environmentOfChild = (): NodeJS.ProcessEnv => Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]]));
