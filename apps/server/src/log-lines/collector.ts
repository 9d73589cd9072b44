// Sends the server's log lines and the audit's anchors to a collector on another machine (OWASP ASVS V16.4.3). They wait in a bounded queue
// in memory. If the collector is unavailable, slow or hostile, the only effect is that lines are missing there, and these are counted.
// stderr has every line in any case.
import { calmed } from '@lookout/live';
import { messages as words } from '../settings/messages.ts';
import type { Log } from './log.ts';
import { type Link, type OpenLink, type Origin, type Subject, syslogMessage } from './syslog.ts';

/** The lines of an hour without the collector, at three a second. */
const MOST_LINES = 10_000;
const MOST_BYTES = 8_000_000;
const BATCH_BYTES = 65_536;
/** The timeout for opening a connection and for sending a batch. A collector that stops reading is treated as unavailable. */
const PATIENCE_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const LAST_LINES_MS = 500;

export interface LogCollector {
  /** Accepts a line of pino; never throws and never blocks. */
  write(line: string): void;
  /** Accepts a line of the audit's anchors. */
  anchor(line: string): void;
  /** The number of lines dropped since the start because the queue was full. */
  dropped(): number;
  /** Sends the queued lines within half a second at most, and closes the connection. */
  stop(): Promise<void>;
}

interface CollectorOptions extends Origin {
  readonly open: OpenLink;
  readonly log: Pick<Log, 'warn'>;
  readonly clock: () => Date;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Returns a number from 0 to 1, which varies the pauses between attempts. */
  readonly random?: () => number;
  /** Shorter in tests. */
  readonly firstPauseMs?: number;
  readonly patienceMs?: number;
  readonly mostLines?: number;
}

/** @param options.log its lines are sent to this collector like all others */
export function collectLogLines(options: CollectorOptions): LogCollector {
  const { open, clock, random = Math.random, mostLines = MOST_LINES, patienceMs = PATIENCE_MS } = options;
  const calm = calmed({ warn: (fields, message) => options.log.warn(fields, message), info: nothing, error: nothing }, options.now);
  const queue: Buffer[] = [];
  let bytes = 0;
  let dropped = 0;
  /** How many of the dropped lines have been reported. */
  let reported = 0;
  let link: Link | null = null;
  let isOpen = false;
  /** How many lines at the head of the queue are being sent. */
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
    // The pause is random, so that servers do not reconnect all at once.
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
    if (dropped === reported) return;
    const missing = dropped - reported;
    reported = dropped;
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

/** The first messages of a queue that fit into a batch, at least one. */
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
