// The worker thread of the towers' cameras, started by start-towers.ts: rendering and encoding must not block the rest of the simulator. The
// world is a function of seed and time, so both threads compute the same one.
import { parentPort, workerData } from 'node:worker_threads';
import { createSurface, demoRelief } from '@lookout/geo';
import { createWorld, createWorldClock, towersOn } from '@lookout/sim';
import { startTowers } from '@lookout/sim/towers';
import type { TowersInput, TowersMessage } from './start-towers.ts';

const { seed, speed, scale, burns, rtspPort, onvifPort, faults } = workerData as TowersInput;
const post = (message: TowersMessage): void => parentPort?.postMessage(message);

const surface = createSurface(demoRelief());
const world = createWorld({ seed, surface, scale });
const towers = towersOn(surface);
const running = await startTowers({
  towers,
  surface,
  rtspPort,
  onvifPort,
  faults,
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
