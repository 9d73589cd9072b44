// The server's log lines and the anchors of its audit, sent to a collector on another machine (OWASP ASVS V16.4.3). They wait in a bounded queue in memory: a
// collector that is away, slow or hostile costs lines at the collector, which are counted, and nothing else. stderr has every line as before.
import { calmed } from '@lookout/live';
import type { Log } from '../../services/deps.ts';
import { messages as words } from '../messages.ts';
import { type Link, type OpenLink, type Origin, type Subject, syslogMessage } from './syslog.ts';

/** An hour without the collector at three lines a second. */
const MOST_LINES = 10_000;
const MOST_BYTES = 8_000_000;
const BATCH_BYTES = 65_536;
/** For opening a connection, and for a batch to be taken: a collector that stops reading is as good as away. */
const PATIENCE_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const LAST_LINES_MS = 500;

export interface LogCollector {
  /** A line of pino; never throws, never waits. */
  write(line: string): void;
  /** A line of the audit's anchors. */
  anchor(line: string): void;
  /** How many lines were not sent, since the start, because too many were waiting. */
  dropped(): number;
  /** Sends what waits, within half a second, and closes the connection. */
  stop(): Promise<void>;
}

interface CollectorOptions extends Origin {
  readonly open: OpenLink;
  readonly log: Pick<Log, 'warn'>;
  readonly clock: () => Date;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** From 0 to 1, for the pauses between attempts. */
  readonly random?: () => number;
  /** Shorter in tests. */
  readonly firstPauseMs?: number;
  readonly patienceMs?: number;
  readonly mostLines?: number;
}

/** @param options.log its lines come back here as all others do */
export function collectLogLines(options: CollectorOptions): LogCollector {
  const { open, clock, random = Math.random, mostLines = MOST_LINES, patienceMs = PATIENCE_MS } = options;
  const calm = calmed({ warn: (fields, message) => options.log.warn(fields, message), info: nothing, error: nothing }, options.now);
  const queue: Buffer[] = [];
  let bytes = 0;
  let dropped = 0;
  /** How many of these the collector was informed of. */
  let told = 0;
  let link: Link | null = null;
  let isOpen = false;
  /** How many of the queue's first are on their way. */
  let sending = 0;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let emptied: (() => void) | null = null;

  const add = (subject: Subject, line: string): void => {
    if (isStopped) return;
    const message = syslogMessage(subject, line, options, clock());
    if (queue.length >= mostLines || bytes + message.length > MOST_BYTES) {
      dropped += 1;
      return;
    }
    queue.push(message);
    bytes += message.length;
    pump();
  };

  const within = (ms: number, act: () => void): void => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };

  const connect = (): void => {
    const attempt = open({
      opened() {
        if (link !== attempt) return;
        isOpen = true;
        clearTimeout(timer);
        pump();
      },
      lost: (error) => {
        if (link === attempt) fail(error);
      },
    });
    link = attempt;
    within(patienceMs, () => fail(new Error('the collector does not answer')));
  };

  const fail = (error: Error): void => {
    link?.close();
    link = null;
    isOpen = false;
    sending = 0;
    calm.warn({ reason: error.message, waiting: queue.length, dropped }, words.logsNotTaken);
    if (isStopped) return;
    const pause = Math.min(LONGEST_PAUSE_MS, (options.firstPauseMs ?? FIRST_PAUSE_MS) * 2 ** Math.min(failures, 16));
    failures += 1;
    // Not all servers at once.
    within(pause * (0.5 + random() / 2), connect);
  };

  const pump = (): void => {
    if (!isOpen || sending > 0 || link === null) return;
    const batch = firstOf(queue);
    if (batch.length === 0) {
      caughtUp();
      return;
    }
    sending = batch.length;
    const by = link;
    within(patienceMs, () => fail(new Error('the collector does not read')));
    by.send(batch, (error) => {
      if (link !== by) return;
      if (error !== null) {
        fail(error);
        return;
      }
      clearTimeout(timer);
      for (const message of queue.splice(0, sending)) bytes -= message.length;
      sending = 0;
      failures = 0;
      pump();
    });
  };

  const caughtUp = (): void => {
    emptied?.();
    if (dropped === told) return;
    const missing = dropped - told;
    told = dropped;
    options.log.warn({ dropped: missing }, words.logsDropped);
  };

  connect();
  return {
    write: (line) => add('log', line),
    anchor: (line) => add('audit-anchor', line),
    dropped: () => dropped,
    async stop() {
      if (queue.length > 0 && link !== null)
        await new Promise<void>((resolve) => {
          const patience = setTimeout(resolve, LAST_LINES_MS);
          emptied = () => {
            clearTimeout(patience);
            resolve();
          };
        });
      isStopped = true;
      clearTimeout(timer);
      link?.close();
      link = null;
    },
  };
}

/** The first of a queue, at least one, that make a batch. */
function firstOf(queue: readonly Buffer[]): Buffer[] {
  let size = 0;
  let count = 0;
  while (count < queue.length && (count === 0 || size + (queue[count]?.length ?? 0) <= BATCH_BYTES)) {
    size += queue[count]?.length ?? 0;
    count += 1;
  }
  return queue.slice(0, count);
}

const nothing = (): void => undefined;
