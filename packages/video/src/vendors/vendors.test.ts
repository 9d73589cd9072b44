import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ok } from '@lookout/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CameraDevice, VENDORS, type VendorId } from './port.ts';
import type { Vendors } from './vendor-config.ts';
import { createVendors } from './vendors.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

let server: Server;
let base: string;
let answer: Answer;
let requests: string[];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    requests.push(`${request.method} ${request.url}${body ? ` ${body}` : ''}`);
    answer(request, response, body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
});

const json =
  (data: unknown): Answer =>
  (_, response) =>
    void response.end(JSON.stringify(data));
const text =
  (body: string, status = 200): Answer =>
  (_, response) =>
    void response.writeHead(status).end(body);
const hang: Answer = () => undefined;

const gatewaySpeeds = Array.from({ length: 101 }, (_, percent) => ({ speed: percent, step: Math.round(percent / 12.5) }));
const configured = (timeoutMs = 1_000): Vendors =>
  createVendors({
    allowed: ['127.0.0.1'],
    timeoutMs,
    hikvision: { baseUrl: base },
    chinaTower: { baseUrl: base },
    aqishi: { baseUrl: base, username: 'u', password: 'p' },
    guide: { baseUrl: base },
    mediaKit: { baseUrl: base, secret: 's' },
    gatewaySpeeds,
  });
const cameraOf = (vendor: VendorId): CameraDevice => ({
  cameraId: 'm1',
  channelId: '1',
  code: 'c1',
  address: vendor === 'onvif' ? base : null,
  username: 'admin',
  password: 'secret',
  isBasicAllowed: false,
});
const refusalOf = async (work: Promise<{ ok: true } | { ok: false; error: { refusal: string } }>): Promise<string> => {
  const found = await work;
  return found.ok ? 'ok' : found.error.refusal;
};

