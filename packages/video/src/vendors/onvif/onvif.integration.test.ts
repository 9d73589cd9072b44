// Tests the vendor against the demo's towers on the network, with an ordinary ONVIF client in parallel that observes the state of the
// camera.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ok } from '@lookout/domain';
import { Cam } from 'onvif';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CameraDevice } from '../port.ts';
import { createVendors } from '../vendors.ts';

const TOWERS = fileURLToPath(new URL('../../../../../apps/simulator/src/towers-main.ts', import.meta.url));

interface TowerOnNetwork {
  readonly onvif: string;
  readonly rtsp: { readonly visible: string; readonly thermal: string };
  readonly userName: string;
  readonly password: string;
}

const running: ChildProcess[] = [];
/** @param services the services of the tower; none: all */
const startTower = (...services: string[]): Promise<TowerOnNetwork> =>
  towerWith(services.length === 0 ? [] : ['--services', services.join()]);

async function towerWith(only: readonly string[]): Promise<TowerOnNetwork> {
  // When its standard input closes, the tower process ends.
  const child = spawn(process.execPath, [TOWERS, '--towers', '1', ...only], { stdio: ['pipe', 'pipe', 'inherit'] });
  running.push(child);
  let output = '';
  for await (const piece of child.stdout) {
    output += String(piece);
    if (output.includes('\n')) break;
  }
  const [tower] = JSON.parse(output) as TowerOnNetwork[];
  if (!tower) throw new Error('no tower');
  return tower;
}
afterAll(async () => {
  for (const child of running) {
    const gone = once(child, 'exit');
    child.stdin?.end();
    child.kill();
    await gone;
  }
});

const { onvif } = createVendors({
  allowed: ['127.0.0.1'],
  hikvision: null,
  chinaTower: null,
  aqishi: null,
  guide: null,
  mediaKit: null,
  gatewaySpeeds: [],
});
const deviceOf = (tower: TowerOnNetwork, code: 'visible' | 'thermal' = 'visible'): CameraDevice => ({
  cameraId: 'm1',
  channelId: code,
  code,
  address: tower.onvif,
  username: tower.userName,
  password: tower.password,
  isBasicAllowed: false,
});

/** An ordinary ONVIF client, with its calls as promises. */
async function ordinaryClient({ onvif: address, userName: username, password }: TowerOnNetwork) {
  const { hostname, port, pathname } = new URL(address);
  const cam = new Cam({ hostname, port: Number(port), path: pathname, username, password, autoconnect: false });
  const ask = <T>(work: (callback: (error: Error | null, data?: unknown) => void) => void): Promise<T> =>
    new Promise((resolve, reject) => work((error, data) => (error ? reject(error) : resolve(data as T))));
  await ask((callback) => cam.connect((error) => callback(error instanceof Error ? error : null)));
  return {
    cam,
    ask,
    focus: async (token = 'visible') => {
      const { focusStatus20 } = await ask<{ focusStatus20: { position: number; moveStatus: string } }>((callback) =>
        cam.imagingGetStatus({ token }, callback),
      );
      return focusStatus20;
    },
    settings: () =>
      ask<{ exposure: { mode: string; iris: number }; focus: { autoFocusMode: string } }>((callback) =>
        cam.getImagingSettings({ token: 'visible' }, callback),
      ),
    /** Size of the snapshot: it depends on how much detail the picture shows, by night as by day. */
    pictureBytes: async () => {
      const { uri } = await ask<{ uri: string }>((callback) => cam.getSnapshotUri({ profileToken: 'visible' }, callback));
      const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
      return (await (await fetch(uri, { headers: { authorization } })).arrayBuffer()).byteLength;
    },
  };
}
type Client = Awaited<ReturnType<typeof ordinaryClient>>;

