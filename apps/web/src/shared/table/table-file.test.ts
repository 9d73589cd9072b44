import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { csvOf, fileNameOf, fileOf } from './table-file.ts';

const sheet = [
  ['位置', '辐射功率'],
  ['马尔康市"东", 沟口', 12.5],
  ['=cmd()', null],
] as const;

it('another program reads the same cells from an Excel file, with the header bold and frozen', async () => {
  const file = await fileOf('xlsx', '火警', sheet);
  const [page] = (await readXlsx(await file.arrayBuffer(), { readStyles: true })).sheets;
  expect(page?.name).toBe('火警');
  expect(page?.cells?.get('0,0')?.style?.font?.bold).toBe(true);
  expect(page?.freezePane).toMatchObject({ rows: 1 });
  // A text that looks like a formula remains a text.
  expect(page?.rows).toEqual(sheet);
  expect(page?.cells?.get('2,0')?.formula).toBe(undefined);
});

it('a CSV file begins with its byte order mark and quotes where required', async () => {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await (await fileOf('csv', '火警', sheet)).arrayBuffer());
  expect(text).toBe('\uFEFF位置,辐射功率\r\n"马尔康市""东"", 沟口",12.5\r\n\'=cmd(),\r\n');
});

it('a file is named by its content and the Beijing time', () => {
  expect(fileNameOf('火警/经过', 'xlsx', new Date('2026-11-21T00:30:00Z'))).toBe('火警经过 2026-11-21 0830.xlsx');
});

describe('a table as CSV', () => {
  it('has the byte order mark by which Excel recognises UTF-8, and quotes where required', () => {
    const text = csvOf([
      ['名称', '距离（米）'],
      ['映秀 "1" 号, 水池', 12.5],
      ['两\n行', null],
    ]);
    expect(text).toBe('\uFEFF名称,距离（米）\r\n"映秀 ""1"" 号, 水池",12.5\r\n"两\n行",\r\n');
  });

  it.each(['=1+1', '+86 10', '-3', '@x', '＝1+1', '＋1', '－1', '＠x'])('%s remains a text, a negative number remains a number', (text) => {
    expect(csvOf([[text, -3]])).toBe(`\uFEFF'${text},-3\r\n`);
  });
});
