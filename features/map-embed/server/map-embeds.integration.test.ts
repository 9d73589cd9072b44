import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '@lookout/contract';
import { DAY_MS, MAP_EMBED_LAYERS } from '@lookout/domain';
import { mqttProbe } from '@lookout/server/testing/mqtt-probe.ts';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { type Reply, sharedTestServer, startTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { ask } from '@lookout/store/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';
import type { Wall } from '../../wall/wall.ts';
import { type MapAlarm, MOST_EMBED_DAYS } from '../map-embed.ts';

let now = new Date('2026-11-24T02:00:00Z');
let server: TestServer;
let other: TestServer;
const sessions: Record<string, Session> = {};
const { embedPage, issueEmbed, issueWall, revokeEmbed, mapView, mapAlarms, mapResources } = contract.mapEmbed;
const { wall, wallForecast, dutySums } = contract.wall;

beforeAll(async () => {
  const webAppFolder = await mkdtemp(join(tmpdir(), 'lookout-web-'));
  await writeFile(join(webAppFolder, 'index.html'), '<!doctype html><title>林火瞭望</title>');
  server = await sharedTestServer({ clock: () => now, webAppFolder });
  other = await startTestServer({ clock: () => now, databaseUrl: server.databaseUrl });
  for (const user of ['guojia', 'sichuan', 'aba', 'wenchuan', 'viewer']) sessions[user] = await server.login(user);
});
afterAll(async () => {
  await other?.stop();
  await server?.stop();
});

const send = (user: string, path: string, body: unknown = {}): Promise<Reply> =>
  server.call('POST', path, { token: sessions[user]?.access_token, body });
const draft = (more: object = {}) => ({
  name: '汶川县门户',
  gridNo: '513221',
  layers: [...MAP_EMBED_LAYERS],
  origins: ['https://portal.example.gov.cn'],
  expiresAt: new Date(now.getTime() + 30 * DAY_MS).toISOString(),
  ...more,
});
const issue = async (more: object = {}, user = 'aba'): Promise<{ readonly id: string; readonly token: string }> => {
  const reply = await send(user, issueEmbed.path, draft(more));
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.body.data;
};
/** Issues the link of a wall of Wenchuan. */
const issueLink = async (more: object = {}, user = 'aba'): Promise<{ readonly id: string; readonly token: string }> => {
  const reply = await send(user, issueWall.path, { name: '值班大厅', gridNo: '513221', ...more });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.body.data;
};
const revoke = (user: string, id: string) => send(user, revokeEmbed.path.replace('{id}', id));
const read = ({ method, path }: Pick<Row, 'method' | 'path'>, token: string, body: unknown = {}, at = server) =>
  at.call(method, path, { token, ...(method !== 'GET' && { body }) });
const raise = async (longitude: number, latitude: number): Promise<string> => {
  const body = { longitude, latitude, deviceId: 'T', alarmDatetime: now.toISOString() };
  const reply = await server.call('POST', '/fire/api/monitorFirealarm', { headers: { 'x-feed-key': server.feedKey }, body });
  if (reply.body.code !== 200) throw new Error(JSON.stringify(reply.body));
  return reply.body.data.id;
};
const alarmsOf = async (token: string): Promise<MapAlarm[]> => (await read(mapAlarms, token)).body.data.alarms;
const frameOf = async (query: string): Promise<{ readonly ancestors: string | undefined; readonly options: string | null }> => {
  const { headers } = await fetch(`${server.base}/map${query}`, { headers: { accept: 'text/html' } });
  return {
    ancestors: /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1],
    options: headers.get('x-frame-options'),
  };
};

