// The process that talks to devices, against malicious devices: any answer of theirs results in a refusal, and affects no other device.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ok } from '@lookout/domain';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import type { CameraDevice } from './port.ts';
import { type RemoteVendors, startVendors } from './remote-vendors.ts';

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const none = { chinaTower: null, aqishi: null, guide: null, mediaKit: null, hikvision: null };

const servers: Server[] = [];
const running: RemoteVendors[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});
afterAll(() => vi.unstubAllEnvs());

async function device(answer: RequestListener): Promise<CameraDevice> {
  const server = createServer(answer);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { cameraId: 'm1', channelId: '1', code: '1', address, username: 'admin', password: 'secret', isBasicAllowed: false };
}
const start = (options: { callMs?: number; timeoutMs?: number } = {}): RemoteVendors => {
  const { callMs, ...settings } = options;
  const own = startVendors({ allowed: ['127.0.0.1'], ...none, gatewaySpeeds: [], ...settings }, { log, ...(callMs && { callMs }) });
  running.push(own);
  return own;
};
/** Waits until the process runs and has answered. */
const pidOf = async (remote: RemoteVendors, camera: CameraDevice): Promise<number> => {
  await vi.waitFor(async () => expect(await remote.vendors.hikvision.halt(camera)).toEqual(ok(undefined)), { timeout: 20_000 });
  const { pid } = remote;
  if (pid === null) throw new Error('no process');
  return pid;
};
const refused = (refusal: string) => ({ ok: false, error: { refusal, detail: null } });
const good: RequestListener = (_, response) =>
  void response.end('<ResponseStatus><statusCode>1</statusCode><statusString>OK</statusString></ResponseStatus>');
/** Writes as long as the client reads, 560 MB at most. @returns how much was written */
const endless = () => {
  const piece = Buffer.alloc(1 << 20, '<a>');
  const written = { megabytes: 0 };
  const answer: RequestListener = (_, response) => {
    const more = (): void => {
      while (!response.destroyed && written.megabytes < 560) {
        written.megabytes += 1;
        if (!response.write(piece)) return void response.once('drain', more);
      }
      response.end();
    };
    more();
  };
  return { answer, written };
};

it('starts with the first call, without the secrets of the server’s environment', async () => {
  vi.stubEnv('LOOKOUT_TEST_SECRET', 'only-for-the-server');
  const remote = start();
  expect(remote.pid).toBeNull();
  const { hikvision } = remote.vendors;
  expect(await hikvision.halt(await device(good))).toEqual(ok(undefined));
  expect(await readFile(`/proc/${remote.pid}/environ`, 'utf8')).not.toContain('only-for-the-server');
});

it.each(['onvif', 'hikvision'] as const)('%s: an endless answer is cut off at 4 MB', async (vendor) => {
  const { vendors } = start();
  const { answer, written } = endless();
  expect(await vendors[vendor].presets(await device(answer))).toEqual(refused('not-understood'));
  expect(written.megabytes).toBeLessThan(40);
});

it.each([
  ['a megabyte of <PTZPreset>', '<PTZPreset>'.repeat(95_000)],
  ['elements in elements', '<a>'.repeat(1_000_000)],
  ['names of namespaces', `<a ${'xmlns'.repeat(700_000)}`],
  ['a document type', '<!DOCTYPE a [<!ENTITY b "bbbb">]><a>&b;</a>'],
])('%s blocks no other call: another camera is answered meanwhile', async (_, text) => {
  const { vendors } = start();
  const hostile = await device((_request, response) => void response.end(text));
  const other = await device(good);
  expect(
    await Promise.all([
      vendors.onvif.presets(hostile),
      vendors.hikvision.presets(hostile),
      ...Array.from({ length: 5 }, () => vendors.hikvision.halt(other)),
    ]),
  ).toEqual([refused('not-understood'), refused('not-understood'), ...Array.from({ length: 5 }, () => ok(undefined))]);
});

it('an answer that arrives byte by byte is given up in time, and a redirect is not followed', async () => {
  const { vendors } = start({ timeoutMs: 1_000 });
  const drops: NodeJS.Timeout[] = [];
  const slow = await device((_, response) => void drops.push(setInterval(() => response.write('<'), 50)));
  const led = vi.fn();
  const target = await device((_, response) => {
    led();
    response.end();
  });
  const leading = await device((_, response) => void response.writeHead(307, { location: target.address ?? '' }).end());
  for (const vendor of ['onvif', 'hikvision'] as const) {
    expect(await vendors[vendor].presets(slow)).toEqual(refused('timeout'));
    expect((await vendors[vendor].presets(leading)).ok).toBe(false);
  }
  for (const drop of drops) clearInterval(drop);
  expect(led).not.toHaveBeenCalled();
});

it('killed during a call, the process is restarted; that call is refused and not sent twice, and the next is answered', async () => {
  const remote = start();
  const { hikvision } = remote.vendors;
  const camera = await device(good);
  const pid = await pidOf(remote, camera);
  const requested = vi.fn();
  const hanging = await device(requested);
  const call = hikvision.halt(hanging);
  await vi.waitFor(() => expect(requested).toHaveBeenCalledOnce());
  process.kill(pid, 'SIGKILL');
  expect(await call).toEqual(refused('service-restarting'));
  // While the process is restarting, a call waits for it.
  expect(await hikvision.halt(camera)).toEqual(ok(undefined));
  expect(remote.pid).not.toBe(pid);
  expect(requested).toHaveBeenCalledOnce();
});

it('a slow camera does not end the process: another is answered meanwhile and afterwards, by the same process', async () => {
  const remote = start({ callMs: 1_000 });
  const { hikvision } = remote.vendors;
  const camera = await device(good);
  const pid = await pidOf(remote, camera);
  const slow = await device(() => undefined);
  const calls = Array.from({ length: 3 }, () => hikvision.halt(slow));
  expect(await hikvision.halt(camera)).toEqual(ok(undefined));
  expect(await Promise.all(calls)).toEqual(Array.from({ length: 3 }, () => refused('timeout')));
  // Together these calls take longer than the limit for the process to report that it is alive.
  for (let i = 0; i < 3; i += 1) expect(await hikvision.halt(slow)).toEqual(refused('timeout'));
  expect(await hikvision.halt(camera)).toEqual(ok(undefined));
  expect(remote.pid).toBe(pid);
});

it('a blocked process is killed and restarted', async () => {
  const remote = start({ callMs: 3_000 });
  const { hikvision } = remote.vendors;
  const camera = await device(good);
  const pid = await pidOf(remote, camera);
  process.kill(pid, 'SIGSTOP');
  expect(await hikvision.halt(camera)).toEqual(refused('timeout'));
  expect(await pidOf(remote, camera)).not.toBe(pid);
});

it('after a stop, calls are refused', async () => {
  const remote = start();
  const camera = await device(good);
  await remote.vendors.hikvision.halt(camera);
  await remote.stop();
  expect(await remote.vendors.hikvision.halt(camera)).toEqual(refused('service-restarting'));
  expect(remote.pid).toBeNull();
});
