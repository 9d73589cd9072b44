// Polls NASA FIRMS with a map key: every source, China's box, the last day. What was fetched before counts as duplicates.
import type { Origin } from '@lookout/domain';
import { FIRMS_SOURCES, type FirmsSource, firmsAreaUrl } from '@lookout/ingest';
import { poll } from './poll.ts';
import type { SatelliteIntake } from './satellite-intake.ts';

interface FirmsPollerOptions {
  readonly base: string;
  readonly mapKey: string;
  readonly intake: SatelliteIntake;
  readonly clock: () => Date;
  readonly fetch: typeof fetch;
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
  readonly everyMs?: number;
}

/** Files come out a few times an hour; four sources each five minutes are 8 of the 5,000 transactions allowed in ten minutes. */
const EVERY_MS = 5 * 60_000;
const BUDGET_MS = 60_000;

const ORIGIN: Origin = { actor: { kind: 'feed', name: 'FIRMS' }, requestId: null };

export function pollFirms({ base, mapKey, intake, clock, fetch, log, everyMs = EVERY_MS }: FirmsPollerOptions): { stop(): Promise<void> } {
  const ended = new AbortController();

  const ask = async (source: FirmsSource) => {
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(BUDGET_MS)]);
    const reply = await fetch(firmsAreaUrl(base, mapKey, source, 1), { signal, redirect: 'error' });
    // FIRMS says "Invalid MAP_KEY" as text with status 200 or 400; the reader finds the columns missing and says so.
    if (!reply.ok || !reply.body) throw new Error(`FIRMS answers HTTP ${reply.status}`);
    const { received, accepted, duplicates, rejected } = await intake.csv(reply.body, clock(), { grid: null, heldTo: null }, ORIGIN);
    log.info({ source, received, accepted, duplicates, rejected: rejected.length }, 'FIRMS was polled');
  };

  const round = async () => {
    for (const source of FIRMS_SOURCES) {
      if (ended.signal.aborted) return;
      // The key is in the address: the message is logged, the address never.
      await ask(source).catch((error: unknown) => {
        if (!ended.signal.aborted)
          log.warn({ source, reason: error instanceof Error ? error.message : String(error) }, 'FIRMS could not be read');
      });
    }
  };

  const polling = poll({ run: round, everyMs, failed: (error) => log.warn({ err: error }, 'FIRMS could not be polled') });
  return {
    async stop() {
      ended.abort();
      await polling.stop();
    },
  };
}
