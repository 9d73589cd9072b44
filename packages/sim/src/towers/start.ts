// The demo's towers as network cameras: RTSP for video, ONVIF for control. The simulator starts them in a separate thread.
import type { Surface } from '@lookout/geo';
import { CHANNELS, type Tower } from '../cameras/towers.ts';
import type { WorldClock } from '../clock.ts';
import type { Fire } from '../fires/fire.ts';
import { cameraTexts } from '../texts.ts';
import { createTowerCamera, type TowerCamera } from './camera.ts';
import { type CameraFaults, faultsOf } from './faults.ts';
import { createAuthenticator, type Login, TOWER_LOGIN } from './login.ts';
import { startOnvifServer } from './onvif/server.ts';
import { SERVICE_NAMES, type ServiceName } from './onvif/service.ts';
import type { Channel } from './optics.ts';
import type { WindAt } from './picture/burning.ts';
import { startWarming } from './picture/tiles.ts';
import { startRtspServer } from './rtsp/server.ts';

export { SERVICE_NAMES };

export interface TowersOptions {
  readonly towers: readonly Tower[];
  readonly surface: Surface;
  /** The fires that burn at a world time. */
  readonly fires: (worldMs: number) => readonly Fire[];
  /** The wind that moves the smoke; without it smoke rises straight up. */
  readonly windAt?: WindAt;
  readonly clock: WorldClock;
  readonly host: string;
  /** 0: any free port. */
  readonly rtspPort: number;
  readonly onvifPort: number;
  readonly login?: Login;
  /** ONVIF services that the towers have; default: all. */
  readonly services?: readonly ServiceName[];
  /** Deviations of single towers from the standards. */
  readonly faults?: CameraFaults;
  /** Milliseconds of wall time. */
  readonly wallClock?: () => number;
  readonly onFault: (error: unknown) => void;
}

/** The network addresses of a tower. */
export interface TowerAddress {
  readonly towerId: string;
  readonly onvif: string;
  readonly rtsp: Readonly<Record<Channel, string>>;
  readonly userName: string;
  readonly password: string;
}

export interface Towers {
  readonly rtspPort: number;
  readonly onvifPort: number;
  readonly cameras: ReadonlyMap<string, TowerCamera>;
  addressOf(tower: Pick<Tower, 'code'>): TowerAddress;
  stop(): Promise<void>;
}

/** @throws when a port is in use */
export async function startTowers(options: TowersOptions): Promise<Towers> {
  const {
    towers,
    surface,
    fires,
    clock,
    host,
    onFault,
    login = TOWER_LOGIN,
    services = SERVICE_NAMES,
    faults = {},
    wallClock = Date.now,
  } = options;
  const windAt = options.windAt ?? (() => ({ windFromDegrees: 0, windMetresPerSecond: 0 }));
  const cameras = new Map(
    towers.map((tower) => [tower.code, createTowerCamera({ tower, surface, fires, windAt, clock, wallClock, onFault })] as const),
  );
  const authenticator = createAuthenticator(login, wallClock);
  const rtsp = await startRtspServer({
    host,
    port: options.rtspPort,
    authenticator,
    feedAt(path) {
      const [towerId = '', eye, ...more] = path.split('/');
      const camera = cameras.get(towerId);
      const channel = CHANNELS.find((one) => one === eye);
      if (camera === undefined || channel === undefined || more.length > 0) return null;
      return {
        faults: faultsOf(faults, towerId),
        feed: camera.feeds[channel],
        name: `${camera.tower.name} ${cameraTexts.channels[channel]}`,
      };
    },
  });
  const rtspUrl = (towerId: string, channel: Channel): string => `rtsp://${host}:${rtsp.port}/${towerId}/${channel}`;
  try {
    const onvif = await startOnvifServer({
      host,
      port: options.onvifPort,
      cameras,
      login,
      authenticator,
      offered: services,
      faults,
      clock: wallClock,
      onFault,
      rtspUrl: ({ tower }, channel) => rtspUrl(tower.code, channel),
    });
    const warming = startWarming({
      gazes: [...cameras.values()].map((camera) => camera.gaze('visible')),
      surface,
      isWatched: () => [...cameras.values()].some(({ feeds }) => CHANNELS.some((channel) => feeds[channel].viewers() > 0)),
    });
    warming.ended.catch(onFault);
    return {
      rtspPort: rtsp.port,
      onvifPort: onvif.port,
      cameras,
      addressOf: ({ code }) => ({
        towerId: code,
        onvif: `http://${host}:${onvif.port}/${code}/onvif/device_service`,
        rtsp: { visible: rtspUrl(code, 'visible'), thermal: rtspUrl(code, 'thermal') },
        ...login,
      }),
      async stop() {
        warming.stop();
        for (const camera of cameras.values()) camera.stop();
        await Promise.all([rtsp.stop(), onvif.stop()]);
      },
    };
  } catch (error) {
    await rtsp.stop();
    throw error;
  }
}
