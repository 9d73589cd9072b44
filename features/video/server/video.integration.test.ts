import { fileUrl } from '@lookout/contract';
import { PTZ_COMMANDS } from '@lookout/domain';
import { createSurface, demoRelief, destination, locate } from '@lookout/geo';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { type Reply, sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { startTowersProcess, type TowersProcess } from '@lookout/server/testing/towers.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WireCheckedCamera } from '../../camera/camera.schema.ts';
import { contract } from '../../contract.ts';
import type { StreamReply } from '../video.calls.ts';

let server: TestServer;
let towers: TowersProcess;
const sessions: Record<string, Session> = {};
const cameras: Record<'visible' | 'thermal', string> = { visible: '', thermal: '' };
let monitorId = '';
const { video, camera: cameraCalls, alarm: alarmCalls } = contract;
const SOON = { timeout: 30_000, interval: 100 };

const as = (user: string, row: { method: string; path: string }, body?: unknown, query = ''): Promise<Reply> =>
  server.call(row.method, row.path + query, {
    token: sessions[user]?.access_token,
    ...(row.method !== 'GET' && { body: body ?? {} }),
  });
const streamOf = async (user: string, cameraId: string): Promise<StreamReply> =>
  (await as(user, video.liveVideo, { cameraId })).body.data[0] as StreamReply;

/** Reads this many bytes of a stream, then closes it. A tower that is still starting up is retried, as a player does. */
async function bytesOf(url: string, wanted: number, abort = new AbortController()): Promise<Buffer> {
  const reply = await vi.waitFor(async () => {
    const answer = await fetch(server.base + url, { signal: abort.signal });
    if (answer.status !== 200) expect({ status: answer.status, text: await answer.text() }).toMatchObject({ status: 200 });
    return answer;
  }, SOON);
  const pieces: Buffer[] = [];
  let count = 0;
  for await (const piece of reply.body as unknown as AsyncIterable<Uint8Array>) {
    pieces.push(Buffer.from(piece));
    count += piece.length;
    if (count >= wanted) break;
  }
  abort.abort();
  return Buffer.concat(pieces);
}

beforeAll(async () => {
  // Registering the tower may take longer than the delay before the first check.
  [server, towers] = await Promise.all([sharedTestServer({ waits: { camerasEveryMs: 5_000 } }), startTowersProcess()]);
  for (const user of ['guojia', 'aba', 'wenchuan', 'lixian', 'viewer', 'weihui']) sessions[user] = await server.login(user);
  const [tower] = towers.towers;
  if (!tower) throw new Error('there is no tower');
  const link = { controlUrl: tower.onvif, userName: tower.userName, password: tower.password };
  const made = await as('guojia', cameraCalls.createMonitoringPoint, {
    name: '一号塔',
    position: { lng: tower.tower.lng, lat: tower.tower.lat },
    towerHeight: tower.tower.towerHeightMetres,
    cameras: (['visible', 'thermal'] as const).map((channel, n) => ({
      deviceId: tower.towerId,
      channelNum: n + 1,
      name: channel,
      cameraType: channel,
      manufacturer: 'onvif',
      northCorrection: tower.tower.northCorrectionDegrees,
      link: {
        ...link,
        channelCode: channel,
        widestFieldOfView: channel === 'visible' ? 60 : 24,
        narrowestFieldOfView: channel === 'visible' ? 2.2 : 6,
      },
    })),
  });
  expect(made.body).toMatchObject({ code: 200 });
  monitorId = made.body.data.id;
  const { body } = await as('guojia', cameraCalls.cameraList, { monitorId });
  for (const camera of body.data) cameras[camera.cameraType as 'visible' | 'thermal'] = camera.id;
});
afterAll(async () => {
  await server?.stop();
  await towers?.stop();
});

describe('a stream', () => {
  it('is FLV or HLS, depending on the group, below /media/, with a ticket; users outside the grid or without the right get none', async () => {
    const flv = await streamOf('guojia', cameras.visible);
    expect(flv).toMatchObject({ code: null, protocol: 'flv', url: expect.stringMatching(/^\/media\/.+\/main\.flv\?ticket=/) });
    const hls = await streamOf('aba', cameras.visible);
    expect(hls).toMatchObject({ code: null, protocol: 'hls', url: expect.stringMatching(/^\/media\/.+\/main\/index\.m3u8\?ticket=/) });
    expect((await as('lixian', video.liveVideo, { cameraId: cameras.visible })).status).toBe(404);
    expect((await as('viewer', video.liveVideo, { cameraId: cameras.visible })).status).toBe(403);
  });

  it('plays as FLV: a header, then video data', async () => {
    const { url } = await streamOf('guojia', cameras.visible);
    const bytes = await bytesOf(url ?? '', 100_000);
    expect(bytes.subarray(0, 3).toString('latin1')).toBe('FLV');
  });

  it('plays as HLS: a playlist whose segments are opened by the same ticket', async () => {
    const { url } = await streamOf('aba', cameras.thermal);
    const playlist = await vi.waitFor(async () => {
      const reply = await fetch(server.base + url);
      const text = await reply.text();
      expect({ status: reply.status, has: /\.m4s\?ticket=/.test(text) }).toEqual({ status: 200, has: true });
      return text;
    }, SOON);
    const folder = (url ?? '').replace(/index\.m3u8.*$/, '');
    const segment = /^(\S+\.m4s\?ticket=\S+)$/m.exec(playlist)?.[1] ?? '';
    const init = /URI="([^"]+)"/.exec(playlist)?.[1] ?? '';
    for (const file of [init, segment]) {
      const reply = await fetch(server.base + folder + file);
      expect({ file, status: reply.status, size: (await reply.arrayBuffer()).byteLength > 500 }).toEqual({ file, status: 200, size: true });
    }
  });

  it('a ticket opens only its own channel, and nothing opens without a ticket', async () => {
    const { url } = await streamOf('guojia', cameras.visible);
    const ticket = new URL(url ?? '', server.base).searchParams.get('ticket');
    const at = (path: string) => fetch(server.base + path).then(({ status }) => status);
    expect(await at(`/media/${cameras.thermal}/main.flv?ticket=${ticket}`)).toBe(401);
    expect(await at(`/media/${cameras.visible}/main.flv?ticket=x`)).toBe(401);
    expect(await at(`/media/${cameras.visible}/main.flv`)).toBe(401);
  });

  it('is cut at the logout of its session, and its ticket becomes invalid', async () => {
    sessions.gone = await server.login('guojia');
    const { url } = await streamOf('gone', cameras.visible);
    const reply = await fetch(server.base + url);
    const ended = (async () => {
      for await (const _ of reply.body as unknown as AsyncIterable<Uint8Array>);
    })().catch(() => undefined);
    expect((await as('gone', contract.auth.logout)).status).toBe(200);
    await ended;
    expect((await fetch(server.base + url)).status).toBe(401);
  });
});

