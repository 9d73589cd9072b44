// A few towers alone, without a server or the rest of the demo world, for developing and testing camera protocols.
// `node apps/simulator/src/towers-main.ts [--rtsp-port N] [--onvif-port N] [--towers N] [--seed N] [--services device,media,…] [--faults t01:still]`
import { parseArgs } from 'node:util';
import { createSurface, demoRelief } from '@lookout/geo';
import { createWorld, createWorldClock, towersOn } from '@lookout/sim';
import { readCameraFaults } from '@lookout/sim/camera-faults';
import { SERVICE_NAMES, startTowers } from '@lookout/sim/towers';
import { onShutdown } from './shutdown.ts';

const text = (otherwise: string) => ({ type: 'string', default: otherwise }) as const;
const { values } = parseArgs({
  options: {
    'rtsp-port': text('0'),
    'onvif-port': text('0'),
    towers: text('2'),
    seed: text('1'),
    /** The ONVIF services that the towers offer; some services are missing on real cameras. */
    services: text(SERVICE_NAMES.join()),
    /** Deviations from the standards, by tower: `*:no-position+inner-address`. */
    faults: text(''),
  },
});
const services = SERVICE_NAMES.filter((name) => values.services.split(',').includes(name));

const surface = createSurface(demoRelief());
const world = createWorld({ seed: Number(values.seed), surface });
const towers = towersOn(surface).slice(0, Number(values.towers));
const running = await startTowers({
  towers,
  surface,
  fires: world.burningAt,
  windAt: world.weather.at,
  clock: createWorldClock(Date.now, 1),
  host: '127.0.0.1',
  rtspPort: Number(values['rtsp-port']),
  onvifPort: Number(values['onvif-port']),
  services,
  faults: readCameraFaults(values.faults),
  onFault: (error) => console.error(error),
});
console.log(JSON.stringify(towers.map((tower) => ({ ...running.addressOf(tower), tower }))));
onShutdown(
  process,
  () => performance.now(),
  () => void running.stop().then(() => process.exit(0)),
);
