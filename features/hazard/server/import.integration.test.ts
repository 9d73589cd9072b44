import type { GridNo } from '@lookout/domain';
import { sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const calls = contract.hazard;
const WENCHUAN = '103.59,31.48';
const LIXIAN = '103.17,31.44';
const NOW = new Date('2026-07-01T02:00:00Z');

let server: TestServer;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  server = await sharedTestServer({ clock: () => NOW });
  for (const user of ['aba', 'wenchuan', 'lixian', 'viewer']) tokens[user] = (await server.login(user)).access_token;
});
afterAll(() => server?.stop());

const as = (user: string, row: { method: string; path: string }, body?: unknown) =>
  server.call(row.method, row.path, { token: tokens[user], ...(body !== undefined && { body }) });
/** Rows of code, name, kind, longitude and latitude, people, state. */
const sheet = (...rows: readonly string[]) => ['统一编号,名称,类型,经度,纬度,威胁人数,状态', ...rows].join('\n');
const bring = (user: string, text: string, apply = true) =>
  server.call('POST', `${calls.importHazards.path}${apply ? '?apply=1' : ''}`, {
    token: tokens[user],
    body: text,
    headers: { 'content-type': 'text/csv' },
  });
const rejectedIn = (data: { rejected: { line: number; column: string; reason: string }[] }) =>
  data.rejected.map(({ line, column, reason }) => [line, column, reason]);
const found = (code: string) => server.store.hazards.byCode(code);
const eventsOf = async (id: string) => (await server.store.events.newestOf(['hazard'], [id], { limit: 10 })).map(({ kind }) => kind);

/** A point with an open warning. */
async function warnedPoint(code: string): Promise<string> {
  const monitor = { code: `${code}-1`, kind: 'crack', name: '裂缝计', value: { blue: 1 } };
  const place = { position: { lng: 103.59, lat: 31.48 }, people: 10, households: 2 };
  const body = { code, name: '东山滑坡', kind: 'slide', level: 'small', ...place, monitors: [monitor] };
  const { id } = (await as('wenchuan', calls.createHazard, body)).body.data;
  const reading = { monitorCode: monitor.code, time: NOW.toISOString(), value: 5 };
  await server.call('POST', calls.putReadings.path, { body: [reading], headers: { 'x-feed-key': server.feedKey } });
  expect((await as('wenchuan', calls.hazardWarningPage, { hazardId: id, isOpen: true })).body.data.total).toBe(1);
  return id;
}