describe.each(VENDORS)('%s', (vendor) => {
  // A failure of a platform is not attributed to the camera.
  const of = (kind: string): string => (vendor === 'onvif' ? kind : `platform-${kind}`);
  const camera = (): CameraDevice => cameraOf(vendor); // the server's address is known only when it runs
  // Hikvision's stream address is composed without a request.
  const call = (vendors: Vendors) => (vendor === 'hikvision' ? vendors.hikvision.halt(camera()) : vendors[vendor].stream(camera(), 'main'));

  it.each<[string, () => Answer, string[]]>([
    ['hangs', () => hang, ['timeout']],
    ['answers garbage', () => text('\u0000\u0001<<<not>even{json'), ['not-understood']],
    ['answers another shape', () => text('<a/>'), ['not-understood']],
    ['refuses', () => text('', 401), ['unauthorized']],
    ['breaks off', () => (request) => void request.socket.destroy(), ['unreachable', 'not-understood']],
    [
      'leads elsewhere',
      () => (_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      ['unreachable', 'not-understood', 'refused'],
    ],
  ])('a device or gateway that %s results in a refusal', async (_, how, expected) => {
    answer = how();
    expect(expected.map(of)).toContain(await refusalOf(call(configured(answer === hang ? 100 : undefined))));
  });

  it('with an unstable connection, each call has its own result', async () => {
    const vendors = configured();
    for (let i = 0; i < 20; i += 1) {
      answer = i % 2 === 0 ? text('', 401) : (request) => void request.socket.destroy();
      expect(await refusalOf(call(vendors))).toMatch(i % 2 === 0 ? of('unauthorized') : /(unreachable|not-understood)$/);
    }
  });

  it('a vendor that is not configured refuses every call with that reason', async () => {
    const platforms = { hikvision: null, chinaTower: null, aqishi: null, guide: null, mediaKit: null };
    const none = createVendors({ allowed: [], ...platforms, gatewaySpeeds });
    const bare = { ...camera(), address: null };
    expect(await none[vendor].stream(bare, 'main')).toEqual({ ok: false, error: { refusal: 'not-configured', detail: null } });
  });
});

it('a camera’s own address is connected to only where that is allowed', async () => {
  const vendors = createVendors({
    allowed: ['10.0.0.0/8'],
    hikvision: null,
    chinaTower: null,
    aqishi: null,
    guide: null,
    mediaKit: null,
    gatewaySpeeds,
  });
  for (const vendor of ['onvif', 'hikvision'] as const)
    expect(await refusalOf(vendors[vendor].halt({ ...cameraOf(vendor), address: base }))).toBe('address-refused');
  expect(requests).toEqual([]);
});

describe('the protocol of each vendor', () => {
  it('ChinaTower: previewURLs by index code', async () => {
    answer = json({ code: 200, data: [{ code: 0, result: 'ok', url: 'rtsp://10.0.0.1/x' }] });
    expect(await configured().chinaTower.stream(cameraOf('chinaTower'), 'main')).toEqual(ok({ url: 'rtsp://10.0.0.1/x' }));
    expect(requests).toEqual(['GET /previewURLs?cameraIndexCode=c1&transmode=1&streamType=0']);
    answer = json({ code: 501, message: '设备离线' });
    expect(await configured().chinaTower.stream(cameraOf('chinaTower'), 'main')).toEqual({
      ok: false,
      error: { refusal: 'platform-refused', detail: '设备离线' },
    });
    expect(await refusalOf(configured().chinaTower.move(cameraOf('chinaTower'), 'up', 50, 'start'))).toBe('not-supported');
  });

  it('aqishi: a token first, then commands with it; an expired token is requested anew once', async () => {
    let token = 0;
    answer = (request, response) => {
      if (request.url?.startsWith('/authentication')) {
        token += 1;
        response.end(JSON.stringify({ code: 200, data: { token: `t${token}` } }));
      } else response.end(JSON.stringify(request.url?.endsWith('token=t1') ? { code: 401 } : { code: 200, data: {} }));
    };
    const { aqishi } = configured();
    expect(await aqishi.move(cameraOf('aqishi'), 'down-left', 38, 'start')).toEqual(ok(undefined));
    expect(await aqishi.lens(cameraOf('aqishi'), 'zoom-out', 38, 'stop')).toEqual(ok(undefined));
    expect(requests).toEqual([
      'GET /authentication?username=u&password=p',
      'POST /ptzCmd?token=t1 {"id":"c1","channelId":"1","direction":6,"speed":38,"stop":0}',
      'GET /authentication?username=u&password=p',
      'POST /ptzCmd?token=t2 {"id":"c1","channelId":"1","direction":6,"speed":38,"stop":0}',
      'POST /zoomCmd?token=t2 {"id":"c1","channelId":"1","operation":2,"speed":38,"stop":1}',
    ]);
  });

  it('aqishi: a given token is used as it is', async () => {
    answer = json({ code: 401 });
    const holder = configured().aqishi.withToken('own');
    expect(await refusalOf(holder.statistics({}))).toBe('platform-unauthorized');
    answer = json({ code: 200, data: {} });
    await holder.move(cameraOf('aqishi'), 'up', 50, 'start');
    expect(requests).toEqual([
      'GET /statistics?token=own',
      'POST /ptzCmd?token=own {"id":"c1","channelId":"1","direction":1,"speed":50,"stop":0}',
    ]);
  });

  it('the gateways receive the speed by the rule of the region', async () => {
    answer = json({ code: 200, data: {} });
    const { aqishi, guide } = createVendors({
      allowed: [],
      hikvision: null,
      chinaTower: null,
      aqishi: { baseUrl: base, username: 'u', password: 'p' },
      guide: { baseUrl: base },
      mediaKit: null,
      gatewaySpeeds: gatewaySpeeds.map(() => ({ speed: 7, step: 6 })),
    });
    const holder = aqishi.withToken('t');
    await holder.move(cameraOf('aqishi'), 'up', 100, 'start');
    await holder.lens(cameraOf('aqishi'), 'zoom-in', 100, 'start');
    await guide.move(cameraOf('guide'), 'up', 100, 'start');
    await guide.lens(cameraOf('guide'), 'zoom-in', 100, 'start');
    expect(requests.map((request) => /"speed":(\d+)/.exec(request)?.[1])).toEqual(['7', '7', '7', '7']);
    expect(requests.at(-1)).toContain('"step":6');
  });

  it('guide: one call for all', async () => {
    answer = json({ code: 200, data: { url: 'http://10.0.0.1/live.flv' } });
    const { guide } = configured();
    expect(await guide.stream(cameraOf('guide'), 'sub')).toEqual(ok({ url: 'http://10.0.0.1/live.flv' }));
    await guide.move(cameraOf('guide'), 'down-left', 50, 'start');
    await guide.autoFocus(cameraOf('guide'));
    await guide.lens(cameraOf('guide'), 'focus-far', 50, 'start');
    await guide.aux(cameraOf('guide'), 'wiper', true);
    await guide.aux(cameraOf('guide'), 'wiper', false);
    const named = 'POST /getVideoControl {"id":"c1","monitorId":"m1","channelId":"1"';
    expect(requests).toEqual([
      `${named},"enumCode":"preview","streamType":2}`,
      `${named},"enumCode":1,"direction":6,"speed":50,"stop":0}`,
      `${named},"enumCode":1,"direction":101,"speed":1,"stop":0}`,
      `${named},"enumCode":2,"operation":4,"speed":50,"step":4,"stop":0}`,
      `${named},"enumCode":3,"operation":3,"stop":0}`,
      `${named},"enumCode":3,"operation":3,"stop":1}`,
    ]);
  });

  it('mediaKit: an existing stream is used, a missing one is added', async () => {
    const there: string[] = [];
    answer = (request, response, body) => {
      const fields = new URLSearchParams(body);
      if (fields.get('secret') !== 's') response.end('{"code":-100}');
      else if (request.url === '/index/api/addStreamProxy') {
        there.push(fields.get('url') ?? '');
        response.end('{"code":0,"data":{"key":"k"}}');
      } else response.end(JSON.stringify(there.length > 0 ? { code: 0, data: [{ schema: 'rtsp' }] } : { code: 0 }));
    };
    const { mediaKit } = configured();
    const camera = { ...cameraOf('mediaKit'), address: 'rtsp://10.0.0.1/x' };
    const url = { url: `${base}/lookout/c1-main.live.flv` };
    expect([await mediaKit.stream(camera, 'main'), await mediaKit.stream(camera, 'main')]).toEqual([ok(url), ok(url)]);
    expect(there).toEqual(['rtsp://10.0.0.1/x']);
    const wrong = createVendors({
      allowed: [],
      hikvision: null,
      chinaTower: null,
      aqishi: null,
      guide: null,
      mediaKit: { baseUrl: base, secret: 'no' },
      gatewaySpeeds,
    });
    expect(await refusalOf(wrong.mediaKit.stream(camera, 'main'))).toBe('platform-unauthorized');
  });

  it('mediaKit: a stream whose name alone still exists is removed and added again; a persistent refusal is attributed to the server', async () => {
    const ghosts = new Set(['c1-main']);
    let isStubborn = false;
    answer = (request, response, body) => {
      const fields = new URLSearchParams(body);
      const named = fields.get('stream') ?? fields.get('key')?.split('/').at(-1) ?? '';
      const say = (what: object) => void response.end(JSON.stringify(what));
      if (request.url?.endsWith('getMediaList')) return say({ code: 0 });
      if (request.url?.endsWith('addStreamProxy'))
        return ghosts.has(named) ? say({ code: -1, msg: 'This stream already exists' }) : say({ code: 0, data: { key: 'k' } });
      if (!isStubborn && request.url?.endsWith('delStreamProxy')) ghosts.delete(named);
      return say({ code: 0, data: { flag: true } });
    };
    const camera = { ...cameraOf('mediaKit'), address: 'rtsp://10.0.0.1/x' };
    expect(await configured().mediaKit.stream(camera, 'main')).toEqual(ok({ url: `${base}/lookout/c1-main.live.flv` }));
    [isStubborn] = [true];
    ghosts.add('c1-sub');
    expect(await configured().mediaKit.stream(camera, 'sub')).toEqual({
      ok: false,
      error: { refusal: 'platform-refused', detail: 'This stream already exists' },
    });
  });

  it('Hikvision: a password is sent in clear text only if that is allowed for the camera', async () => {
    const sent: (string | undefined)[] = [];
    answer = (request, response) => {
      sent.push(request.headers.authorization);
      if (!request.headers.authorization) response.writeHead(401, { 'www-authenticate': 'Basic realm="r"' }).end();
      else response.end('<ResponseStatus><statusCode>1</statusCode></ResponseStatus>');
    };
    const { hikvision } = configured();
    expect(await refusalOf(hikvision.halt(cameraOf('hikvision')))).toBe('basic-only');
    expect(sent).toEqual([undefined]);
    expect(await hikvision.halt({ ...cameraOf('hikvision'), isBasicAllowed: true })).toEqual(ok(undefined));
    expect(sent.at(-1)).toBe(`Basic ${Buffer.from('admin:secret').toString('base64')}`);
  });

  it('Hikvision: a missing or invalid direction is unknown', async () => {
    const camera = { ...cameraOf('hikvision'), address: base };
    for (const angles of ['', '<azimuth>NaN</azimuth><elevation>1</elevation>', '<azimuth>1</azimuth><elevation>-999</elevation>']) {
      answer = text(`<PTZAbsoluteEx>${angles}</PTZAbsoluteEx>`);
      expect(await refusalOf(configured().hikvision.position(camera))).toBe('position-unknown');
    }
  });

  it('Hikvision: ISAPI with digest; a positive tilt in degrees is a negative elevation', async () => {
    answer = (request, response) => {
      if (!request.headers.authorization) response.writeHead(401, { 'www-authenticate': 'Digest realm="r", nonce="n", qop="auth"' }).end();
      else if (request.method === 'GET') response.end('<PTZAbsoluteEx><elevation>12.5</elevation><azimuth>300</azimuth></PTZAbsoluteEx>');
      else response.end('<ResponseStatus><statusCode>1</statusCode><statusString>OK</statusString></ResponseStatus>');
    };
    const { hikvision } = configured();
    const camera = { ...cameraOf('hikvision'), code: '2' };
    expect(await hikvision.position(camera)).toEqual(ok({ panDegrees: 300, tiltDegrees: -12.5, zoom: null }));
    requests = [];
    expect(await hikvision.relative(camera, { panDegrees: 80, tiltDegrees: 2.5 })).toEqual(ok(undefined));
    expect(requests.at(-1)).toBe(
      'PUT /ISAPI/PTZCtrl/channels/2/absoluteEx <PTZAbsoluteEx><elevation>10.00</elevation><azimuth>20.00</azimuth></PTZAbsoluteEx>',
    );
    // The device's own box zoom: 0 to 255 from the lower left.
    await hikvision.box(camera, { from: { u: 0.2, v: 0.2 }, to: { u: 0.6, v: 0.8 } });
    expect(requests.at(-1)).toBe(
      'PUT /ISAPI/PTZCtrl/channels/2/position3D <Position3D><StartPoint><positionX>51</positionX><positionY>204</positionY></StartPoint><EndPoint><positionX>153</positionX><positionY>51</positionY></EndPoint></Position3D>',
    );
    await hikvision.move(camera, 'up-right', 60, 'start');
    expect(requests.at(-1)).toBe('PUT /ISAPI/PTZCtrl/channels/2/continuous <PTZData><pan>60</pan><tilt>60</tilt></PTZData>');
    await hikvision.aux(camera, 'wiper', true);
    expect(requests.at(-1)).toBe(
      'PUT /ISAPI/PTZCtrl/channels/2/auxcontrols/2 <PTZAux><id>2</id><type>WIPER</type><status>on</status></PTZAux>',
    );
    answer = text('<ResponseStatus><statusCode>4</statusCode><statusString>Invalid Operation</statusString></ResponseStatus>');
    expect(await hikvision.halt(camera)).toEqual({
      ok: false,
      error: { refusal: 'refused', detail: 'Invalid Operation' },
    });
  });
});