describe('a camera that has all services', () => {
  let tower: TowerOnNetwork;
  let client: Client;
  beforeAll(async () => {
    tower = await startTower();
    client = await ordinaryClient(tower);
  });
  const sharp = () =>
    vi.waitFor(async () => expect(await client.focus()).toEqual({ position: 0.9, moveStatus: 'IDLE' }), { timeout: 20_000 });

  it('an ordinary client finds the services, reads the available settings, and changes them', async () => {
    const { cam, ask, focus, settings } = client;
    expect(Object.keys(cam.uri ?? {}).sort()).toEqual(['device', 'imaging', 'media', 'media2', 'ptz']);
    const options = await ask<{ exposure: { iris: object } }>((callback) => cam.getVideoSourceOptions({ token: 'visible' }, callback));
    expect(options.exposure.iris).toEqual({ min: 0, max: 24 });
    const moves = await ask<object>((callback) => cam.imagingGetMoveOptions({ token: 'visible' }, callback));
    expect(Object.keys(moves)).toEqual(['absolute', 'relative', 'continuous']);
    await ask((callback) => cam.imagingMove({ token: 'visible', absolute: { position: 0.5, speed: 1 } }, callback));
    await vi.waitFor(async () => expect(await focus()).toEqual({ position: 0.5, moveStatus: 'IDLE' }), { timeout: 20_000 });
    await ask((callback) => cam.setImagingSettings({ token: 'visible', focus: { autoFocusMode: 'AUTO' } }, callback));
    await sharp();
    expect((await settings()).focus.autoFocusMode).toBe('AUTO');
  });

  it('焦距: the focus moves near and far while held, and the picture blurs; 自动聚焦: it is sharp again', async () => {
    const before = await client.pictureBytes();
    expect(await onvif.lens(deviceOf(tower), 'focus-near', 100, 'start')).toEqual(ok(undefined));
    await vi.waitFor(async () => expect((await client.focus()).position).toBeLessThan(0.5), { timeout: 20_000 });
    expect(await onvif.lens(deviceOf(tower), 'focus-near', 100, 'stop')).toEqual(ok(undefined));
    const stopped = await client.focus();
    expect(stopped.moveStatus).toBe('IDLE');
    expect(await client.pictureBytes()).toBeLessThan(0.97 * before);
    await onvif.lens(deviceOf(tower), 'focus-far', 50, 'start');
    await vi.waitFor(async () => expect((await client.focus()).position).toBeGreaterThan(stopped.position), { timeout: 20_000 });
    await onvif.lens(deviceOf(tower), 'focus-far', 50, 'stop');
    expect(await onvif.autoFocus(deviceOf(tower))).toEqual(ok(undefined));
    await sharp();
    expect(await client.pictureBytes()).toBeGreaterThan(0.98 * before);
  });

  it('a focus movement without a stop command is stopped by halt, like every movement', async () => {
    await onvif.lens(deviceOf(tower, 'thermal'), 'focus-near', 10, 'start');
    await onvif.move(deviceOf(tower, 'thermal'), 'right', 10, 'start');
    expect((await client.focus('thermal')).moveStatus).toBe('MOVING');
    expect(await onvif.halt(deviceOf(tower, 'thermal'))).toEqual(ok(undefined));
    expect((await client.focus('thermal')).moveStatus).toBe('IDLE');
  });

  it('光圈: each press is one step, larger with a higher speed, up to the end of the range; the other exposure settings do not change', async () => {
    const turnIris = async (act: 'iris-open' | 'iris-close', percent: number) => {
      expect(await onvif.lens(deviceOf(tower), act, percent, 'start')).toEqual(ok(undefined));
      expect(await onvif.lens(deviceOf(tower), act, percent, 'stop')).toEqual(ok(undefined));
      const { mode, iris } = (await client.settings()).exposure;
      return [mode, iris];
    };
    expect((await client.settings()).exposure).toMatchObject({ mode: 'AUTO', iris: 12 });
    expect(await turnIris('iris-close', 50)).toEqual(['MANUAL', 15]);
    expect(await turnIris('iris-open', 100)).toEqual(['MANUAL', 9]);
    expect(await turnIris('iris-open', 100)).toEqual(['MANUAL', 3]);
    expect(await turnIris('iris-open', 100)).toEqual(['MANUAL', 0]);
    expect(await turnIris('iris-close', 100)).toEqual(['MANUAL', 6]);
  });

  it('a channel without an iris is refused', async () => {
    const answer = await onvif.lens(deviceOf(tower, 'thermal'), 'iris-open', 50, 'start');
    expect(answer).toEqual({ ok: false, error: { refusal: 'not-supported', detail: null } });
  });
});

describe('a camera of profile T: with Media2 but not Media, and no imaging', () => {
  let tower: TowerOnNetwork;
  beforeAll(async () => {
    tower = await startTower('device', 'media2', 'ptz');
  });

  it('returns its stream, and can be controlled', async () => {
    const url = new URL(tower.rtsp.thermal);
    url.username = tower.userName;
    url.password = tower.password;
    expect(await onvif.stream(deviceOf(tower, 'thermal'), 'main')).toEqual(ok({ url: url.href }));
    expect(await onvif.stream({ ...deviceOf(tower), code: null }, 'sub')).toEqual(ok({ url: url.href }));
    expect(await onvif.absolute(deviceOf(tower), { panDegrees: 200, tiltDegrees: -10, zoom: 0.2 })).toEqual(ok(undefined));
    await vi.waitFor(
      async () => {
        const at = await onvif.position(deviceOf(tower));
        expect(at.ok && at.value).toEqual({
          panDegrees: expect.closeTo(200, 3),
          tiltDegrees: expect.closeTo(-10, 3),
          zoom: expect.closeTo(0.2, 3),
        });
      },
      { timeout: 30_000, interval: 200 },
    );
  });

  it('refuses focus and iris, which it does not have, and still stops', async () => {
    const none = { ok: false, error: { refusal: 'not-supported', detail: null } };
    expect(await onvif.lens(deviceOf(tower), 'focus-near', 50, 'start')).toEqual(none);
    expect(await onvif.lens(deviceOf(tower), 'iris-close', 50, 'start')).toEqual(none);
    expect(await onvif.autoFocus(deviceOf(tower))).toEqual(none);
    expect(await onvif.halt(deviceOf(tower))).toEqual(ok(undefined));
  });
});

describe('a typical camera: without a position, an encoder or a separate source, behind a router, its clock hours off and its time local', () => {
  let tower: TowerOnNetwork;
  beforeAll(async () => {
    tower = await towerWith(['--faults', '*:no-position+no-encoder+other-source+inner-address+clock-ahead+local-time']);
  });

  it('login, control and video use the host under which the camera is known; its direction is unknown', async () => {
    for (const code of ['visible', 'thermal'] as const) {
      const url = new URL(tower.rtsp[code]);
      url.username = tower.userName;
      url.password = tower.password;
      expect(await onvif.stream(deviceOf(tower, code), 'main')).toEqual(ok({ url: url.href }));
    }
    const unknown = { ok: false, error: { refusal: 'position-unknown', detail: null } };
    expect(await onvif.position(deviceOf(tower))).toEqual(unknown);
    expect(await onvif.relative(deviceOf(tower), { panDegrees: 10, tiltDegrees: 0 })).toEqual(unknown);
    expect(await onvif.move(deviceOf(tower), 'left', 50, 'start')).toEqual(ok(undefined));
    expect(await onvif.halt(deviceOf(tower))).toEqual(ok(undefined));
    expect(await onvif.stream({ ...deviceOf(tower), password: 'wrong' }, 'main')).toMatchObject({ error: { refusal: 'unauthorized' } });
  });
});