describe('a token', () => {
  it('is shown once, stored as a hash, listed with its last use to the minute, and audited', async () => {
    const { id, token } = await issue();
    expect(token).toMatch(/^map_[A-Za-z0-9_-]{43}$/);
    const listed = async () => (await send('aba', embedPage.path)).body.data.list.find((one: { id: string }) => one.id === id);
    expect(await listed()).toMatchObject({ gridName: '汶川县', revokedAt: null, issuedBy: '阿坝州值班员', lastUsedAt: null });
    expect(JSON.stringify(await listed())).not.toContain(token);
    await read(mapView, token);
    expect((await listed()).lastUsedAt).toBe('2026-11-24 10:00:00');
    const audit = await server.store.audit.page('100000' as never, { act: 'issue-map-embed' }, { offset: 0, limit: 50 });
    const row = audit.list.find(({ targetId }) => targetId === id);
    expect(row).toMatchObject({
      outcome: 'ok',
      gridNo: '513221',
      detail: { name: '汶川县门户', origins: ['https://portal.example.gov.cn'] },
    });
    expect(JSON.stringify(audit.list)).not.toContain(token);
  });

  it('is issued only by user administrators, for a grid within their own', async () => {
    expect((await send('viewer', issueEmbed.path, draft())).status).toBe(403);
    const outside = await send('aba', issueEmbed.path, draft({ gridNo: '410781' }));
    expect([outside.status, outside.body.data?.[0].path]).toEqual([422, 'gridNo']);
  });

  it('with an invalid field is refused by name, and nothing is stored', async () => {
    const count = async () => (await send('guojia', embedPage.path)).body.data.total;
    const before = await count();
    const faults = [
      ['name', { name: ' ' }],
      ['layers', { layers: [] }],
      ['layers.0', { layers: ['rangers'] }],
      ['origins', { origins: [] }],
      ['origins', { origins: Array.from({ length: 11 }, (_, n) => `https://p${n}.example`) }],
      ...[
        '*',
        'https://*.example.cn',
        'portal.example',
        'https://portal.example/path',
        'ftp://portal.example',
        "https://a.cn;script-src 'x'",
      ].map((origin) => ['origins.0', { origins: [origin] }] as const),
      ['expiresAt', { expiresAt: new Date(now.getTime() - 1_000).toISOString() }],
      ['expiresAt', { expiresAt: new Date(now.getTime() + (MOST_EMBED_DAYS + 1) * DAY_MS).toISOString() }],
    ] as const;
    for (const [path, more] of faults) {
      const { status, body } = await send('aba', issueEmbed.path, draft(more));
      expect({ more, status, path: body.data?.[0]?.path }).toEqual({ more, status: 422, path });
    }
    const english = await server.call('POST', issueEmbed.path, {
      token: sessions.aba?.access_token,
      body: draft({ origins: [] }),
      headers: { 'accept-language': 'en' },
    });
    expect(english.body.data[0].message).toBe('Please enter the sites that may embed the map');
    expect(await count()).toBe(before);
  });

  it('that is revoked is rejected by every server; a second administrator who revokes it sees who was first', async () => {
    const { id, token } = await issue();
    for (const at of [server, other]) expect((await read(mapView, token, {}, at)).status).toBe(200);
    expect((await revoke('sichuan', id)).body.data).toMatchObject({ revokedAt: expect.any(String), revokedBy: '四川省值班员' });
    await expect.poll(async () => (await read(mapView, token, {}, other)).status, { interval: 50 }).toBe(401);
    const refused = await read(mapAlarms, token);
    expect([refused.status, refused.body.error.code, refused.body.message]).toEqual([401, 'embed-revoked', '嵌入地图的令牌已被吊销']);
    const second = await revoke('aba', id);
    expect([second.status, second.body.message, second.body.data.revokedBy]).toEqual([409, '令牌已由四川省值班员吊销', '四川省值班员']);
  });

  it('that has expired is rejected with that reason; an unknown one is no session', async () => {
    const { id, token } = await issue({ expiresAt: new Date(now.getTime() + 60_000).toISOString() });
    expect((await read(mapView, token)).status).toBe(200);
    now = new Date(now.getTime() + 60_000);
    const refused = await read(mapView, token);
    expect([refused.status, refused.body.error.code]).toEqual([401, 'embed-expired']);
    expect(await frameOf(`?embed=${id}`)).toMatchObject({ ancestors: "'none'" });
    expect((await read(mapView, `map_${'x'.repeat(43)}`)).body.error.code).toBe('not-logged-in');
  });
});

