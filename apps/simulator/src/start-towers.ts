// Starts the towers' cameras in a worker thread, parallel to the rest of the demo world.
import { Worker } from 'node:worker_threads';
import type { TowerAddress } from '@lookout/sim';
import type { CameraFaults } from '@lookout/sim/camera-faults';

/** The thread's input. */
export interface TowersInput {
  readonly seed: number;
  readonly speed: number;
  readonly scale: number;
  /** Whether fires burn; false in quiet mode. */
  readonly burns: boolean;
  readonly rtspPort: number;
  readonly onvifPort: number;
  readonly faults: CameraFaults;
}

/** The thread's messages. */
export type TowersMessage =
  | { readonly kind: 'running'; readonly addresses: readonly TowerAddress[] }
  | { readonly kind: 'fault'; readonly why: string };

interface RunningTowers {
  readonly addresses: readonly TowerAddress[];
  stop(): Promise<void>;
}

/** @throws when a port is taken */
export async function startTowersThread(input: TowersInput, onFault: (why: string) => void): Promise<RunningTowers> {
  const thread = new Worker(new URL('./towers-thread.ts', import.meta.url), { workerData: input });
  const ended = new Promise<void>((resolve) => {
    thread.once('exit', () => resolve());
  });
  const addresses = await new Promise<readonly TowerAddress[]>((resolve, reject) => {
    thread.once('error', reject);
    thread.on('message', (message: TowersMessage) => {
      if (message.kind === 'running') resolve(message.addresses);
      else onFault(message.why);
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