describe('the list of all video', () => {
  it('contains the state of every camera in the user’s grid', async () => {
    await vi.waitFor(async () => {
      const list = (await as('aba', video.checkAll)).body.data as WireCheckedCamera[];
      const mine = list.filter(({ monitorId: point }) => point === monitorId);
      expect(mine.map(({ isOnline, monitorName }) => [isOnline, monitorName])).toEqual([
        ['1', '一号塔'],
        ['1', '一号塔'],
      ]);
      expect(mine.every(({ checkedAt }) => checkedAt !== null)).toBe(true);
    }, SOON);
    expect((await as('weihui', video.checkAll)).body.data).toEqual([]);
    expect((await as('aba', video.camerasOnline)).body.data.length).toBeGreaterThanOrEqual(2);
    expect((await as('aba', video.onlineDevices)).body.data).toContainEqual(expect.objectContaining({ channels: 2, monitorId }));
    await vi.waitFor(
      async () =>
        expect((await as('aba', video.cameraTimes, { cameraId: cameras.visible })).body.data[0]).toMatchObject({
          isOnline: '1',
          endTime: null,
        }),
      SOON,
    );
  });
});

const positionOf = async (user = 'guojia') =>
  (await as(user, cameraCalls.cameraPosition, undefined, `?cameraId=${cameras.visible}`)).body.data;
