// The demo's towers and their streams.
import type { CheckedCamera } from '@lookout/features/camera/camera.ts';
import { signIn } from './desk.ts';

const TIMEOUT_MS = 120_000;

/** Waits until at least this many of a user's towers can be watched. @returns the visible channel of each */
export async function readyTowers(base: string, userName: string, least: number): Promise<string[]> {
  const { client } = await signIn(base, userName);
  const isReady = ({ cameraType, online, checkedAt }: CheckedCamera): boolean => cameraType === 'visible' && online && checkedAt !== null;
  /** A camera may be reachable before its stream address is known. */
  const hasStream = async (cameraId: string): Promise<boolean> => {
    const [stream] = await client.video.liveVideo({ body: { cameraId } });
    return Boolean(stream?.url);
  };
  for (const begun = performance.now(); performance.now() - begun < TIMEOUT_MS; ) {
    const ready = (await client.video.checkAll({ body: {} })).filter(isReady);
    const towers = [...Map.groupBy(ready, ({ monitoringPointId }) => monitoringPointId).values()];
    const cameras = towers.flatMap(([camera]) => camera?.id ?? []);
    const streams = await Promise.all(cameras.map(hasStream));
    const watchable = cameras.filter((_, n) => streams[n]);
    if (watchable.length >= least) return watchable;
    await new Promise((wake) => setTimeout(wake, 500));
  }
  throw new Error('the towers of the demo did not come');
}
