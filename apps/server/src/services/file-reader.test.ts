import { fileFault } from '@lookout/domain';
import { UnreadableFile, workbookBytes } from '@lookout/ingest';
import { afterEach, expect, it } from 'vitest';
import { invalid } from '../acting/refusal.ts';
import { createFileReader, type FileReader } from './file-reader.ts';

const SHAPE = { columns: [{ name: '名称', required: true }, { name: '备注' }] };
const csv = (...lines: readonly string[]) => Buffer.from(`名称,备注\n${lines.join('\n')}\n`);

const of = (account: string, signal?: AbortSignal) => ({
  whose: { account, grid: `51${account}`, isDuty: false },
  ...(signal && { signal }),
});

let reader: FileReader | null = null;
const opened = (limits: Parameters<typeof createFileReader>[0] = {}): FileReader => {
  reader = createFileReader(limits);
  return reader;
};
afterEach(() => reader?.stop());

it('A table is returned as its reader returns it: rows by their columns, faults by their lines', async () => {
  const { names, rows, faults, count } = await opened().table(of('a'), csv('瞭望塔,好', ',空', '水池,'), SHAPE, 10);
  expect(names).toEqual(['名称', '备注']);
  expect(rows.map(({ line, cell }) => [line, cell('名称'), cell('备注'), cell('没有')])).toEqual([
    [2, '瞭望塔', '好', ''],
    [4, '水池', '', ''],
  ]);
  expect(faults).toEqual([{ line: 3, column: '名称', error: fileFault('cell-needed') }]);
  expect(count).toBe(3);
});

it('A row with characters that no output can represent is rejected, by line and column; from a layer’s names they are left out', async () => {
  const { rows, faults } = await opened().table(of('a'), csv('瞭望塔,好', '水\uFFFF池,', '水池,\u0001'), SHAPE, 10);
  expect(rows).toHaveLength(1);
  expect(faults).toEqual([
    { line: 3, column: '名称', error: fileFault('cell-not-storable') },
    { line: 4, column: '备注', error: fileFault('cell-not-storable') },
  ]);
  const point = { type: 'Feature', properties: { name: '塔\uFFFF', 备注: 'x\u0002' }, geometry: { type: 'Point', coordinates: [103, 31] } };
  const layer = await opened().layer(of('a'), 'a.geojson', Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: [point] })));
  expect(JSON.stringify(layer.features)).not.toMatch(/uFFFF|u0002|\uFFFF/);
});

it('Workbooks and files of areas are read too, and rows are counted but not returned when there are too many', async () => {
  const rows = Array.from({ length: 5 }, (_, n) => ({ 名称: `第${n}个` }));
  const bytes = await workbookBytes({ name: '表', columns: [{ name: '名称' }], rows });
  expect(await opened().table(of('a'), bytes, SHAPE, 4)).toMatchObject({ rows: [], faults: [], count: 5 });
  const square = [
    [103, 31],
    [103.1, 31],
    [103.1, 31.1],
    [103, 31],
  ];
  const geojson = { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: { type: 'Polygon', coordinates: [square] } }] };
  const { features } = await opened().layer(of('a'), 'fire.geojson', Buffer.from(JSON.stringify(geojson)));
  expect(features).toMatchObject([{ geometry: { type: 'Polygon', coordinates: [square] } }]);
});

it('A file that the scanner refuses is not read', async () => {
  const inspected: string[] = [];
  const scanner = {
    look: async (bytes: Uint8Array) => {
      inspected.push(String(bytes));
      if (String(bytes).includes('virus')) throw invalid('file', 'file-infected');
    },
  };
  const { table, layer } = opened({ scanner });
  await expect(table(of('a'), csv('virus,'), SHAPE, 10)).rejects.toMatchObject({ fields: [{ code: 'file-infected' }] });
  await expect(layer(of('a'), 'a.geojson', Buffer.from('virus'))).rejects.toMatchObject({ fields: [{ code: 'file-infected' }] });
  expect((await table(of('a'), csv('水池,'), SHAPE, 10)).rows).toHaveLength(1);
  expect(inspected).toHaveLength(3);
});

it('An unreadable file is reported with the reason, and the next file is read', async () => {
  const { table, layer } = opened();
  await expect(table(of('a'), Buffer.from('别的\n1\n'), SHAPE, 10)).rejects.toMatchObject({
    constructor: UnreadableFile,
    fault: { code: 'sheet-columns', params: { missing: ['名称'], unknown: ['别的'] } },
  });
  await expect(layer(of('a'), 'fire.docx', Buffer.from('x'))).rejects.toMatchObject({
    fault: fileFault('layer-format', { extension: 'docx' }),
  });
  expect((await table(of('a'), csv('瞭望塔,'), SHAPE, 10)).rows).toHaveLength(1);
});

it('A file that needs more memory than its reader has ends only that reader: it is refused with a message, and the next file is read', async () => {
  const { table } = opened({ heapMegabytes: 24 });
  const large = csv(Array.from({ length: 400_000 }, (_, n) => `${n},${n}`).join('\n'));
  await expect(table(of('a'), large, SHAPE, 1_000_000)).rejects.toMatchObject({ fault: fileFault('file-unpacks-too-large') });
  expect((await table(of('b'), csv('瞭望塔,'), SHAPE, 10)).rows).toHaveLength(1);
});

it('Only a limited number of one sender’s files may wait; other senders’ files are read at the same time', async () => {
  const { table } = opened();
  const readings = Array.from({ length: 9 }, () => table(of('a'), csv('瞭望塔,'), SHAPE, 10));
  const other = table(of('b'), csv('水池,'), SHAPE, 10);
  const outcomes = await Promise.allSettled(readings);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({ code: 'too-many-waiting', params: { of: 'account', waiting: 5 } });
  expect((await other).rows).toHaveLength(1);
});

const LONG = Buffer.from(`名称,备注\n${'瞭望塔,好\n'.repeat(2_000_000)}`);

it('When its sender has left, a file ends at once, whether waiting or being read, and another grid waits for neither', async () => {
  const { table } = opened();
  const sender = new AbortController();
  const sent = [table(of('a', sender.signal), LONG, SHAPE, 10), table(of('a', sender.signal), LONG, SHAPE, 10)];
  const ended = Promise.allSettled(sent);
  expect((await table(of('b'), csv('水池,'), SHAPE, 10)).rows).toHaveLength(1);
  sender.abort();
  expect((await ended).map((end) => end.status === 'rejected' && end.reason.code)).toEqual(['call-abandoned', 'call-abandoned']);
  expect((await table(of('a'), csv('瞭望塔,'), SHAPE, 10)).rows).toHaveLength(1);
});

it('A file that takes longer than its reader may is refused with a message', async () => {
  await expect(opened({ limitMs: 300 }).table(of('a'), LONG, SHAPE, 10)).rejects.toMatchObject({
    fault: fileFault('file-takes-too-long', { seconds: 0.3 }),
  });
});