describe('an embedded map', () => {
  it('can make the calls that its layers need, and no other call of the contract; so can a wall', async () => {
    const rows = Object.values(contract as Record<string, Record<string, Row>>).flatMap((calls) => Object.values(calls));
    for (const layers of [['danger'], ['resources'], ['alarms', 'boundaries'], ['wall']] as const) {
      const { token } = layers[0] === 'wall' ? await issueLink() : await issue({ layers });
      const opens = (embeds: Row['embeds']) =>
        embeds === 'every' || (embeds ?? []).some((layer) => (layers as readonly string[]).includes(layer));
      for (const row of rows.filter(({ permission }) => permission !== 'public')) {
        const path = row.path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000');
        const { status } = await server.call(row.method, path, { token, ...(row.method !== 'GET' && { body: {} }) });
        expect({ layers, path: row.path, isRefused: status === 403 }).toEqual({ layers, path: row.path, isRefused: !opens(row.embeds) });
      }
      for (const { path, method, embeds } of server.app.rawRoutes) {
        const { status } = await server.call(method, path.replace(/\{\w+\}/g, '0'), { token });
        expect({ path, isRefused: status === 403 }).toEqual({ path, isRefused: !opens(embeds) });
      }
    }
  });

  it('never sees another grid: not through a call, a wider gridNo, MQTT or tiles', async () => {
    const { id, token } = await issue();
    const own = await raise(103.59, 31.48);
    const strange = await raise(103.17, 31.44);
    const ids = (await alarmsOf(token)).map((alarm) => alarm.id);
    expect([ids.includes(own), ids.includes(strange)]).toEqual([true, false]);
    for (const gridNo of ['513222', '513200', '100000']) {
      for (const row of [mapAlarms, mapResources]) {
        const wider = await read(row, token, { gridNo });
        expect([wider.status, wider.body.data[0].path]).toEqual([422, 'gridNo']);
      }
    }
    const areas = await server.call('GET', '/resource/api/grid/getAreaData?level=counties', { token });
    expect(areas.body.data.every(({ gridNo }: { gridNo: string }) => gridNo.startsWith('513221'))).toBe(true);
    for (const userName of [id, sessions.aba?.accid ?? '']) {
      const probe = await mqttProbe(server.mqttUrl, userName, token);
      expect(probe.code).not.toBe(0);
    }
    // No token grants vector-tile layers; the terrain is the same for every caller.
    expect((await server.call('GET', `/layers/${id}/1/8/200/100.mvt`, { token })).status).toBe(403);
    expect((await server.call('GET', '/terrain/meta', { token })).status).toBe(200);
  });

  it('receives alarms and resources without personal data: no reporter, no description, no pictures, no leader, no telephone', async () => {
    const { token } = await issue();
    const report = { longitude: 103.58, latitude: 31.47, description: '张三在烧荒', phone: '13812345678' };
    const reported = await server.call('POST', '/fire/api/reportFirealarm', { token: sessions.wenchuan?.access_token, body: report });
    const alarm = (await alarmsOf(token)).find(({ id }) => id === reported.body.data.id);
    expect(Object.keys(alarm ?? {}).sort()).toEqual([
      'arrivedAt',
      'formattedAddress',
      'gridName',
      'gridNo',
      'id',
      'inProgress',
      'kind',
      'observedAt',
      'position',
      'scanKilometres',
      'trackKilometres',
      'verdict',
    ]);
    const resource = {
      kind: 'team',
      code: 'embed-team',
      name: '汶川扑火队',
      position: { lng: 103.59, lat: 31.48 },
      leaderName: '李四',
      leaderPhone: '13987654321',
    };
    const made = await send('guojia', contract.resource.createResource.path, resource);
    expect(made.status).toBe(200);
    await expect
      .poll(async () => (await read(mapResources, token)).body.data.resources.map(({ name }: { name: string }) => name))
      .toContain('汶川扑火队');
    const text = JSON.stringify([(await read(mapAlarms, token)).body, (await read(mapResources, token)).body]);
    for (const secret of ['张三', '13812345678', '李四', '13987654321', '值班员']) expect(text).not.toContain(secret);
  });

  it('receives null for a request with since until something happens in its grid', async () => {
    const { token } = await issue();
    const first = (await read(mapAlarms, token)).body.data;
    expect((await read(mapAlarms, token, { since: first.last })).body.data).toEqual({ last: first.last, alarms: null, isCut: false });
    await raise(114.06, 35.4);
    const elsewhere = (await read(mapAlarms, token, { since: first.last })).body.data;
    expect(elsewhere.alarms).toBeNull();
    const own = await raise(103.6, 31.49);
    const newer = (await read(mapAlarms, token, { since: elsewhere.last })).body.data;
    expect(newer.alarms.map(({ id }: MapAlarm) => id)).toContain(own);
    // Events after a number that has left the log are unknown, so the map receives the full state.
    await ask(server.databaseUrl, 'update journal_head set event_first = event_last');
    const all = (await read(mapAlarms, token, { since: first.last })).body.data;
    expect(all).toMatchObject({ last: newer.last, alarms: expect.arrayContaining([expect.objectContaining({ id: own })]) });
    await ask(server.databaseUrl, 'update journal_head set event_first = 1');
  });

  it('in an officer’s own session shows the officer’s grid and the layers of his rights', async () => {
    const reply = await server.call('GET', mapView.path, { token: sessions.wenchuan?.access_token });
    expect(reply.body.data).toMatchObject({ embedId: null, gridName: '汶川县', layers: [...MAP_EMBED_LAYERS], isDemo: true });
  });
});

