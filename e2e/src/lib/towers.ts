// Starts the simulator of one demo tower, a camera with RTSP and ONVIF, and registers it at a server as a new monitoring point.
import { contract } from '@lookout/features/contract.ts';
import { expect, vi } from 'vitest';
import { startHelper } from './helper-process.ts';
import { call, type Session } from './wire.ts';

export interface LinkedTower {
  readonly name: string;
  readonly cameras: Readonly<Record<'visible' | 'thermal', string>>;
  readonly stop: () => Promise<void>;
}

/** What apps/simulator/src/towers-main.ts prints for each tower. */
interface TowerOnNetwork {
  readonly towerId: string;
  readonly onvif: string;
  readonly userName: string;
  readonly password: string;
  readonly tower: {
    readonly lng: number;
    readonly lat: number;
    readonly towerHeightMetres: number;
    readonly northCorrectionDegrees: number;
  };
}

/** The same lenses as in packages/sim. */
const LENSES = {
  visible: { widestFieldOfView: 60, narrowestFieldOfView: 2.2 },
  thermal: { widestFieldOfView: 24, narrowestFieldOfView: 6.1 },
} as const;

/** @returns when the server reads the direction of its cameras */
export async function linkTower(base: string, name: string, as: Session): Promise<LinkedTower> {
  const helper = await startHelper('simulator/src/towers-main.ts', '--towers', '1');
  const [{ towerId, onvif, userName, password, tower }] = JSON.parse(helper.line) as [TowerOnNetwork];
  const point = {
    name,
    position: { lng: tower.lng, lat: tower.lat },
    towerHeight: tower.towerHeightMetres,
    cameras: (['visible', 'thermal'] as const).map((channel, n) => ({
      // The demo itself has a tower with the plain code.
      deviceId: `E2E-${towerId}`,
      channelNum: n + 1,
      name: { visible: '可见光', thermal: '热成像' }[channel],
      cameraType: channel,
      manufacturer: 'onvif',
      northCorrection: tower.northCorrectionDegrees,
      link: { controlUrl: onvif, userName, password, channelCode: channel, ...LENSES[channel] },
    })),
  };
  const { createMonitoringPoint, cameraList } = contract.camera;
  const { data: created } = await call(base, 'POST', createMonitoringPoint.path, point, as);
  const { data } = await call(base, 'POST', cameraList.path, { monitorId: created.id }, as);
  const idOf = (channel: string): string => data.find((one: { readonly cameraType: string }) => one.cameraType === channel).id;
  const cameras = { visible: idOf('visible'), thermal: idOf('thermal') };
  const position = () => call(base, 'GET', `${contract.camera.cameraPosition.path}?cameraId=${cameras.visible}`, undefined, as);
  await vi.waitFor(async () => expect(await position()).toMatchObject({ code: 200 }), { timeout: 45_000, interval: 200 });
  return { name, cameras, stop: helper.stop };
}