describe('a table of hazard points imported on the page', () => {
  it('is checked first, then written without its invalid rows; importing it again creates no second point', async () => {
    const text = sheet(
      `G1,东山滑坡,滑坡,${WENCHUAN},120,`,
      `G2,西山滑坡,滑坡,${LIXIAN},5,`,
      `G3,南山地陷,地陷,${WENCHUAN},5,`,
      `G4,北山崩塌,崩塌,${WENCHUAN},1.5,`,
      `G1,又一,滑坡,${WENCHUAN},1,`,
      `G5,远方崩塌,崩塌,80,10,1,`,
    );
    const rejected = [
      [3, '经度', '位置不在您的网格范围内'],
      [4, '类型', '应为 滑坡、崩塌、泥石流 之一，实为“地陷”'],
      [5, '威胁人数', '应为整数'],
      [6, null, '与第 2 行重复（G1）'],
      [7, '经度', '位置在中国境外'],
    ];
    const checked = (await bring('wenchuan', text, false)).body.data;
    expect(checked).toMatchObject({ received: 6, accepted: 1, changed: null });
    expect(rejectedIn(checked)).toEqual(rejected);
    expect(await found('G1')).toBeNull();

    const written = (await bring('wenchuan', text)).body.data;
    expect(written).toMatchObject({ received: 6, accepted: 1, changed: 1 });
    expect(rejectedIn(written)).toEqual(rejected);
    const point = await found('G1');
    expect(point).toMatchObject({ level: 'medium', gridNo: '513221', version: 1, changedBy: '汶川县值班员', changedAt: NOW });
    expect(await Promise.all(['G2', 'G3', 'G4', 'G5'].map(found))).toEqual([null, null, null, null]);

    expect((await bring('wenchuan', text)).body.data).toMatchObject({ accepted: 1, changed: 0 });
    expect(await found('G1')).toEqual(point);
    expect((await as('wenchuan', calls.hazardPage, { text: 'G1' })).body.data.total).toBe(1);
  });

  it('is recorded like single saves: one event of the officer for each point, and an audit row', async () => {
    await bring('wenchuan', sheet(`E1,东山滑坡,滑坡,${WENCHUAN},1,`, `E2,西山滑坡,滑坡,${WENCHUAN},1,`));
    await bring('wenchuan', sheet(`E1,东山大滑坡,滑坡,${WENCHUAN},1,`, `E2,西山滑坡,滑坡,${WENCHUAN},1,`));
    const [one, two] = await Promise.all(['E1', 'E2'].map(found));
    expect([await eventsOf(one?.id ?? ''), await eventsOf(two?.id ?? '')]).toEqual([['hazard.saved', 'hazard.saved'], ['hazard.saved']]);
    const history = (await as('wenchuan', calls.hazardHistory, { id: one?.id })).body.data;
    expect(history).toMatchObject([
      { act: 'changed', by: '汶川县值班员', fields: ['name'] },
      { act: 'registered', by: '汶川县值班员' },
    ]);
    const { list } = await server.store.audit.page('513221' as GridNo, { outcome: 'ok' }, { offset: 0, limit: 20 });
    const [last] = list.filter(({ act }) => act === 'import-hazards');
    expect(last).toMatchObject({ userName: 'wenchuan', targetKind: 'hazard', targetId: one?.id });
  });

  it('does not change a point of another grid, and reveals nothing about it', async () => {
    await bring('lixian', sheet(`O1,理县滑坡,滑坡,${LIXIAN},1,`));
    const text = sheet(`O1,汶川滑坡,滑坡,${WENCHUAN},1,`, `O2,东山滑坡,滑坡,${WENCHUAN},1,`);
    for (const apply of [false, true]) {
      const { data } = (await bring('wenchuan', text, apply)).body;
      expect([data.accepted, rejectedIn(data)]).toEqual([1, [[2, '统一编号', '统一编号已由其他网格使用']]]);
    }
    expect([await found('O1'), await found('O2')]).toMatchObject([{ name: '理县滑坡', gridNo: '513222' }, { gridNo: '513221' }]);
  });

  it('neither moves nor writes off a point with an open warning, but changes its other fields', async () => {
    const id = await warnedPoint('W1');
    const why = '该隐患点有未关闭的预警，请先关闭';
    // Moves the point a few hundred metres, moves it to another county, and writes it off.
    for (const [user, row, column] of [
      ['wenchuan', 'W1,东山滑坡,滑坡,103.592,31.48,10,', '经度'],
      ['aba', `W1,东山滑坡,滑坡,${LIXIAN},10,`, '经度'],
      ['wenchuan', `W1,东山滑坡,滑坡,${WENCHUAN},10,已核销`, '状态'],
    ] as const)
      for (const apply of [false, true]) {
        const { data } = (await bring(user, sheet(row), apply)).body;
        expect([data.accepted, rejectedIn(data)]).toEqual([0, [[2, column, why]]]);
      }
    expect(await found('W1')).toMatchObject({ version: 1, gridNo: '513221', state: 'registered', position: { lng: 103.59, lat: 31.48 } });
    expect((await bring('wenchuan', sheet(`W1,东山大滑坡,滑坡,${WENCHUAN},11,`))).body.data).toMatchObject({ accepted: 1, changed: 1 });
    expect(await found('W1')).toMatchObject({ id, name: '东山大滑坡', people: 11, monitors: [{ code: 'W1-1', value: { blue: 1 } }] });
    const file = (await as('wenchuan', { ...calls.hazardOne, path: calls.hazardOne.path.replace('{id}', id) })).body.data;
    expect(file.monitors[0].last).toMatchObject({ value: 5 });
  });

  it('with more rows than a batch is written completely', async () => {
    const rows = Array.from({ length: 1_201 }, (_, n) => `B${n},隐患点${n},滑坡,${WENCHUAN},${n},`);
    expect((await bring('wenchuan', sheet(...rows))).body.data).toMatchObject({ received: 1_201, accepted: 1_201, changed: 1_201 });
    expect((await as('wenchuan', calls.hazardPage, { text: '隐患点' })).body.data.total).toBe(1_201);
    expect((await bring('wenchuan', sheet(...rows))).body.data).toMatchObject({ accepted: 1_201, changed: 0 });
  });

  it('with an unknown column, with too many rows, that is not a table, or from a user without the permission is refused as a whole', async () => {
    expect((await bring('wenchuan', '统一编号,名称,类型,经度,纬度,颜色\n')).status).toBe(422);
    const long = await bring('wenchuan', sheet(...Array.from({ length: 100_001 }, () => ',,,,,,1')));
    expect([long.status, long.body.data[0].message]).toEqual([422, '一个表格最多 100000 行，请拆开导入']);
    expect((await bring('wenchuan', '{"a":"b"}')).status).toBe(422);
    expect((await bring('viewer', sheet())).status).toBe(403);
  });
});
