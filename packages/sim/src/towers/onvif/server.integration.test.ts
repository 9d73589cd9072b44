import { createSurface, demoRelief } from '@lookout/geo';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorldClock } from '../../clock.ts';
import { startTowers, type Towers } from '../start.ts';
import { aTower } from '../testing.ts';
import { SERVICE_NAMES, SERVICES } from './service.ts';
import { find, textOf } from './soap.ts';
import { soapClient } from './testing.ts';

const surface = createSurface(demoRelief());
const tower = aTower(surface);
let towers: Towers;
/** The tests advance this clock, so that no test waits for a motor. */
let nowMs = Date.parse('2026-11-21T12:00:00+08:00');
beforeAll(async () => {
  const clock = createWorldClock(() => nowMs, 1);
  const where = { host: '127.0.0.1', rtspPort: 0, onvifPort: 0, wallClock: () => nowMs };
  const onFault = (error: unknown): never => {
    throw error;
  };
  towers = await startTowers({ ...where, towers: [tower], surface, clock, fires: () => [], onFault });
});
afterAll(() => towers.stop());

const { token, call } = soapClient(
  () => towers.addressOf(tower).onvif,
  () => nowMs,
);
const ptz = (operation: string, inner = '') => call('ptz', `<${operation}><ProfileToken>visible</ProfileToken>${inner}</${operation}>`);
async function position(): Promise<{ x: number; y: number; zoom: number; state: string | undefined }> {
  const { body } = await ptz('GetStatus');
  const at = find(body, 'PTZStatus', 'Position');
  return {
    x: Number(find(at, 'PanTilt')?.attributes.x),
    y: Number(find(at, 'PanTilt')?.attributes.y),
    zoom: Number(find(at, 'Zoom')?.attributes.x),
    state: textOf(body, 'PTZStatus', 'MoveStatus', 'PanTilt'),
  };
}

describe('authentication', () => {
  const status = async (header: string) => {
    const { status: code, text } = await call('ptz', '<GetNodes/>', header);
    return [code, text.includes('ter:NotAuthorized')];
  };

  test('A token with the right password is accepted; a wrong, expired or repeated one is refused', async () => {
    expect(await status(token())).toEqual([200, false]);
    expect(await status('')).toEqual([400, true]);
    expect(await status(token('wrong'))).toEqual([400, true]);
    expect(await status(token('Tower-2026', nowMs - 10 * 60_000))).toEqual([400, true]);
    const once = token();
    expect(await status(once)).toEqual([200, false]);
    expect(await status(once)).toEqual([400, true]);
  });

  test('time and capabilities need no authentication', async () => {
    const { status: code, body } = await call('device', '<GetSystemDateAndTime/>', '');
    expect([code, textOf(body, 'SystemDateAndTime', 'UTCDateTime', 'Date', 'Year')]).toEqual([200, '2026']);
    expect((await call('device', '<GetCapabilities/>', '')).status).toBe(200);
    expect((await call('device', '<GetDeviceInformation/>', '')).status).toBe(400);
  });
});

