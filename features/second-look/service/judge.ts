// Judges the pictures of second looks in a worker thread.
import { createWorkerHost } from '@lookout/server/services/worker-host.ts';
import type { LookHeat } from '../second-look.ts';
import type { Judged } from './judge-frames.ts';

/** Pictures are JPEG. */
export type JudgeQuestion =
  | { readonly kind: 'smoke'; readonly pictures: readonly Uint8Array[] }
  | { readonly kind: 'heat'; readonly picture: Uint8Array };
export type JudgeAnswer = Judged | LookHeat;

export interface Judge {
  /** @param pictures of one pose, in the order in which they were taken */
  smoke(pictures: readonly Uint8Array[]): Promise<Judged>;
  /** @param picture of a thermal channel */
  heat(picture: Uint8Array): Promise<LookHeat>;
  stop(): Promise<void>;
}

export function createJudge(): Judge {
  const host = createWorkerHost<JudgeQuestion, JudgeAnswer>(new URL('./judge-worker.ts', import.meta.url));
  return {
    smoke: async (pictures) => (await host.ask({ kind: 'smoke', pictures })) as Judged,
    heat: async (picture) => (await host.ask({ kind: 'heat', picture })) as LookHeat,
    stop: () => host.stop(),
  };
}
