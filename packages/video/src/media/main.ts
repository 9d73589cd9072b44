// The engine's process: upstreams, recorders, snapshots. Started by `engine.ts` and by nobody else; ends when its parent is gone, however it went.
import { join } from 'node:path';
import { AV_LOG_ERROR } from 'node-av/constants';
import { Log as FfmpegLog } from 'node-av/lib';
import { parseAllowList } from './allow-list.ts';
import { createDesk, type Desk } from './desk.ts';
import type { Order, Report } from './process.ts';
import { resolveByDns } from './upstream/source.ts';

/** Words that may wait for a parent that is busy; beyond it pictures are left out, never states. */
const MOST_WAITING = 16 << 20;

let waiting = 0;
/** False: the parent does not keep up. */
function report(message: Report, bytes = 0): boolean {
  if (!process.connected || (bytes > 0 && waiting > MOST_WAITING)) return false;
  waiting += bytes;
  process.send?.(message, undefined, undefined, () => {
    waiting -= bytes;
  });
  return true;
}

let desk: Desk | null = null;

async function obey(order: Order): Promise<void> {
  switch (order.type) {
    case 'begin': {
      const { allowed, folder, retention, timings } = order;
      desk = await createDesk({
        allowed: parseAllowList(allowed),
        resolve: resolveByDns,
        root: join(folder, 'recordings'),
        retention,
        timings,
        clock: () => new Date(),
        report,
      });
      report({ type: 'ready' });
      return;
    }
    case 'want':
      return desk?.want(order);
    case 'snapshot':
      return desk?.snapshot(order);
    case 'stop':
      await desk?.close();
      process.disconnect();
  }
}

if (!process.send) throw new Error('the media engine is started by the server');
FfmpegLog.setLevel(AV_LOG_ERROR);
// One order after the other: `begin` makes files whole before anything is recorded.
let queue = Promise.resolve();
process.on('message', (order: Order) => {
  queue = queue.then(() => obey(order));
});
// The parent may be killed without a word: nobody would stop us any more.
process.on('disconnect', () => process.exit(0));
// Ctrl-C reaches the whole group: the parent tells us when it is our turn.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
