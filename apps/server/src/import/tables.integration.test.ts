import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type GridNo, NATION } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import { errorMessage } from '@lookout/features/errors.ts';
import { csvText, readTable, UnreadableFile, workbookBytes } from '@lookout/ingest';
import { ask } from '@lookout/store/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { importCameras } from './cameras.ts';
import { importGrid } from './grid.ts';
import { importHazards } from './hazards.ts';
import type { ImportKind, ImportReport } from './kind.ts';
import { importPeople } from './people.ts';
import { importResources } from './resources.ts';
import { TEMPLATES } from './templates.ts';

const KINDS = { people: importPeople, resources: importResources, cameras: importCameras, grid: importGrid, hazards: importHazards };
type Kind = keyof typeof KINDS;
const templates = path.resolve(import.meta.dirname, '../../../../templates');
const COUNTRY = { limit: 1_000_000 };

let server: TestServer;
let folder: string;
let output: string[] = [];
beforeAll(async () => {
  server = await startTestServer();
  // Each import of grids makes the server reload the boundaries, so only two provinces' are retained.
  await ask(server.databaseUrl, "delete from area where no not like '51%' and no not like '41%'");
  folder = await mkdtemp(path.join(tmpdir(), 'lookout-tables-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

// The running server's gazetteer is shared, as the command shares one for several files.
const gazetteer = async () => server.app.deps.gazetteer();
function run(kind: ImportKind, file: string): Promise<ImportReport> {
  output = [];
  return kind(file, { store: server.store, clock: () => new Date(), dataDir: folder, print: (line) => void output.push(line), gazetteer });
}

type Row = Readonly<Record<string, string | number>>;
/** Writes a CSV with the template's first example row, with these cells replaced. */
async function fileOf(kind: Kind, ...rows: Row[]): Promise<string> {
  const { columns, rows: examples } = TEMPLATES[kind];
  const file = path.join(folder, `${kind}.csv`);
  await writeFile(file, csvText({ columns, rows: rows.map((row) => ({ ...examples[0], ...row })) }));
  return file;
}
const importRows = async (kind: Kind, ...rows: Row[]) => run(KINDS[kind], await fileOf(kind, ...rows));
const faults = ({ rejected }: ImportReport) => rejected.map(({ line, column, error }) => `${line} ${column}：${errorMessage(error, 'zh')}`);

describe('the templates', () => {
  it.each(Object.keys(KINDS) as Kind[])("%s: both templates match the generator's output, and can be imported", async (kind) => {
    const [xlsx, csv] = [path.join(templates, `${kind}.xlsx`), path.join(templates, `${kind}.csv`)];
    expect(await readFile(csv, 'utf8'), 'run scripts/templates.ts').toBe(csvText(TEMPLATES[kind]));
    const cellsOf = async (bytes: Uint8Array) => {
      const table = await readTable(bytes, { ...TEMPLATES[kind] });
      return [table.names, table.rows.map((row) => table.names.map((name) => row.cell(name)))];
    };
    expect(await cellsOf(await readFile(xlsx)), 'run scripts/templates.ts').toEqual(await cellsOf(await workbookBytes(TEMPLATES[kind])));
    expect(await run(KINDS[kind], xlsx)).toEqual({ received: 2, accepted: 2, duplicates: 0, rejected: [] });
    // The other format of the same table changes nothing and writes no audit row.
    const audits = await server.store.audit.page(NATION, {}, { offset: 0, limit: 1 });
    expect(await run(KINDS[kind], csv)).toEqual({ received: 2, accepted: 0, duplicates: 2, rejected: [] });
    expect((await server.store.audit.page(NATION, {}, { offset: 0, limit: 1 })).total).toBe(audits.total);
  });
});

describe('people', () => {
  it('are imported by role; a generated first password is written to a file that only the owner may read, and opens the account', async () => {
    const report = await importRows('people', { 用户名: 'neu1', 角色: '管理员' }, { 用户名: 'neu2', 角色: '观察员', 密码: 'Abc#12345' });
    expect(report).toMatchObject({ accepted: 2, rejected: [] });
    const line = output.find((line) => line.includes('first-passwords')) ?? '';
    const file = /(\S+first-passwords\S+\.csv)/.exec(line)?.[1] ?? '';
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const lines = (await readFile(file, 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    const password = lines[1]?.split(',')[2] ?? '';
    expect(password).toHaveLength(18);
    expect(output.join('\n')).not.toContain(password);
    expect(await server.login('neu1', password)).toMatchObject({ gridNo: '513221' });
    await server.login('neu2', 'Abc#12345');
    expect((await server.store.accounts.findByUserName('neu1'))?.rights).toEqual(
      expect.arrayContaining(['administer-users', 'read-audit', 'watch-alarms']),
    );
    expect((await server.store.accounts.findByUserName('neu2'))?.rights).toEqual(['watch-alarms']);
  });

  it('an existing account retains its password, and loses its sessions when rights are removed', async () => {
    await importRows('people', { 用户名: 'alt1', 密码: 'Abc#12345' });
    const { access_token } = await server.login('alt1', 'Abc#12345');
    const before = await readdir(folder);
    expect(await importRows('people', { 用户名: 'ALT1', 姓名: '新名', 密码: 'Other#999', 角色: '观察员' })).toMatchObject({ accepted: 1 });
    expect(await readdir(folder)).toEqual(before);
    expect(await server.store.accounts.findByUserName('alt1')).toMatchObject({ fullName: '新名', rights: ['watch-alarms'] });
    expect((await server.call('GET', '/resource/api/grid/getGrid', { token: access_token })).status).toBe(401);
    await server.login('alt1', 'Abc#12345');
  });

  it('errors name line, column and reason; valid rows are imported; a batch whose passwords cannot be written creates no account', async () => {
    const report = await importRows(
      'people',
      { 用户名: '1x' },
      { 用户名: 'bad2', 电话: '1.38E+10' },
      { 用户名: 'bad3', 网格编号: '51322' },
      { 用户名: 'bad4', 网格编号: '513299' },
      { 用户名: 'bad5', 机构编号: '999' },
      { 用户名: 'bad6', 角色: '站长' },
      { 用户名: 'bad7', 密码: 'short' },
      { 用户名: 'gut1' },
      { 用户名: 'GUT1' },
    );
    expect(faults(report)).toEqual([
      '2 用户名：用户名应以字母开头，2-32位字母、数字、_ . -',
      '3 电话：电话格式不正确：“1.38E+10”',
      '4 网格编号：网格编号应为6位数字（乡镇9位），实为“51322”',
      '5 网格编号：没有网格 513299',
      '6 机构编号：没有机构 999，请先在后台管理中新建',
      '7 角色：应为 值班员、观察员、护林员、管理员 之一，实为“站长”',
      '8 密码：请检查密码位数及是否包含字母数字和符号',
      '10 null：与第 9 行重复（gut1）',
    ]);
    expect([report.received, report.accepted]).toEqual([9, 1]);
    expect(await server.store.accounts.findByUserName('bad2')).toBeNull();

    // Two imports in one second write separate files.
    const second = new Date();
    const inOneSecond = { store: server.store, clock: () => second, dataDir: path.join(folder, 'passwords'), print: () => undefined };
    for (const name of ['zwei1', 'zwei2']) await importPeople(await fileOf('people', { 用户名: name }), inOneSecond);
    expect(await readdir(inOneSecond.dataDir)).toHaveLength(2);

    const file = await fileOf('people', { 用户名: 'lost1' });
    // A file in the place of the folder: even root cannot write there.
    const noFolder = path.join(folder, 'no-folder');
    await writeFile(noFolder, '');
    await chmod(noFolder, 0o600);
    const context = { store: server.store, clock: () => new Date(), dataDir: noFolder, print: () => undefined };
    await expect(importPeople(file, context)).rejects.toThrow('写到第 2 行时中断');
    expect(await server.store.accounts.findByUserName('lost1')).toBeNull();
  });
});

describe('resources', () => {
  it('are matched by kind and code; changed rows update them, and errors name the column', async () => {
    const report = await importRows(
      'resources',
      { 编号: 'R1' },
      { 编号: 'R1', 类别: '坟墓', 在线: '离线', '属性：人数': '' },
      { 编号: 'R2', 类别: '火山' },
      { 编号: 'R3', 经度: 2.35, 纬度: 48.85 },
      { 编号: 'R4', 纬度: '三十一' },
      { 编号: 'R5', 经度: '' },
      { 编号: 'R1', 名称: '又一个' },
    );
    expect([report.received, report.accepted]).toEqual([7, 2]);
    expect(faults(report).map((fault) => fault.replace(/应为 .* 之一/, '应为 … 之一'))).toEqual([
      '4 类别：应为 … 之一，实为“火山”',
      '5 经度：位置不在中国范围内（2.35, 48.85）：应为 WGS84 或 CGCS2000 经纬度',
      '6 纬度：应为经纬度，如 103.59 或 103°35′24″，实为“三十一”',
      '7 经度：不能为空',
      '8 null：与第 2 行重复（扑火队伍 R1）',
    ]);
    const { list } = await server.store.resources.list(NATION, { text: '汶川县森林消防队' }, COUNTRY);
    expect(
      list.filter(({ code }) => code === 'R1').map(({ kind, online, attributes, gridNo }) => [kind, online, attributes, gridNo]),
    ).toEqual(
      expect.arrayContaining([
        ['team', true, { 人数: 35 }, '513221'],
        ['cemetery', false, {}, '513221'],
      ]),
    );
    await importRows('resources', { 编号: 'R6', 经度: '103°35′24″E', 纬度: '31度28分48秒', 负责人电话: '13800000000/0837-6222119' });
    const spelt = (await server.store.resources.list(NATION, { text: '汶川县森林消防队' }, COUNTRY)).list.find(({ code }) => code === 'R6');
    expect([spelt?.position, spelt?.leaderPhone, spelt?.attributes.其他电话]).toEqual([
      { lng: expect.closeTo(103.59, 9), lat: expect.closeTo(31.48, 9) },
      '13800000000',
      '0837-6222119',
    ]);
    expect(await importRows('resources', { 编号: 'R1', 名称: '改名' })).toMatchObject({ accepted: 1, duplicates: 0 });
    expect(await importRows('resources', { 编号: 'R1', 名称: '改名' })).toMatchObject({ accepted: 0, duplicates: 1 });
  });

  it('a large table is written in batches, with progress messages', async () => {
    const rows = Array.from({ length: 1201 }, (_, i) => ({ 编号: `M${i}` }));
    expect(await importRows('resources', ...rows)).toMatchObject({ received: 1201, accepted: 1201 });
    expect(output).toEqual(['读到 1201 行', '已写入 500 / 1201', '已写入 1000 / 1201', '已写入 1201 / 1201']);
  });
});

describe('cameras', () => {
  it('create a monitoring point with its channels; the next file adds channels and updates it', async () => {
    const tower = { 监控点编号: 'T9', 设备编号: 'D9' };
    expect(await importRows('cameras', { ...tower, 通道: 1 }, { ...tower, 通道: 2, 北向修正: -3 })).toMatchObject({
      accepted: 2,
      rejected: [],
    });
    const pointOf = async () =>
      (await server.store.monitoringPoints.list(NATION, {}, COUNTRY)).list.filter(({ resourceCode }) => resourceCode === 'T9');
    const [point] = await pointOf();
    expect(point).toMatchObject({ gridNo: '513221', towerHeightMetres: 25, online: true });
    const cameras = async () =>
      (await server.store.cameras.findByDevice(NATION, 'D9')).map((c) => [c.channelNum, c.northCorrectionDegrees, c.monitoringPointId]);
    expect(await cameras()).toEqual([
      [1, 1.5, point?.id],
      [2, -3, point?.id],
    ]);
    expect(await importRows('cameras', { ...tower, 通道: 3, 塔高: 30 })).toMatchObject({ accepted: 1 });
    expect((await pointOf()).map(({ id, towerHeightMetres }) => [id, towerHeightMetres])).toEqual([[point?.id, 30]]);
    expect(await cameras()).toHaveLength(3);
  });

  it('a row with a device of another county is refused; the rest of the file is imported', async () => {
    await importRows('cameras', { 监控点编号: 'T5', 设备编号: 'D5' });
    const weihui = { 监控点编号: 'W5', 经度: 114.06, 纬度: 35.4 };
    const report = await importRows('cameras', { ...weihui, 设备编号: 'D5', 通道: 7 }, { ...weihui, 设备编号: 'W5-1' });
    expect(report).toMatchObject({ received: 2, accepted: 1, duplicates: 0 });
    expect(faults(report)).toEqual(['2 设备编号：该设备编号已由其他网格登记，请核对；确属本网格的，请联系上级管理员']);
    expect((await server.store.cameras.findByDevice(NATION, 'D5')).map(({ gridNo }) => gridNo)).toEqual(['513221']);
    expect((await server.store.cameras.findByDevice(NATION, 'W5-1')).map(({ gridNo }) => gridNo)).toEqual(['410781']);
  });

  it('rows of one point must agree, and a channel cannot belong to two points', async () => {
    await importRows('cameras', { 监控点编号: 'T7', 设备编号: 'D7' });
    const report = await importRows(
      'cameras',
      { 监控点编号: 'T8', 设备编号: 'D8' },
      { 监控点编号: 'T8', 设备编号: 'D8', 通道: 2, 监控点名称: '别名' },
      { 监控点编号: 'T8', 设备编号: 'D8' },
      { 监控点编号: 'T8', 设备编号: 'D7' },
      { 监控点编号: 'T8', 设备编号: 'D8', 通道: 1.5 },
    );
    expect(faults(report)).toEqual([
      '3 监控点编号：与第 2 行是同一监控点，但名称、位置或说明不一致',
      '4 设备编号：与第 2 行重复（D8 通道 1）',
      '5 设备编号：D7 通道 1 已属于另一个监控点',
      '6 通道：应为整数',
    ]);
    expect(report.accepted).toBe(1);
  });
});

describe('grids', () => {
  it('new towns and counties get their parents by number, and a running server reloads them', async () => {
    const report = await importRows(
      'grid',
      { 网格编号: '513298001', 名称: '新镇', 上级: '513298' },
      { 网格编号: '513298', 名称: '新县', 上级: '513200' },
      { 网格编号: '513221997', 名称: '错镇', 上级: '513222' },
      { 网格编号: '513297001', 名称: '孤镇', 上级: '' },
      { 网格编号: '519900', 名称: '新州', 上级: '510000' },
      { 网格编号: '513221996', 名称: '半镇', 上级: '', 纬度: '' },
    );
    expect(faults(report)).toEqual([
      '4 上级：编号 513221997 的上级应为 513221，实为 513222',
      '5 上级：没有上级网格 513297',
      '6 网格编号：只能导入县（6位）和乡镇（9位）',
      '7 纬度：经度和纬度应同时填写',
    ]);
    const find = (no: string) => server.store.grids.find(NATION, no as GridNo);
    expect(await find('513298001')).toMatchObject({ fullName: '四川省阿坝藏族羌族自治州新县新镇', parentNo: '513298', level: 'town' });
    await importRows('grid', { 网格编号: '513298', 名称: '改名县', 上级: '' });
    expect(await find('513298001')).toMatchObject({ name: '新镇', fullName: '四川省阿坝藏族羌族自治州改名县新镇' });
    const { access_token } = await server.login('aba');
    await expect
      .poll(async () => JSON.stringify((await server.call('GET', '/resource/api/grid/listGridNewTrees', { token: access_token })).body), {
        timeout: 60_000,
      })
      .toContain('改名县');
  });
});

it('a file of another format is refused completely, with its format named', async () => {
  const file = path.join(folder, 'wrong.xlsx');
  await writeFile(file, '%PDF-1.7');
  const messageOf = (importing: Promise<unknown>) =>
    importing.catch((error: unknown) => (error instanceof UnreadableFile ? errorMessage(error.fault, 'zh') : error));
  expect(await messageOf(run(importPeople, file))).toBe('这是 PDF 文件，应为 Excel（.xlsx）或 CSV 文件');
  expect(await messageOf(run(importGrid, path.join(templates, 'people.csv')))).toContain('缺少列：名称；不认识的列：用户名、姓名');
});

describe('hazard points', () => {
  it('are matched by code: changed rows update them, settings of the page are retained, and bad rows name their column', async () => {
    const row = { 统一编号: 'IMP-1', 名称: '西山崩塌', 类型: '崩塌', 险情等级: '', 威胁人数: 500 };
    expect(await importRows('hazards', row)).toMatchObject({ accepted: 1, rejected: [] });
    const first = await server.store.hazards.byCode('IMP-1');
    expect(first).toMatchObject({ kind: 'fall', level: 'large', state: 'registered', gridNo: '513221', version: 1 });
    const monitor = { id: crypto.randomUUID(), code: 'IMP-1-1', kind: 'crack', name: '裂缝计' } as const;
    const none = { blue: null, yellow: null, orange: null, red: null };
    if (!first) throw new Error('not imported');
    await server.store.hazards.put([{ ...first, monitors: [{ ...monitor, value: { ...none, red: 9 }, rate: none }] }]);

    const report = await importRows(
      'hazards',
      { ...row, 威胁人数: 80, 状态: '已核销' },
      { ...row, 统一编号: 'IMP-2', 类型: '地陷' },
      { ...row, 统一编号: 'IMP-3', 威胁人数: 1.5 },
      { ...row, 统一编号: 'IMP-4', 经度: 80, 纬度: 10 },
      row,
    );
    expect(report).toMatchObject({ received: 5, accepted: 1 });
    expect(faults(report)).toEqual([
      '3 类型：应为 滑坡、崩塌、泥石流 之一，实为“地陷”',
      '4 威胁人数：应为整数',
      '5 经度：位置在中国境外',
      '6 null：与第 2 行重复（IMP-1）',
    ]);
    expect(await server.store.hazards.byCode('IMP-1')).toMatchObject({
      id: first.id,
      level: 'small',
      state: 'written-off',
      version: 2,
      monitors: [{ code: 'IMP-1-1', value: { red: 9 } }],
    });
    const kinds = (await server.store.events.newestOf(['hazard'], [first.id], { limit: 5 })).map(({ kind }) => kind);
    expect(kinds).toEqual(['hazard.saved', 'hazard.saved']);
  });

  it('are evaluated like points entered on the page: a point that is registered again raises a warning from its last reading, with event and message', async () => {
    const row = { 统一编号: 'IMP-9', 名称: '东山滑坡', 类型: '滑坡', 责任人: '李四', 责任人电话: '13800000009', 状态: '已核销' };
    await importRows('hazards', row);
    const off = await server.store.hazards.byCode('IMP-9');
    if (!off) throw new Error('not imported');
    const none = { blue: null, yellow: null, orange: null, red: null };
    const monitor = {
      id: crypto.randomUUID(),
      code: 'IMP-9-1',
      kind: 'crack',
      name: '裂缝计',
      value: { ...none, red: 9 },
      rate: none,
    } as const;
    await server.store.hazards.put([{ ...off, monitors: [monitor] }]);
    await server.store.hazards.saveMonitors([{ monitor, last: { at: new Date(), value: 12, rate: null }, cause: null }]);
    expect(await importRows('hazards', { ...row, 状态: '在册' })).toMatchObject({ accepted: 1, rejected: [] });
    const { list } = await server.store.hazardWarnings.page(NATION, { hazardId: off.id }, { offset: 0, limit: 5 });
    expect(list).toMatchObject([{ level: 'red', closed: null, cause: { value: 12, threshold: 9 } }]);
    const [raised] = await server.store.events.newestOf(['hazard-warning'], [list[0]?.id ?? ''], { limit: 5 });
    expect(raised).toMatchObject({ kind: 'hazard-warning.raised', actor: { kind: 'system' } });
    const sent = await server.call('POST', contract.sms.smsList.path, {
      token: (await server.login('wenchuan')).access_token,
      body: { phone: '13800000009' },
    });
    expect(sent.body.data).toMatchObject([{ receiver: '李四', state: 'kept' }]);
  });
});
