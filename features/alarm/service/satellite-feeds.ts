// Automatic sources of satellite files: the folder DATA_DIR/inbox/firms, and NASA FIRMS.
import { createReadStream, type Dirent } from 'node:fs';
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CodedError } from '@lookout/contract';
import type { Origin } from '@lookout/domain';
import { FIRMS_SOURCES, type FirmsSource, firmsAreaUrl, UnreadableFile } from '@lookout/ingest';
import { poll } from '@lookout/server/services/poll.ts';
import type { SharedJobs } from '@lookout/server/services/shared-jobs.ts';
import { errorMessage } from '../../errors.ts';
import type { SatelliteIntake } from './satellite-intake.ts';

// The folder. A file that was read is moved to done/ or refused/, with a report next to it.

/** Positions of a feed are accepted from anywhere. */
const EVERYWHERE = { grid: null, heldTo: null };

interface WatchedFolderOptions {
  readonly folder: string;
  readonly intake: SatelliteIntake;
  readonly clock: () => Date;
  readonly log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
  /** Milliseconds between two scans. A network share sends no change notifications, so the folder is polled. */
  readonly everyMs?: number;
}

/** A file whose size and time are unchanged between two scans is complete; one that is being written is skipped. */
export function watchFolder({ folder, intake, clock, log, everyMs = 2_000 }: WatchedFolderOptions): { stop(): Promise<void> } {
  const seen = new Map<string, string>();
  let stopped = false;

  const settle = async (name: string, into: 'done' | 'refused', report: unknown) => {
    const stamp = clock().toISOString().replace(/[:.]/g, '-');
    const target = path.join(folder, into, `${stamp}-${name}`);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(`${target}.report.json`, `${JSON.stringify(report, null, 2)}\n`);
    await rename(path.join(folder, name), target);
  };

  const read = async (name: string) => {
    const file = path.join(folder, name);
    try {
      const report = await intake.csv(createReadStream(file), clock(), EVERYWHERE, INBOX_ORIGIN);
      const { received, accepted, duplicates, history, rejected } = report;
      log.info({ file: name, received, accepted, duplicates, history, rejected: rejected.length }, 'a dropped satellite file was read');
      await settle(name, 'done', { ...report, rejected: rejected.map(({ line, error }) => ({ line, ...reasonOf(error) })) });
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      log.error({ file: name, reason: error.fault }, 'a dropped file is no satellite file');
      await settle(name, 'refused', { line: error.line, ...reasonOf(error.fault) });
    }
  };

  const scan = async () => {
    await mkdir(folder, { recursive: true });
    const names = (await readdir(folder, { withFileTypes: true })).filter(isSatelliteFile).map((entry) => entry.name);
    for (const name of names) {
      if (stopped) return;
      const { size, mtimeMs } = await stat(path.join(folder, name));
      const state = `${size}/${mtimeMs}`;
      const settled = seen.get(name) === state;
      seen.set(name, state);
      if (!settled) continue;
      seen.delete(name);
      await read(name);
    }
  };

  // A full disk or a lost share does not end the polling: the file remains and is retried at the next scan.
  const polling = poll({
    run: scan,
    everyMs,
    failed: (error) => log.error({ err: error, folder }, 'the watched folder could not be read'),
  });

  return {
    async stop() {
      stopped = true;
      await polling.stop();
    },
  };
}

/** The report is for people at the machine and for the sender of the file. */
const reasonOf = (error: CodedError) => ({ reason: errorMessage(error, 'zh'), error: { code: error.code, params: error.params } });

const INBOX_ORIGIN: Origin = { actor: { kind: 'feed', name: 'inbox/firms' }, requestId: null };

const isSatelliteFile = (entry: Dirent): boolean => entry.isFile() && /\.(csv|txt)$/i.test(entry.name) && !entry.name.startsWith('.');

// NASA FIRMS, polled with a map key: every source, China's box, the last day. Detections fetched before count as duplicates.

interface FirmsPollerOptions {
  readonly base: string;
  readonly mapKey: string;
  readonly intake: SatelliteIntake;
  readonly clock: () => Date;
  readonly fetch: typeof fetch;
  /** One server polls for all servers. */
  readonly sharedJobs: Pick<SharedJobs, 'alone' | 'pause'>;
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
  readonly everyMs?: number;
}

/** FIRMS publishes files a few times an hour. Four sources every five minutes are 8 of the 5,000 transactions allowed in ten minutes. */
const EVERY_MS = 5 * 60_000;
const BUDGET_MS = 60_000;

const FIRMS_ORIGIN: Origin = { actor: { kind: 'feed', name: 'FIRMS' }, requestId: null };

export function pollFirms({ base, mapKey, intake, clock, fetch, sharedJobs, log, everyMs = EVERY_MS }: FirmsPollerOptions): {
  stop(): Promise<void>;
} {
  const ended = new AbortController();

  const ask = async (source: FirmsSource) => {
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(BUDGET_MS)]);
    const reply = await fetch(firmsAreaUrl(base, mapKey, source, 1), { signal, redirect: 'error' });
    // FIRMS answers "Invalid MAP_KEY" as text with status 200 or 400; the reader then reports missing columns.
    if (!reply.ok || !reply.body) throw new Error(`FIRMS answers HTTP ${reply.status}`);
    const { received, accepted, duplicates, history, rejected } = await intake.csv(reply.body, clock(), EVERYWHERE, FIRMS_ORIGIN);
    log.info({ source, received, accepted, duplicates, history, rejected: rejected.length }, 'FIRMS was polled');
  };

  const pollSources = async () => {
    for (const source of FIRMS_SOURCES) {
      if (ended.signal.aborted) return;
      // The URL contains the key: only the message is logged, never the URL.
      await ask(source).catch((error: unknown) => {
        if (!ended.signal.aborted)
          log.warn({ source, reason: error instanceof Error ? error.message : String(error) }, 'FIRMS could not be read');
      });
    }
  };

  const run = sharedJobs.alone('firms', pollSources);
  const failed = (error: unknown) => log.warn({ err: error }, 'FIRMS could not be polled');
  const polling = poll({ run, everyMs: sharedJobs.pause('firms', everyMs), failed });
  return {
    async stop() {
      ended.abort();
      await polling.stop();
    },
  };
}