describe('the page /map', () => {
  it('may be framed by the origins of the map in its address, while the token is valid; every other page by none of them', async () => {
    const { id } = await issue({ origins: ['https://portal.example.gov.cn/', 'http://10.0.0.8:8090'] });
    expect(await frameOf(`?embed=${id}`)).toEqual({ ancestors: 'https://portal.example.gov.cn http://10.0.0.8:8090', options: null });
    for (const query of ['', '?embed=', '?embed=x', '?embed=00000000-0000-4000-8000-000000000000', `?embed=${id}&embed=${id}`])
      expect({ query, ...(await frameOf(query)) }).toMatchObject({ query, ancestors: "'none'" });
    const { headers } = await fetch(`${server.base}/manage/monitor?embed=${id}`, { headers: { accept: 'text/html' } });
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    await revoke('aba', id);
    expect(await frameOf(`?embed=${id}`)).toMatchObject({ ancestors: "'none'" });
  });

  it('limits requests with guessed ids, because each is a database query', async () => {
    const statuses = new Set<number>();
    const guess = async (): Promise<void> => {
      while (!statuses.has(429)) statuses.add((await fetch(`${server.base}/map?embed=x`, { headers: { accept: 'text/html' } })).status);
    };
    await Promise.all(Array.from({ length: 20 }, guess));
    expect(statuses).toEqual(new Set([200, 429]));
    expect((await fetch(`${server.base}/manage/monitor`, { headers: { accept: 'text/html' } })).status).toBe(200);
  });
});

