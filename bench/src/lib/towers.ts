// The demo's towers, to be watched.
import type { CheckedCamera } from '@lookout/domain';
import { signIn } from './desk.ts';

const TIMEOUT_MS = 120_000;

/** Waits until so many towers are reached. @returns the visible channel of each */
export async function readyTowers(base: string, least: number): Promise<string[]> {
  const { client } = await signIn(base, 'guojia');
  const isReady = ({ cameraType, online, checkedAt }: CheckedCamera): boolean => cameraType === 'visible' && online && checkedAt !== null;
  for (const begun = performance.now(); performance.now() - begun < TIMEOUT_MS; ) {
    const ready = (await client.video.checkAll({ body: {} })).filter(isReady);
    const towers = [...Map.groupBy(ready, ({ monitoringPointId }) => monitoringPointId).values()];
    if (towers.length >= least) return towers.flatMap(([camera]) => camera?.id ?? []);
    await new Promise((wake) => setTimeout(wake, 500));
  }
  throw new Error('the towers of the demo did not come');
}