const turnTo = (user: string, horizonAngle: number, verticalAngle: number) =>
  as(
    user,
    cameraCalls.turnTo,
    undefined,
    `?monitorId=${monitorId}&channelId=1&horizonAngle=${horizonAngle}&verticalAngle=${verticalAngle}`,
  );
const isAt = (horizontal: number, vertical: number) =>
  vi.waitFor(async () => {
    const now = await positionOf();
    expect(now.horizontalDegrees).toBeCloseTo(horizontal, 1);
    expect(now.verticalDegrees).toBeCloseTo(vertical, 1);
    return now;
  }, SOON);

describe('steering', () => {
  it('turns to reported angles, and returns the true direction', async () => {
    expect((await turnTo('guojia', 40, -5)).body).toMatchObject({ code: 200 });
    const now = await isAt(40, -5);
    const [tower] = towers.towers;
    expect(now.azimuthDegrees).toBeCloseTo((40 + (tower?.tower.northCorrectionDegrees ?? 0) + 360) % 360, 1);
    expect(now.fieldOfViewDegrees).toBeCloseTo(60, 1);
  });

  it('moves while a button is held, and stops automatically when keep-alives end', async () => {
    const control = (stop: 0 | 1) =>
      as(
        'guojia',
        cameraCalls.control,
        undefined,
        `?groupId=001003001&monitorId=${monitorId}&channelId=1&controlType=${PTZ_COMMANDS.right}&speed=7&stop=${stop}`,
      );
    const before = (await positionOf()).horizontalDegrees;
    expect((await control(0)).body).toMatchObject({ code: 200 });
    await vi.waitFor(async () => expect((await positionOf()).horizontalDegrees).toBeGreaterThan(before + 1), SOON);
    // No further command is sent: two equal positions show that the camera has stopped.
    await vi.waitFor(async () => {
      const one = (await positionOf()).horizontalDegrees;
      const other = (await positionOf()).horizontalDegrees;
      expect(other).toBe(one);
    }, SOON);
    expect((await control(1)).body).toMatchObject({ code: 200 });
    expect((await as('guojia', cameraCalls.control, undefined, `?monitorId=${monitorId}&controlType=99`)).status).toBe(422);
  });

  it('allows one operator at a time: another user sees the name, can request control, and gets it when it is handed over', async () => {
    const operator = (user: string, act: string) => as(user, cameraCalls.operator, { cameraId: cameras.visible, act });
    const operatorNow = async (user: string) =>
      (await as(user, cameraCalls.operatorNow, undefined, `?cameraId=${cameras.visible}`)).body.data;
    expect((await operator('guojia', 'take')).body.data).toMatchObject({ isMine: true });
    const refused = await turnTo('aba', 10, 0);
    expect({ status: refused.status, message: refused.body.message, ...refused.body.data }).toMatchObject({
      status: 409,
      isMine: false,
      message: expect.stringContaining('正在操作'),
      until: expect.stringMatching(/^[\d-]{10} [\d:]{8}$/),
    });
    // The thermal channel is on the same head.
    const thermal = await as('aba', cameraCalls.operator, { cameraId: cameras.thermal, act: 'take' });
    expect({ status: thermal.status, message: thermal.body.message }).toMatchObject({ status: 409, message: refused.body.message });
    expect((await operator('aba', 'ask')).body.data).toMatchObject({ isMine: false });
    expect((await operatorNow('guojia')).askedBy).toBe('阿坝州值班员');
    await operator('guojia', 'give');
    expect((await turnTo('aba', 10, 0)).body).toMatchObject({ code: 200 });
    await operator('aba', 'release');
    expect((await operatorNow('guojia')).holder).toBeNull();
  });

  it('saves presets, and goes to them', async () => {
    await turnTo('guojia', 120, -8);
    await isAt(120, -8);
    const made = (await as('guojia', cameraCalls.setPreset, { cameraId: cameras.visible, name: '垭口' })).body.data;
    await turnTo('guojia', 100, 0);
    await isAt(100, 0);
    expect((await as('guojia', cameraCalls.presets, undefined, `?cameraId=${cameras.visible}`)).body.data).toContainEqual({
      number: made.number,
      name: '垭口',
    });
    await as('guojia', cameraCalls.gotoPreset, { cameraId: cameras.visible, number: made.number });
    await isAt(120, -8);
    await as('guojia', cameraCalls.removePreset, { cameraId: cameras.visible, number: made.number });
    expect((await as('guojia', cameraCalls.removePreset, { cameraId: cameras.visible, number: made.number })).status).toBe(404);
  });

  it('moves a clicked point to the centre of the picture, by the tangent', async () => {
    await turnTo('guojia', 90, 0);
    await isAt(90, 0);
    await as('guojia', cameraCalls.pointAt, { cameraId: cameras.visible, u: 0.75, v: 0.5 });
    await isAt(90 + 16.102, 0);
  });

  it('zooms to a drawn box: the camera points at its centre and shows the whole box; a box drawn to the left zooms out', async () => {
    const zoomToBox = (fromU: number, toU: number) =>
      as('guojia', cameraCalls.zoomToBox, { cameraId: cameras.visible, from: { u: fromU, v: 0.25 }, to: { u: toU, v: 0.75 } });
    const seesDegrees = (degrees: number) =>
      vi.waitFor(async () => expect((await positionOf()).fieldOfViewDegrees).toBeCloseTo(degrees, 1), SOON);
    await turnTo('guojia', 90, 0);
    await isAt(90, 0);
    expect((await zoomToBox(0.5, 1)).body).toMatchObject({ code: 200 });
    await Promise.all([isAt(90 + 16.102, 0), seesDegrees(33.447)]);
    // The lens's widest angle is 60°.
    await zoomToBox(0.75, 0.25);
    await Promise.all([isAt(90 + 16.102, 0), seesDegrees(60)]);
    expect(
      (await as('guojia', cameraCalls.zoomToBox, { cameraId: cameras.visible, from: { u: 0.5, v: 0.5 }, to: { u: 0.51, v: 0.51 } })).body,
    ).toMatchObject({ code: 422, error: { code: 'box-too-small' } });
    expect(
      (await as('lixian', cameraCalls.zoomToBox, { cameraId: cameras.visible, from: { u: 0, v: 0 }, to: { u: 1, v: 1 } })).status,
    ).toBe(404);
  });

  it('turns slowly when zoomed in, and has stopped when the stop call returns', async () => {
    const control = (stop: 0 | 1) =>
      as(
        'guojia',
        cameraCalls.control,
        undefined,
        `?monitorId=${monitorId}&channelId=1&controlType=${PTZ_COMMANDS.right}&speed=7&stop=${stop}`,
      );
    /** Measures the turning speed, degrees per second, over at least this many degrees. */
    const speedOver = async (degrees: number): Promise<number> => {
      await control(0);
      const [from, begun] = [(await positionOf()).horizontalDegrees, performance.now()];
      const to = await vi.waitFor(async () => {
        const { horizontalDegrees } = await positionOf();
        expect(horizontalDegrees - from).toBeGreaterThan(degrees);
        return horizontalDegrees;
      }, SOON);
      const seconds = (performance.now() - begun) / 1000;
      expect((await control(1)).body).toMatchObject({ code: 200 });
      const stopped = (await positionOf()).horizontalDegrees;
      expect((await positionOf()).horizontalDegrees).toBe(stopped);
      return (to - from) / seconds;
    };
    await turnTo('guojia', 20, 0);
    await isAt(20, 0);
    const wide = await speedOver(10);
    await turnTo('guojia', 20, 0);
    await isAt(20, 0);
    await as('guojia', cameraCalls.zoomToBox, { cameraId: cameras.visible, from: { u: 0.45, v: 0.45 }, to: { u: 0.55, v: 0.55 } });
    await vi.waitFor(async () => expect((await positionOf()).zoom).toBeCloseTo(10, 0), SOON);
    // At ten times the magnification, a tenth of the speed.
    expect(wide / (await speedOver(1))).toBeGreaterThan(5);
    await as('guojia', cameraCalls.zoomToBox, { cameraId: cameras.visible, from: { u: 0.55, v: 0.55 }, to: { u: 0.45, v: 0.45 } });
    await vi.waitFor(async () => expect((await positionOf()).zoom).toBeCloseTo(1, 1), SOON);
  });

  it('is refused without the right or outside the grid; a tour that is not configured cannot be started', async () => {
    expect((await turnTo('viewer', 0, 0)).status).toBe(403);
    expect((await turnTo('lixian', 0, 0)).status).toBe(404);
    const tour = (controlType: string) => as('guojia', cameraCalls.tour, undefined, `?monitorId=${monitorId}&controlType=${controlType}`);
    expect((await tour('StartService')).body).toMatchObject({ code: 200 });
    expect((await tour('StartCruise')).body).toMatchObject({ code: 501, message: '该摄像头没有设置巡航路线' });
  });
});