describe('a wall', () => {
  const reporter = { description: '张三在烧荒', reporterName: '张三', phone: '13812345678' };
  const wallOf = async (token: string): Promise<Wall> => (await read(wall, token)).body.data.wall;
  const judge = (fireId: string) => send('aba', contract.alarm.monitorJudge.path, { fireId, isReal: 1 });
  const report = async (longitude: number, latitude: number, pictures: readonly string[] = []): Promise<string> =>
    (await send('aba', contract.alarm.createReport.path, { longitude, latitude, pictures, ...reporter })).body.data.id;
  const uploaded = async (): Promise<string> => {
    const form = new FormData();
    const picture = await sharp({ create: { width: 8, height: 6, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'x.png');
    const headers = { authorization: `Bearer ${sessions.aba?.access_token}` };
    const reply = await fetch(`${server.base}${contract.photo.upload.path}`, { method: 'POST', headers, body: form });
    return ((await reply.json()) as { data: { id: string } }).data.id;
  };

  it('is issued for a grid within the issuer’s own by a user who sees all that it shows, with or without an expiry', async () => {
    const { id } = await issueLink();
    const row = (await send('aba', embedPage.path)).body.data.list.find((one: { id: string }) => one.id === id);
    expect(row).toMatchObject({ name: '值班大厅', layers: ['wall'], origins: [], expiresAt: null, revokedAt: null, lastUsedAt: null });
    expect((await send('viewer', issueWall.path, { name: '大厅', gridNo: '513221' })).status).toBe(403);
    for (const [path, more] of [
      ['gridNo', { gridNo: '410781' }],
      ['name', { name: ' ' }],
      ['expiresAt', { expiresAt: now.toISOString() }],
    ] as const) {
      const { status, body } = await send('aba', issueWall.path, { name: '大厅', gridNo: '513221', ...more });
      expect({ path, status, at: body.data?.[0]?.path }).toEqual({ path, status: 422, at: path });
    }
  });

  it('shows only its grid, without reporter and telephone; its totals equal those of the app', async () => {
    const { token } = await issueLink();
    const before = (await wallOf(token)).sums;
    const picture = await uploaded();
    const [own, strange] = [await report(103.586, 31.477, [picture]), await raise(103.17, 31.44)];
    expect((await judge(own)).status).toBe(200);
    await judge(strange);
    await vi.waitFor(
      async () => expect((await wallOf(token)).fires.map(({ formattedAddress }) => formattedAddress)).toHaveLength(before.burning + 1),
      15_000,
    );
    const shown = await wallOf(token);
    expect(shown.fires.find(({ picture: one }) => one?.url === `/files/${picture}`)).toMatchObject({
      gridNo: '513221',
      kinds: expect.arrayContaining(['report']),
      realFireType: null,
      inCharge: null,
      people: { sent: 0, underWay: 0, there: 0 },
      area: null,
      forecast: null,
    });
    expect(shown.alarms.every(({ gridNo }) => gridNo.startsWith('513221'))).toBe(true);
    expect(shown.alarms.find(({ id }) => id === own)?.state).toBe('real');
    const text = JSON.stringify([shown, (await read(dutySums, sessions.wenchuan?.access_token ?? '')).body]);
    for (const secret of ['张三', '烧荒', '13812345678']) expect(text).not.toContain(secret);
    expect(shown.sums).toEqual((await read(dutySums, sessions.wenchuan?.access_token ?? '')).body.data);
    expect((await read(dutySums, sessions.viewer?.access_token ?? '')).body.data).toMatchObject({ openTasks: null, peopleOut: null });
    for (const id of [own, strange]) {
      const query = { method: 'GET', path: `${wallForecast.path}?id=${id}` } as const;
      expect((await read(query, token)).status).toBe(id === own ? 200 : 404);
    }
  });

  it('can load the pictures of the objects it shows, and no other file', async () => {
    const { token } = await issueLink();
    const lixian = await issueLink({ gridNo: '513222' });
    const [shown, loose] = [await uploaded(), await uploaded()];
    await report(103.588, 31.479, [shown]);
    const statusOf = async (id: string, by: string) =>
      (await fetch(`${server.base}/files/${id}`, { headers: { authorization: `Bearer ${by}` } })).status;
    await expect.poll(() => statusOf(shown, token)).toBe(200);
    expect([await statusOf(loose, token), await statusOf(shown, lixian.token)]).toEqual([404, 404]);
    const map = await issue();
    expect(await statusOf(shown, map.token)).toBe(403);
  });

  it('is notified of changes in its grid only, and is closed when its link is revoked', async () => {
    const { id, token } = await issueLink({ expiresAt: new Date(now.getTime() + 60_000).toISOString() });
    const { last } = (await read(wall, token)).body.data;
    expect((await read(wall, token, { since: last })).body.data.wall).toBeNull();
    await raise(103.17, 31.44);
    const quiet = (await read(wall, token, { since: last })).body.data;
    expect([quiet.wall, quiet.last > last]).toEqual([null, true]);
    const own = await raise(103.59, 31.48);
    const alarms: Wall['alarms'] = (await read(wall, token, { since: quiet.last })).body.data.wall.alarms;
    expect(alarms.find(({ id: one }) => one === own)).toMatchObject({ gridNo: '513221', kind: 'camera' });
    now = new Date(now.getTime() + 60_000);
    expect((await read(wall, token)).body.error.code).toBe('embed-expired');
    await revoke('aba', id);
    const lasting = await issueLink();
    await revoke('sichuan', lasting.id);
    await expect.poll(async () => (await read(wall, lasting.token, {}, other)).body.error?.code, { interval: 50 }).toBe('embed-revoked');
  });
});
