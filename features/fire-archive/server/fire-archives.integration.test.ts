import { createHash } from 'node:crypto';
import { type AlarmWorld, LIXIAN, type Officer, openAlarmWorld } from '@lookout/server/testing/alarm-world.ts';
import { extractRawText } from 'mammoth';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { archiveReportPath } from '../fire-archive.calls.ts';
import { archiveState, gradeOf } from '../fire-archive.ts';

const { fireArchive: fireArchiveCalls } = contract;
let world: AlarmWorld;
beforeAll(async () => {
  world = await openAlarmWorld();
});
afterAll(() => world?.stop());

type Name = keyof typeof fireArchiveCalls;

const call = (user: Officer, name: Name, given: Readonly<Record<string, unknown>> = {}, params: Readonly<Record<string, string>> = {}) => {
  const row = fireArchiveCalls[name];
  const path = row.path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '');
  const isQuery = row.method === 'GET';
  const query = isQuery ? `?${new URLSearchParams(given as Record<string, string>)}` : '';
  return world.server.call(row.method, path + query, { token: world.tokens[user], ...(!isQuery && { body: given }) });
};

/** About 100 m by 100 m in Wenchuan. */
const FIELD = [
  [103.59, 31.48],
  [103.591, 31.48],
  [103.591, 31.481],
  [103.59, 31.481],
];
const assessment = (more: object = {}) => ({
  burned: { polygons: [[FIELD]], method: 'drawn', source: null },
  casualties: { dead: 0, badlyHurt: 0, slightlyHurt: 2 },
  losses: [{ item: 'timber', quantity: 12.5, yuan: 30_000, note: '=SUM(A1)' }],
  cause: '农事用火',
  review: '到场及时，通信不畅。',
  lessons: ['增设中继台', '  '],
  ...more,
});

async function closedFire(at?: { lng: number; lat: number }, outcome = '已扑灭'): Promise<string> {
  const id = await world.raise('report', at);
  const user = at === LIXIAN ? 'lixian' : 'wenchuan';
  expect((await world.act(user, 'monitorJudge', { fireId: id, isReal: 1 })).body.code).toBe(200);
  expect((await world.act(user, 'close', { id, kind: 'report', outcome, note: '已清理余火' })).body.code).toBe(200);
  return id;
}

const opened = async (fireId: string) => (await call('wenchuan', 'openArchive', { fireId })).body.data;
const revise = (user: Officer, id: string, revision: number, more: object = {}) =>
  call(user, 'reviseArchive', { revision, assessment: assessment(more) }, { id });

describe('the list of closed fires', () => {
  // Proves §7.14d
  it('contains every closed fire of the grid with its archive, and no other fire, filtered by state, time window and address', async () => {
    const [fire, elsewhere, none] = [await closedFire(), await closedFire(LIXIAN), await closedFire(undefined, '核实非火情')];
    const open = await world.raise('report');
    const listed = async (user: Officer, filter: object = {}) =>
      (await call(user, 'archiveList', filter as never)).body.data.map(({ fireId }: { fireId: string }) => fireId);
    const own = await listed('wenchuan');
    expect(own).toContain(fire);
    for (const other of [elsewhere, none, open]) expect(own).not.toContain(other);
    expect(await listed('aba')).toEqual(expect.arrayContaining([fire, elsewhere]));
    expect(await listed('aba', { gridNo: '513222' })).toEqual([elsewhere]);

    expect(await listed('wenchuan', { state: 'none' })).toContain(fire);
    await opened(fire);
    expect(await listed('wenchuan', { state: 'none' })).not.toContain(fire);
    expect(await listed('wenchuan', { state: 'draft' })).toContain(fire);
    expect(await listed('wenchuan', { address: '没有的地方' })).toEqual([]);
    expect(await listed('wenchuan', { beginTime: '2099-01-01 00:00:00' })).toEqual([]);
    expect(await listed('wenchuan', { fireId: fire })).toEqual([fire]);
    const [row] = (await call('wenchuan', 'archivePage', { fireId: fire, pageSize: 1 })).body.data.list;
    expect(row).toMatchObject({ fireId: fire, state: 'draft', version: 1, hectares: null, grade: null, outcome: 'extinguished' });
    expect(row.casualties.dead).toBe(0);
    expect((await call('viewer', 'archiveList')).status).toBe(403);
  });
});