describe('locating', () => {
  it('a point of the picture is located where its ray meets the terrain; a point in the sky has no position', async () => {
    await turnTo('guojia', 200, -6);
    await isAt(200, -6);
    const { body } = await as('guojia', cameraCalls.locateInPicture, { cameraId: cameras.visible, u: 0.5, v: 0.6 });
    const [tower] = towers.towers;
    if (!tower) throw new Error('no tower');
    const surface = createSurface(demoRelief());
    const expected = locate({ ...tower.tower, azimuthDegrees: body.data.azimuthDegrees, tiltDegrees: body.data.verticalDegrees }, surface);
    expect(body.data.position.lng).toBeCloseTo(expected?.lng ?? 0, 5);
    expect(body.data.distanceMetres).toBeCloseTo(expected?.distanceMetres ?? 0, 0);
    await turnTo('guojia', 200, 30);
    await isAt(200, 30);
    expect((await as('guojia', cameraCalls.locateInPicture, { cameraId: cameras.visible, u: 0.5, v: 0.1 })).body).toMatchObject({
      code: 501,
      message: '没有得到火点位置',
    });
  });

  it('finds the cameras that see a place, nearest first, and turns one to it', async () => {
    const [tower] = towers.towers;
    if (!tower) throw new Error('no tower');
    const seen = locate({ ...tower.tower, azimuthDegrees: 77, tiltDegrees: -12 }, createSurface(demoRelief()));
    if (!seen) throw new Error('no ground there');
    const position = { lng: seen.lng, lat: seen.lat };
    const rows = (await as('guojia', cameraCalls.camerasThatSee, { position })).body.data;
    expect(rows.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([cameras.visible, cameras.thermal]));
    expect(rows[0].distanceMetres).toBeCloseTo(seen.distanceMetres, -1);
    const turned = (await as('guojia', cameraCalls.lookAt, { cameraId: cameras.visible, position })).body.data;
    expect(turned.isVisible).toBe(true);
    const now = await isAt(turned.horizontalDegrees, turned.verticalDegrees);
    expect(now.azimuthDegrees).toBeCloseTo(77, 1);
  });

  it('two bearings give an intersection with its ellipse; too small an angle is refused', async () => {
    const [, second] = towers.towers;
    if (!second) throw new Error('no second tower');
    const made = await as('guojia', cameraCalls.createMonitoringPoint, {
      name: '二号塔',
      position: { lng: second.tower.lng, lat: second.tower.lat },
      towerHeight: second.tower.towerHeightMetres,
      cameras: [{ deviceId: second.towerId, name: '二号', manufacturer: 'onvif' }],
    });
    const [other] = (await as('guojia', cameraCalls.cameraList, { monitorId: made.body.data.id })).body.data;
    const [first] = towers.towers;
    if (!first) throw new Error('no tower');
    const { bearingDegrees } = await import('@lookout/geo');
    const fireAt = destination(first.tower, bearingDegrees(first.tower, second.tower) + 50, 6_000);
    const bearings = [
      { cameraId: cameras.visible, horizontalDegrees: bearingDegrees(first.tower, fireAt) - first.tower.northCorrectionDegrees },
      { cameraId: other.id, horizontalDegrees: bearingDegrees(second.tower, fireAt) },
    ];
    const { data } = (await as('guojia', cameraCalls.triangulate, { bearings })).body;
    expect([data.position.lng, data.position.lat]).toEqual([expect.closeTo(fireAt.lng, 5), expect.closeTo(fireAt.lat, 5)]);
    expect(data.ellipse.semiMajorMetres).toBeGreaterThan(0);
    const same = [bearings[0], { cameraId: cameras.thermal, horizontalDegrees: (bearings[0]?.horizontalDegrees ?? 0) + 1 }];
    expect((await as('guojia', cameraCalls.triangulate, { bearings: same })).body.code).toBe(501);
  });

  it('an alarm raised from the picture is at the located place, with its angles and a snapshot', async () => {
    await turnTo('guojia', 200, -10);
    await isAt(200, -10);
    const shot = (await as('guojia', video.snapshot, { cameraId: cameras.visible })).body;
    expect(shot).toMatchObject({ code: 200, data: { pictureId: expect.any(String), takenAt: expect.any(String) } });
    const query = `?monitorId=${monitorId}&channelId=1&horizonAngle=200&verticalAngle=-10&picPath1=${encodeURIComponent(fileUrl(shot.data.pictureId))}`;
    const raised = await as('guojia', alarmCalls.raiseFromVideo, undefined, query);
    expect(raised.body).toMatchObject({ code: 200 });
    const alarm = (await as('guojia', alarmCalls.monitorOne, undefined, `?id=${raised.body.data.id}`)).body.data;
    expect(alarm).toMatchObject({ horizonAngle: 200, verticalAngle: -10, monitorId });
  });
});

