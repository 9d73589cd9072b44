// The towers' cameras beside the rest of the demo world, in a thread of their own.
import { Worker } from 'node:worker_threads';
import type { TowerAddress } from '@lookout/sim';

/** The thread's input. */
export interface TowersOrder {
  readonly seed: number;
  readonly speed: number;
  readonly scale: number;
  /** Whether fires burn; not in quiet mode. */
  readonly burns: boolean;
  readonly rtspPort: number;
  readonly onvifPort: number;
}

/** The thread's messages. */
export type TowersNews =
  | { readonly kind: 'running'; readonly addresses: readonly TowerAddress[] }
  | { readonly kind: 'fault'; readonly why: string };

interface RunningTowers {
  readonly addresses: readonly TowerAddress[];
  stop(): Promise<void>;
}

/** @throws when a port is taken */
export async function startTowersThread(order: TowersOrder, onFault: (why: string) => void): Promise<RunningTowers> {
  const thread = new Worker(new URL('./towers-thread.ts', import.meta.url), { workerData: order });
  const ended = new Promise<void>((resolve) => {
    thread.once('exit', () => resolve());
  });
  const addresses = await new Promise<readonly TowerAddress[]>((resolve, reject) => {
    thread.once('error', reject);
    thread.on('message', (news: TowersNews) => {
      if (news.kind === 'running') resolve(news.addresses);
      else onFault(news.why);
    });
  });
  thread.on('error', (error) => onFault(error instanceof Error ? error.message : String(error)));
  return {
    addresses,
    stop() {
      thread.postMessage('stop');
      return ended;
    },
  };
}
