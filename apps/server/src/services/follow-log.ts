// Follows the log for all servers: one of them reads section after section of it, and writes in one transaction what follows from a section
// and the position in the log. Nothing is lost when a server crashes, and nothing is done twice.
import { type ChangeFeed, runOnChange, type Subject } from './changes.ts';
import type { Polling, PollOptions } from './poll.ts';
import type { SharedJob, SharedJobs } from './shared-jobs.ts';

interface LogFollowing {
  readonly name: SharedJob;
  readonly changes: Pick<ChangeFeed, 'subscribe'>;
  readonly sharedJobs: SharedJobs;
  /** A change of these subjects wakes the job before `everyMs` has passed. */
  readonly about: readonly Subject[];
  /** Changes within this many milliseconds of the first are processed together. */
  readonly gatherMs: number;
  readonly everyMs: number;
  /** Called before each step, and may delay it. */
  readonly mayGoOn: () => Promise<void>;
  /** Processes the next section; `more`: another follows. */
  readonly step: () => Promise<{ readonly more: boolean }>;
  /** Called when the log has been read to its end. */
  readonly afterwards?: () => Promise<void>;
  readonly failed: PollOptions['failed'];
}

export function followLog({ name, sharedJobs, everyMs, mayGoOn, step, afterwards, ...reading }: LogFollowing): Polling {
  let isOpen = true;
  const run = async (): Promise<void> => {
    // If the server stops, a long backlog is left for later.
    for (let more = true; more && isOpen; ) {
      await mayGoOn();
      more = (await step()).more;
    }
    await afterwards?.();
  };
  const polling = runOnChange({ ...reading, run: sharedJobs.alone(name, run), everyMs: sharedJobs.pause(name, everyMs), firstMs: 0 });
  return {
    wake: () => polling.wake(),
    async stop() {
      isOpen = false;
      await polling.stop();
    },
  };
}
