// The towers' cameras in a thread of their own: drawing and encoding must not block the rest of the simulator. The world is a function of seed and time,
// so that both threads compute the same one. Started by start-towers.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { createSurface, demoRelief } from '@lookout/geo';
import { createWorld, createWorldClock, towersOn } from '@lookout/sim';
import { startTowers } from '@lookout/sim/towers';
import type { TowersNews, TowersOrder } from './start-towers.ts';

const { seed, speed, scale, burns, rtspPort, onvifPort } = workerData as TowersOrder;
const post = (news: TowersNews): void => parentPort?.postMessage(news);

const surface = createSurface(demoRelief());
const world = createWorld({ seed, surface, scale });
const towers = towersOn(surface);
const running = await startTowers({
  towers,
  surface,
  rtspPort,
  onvifPort,
  windAt: world.weather.at,
  clock: createWorldClock(Date.now, speed),
  host: '127.0.0.1',
  fires: burns ? world.burningAt : () => [],
  onFault: (error) => post({ kind: 'fault', why: error instanceof Error ? error.message : String(error) }),
});
post({ kind: 'running', addresses: towers.map(running.addressOf) });
parentPort?.once('message', () => {
  void running.stop().then(() => parentPort?.close());
});