describe('an archive', () => {
  it('contains what the events record: who did what and when', async () => {
    const fireId = await closedFire();
    const { data } = (await call('wenchuan', 'archiveOne', { fireId })).body;
    expect(data.archive).toBeNull();
    expect(data.record.events.map(({ act }: { act: string }) => act)).toEqual(['arrived', 'judged', 'closed']);
    expect(data.record.events[2]).toMatchObject({ fullName: '汶川县值班员', detail: { outcome: 'extinguished', note: '已清理余火' } });
  });

  it('measures the burned area on the ellipsoid, and grades it', async () => {
    const archive = await opened(await closedFire());
    const revised = (await revise('wenchuan', archive.id, 1)).body.data;
    // 0.001° by 0.001° at 31.48° north by GeographicLib's Planimeter: 10,535.83 m².
    expect(revised.assessment.burned.hectares).toBeCloseTo(1.0536, 3);
    expect(revised).toMatchObject({ revision: 2, assessment: { lessons: ['增设中继台'] } });
    expect(gradeOf(revised.assessment).grade).toBe('larger');
    const hole = FIELD.map(([lng = 0, lat = 0]) => [103.5905 + (lng - 103.5905) / 2, 31.4805 + (lat - 31.4805) / 2]);
    const holed = (await revise('wenchuan', archive.id, 2, { burned: { polygons: [[FIELD, hole]], method: 'drawn' } })).body.data;
    expect(holed.assessment.burned.hectares).toBeCloseTo(1.0536 * 0.75, 3);
    expect(gradeOf(holed.assessment).grade).toBe('general');
  });

  it('edited by two officers, answers the second with the current version', async () => {
    const archive = await opened(await closedFire());
    const replies = await Promise.all([revise('wenchuan', archive.id, 1), revise('aba', archive.id, 1)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = replies.find(({ status }) => status === 409);
    expect(lost?.body.data).toMatchObject({ id: archive.id, revision: 2 });
    expect(lost?.body.message).toContain('修改');
    const again = await call('aba', 'openArchive', { fireId: archive.fireId });
    expect(again).toMatchObject({ status: 409, body: { data: { id: archive.id } } });
  });

  it('never changes once sealed; its hash is of its canonical JSON; a correction is a new version that names it', async () => {
    const fireId = await closedFire();
    const first = await opened(fireId);
    expect((await call('wenchuan', 'sealArchive', { id: first.id, revision: 1 })).body).toMatchObject({ code: 501 });
    await revise('wenchuan', first.id, 1);
    const sealed = (await call('wenchuan', 'sealArchive', { id: first.id, revision: 2 })).body.data;
    expect(sealed).toMatchObject({ revision: 3, seal: { by: '汶川县值班员' } });
    const [version] = await world.server.store.fireArchives.versions('513221' as never, [fireId]);
    expect(
      createHash('sha256')
        .update(version?.content ?? '')
        .digest('hex'),
    ).toBe(sealed.seal.sha256);
    // RFC 8785: keys in order, no spaces.
    expect(version?.content?.startsWith('{"archive":{"assessment":{"burned":{"cover":null,"coverSource":null,"hectares":1.0536,')).toBe(
      true,
    );
    const events = await world.server.store.events.ofObject('archive', first.id);
    expect(events.at(-1)).toMatchObject({ kind: 'archive.sealed', payload: { sha256: sealed.seal.sha256 } });
    expect((await world.auditOf(first.id)).at(-1)).toMatchObject({
      act: 'seal-fire-archive',
      detail: { events: [{ kind: 'archive.sealed', detail: { sha256: sealed.seal.sha256 } }] },
    });

    expect(await revise('wenchuan', first.id, 3)).toMatchObject({ status: 409, body: { data: { seal: { sha256: sealed.seal.sha256 } } } });
    expect((await call('wenchuan', 'openArchive', { fireId })).body.data).toEqual([{ path: 'reason', message: '请说明更正的原因' }]);
    const second = (await call('wenchuan', 'openArchive', { fireId, reason: '面积复测' })).body.data;
    expect(second).toMatchObject({ version: 2, corrects: { version: 1, sha256: sealed.seal.sha256, reason: '面积复测' } });
    await revise('wenchuan', second.id, 1, { casualties: { dead: 3, badlyHurt: 0, slightlyHurt: 0 } });
    const old = (await call('wenchuan', 'archiveOne', { fireId, version: '1' })).body.data;
    expect(old.archive).toMatchObject({ version: 1, seal: { sha256: sealed.seal.sha256 }, assessment: { casualties: { dead: 0 } } });
    expect(old.versions.map(archiveState)).toEqual(['draft', 'sealed']);
  });

  it('cannot be changed in the database either once it is sealed', async () => {
    const archive = await opened(await closedFire());
    await revise('wenchuan', archive.id, 1);
    await call('wenchuan', 'sealArchive', { id: archive.id, revision: 2 });
    const [version] = await world.server.store.fireArchives.versions('513221' as never, [archive.fireId]);
    if (!version) throw new Error('the version is gone');
    await expect(world.server.store.fireArchives.save(version.archive, 'x')).rejects.toThrow();
  });

  it('is not found outside the grid, and can be opened only for a closed fire', async () => {
    const fireId = await closedFire(LIXIAN);
    for (const [name, given] of [
      ['archiveOne', { fireId }],
      ['openArchive', { fireId }],
    ] as const)
      expect((await call('wenchuan', name, given)).status).toBe(404);
    const report = (user: Officer) =>
      world.server.call('GET', `${archiveReportPath}?fireId=${fireId}`, { token: world.tokens[user] }).then(({ status }) => status);
    expect(await report('wenchuan')).toBe(404);
    expect((await call('wenchuan', 'openArchive', { fireId: await world.raise('report') })).body.code).toBe(501);
  });

  it.each([
    ['crosses itself', [[FIELD[0], FIELD[2], FIELD[1], FIELD[3]]], '第 1 个面的边线自相交'],
    ['has two points', [[FIELD[0], FIELD[1]]], '第 1 个面不足三个点'],
    [
      'leaves the grid',
      [
        [
          [103.17, 31.44],
          [103.171, 31.44],
          [103.17, 31.441],
        ],
      ],
      '第 1 个面有一部分超出您的网格范围',
    ],
    [
      'leaves China',
      [
        [
          [2.3, 48.8],
          [2.4, 48.8],
          [2.3, 48.9],
        ],
      ],
      '第 1 个面有一部分在中国境外',
    ],
  ])('refuses an area that %s', async (_, polygon, message) => {
    const archive = await opened(await closedFire());
    const reply = await revise('wenchuan', archive.id, 1, { burned: { polygons: [polygon], method: 'drawn' } });
    expect({ status: reply.status, data: reply.body.data }).toEqual({
      status: 422,
      data: [{ path: 'assessment.burned.polygons.0', message }],
    });
  });
});

describe('a file of a burned area', () => {
  const send = async (name: string, text: string) => {
    const form = new FormData();
    form.append('file', new Blob([text]), name);
    const { path } = fireArchiveCalls.readBurnedFile;
    const reply = await fetch(world.server.base + path, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${world.tokens.wenchuan}` },
    });
    return (await reply.json()) as { code: number; message: string; data: { polygons: unknown; hectares: number; rejected: unknown[] } };
  };
  const feature = (type: string, coordinates: unknown) => ({ type: 'Feature', properties: {}, geometry: { type, coordinates } });
  const ring = [...FIELD, ...FIELD.slice(0, 1)];

  it('returns its polygons, and rejects its invalid features', async () => {
    const features = [feature('Polygon', [ring]), feature('Polygon', [[[1]]]), feature('Point', FIELD[0])];
    const { data } = await send('过火.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
    expect(data).toMatchObject({ fileName: '过火.geojson', polygons: [[ring]], rejected: [{ line: 2 }] });
    expect(data.hectares).toBeCloseTo(1.0536, 3);
    const points = ring.map((pair) => pair.join(',')).join(' ');
    const placemark = `<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${points}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
    const kml = await send('a.kml', `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${placemark}</Document></kml>`);
    expect(kml.data.hectares).toBeCloseTo(1.0536, 3);
  });

  it.each([
    ['a.dwg', 'x', 'dwg'],
    ['a.geojson', '{', 'GeoJSON'],
    ['a.geojson', JSON.stringify({ type: 'FeatureCollection', features: [feature('Point', FIELD[0])] }), '没有面'],
  ])('%s is refused with its reason: %#', async (name, text, reason) => {
    const reply = await send(name, text);
    expect(reply.code).toBe(422);
    expect(reply.message).toContain(reason);
  });
});

describe('the report of an archive', () => {
  const bytesOf = async (fireId: string, format: string, language = 'zh') => {
    const reply = await fetch(`${world.server.base}${archiveReportPath}?fireId=${fireId}&format=${format}`, {
      headers: { authorization: `Bearer ${world.tokens.wenchuan}`, 'accept-language': language },
    });
    expect(reply.status).toBe(200);
    return Buffer.from(await reply.arrayBuffer());
  };
  const pdfText = async (bytes: Buffer): Promise<string> => {
    const task = getDocument({ data: Uint8Array.from(bytes), verbosity: 0 });
    const pdf = await task.promise;
    const pages = await Promise.all(Array.from({ length: pdf.numPages }, async (_, at) => (await pdf.getPage(at + 1)).getTextContent()));
    await task.destroy();
    return pages.flatMap(({ items }) => items.map((item) => ('str' in item ? item.str : ''))).join('');
  };

  it('contains the archive as PDF and as Word; a draft is marked as one, a sealed version states its hash', async () => {
    const fireId = await closedFire();
    const archive = await opened(fireId);
    await revise('wenchuan', archive.id, 1);
    const published = [
      '汶川县',
      '关闭，已扑灭，已清理余火',
      '汶川县值班员',
      '1.0536 公顷',
      '较大',
      '林木蓄积',
      '12.5',
      '立方米',
      '30,000',
      '到场及时',
      '增设中继台',
    ];
    const draft = await pdfText(await bytesOf(fireId, 'pdf'));
    // Without pictures the chapter on them is omitted, and the numbering has no gap.
    for (const part of [...published, '草稿', '七、评估', '八、版本']) expect(draft).toContain(part);
    const { sha256 } = (await call('wenchuan', 'sealArchive', { id: archive.id, revision: 2 })).body.data.seal;
    const sealed = await pdfText(await bytesOf(fireId, 'pdf'));
    for (const part of [...published, sha256]) expect(sealed.replaceAll(/\s/g, '')).toContain(part.replaceAll(/\s/g, ''));
    expect(sealed).not.toContain('草稿');
    const { value: word } = await extractRawText({ buffer: await bytesOf(fireId, 'docx') });
    for (const part of [...published, sha256]) expect(word).toContain(part);
    expect(await pdfText(await bytesOf(fireId, 'pdf', 'en'))).toContain('Forest fire assessment');
  });
});