describe('setup', () => {
  it('a password can be set but is never returned; an automatic detection in a mask is stored and marked', async () => {
    const setup = (await as('guojia', cameraCalls.cameraSetup, undefined, `?cameraId=${cameras.visible}`)).body.data;
    expect(setup).toMatchObject({ hasPassword: true, channelCode: 'visible' });
    expect(JSON.stringify(setup)).not.toContain('Tower-2026');
    const mask = { name: '烟囱', fromHorizontal: 10, toHorizontal: 20, fromVertical: -20, toVertical: 0 };
    const { cameraId: _, name: __, hasPassword: ___, ...rest } = setup;
    expect((await as('guojia', cameraCalls.updateCameraSetup, { cameraId: cameras.visible, ...rest, masks: [mask] })).body).toMatchObject({
      code: 200,
    });
    const endsAt = '2036-12-31 23:59:00';
    await as('guojia', cameraCalls.updateCameraSetup, { cameraId: cameras.visible, ...rest, masks: [{ ...mask, endsAt }] });
    const ending = (await as('guojia', cameraCalls.cameraSetup, undefined, `?cameraId=${cameras.visible}`)).body.data;
    expect(ending.masks).toEqual([{ ...mask, endsAt }]);
    const [tower] = towers.towers;
    const detected = await server.call('POST', alarmCalls.createMonitorAlarm.path, {
      headers: { 'x-feed-key': server.feedKey },
      body: { deviceId: tower?.towerId, horizonAngle: 15, verticalAngle: -5, alarmDatetime: new Date().toISOString() },
    });
    expect(detected.body).toMatchObject({ code: 200 });
    const alarm = (await as('guojia', alarmCalls.monitorOne, undefined, `?id=${detected.body.data.id}`)).body.data;
    expect(alarm).toMatchObject({ maskName: '烟囱', deviceAmbiguous: false, monitorId });
    expect((await streamOf('guojia', cameras.visible)).code).toBeNull();
  });

  it('finds north from landmarks, shows the residuals, and saves the correction on request', async () => {
    const [tower] = towers.towers;
    if (!tower) throw new Error('no tower');
    const landmarks = [10, 130, 250].map((azimuth) => ({
      position: destination(tower.tower, azimuth, 5_000),
      horizontalDegrees: azimuth - 3.25,
    }));
    const tried = (await as('guojia', cameraCalls.correctNorth, { cameraId: cameras.visible, landmarks })).body.data;
    expect(tried.correctionDegrees).toBeCloseTo(3.25, 6);
    expect(tried.after.rmsDegrees).toBeCloseTo(0, 6);
    expect(tried.isSaved).toBe(false);
    await as('guojia', cameraCalls.correctNorth, { cameraId: cameras.visible, landmarks, save: true });
    const { northCorrectionDegrees } = (await as('guojia', cameraCalls.cameraSetup, undefined, `?cameraId=${cameras.visible}`)).body.data;
    expect(northCorrectionDegrees).toBeCloseTo(3.25, 6);
  });

  it('a camera can move to another address without losing the rest of its setup', async () => {
    const [tower] = towers.towers;
    const relink = (controlUrl: string, password?: string) =>
      as('guojia', cameraCalls.relinkCameras, {
        cameras: [
          { deviceId: tower?.towerId, channelNum: 1, link: { controlUrl, password } },
          { deviceId: 'none', link: { controlUrl } },
        ],
      });
    expect((await relink('http://127.0.0.1:9/x')).body.data).toEqual({
      changed: 1,
      rejected: [{ index: 1, error: { code: 'no-such-camera', params: {} }, reason: '没有这个摄像头，或不在您的网格内' }],
    });
    expect((await as('guojia', cameraCalls.cameraPosition, undefined, `?cameraId=${cameras.visible}`)).body).toMatchObject({
      code: 501,
      message: expect.stringContaining('无法连接'),
    });
    const setup = async () => (await as('guojia', cameraCalls.cameraSetup, undefined, `?cameraId=${cameras.visible}`)).body.data;
    // A password is sent only to the address it was entered for: returning to the old address without a password does not restore it.
    await relink(tower?.onvif ?? '');
    expect(await setup()).toMatchObject({ hasPassword: false, masks: [{ name: '烟囱' }], channelCode: 'visible' });
    await relink(tower?.onvif ?? '', tower?.password);
    expect(await setup()).toMatchObject({ hasPassword: true, masks: [{ name: '烟囱' }], channelCode: 'visible' });
  });

  it('nothing is requested outside the allow-list', async () => {
    const setup = (await as('guojia', cameraCalls.cameraSetup, undefined, `?cameraId=${cameras.thermal}`)).body.data;
    const { cameraId: _, name: __, hasPassword: ___, ...rest } = setup;
    await as('guojia', cameraCalls.updateCameraSetup, { cameraId: cameras.thermal, ...rest, streamUrl: 'rtsp://169.254.169.254/x' });
    const { url } = await streamOf('guojia', cameras.thermal);
    const reply = await fetch(server.base + url);
    expect({ status: reply.status, message: ((await reply.json()) as { message: string }).message }).toEqual({
      status: 503,
      message: '地址不允许',
    });
  });
});

it('platforms that are not configured, and cameras of other vendors, refuse with a message', async () => {
  expect((await as('guojia', cameraCalls.aqishiLogin)).body).toMatchObject({ code: 501, message: '该厂商接口未配置' });
  expect((await as('guojia', cameraCalls.aqishiStatistics)).body).toMatchObject({ code: 501, message: '该厂商接口未配置' });
  expect((await as('guojia', cameraCalls.aqishiPreview, undefined, `?cameraId=${cameras.visible}`)).body).toMatchObject({
    code: 501,
    message: '该摄像头不是奇石接入的',
  });
  expect((await as('guojia', cameraCalls.guideControl, { id: cameras.visible, enumCode: '1', direction: 1 })).body).toMatchObject({
    code: 501,
  });
  expect((await as('guojia', cameraCalls.guideControl, { id: cameras.visible, enumCode: '2', step: 9 })).body.data[0].message).toBe(
    '焦距步长只能是1到8之间的整数',
  );
});