describe('the description of a device', () => {
  test('GetServices lists all services, and each answers at its address', async () => {
    const { body } = await call('device', '<GetServices><IncludeCapability>false</IncludeCapability></GetServices>', '');
    const services = body?.children.map((one) => [textOf(one, 'Namespace'), textOf(one, 'XAddr')]);
    expect(services).toEqual(
      SERVICE_NAMES.map((name) => [SERVICES[name], `http://127.0.0.1:${towers.onvifPort}/${tower.code}/onvif/${name}_service`]),
    );
    for (const name of SERVICE_NAMES) expect((await call(name, '<GetServiceCapabilities/>', '')).status).toBe(200);
  });

  test('Media service 2 (profile T) returns the requested configurations of each profile, its stream and its snapshot', async () => {
    const all = await call('media2', '<GetProfiles><Type>All</Type></GetProfiles>');
    expect(all.body?.children.map(({ attributes }) => attributes.token)).toEqual(['visible', 'thermal']);
    const [visible] = all.body?.children ?? [];
    expect(textOf(visible, 'Configurations', 'VideoSource', 'SourceToken')).toBe('visible');
    expect(textOf(visible, 'Configurations', 'VideoEncoder', 'Encoding')).toBe('H264');
    expect(find(visible, 'Configurations', 'PTZ')?.attributes.token).toBe('visible-ptz');
    const bare = await call('media2', '<GetProfiles><Token>thermal</Token></GetProfiles>');
    expect(bare.body?.children.map(({ children }) => children.map(({ name }) => name))).toEqual([['Name']]);
    const stream = await call('media2', '<GetStreamUri><Protocol>RTSP</Protocol><ProfileToken>thermal</ProfileToken></GetStreamUri>');
    expect(textOf(stream.body, 'Uri')).toBe(towers.addressOf(tower).rtsp.thermal);
    const picture = await call('media2', '<GetSnapshotUri><ProfileToken>visible</ProfileToken></GetSnapshotUri>');
    expect(textOf(picture.body, 'Uri')).toMatch(/\/snapshot\/visible\.jpg$/);
  });

  test('The media service returns the services, the two profiles, and their streams', async () => {
    const { body } = await call('device', '<GetCapabilities/>');
    expect(textOf(body, 'Capabilities', 'PTZ', 'XAddr')).toBe(`http://127.0.0.1:${towers.onvifPort}/${tower.code}/onvif/ptz_service`);
    const profiles = await call('media', '<GetProfiles/>');
    expect(profiles.body?.children.map(({ attributes }) => attributes.token)).toEqual(['visible', 'thermal']);
    const uri = await call('media', '<GetStreamUri><ProfileToken>thermal</ProfileToken></GetStreamUri>');
    expect(textOf(uri.body, 'MediaUri', 'Uri')).toBe(towers.addressOf(tower).rtsp.thermal);
    expect(textOf((await call('device', '<GetDeviceInformation/>')).body, 'SerialNumber')).toBe(tower.code);
  });

  test('A snapshot requires the password', async () => {
    const uri = textOf(
      (await call('media', '<GetSnapshotUri><ProfileToken>visible</ProfileToken></GetSnapshotUri>')).body,
      'MediaUri',
      'Uri',
    );
    const authorization = `Basic ${Buffer.from('lookout:Tower-2026').toString('base64')}`;
    const picture = await fetch(uri ?? '', { headers: { authorization } });
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect([...Buffer.from(await picture.arrayBuffer()).subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    expect((await fetch(uri ?? '')).status).toBe(401);
  });
});

describe('camera control', () => {
  test('an absolute move takes time, and the reported position is the true one all the way', async () => {
    await ptz('AbsoluteMove', '<Position><PanTilt x="0" y="0"/><Zoom x="0"/></Position>');
    nowMs += 60_000;
    expect(await position()).toEqual({ x: 0, y: 0, zoom: 0, state: 'IDLE' });
    const speed = '<Speed><PanTilt x="0.2" y="0.2"/></Speed>';
    await ptz('AbsoluteMove', `<Position><PanTilt x="0.5" y="-0.1"/><Zoom x="0.5"/></Position>${speed}`);
    nowMs += 1_000;
    // 0.2 of 45°/s and of 30°/s; the zoom at its own speed.
    expect(await position()).toEqual({ x: 9 / 180, y: -6 / 90, zoom: 0.25, state: 'MOVING' });
    nowMs += 60_000;
    expect(await position()).toEqual({ x: 0.5, y: -0.1, zoom: 0.5, state: 'IDLE' });
  });

  test('The spherical space uses degrees', async () => {
    const space = 'http://www.onvif.org/ver10/tptz/PanTiltSpaces/SphericalPositionSpaceDegrees';
    await ptz('AbsoluteMove', `<Position><PanTilt x="-90" y="-30" space="${space}"/></Position>`);
    nowMs += 60_000;
    expect(await position()).toMatchObject({ x: -0.5, y: -30 / 90 });
  });

  test('a relative move adds; a continuous move lasts until its timeout or a stop', async () => {
    await ptz('AbsoluteMove', '<Position><PanTilt x="0" y="0"/></Position>');
    nowMs += 60_000;
    await ptz('RelativeMove', '<Translation><PanTilt x="0.1" y="0.1"/></Translation>');
    nowMs += 60_000;
    expect(await position()).toMatchObject({ x: 0.1, y: 0.1 });
    await ptz('ContinuousMove', '<Velocity><PanTilt x="-0.5" y="0"/></Velocity><Timeout>PT2S</Timeout>');
    nowMs += 1_000;
    expect(await position()).toMatchObject({ x: (18 - 22.5) / 180, state: 'MOVING' });
    nowMs += 60_000;
    expect(await position()).toMatchObject({ x: (18 - 45) / 180, state: 'IDLE' });
    await ptz('ContinuousMove', '<Velocity><PanTilt x="1" y="0"/></Velocity>');
    nowMs += 1_000;
    await ptz('Stop', '<PanTilt>true</PanTilt><Zoom>true</Zoom>');
    nowMs += 60_000;
    expect(await position()).toMatchObject({ x: (18 - 45 + 45) / 180, state: 'IDLE' });
  });

  test('Presets are stored, recalled and removed; both channels share them', async () => {
    const { body } = await ptz('SetPreset', '<PresetName>隘口</PresetName>');
    const preset = textOf(body, 'PresetToken');
    const at = await position();
    await ptz('AbsoluteMove', '<Position><PanTilt x="-0.9" y="0.1"/></Position>');
    nowMs += 60_000;
    await ptz('GotoPreset', `<PresetToken>${preset}</PresetToken>`);
    nowMs += 60_000;
    expect(await position()).toEqual(at);
    const list = await call('ptz', '<GetPresets><ProfileToken>thermal</ProfileToken></GetPresets>');
    expect(list.body?.children.map((one) => textOf(one, 'Name'))).toEqual(['正北', '正东', '正南', '正西', '隘口']);
    expect((await ptz('RemovePreset', `<PresetToken>${preset}</PresetToken>`)).status).toBe(200);
    expect((await ptz('GotoPreset', `<PresetToken>${preset}</PresetToken>`)).text).toContain('ter:NoToken');
  });

  test('light and wiper are switched; an unknown auxiliary command is refused', async () => {
    const send = (what: string) => ptz('SendAuxiliaryCommand', `<AuxiliaryData>${what}</AuxiliaryData>`);
    expect((await send('tt:Wiper|On')).status).toBe(200);
    expect([...(towers.cameras.get(tower.code)?.switchedOn ?? [])]).toEqual(['tt:Wiper']);
    expect((await send('tt:Wiper|Off')).status).toBe(200);
    expect((await send('Siren|On')).status).toBe(400);
  });

  test.each([
    ['no such profile', 'ptz', '<GetStatus><ProfileToken>x</ProfileToken></GetStatus>', 400, 'ter:NoProfile'],
    [
      'out of reach',
      'ptz',
      '<AbsoluteMove><ProfileToken>visible</ProfileToken><Position><PanTilt x="0" y="0.9"/></Position></AbsoluteMove>',
      400,
      'ter:InvalidPosition',
    ],
    [
      'no number',
      'ptz',
      '<ContinuousMove><ProfileToken>visible</ProfileToken><Velocity><PanTilt x="east" y="0"/></Velocity></ContinuousMove>',
      400,
      'ter:InvalidArgVal',
    ],
    ['no such operation', 'device', '<SystemReboot/>', 500, 'ter:ActionNotSupported'],
    ['no XML', 'device', '<open>', 400, 'ter:WellFormed'],
  ] as const)('%s is a fault with its code', async (_, service, operation, status, code) => {
    const response = await call(service, operation);
    expect(response.status).toBe(status);
    expect(response.text).toContain(code);
  });

  test('any other path is not found', async () => {
    const base = `http://127.0.0.1:${towers.onvifPort}`;
    for (const path of ['/', '/nobody/onvif/device_service', `/${tower.code}/onvif/users_service`, `/${tower.code}/snapshot/x.jpg`]) {
      expect((await fetch(base + path, { method: 'POST', body: 'x' })).status).toBe(404);
    }
  });
});
