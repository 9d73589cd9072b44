import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shareJobs } from './shared-jobs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Behaves like the leases in the database. */
function leases() {
  const rows = new Map<string, { holder: string; until: number; doneAt: Date | null }>();
  return {
    async take(job: string, holder: string, forMs: number) {
      const row = rows.get(job);
      if (!row || row.holder === holder || row.until < Date.now())
        rows.set(job, { holder, until: Date.now() + forMs, doneAt: row?.doneAt ?? null });
      const { holder: has, doneAt } = rows.get(job) ?? { holder: '', doneAt: null };
      return { isOurs: has === holder, doneAt };
    },
    async renew(jobs: readonly string[], holder: string, forMs: number) {
      for (const job of jobs) {
        const row = rows.get(job);
        if (row?.holder === holder) row.until = Date.now() + forMs;
      }
    },
    async done(job: string, holder: string, at: Date) {
      const row = rows.get(job);
      if (row?.holder === holder) row.doneAt = at;
    },
    async release(jobs: readonly string[], holder: string) {
      for (const job of jobs) if (rows.get(job)?.holder === holder) rows.delete(job);
    },
  };
}

const log = { info: () => undefined, warn: (fault: object) => expect.fail(JSON.stringify(fault)), error: () => undefined };

function servers() {
  const jobLeases = leases();
  const worked: string[] = [];
  const server = (name: string) => {
    const jobs = shareJobs({ store: { jobLeases }, clock: () => new Date(), log });
    return { jobs, run: jobs.alone('firms', async () => void worked.push(name)), pause: jobs.pause('firms', 300_000) };
  };
  return { a: server('a'), b: server('b'), worked, server };
}

it('One of several servers does the job, and continues to; the others ask once per lease, and know when it was last done', async () => {
  const { a, b, worked } = servers();
  for (let round = 0; round < 3; round += 1) {
    await a.run();
    await b.run();
    // Longer than a lease: the server that works renews it.
    await vi.advanceTimersByTimeAsync(60_000);
  }
  expect(worked).toEqual(['a', 'a', 'a']);
  expect([a.pause(), b.pause()]).toEqual([300_000, 15_000]);
  expect(b.jobs.doneAt('firms')).toEqual(new Date(Date.now() - 60_000));
  await Promise.all([a.jobs.stop(), b.jobs.stop()]);
});

it('A released job passes to another server at once; the job of a killed server, after its lease', async () => {
  const { a, b, worked, server } = servers();
  await a.run();
  await a.jobs.stop();
  await b.run();
  expect(worked).toEqual(['a', 'b']);
  // The server is killed: it neither renews nor releases anything. After a restart it is another holder.
  vi.clearAllTimers();
  const again = server('again');
  await again.run();
  await vi.advanceTimersByTimeAsync(again.pause() + 1);
  await again.run();
  expect(worked).toEqual(['a', 'b', 'again']);
  await again.jobs.stop();
});
