import { fileFault } from '@lookout/domain';
import { UnreadableFile, workbookBytes } from '@lookout/ingest';
import { afterEach, expect, it } from 'vitest';
import { createFileReader, type FileReader } from './file-reader.ts';

const SHAPE = { columns: [{ name: '名称', required: true }, { name: '备注' }] };
const csv = (...lines: readonly string[]) => Buffer.from(`名称,备注\n${lines.join('\n')}\n`);

let reader: FileReader | null = null;
const opened = (heapMegabytes?: number): FileReader => {
  reader = createFileReader(heapMegabytes);
  return reader;
};
afterEach(() => reader?.stop());

it('gives a table as its reader does: rows by their columns, faults by their lines', async () => {
  const { names, rows, faults, count } = await opened().table('a', csv('瞭望塔,好', ',空', '水池,'), SHAPE, 10);
  expect(names).toEqual(['名称', '备注']);
  expect(rows.map(({ line, cell }) => [line, cell('名称'), cell('备注'), cell('没有')])).toEqual([
    [2, '瞭望塔', '好', ''],
    [4, '水池', '', ''],
  ]);
  expect(faults).toEqual([{ line: 3, column: '名称', error: fileFault('cell-needed') }]);
  expect(count).toBe(3);
});

it('reads workbooks and files of areas too, and counts rows without giving them when there are too many', async () => {
  const rows = Array.from({ length: 5 }, (_, n) => ({ 名称: `第${n}个` }));
  const bytes = await workbookBytes({ name: '表', columns: [{ name: '名称' }], rows });
  expect(await opened().table('a', bytes, SHAPE, 4)).toMatchObject({ rows: [], faults: [], count: 5 });
  const square = [
    [103, 31],
    [103.1, 31],
    [103.1, 31.1],
    [103, 31],
  ];
  const geojson = { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: { type: 'Polygon', coordinates: [square] } }] };
  const { features } = await opened().layer('a', 'fire.geojson', Buffer.from(JSON.stringify(geojson)));
  expect(features).toMatchObject([{ geometry: { type: 'Polygon', coordinates: [square] } }]);
});

it('says why a file as a whole cannot be read, and goes on', async () => {
  const { table, layer } = opened();
  await expect(table('a', Buffer.from('别的\n1\n'), SHAPE, 10)).rejects.toMatchObject({
    constructor: UnreadableFile,
    fault: { code: 'sheet-columns', params: { missing: ['名称'], unknown: ['别的'] } },
  });
  await expect(layer('a', 'fire.docx', Buffer.from('x'))).rejects.toMatchObject({
    fault: fileFault('layer-format', { extension: 'docx' }),
  });
  expect((await table('a', csv('瞭望塔,'), SHAPE, 10)).rows).toHaveLength(1);
});

it('a file that needs more memory than a reader has ends its reader alone: it is refused in words, and the next file is read', async () => {
  const { table } = opened(24);
  const large = csv(Array.from({ length: 400_000 }, (_, n) => `${n},${n}`).join('\n'));
  await expect(table('a', large, SHAPE, 1_000_000)).rejects.toMatchObject({ fault: fileFault('file-unpacks-too-large') });
  expect((await table('b', csv('瞭望塔,'), SHAPE, 10)).rows).toHaveLength(1);
});

it('of one sender only some files wait; others’ are still read', async () => {
  const { table } = opened();
  const asked = Array.from({ length: 9 }, () => table('a', csv('瞭望塔,'), SHAPE, 10));
  const other = table('b', csv('水池,'), SHAPE, 10);
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(6);
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'server-busy' });
  expect((await other).rows).toHaveLength(1);
});
