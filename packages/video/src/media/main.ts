// Entry point of the engine's process: upstreams, recorders, snapshots. Started by `process.ts`; exits when its parent has ended, for
// whatever reason.
import { join } from 'node:path';
import { AV_LOG_ERROR } from 'node-av/constants';
import { Log as FfmpegLog } from 'node-av/lib';
import { parseAllowList } from './allow-list.ts';
import { type Channels, createChannels } from './channels.ts';
import { createClips } from './clip.ts';
import type { Order, Report } from './process.ts';
import { removeClipSocket, serveClips } from './remote-clips.ts';
import { resolveByDns } from './upstream/source.ts';

/** Maximum number of bytes queued for a busy parent. Beyond this, pictures are dropped, but never states. */
const MOST_WAITING = 16 << 20;

let waiting = 0;
/** @returns false: dropped, because the parent cannot keep up */
function report(message: Report, bytes = 0): boolean {
  if (!process.connected || (bytes > 0 && waiting > MOST_WAITING)) return false;
  waiting += bytes;
  process.send?.(message, undefined, undefined, () => {
    waiting -= bytes;
  });
  return true;
}

let channels: Channels | null = null;

async function execute(order: Order): Promise<void> {
  switch (order.type) {
    case 'begin': {
      const { folder, retention, timings, clipsAt } = order;
      const reach = { allowed: parseAllowList(order.allowed), resolve: resolveByDns };
      // If the socket cannot be opened (the path of the temporary folder is too long for a socket), video still works.
      await serveClips(createClips(reach), clipsAt).catch(({ message }: Error) =>
        report({
          type: 'log',
          level: 'error',
          fields: { socket: clipsAt, reason: message },
          message: 'recordings of other systems cannot be played',
        }),
      );
      process.on('disconnect', () => removeClipSocket(clipsAt));
      channels = await createChannels({
        ...reach,
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
      return channels?.want(order);
    case 'snapshot':
      return channels?.snapshot(order);
    case 'stop':
      await channels?.close();
      process.disconnect();
  }
}

if (!process.send) throw new Error('the media engine is started by the server');
FfmpegLog.setLevel(AV_LOG_ERROR);
// Orders run one after the other: `begin` repairs files before anything is recorded.
let queue = Promise.resolve();
process.on('message', (order: Order) => {
  queue = queue.then(() => execute(order));
});
// The parent may have been killed, and nothing else would stop this process. Runs after the cleanup handlers.
process.on('disconnect', () => setImmediate(() => process.exit(0)));
// A process manager may signal every process of the service. The parent orders the stop, so that it can end its own work first.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
