import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTable, type TableShape } from './table.ts';
import { type Filled, type Page, workbookOf, workbookParts, zipOf } from './testing/files.ts';
import { csvText, workbookBytes } from './workbook.ts';

const shape: TableShape = {
  columns: [{ name: '编号', required: true }, { name: '名称', required: true }, { name: '说明' }],
  openPrefix: '属性：',
};
const bytes = (text: string) => Buffer.from(text, 'utf8');
const texts = async (file: Uint8Array, names = ['编号', '名称', '说明']) =>
  (await readTable(file, shape)).rows.map((row) => [row.line, ...names.map((name) => row.cell(name))]);

const HEADER = ['编号', '名称', '说明'];
const workbook = (rows: Page['rows'], merges: readonly string[] = []): Uint8Array => workbookOf({ name: '一', rows, merges });

describe('a CSV', () => {
  it('Columns are found by name, in any order, with or without BOM; empty lines are skipped but counted', async () => {
    const csv = '名称,编号,说明\r\n水源,A1,"一,二\n三"\r\n\r\n,,\r\n队伍,A2,\r\n';
    const rows = [
      [2, 'A1', '水源', '一,二\n三'],
      [5, 'A2', '队伍', ''],
    ];
    expect(await texts(bytes(csv))).toEqual(rows);
    expect(await texts(bytes(`\uFEFF${csv}`))).toEqual(rows);
    expect(await texts(Buffer.from(`\uFEFF${csv.replaceAll(',', '\t').replace('一\t二', '一,二')}`, 'utf16le'))).toEqual(rows);
  });

  it('A CSV may mix line endings', async () => {
    expect(await texts(bytes('编号,名称\r\nA1,水源\r\nA2,队伍\nA3,塔\rA4,站\n'), ['编号', '名称'])).toEqual([
      [2, 'A1', '水源'],
      [3, 'A2', '队伍'],
      [4, 'A3', '塔'],
      [5, 'A4', '站'],
    ]);
  });

  it('A CSV is read as Chinese Excel writes it (GB18030)', async () => {
    // 编号,名称 / A1,镕 in GB18030: 镕 is in GBK only, beyond GB2312.
    const gb = Buffer.from([0xb1, 0xe0, 0xba, 0xc5, 0x2c, 0xc3, 0xfb, 0xb3, 0xc6, 0x0a, 0x41, 0x31, 0x2c, 0xe9, 0x46, 0x0a]);
    expect(await texts(gb, ['编号', '名称'])).toEqual([[2, 'A1', '镕']]);
  });

  it('A table with too many columns is refused in every format, because rows times columns would be held in memory', async () => {
    const wide = Array.from({ length: 1_001 }, (_, i) => `属性：${i}`);
    await expect(readTable(bytes(`${wide.join()}\n1`), shape)).rejects.toMatchObject({
      fault: { code: 'columns-too-many', params: { most: 1_000, found: 1_001 } },
    });
    expect((await readTable(bytes(`编号,名称${','.repeat(2_000)}\n1,2\n`), shape)).faults).toHaveLength(1);
    const features = wide.map((name) => ({ type: 'Feature', properties: { [name]: 1 }, geometry: null }));
    const points = { ...shape, points: { longitude: '经度', latitude: '纬度', renamed: {} } };
    await expect(readTable(bytes(JSON.stringify({ type: 'FeatureCollection', features })), points)).rejects.toThrow('columns-too-many');
  });

  it('Truncated and overlong rows are refused by line, and the others are accepted', async () => {
    const { rows, faults } = await readTable(bytes('编号,名称,说明\na,b,c\nd,e\nf,g,h,i\nj,k,l,\n,m,\n'), shape);
    expect(rows.map(({ line }) => line)).toEqual([2, 5]);
    expect(faults).toEqual([
      { line: 3, column: null, error: { code: 'columns-counted', params: { wanted: 3, found: 2 } } },
      { line: 4, column: null, error: { code: 'columns-counted', params: { wanted: 3, found: 4 } } },
      { line: 6, column: '编号', error: { code: 'cell-needed', params: {} } },
    ]);
  });

  it('A CSV is refused whole when its header is wrong, with every fault at once', async () => {
    await expect(readTable(bytes('编号,编号,颜色\n1,2,3\n'), shape)).rejects.toMatchObject({
      fault: {
        code: 'sheet-columns',
        params: { line: 1, missing: ['名称'], unknown: ['颜色'], doubled: ['编号'], usable: ['编号', '名称', '说明'] },
      },
    });
    expect((await readTable(bytes('编号*,名称,属性：容量\n1,2,3\n'), shape)).names).toEqual(['编号', '名称', '属性：容量']);
  });
});

describe('a file that is not a table', () => {
  it.each([
    ['', 'file-empty'],
    ['\n \n', 'file-empty'],
    ['%PDF-1.7', '{"is":"pdf"}'],
    ['{"a":1}', '{"is":"json"}'],
    ['<!DOCTYPE html>', '{"is":"markup"}'],
    ['PK\u0003\u0004 something', '{"is":"archive"}'],
    ['PK\u0003\u0004 word/document.xml', '{"is":"word"}'],
    ['PK\u0003\u0004 xl/workbook.xml', 'workbook-broken'],
    ['编号,名称\n"没有成对,1\n2,3\n', 'csv-quotes'],
    ['a\0b', '{"is":"binary"}'],
  ])('%j is reported by its actual type', async (content, reason) => {
    await expect(readTable(bytes(content), shape)).rejects.toThrow(reason);
  });

  it('An old Excel file and bytes in no encoding are reported too', async () => {
    await expect(readTable(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]), shape)).rejects.toThrow('{"is":"old-office"}');
    await expect(readTable(Buffer.from([0x80, 0xff, 0x2c, 0x0a]), shape)).rejects.toThrow('text-encoding');
  });
});

describe('CSV written by other programs', () => {
  it('Codes written as text formulas and quotes inside cells are preserved', async () => {
    const csv = '编号,名称,说明\n="0012","=""0013""",=""\n="A,1",5"管,"一""二"  \n';
    expect(await texts(bytes(csv))).toEqual([
      [2, '0012', '0013', ''],
      [3, 'A,1', '5"管', '一"二'],
    ]);
  });

  it('A CSV may state its delimiter in the first line', async () => {
    expect(await texts(bytes('sep=;\r\n编号;名称\r\nA1;a,b\r\n'), ['编号', '名称'])).toEqual([[3, 'A1', 'a,b']]);
  });

  it('An unpaired quote is reported with its line: no closing quote follows, or text follows it', async () => {
    const line = async (csv: string) => readTable(bytes(csv), shape).catch((error) => error.fault);
    for (const csv of ['编号,名称\r\nA1,"a\r\nb"\r\n\r\nA2,"没有成对\r\nA3,c\r\n', '编号,名称\nA0,x\nA1,y\nA3,z\n"没有成对,1\n"A4",2\n'])
      expect(await line(csv)).toEqual({ code: 'csv-quotes', params: { line: 5 } });
  });

  it('Decimal commas are recognised only where semicolons separate the cells', async () => {
    const number = async (csv: string) => (await readTable(bytes(csv), shape)).rows.map((row) => row.number('说明'));
    expect(await number('编号;名称;说明\nA;b;103,59\nA;b;103.59\nA;b;1.234,5\n')).toEqual([103.59, 103.59, null]);
    expect(await number('编号,名称,说明\nA,b,"1,234"\nA,b,１０３．５９\nA,b,−5\nA,b,5米\n')).toEqual([null, 103.59, -5, null]);
  });

  it('A cell damaged by another program is refused by its column', async () => {
    expect((await readTable(bytes('编号,名称\nA,林\uFFFD\n'), shape)).faults).toMatchObject([
      { line: 2, column: '名称', error: { code: 'text-damaged' } },
    ]);
  });
});

describe('the formats of a workbook', () => {
  const shown = async (number: number, format: string) => {
    const { rows } = await readTable(workbook([HEADER, [{ number, format }, 'x']]), shape);
    return [rows[0]?.cell('编号'), rows[0]?.number('编号')];
  };

  it.each([
    [12, '"SY-"000', 'SY-012'],
    [7, '513221-000', '513221-007'],
    [513_221_007, '000000-000', '513221-007'],
    [8_376_222_119, '0000-0000000', '0837-6222119'],
    [13_800_000_001, '000 0000 0000', '138 0000 0001'],
    [0.35, '0%', '35%'],
    [12.5, '0.0"米"', '12.5米'],
    [5, 'General"号"', '5号'],
    [5, 'G/通用格式"亩"', '5亩'],
    [-5, 'General"亩"', '-5亩'],
    [-5, 'General;(General)', '(5)'],
    [12, '"E-"000', 'E-012'],
    [12, '\\E\\-000', 'E-012'],
    [5, '[DBNum1][$-804]General', '5'],
    [1_234_567, '#,##0', '1,234,567'],
    [-3, '#,##0_);(#,##0)', '(3)'],
    [42, ';;;', '42'],
    [103.590_12, '0.00', '103.59'],
  ])('%s formatted as %s is read as %s, and as its number', async (number, format, text) => {
    expect(await shown(number, format)).toEqual([text, number]);
  });

  it('Any code with a prefix, leading zeros and a dash is read as it is displayed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.stringMatching(/^[A-Z]{1,3}$/),
        fc.integer({ min: 0, max: 9_999_999 }),
        fc.integer({ min: 1, max: 4 }),
        async (prefix, number, tail) => {
          const digits = String(number).padStart(8, '0');
          const expected = `${prefix}-${digits.slice(0, -tail)}-${digits.slice(-tail)}`;
          expect((await shown(number, `"${prefix}-"${'0'.repeat(8 - tail)}-${'0'.repeat(tail)}`))[0]).toBe(expected);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('Dates are read in any format, times as times, and dates of the 1904 system correctly', async () => {
    for (const format of [
      'yyyy"年"m"月"d"日"',
      '[$-804]yyyy"年"m"月"d"日";@',
      'm/d/yy',
      'd-mmm-yyyy',
      'yyyy/m/d;@',
      '[$-F800]dddd, mmmm dd, yyyy',
    ])
      expect((await shown(46_347, format))[0], format).toBe('2026-11-21');
    expect((await shown(46_347.5, 'yyyy/m/d h:mm'))[0]).toBe('2026-11-21 12:00:00');
    expect((await shown(0.354_166_666_666_666_7, 'h:mm'))[0]).toBe('08:30:00');
    const page = { name: '一', rows: [HEADER, [{ number: 44_885, format: 'yyyy-mm-dd' }, 'x']] };
    const of1904 = workbookParts([page]);
    of1904['xl/workbook.xml'] = of1904['xl/workbook.xml']?.replace('<sheets>', '<workbookPr date1904="1"/><sheets>') ?? '';
    expect(await texts(zipOf(of1904), ['编号'])).toEqual([[2, '2026-11-21']]);
    // East Asian formats identified only by number, as Chinese Excel writes them.
    for (const id of [31, 57]) {
      const parts = workbookParts([{ name: '一', rows: [HEADER, [{ number: 46_347, format: 'X' }, 'x']] }]);
      parts['xl/styles.xml'] =
        parts['xl/styles.xml']?.replace('<xf numFmtId="164" applyNumberFormat="1"/>', `<xf numFmtId="${id}" applyNumberFormat="1"/>`) ?? '';
      expect(await texts(zipOf(parts), ['编号']), `${id}`).toEqual([[2, '2026-11-21']]);
    }
  });

  it('Rows and cells without addresses, and inline strings, are read', async () => {
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const data = `<sheetData><row>${text('编号')}${text('名称')}</row><row>${text('0050')}${text('乙')}</row></sheetData>`;
    expect(await texts(workbookOf({ name: '一', rows: [], data }), ['编号', '名称'])).toEqual([[2, '0050', '乙']]);
  });

  it('The phonetic guides of a text are left out', async () => {
    const parts = workbookParts([{ name: '一', rows: [HEADER, ['威州', 'x']] }]);
    parts['xl/sharedStrings.xml'] =
      parts['xl/sharedStrings.xml']?.replace('威州</t>', '威州</t><rPh sb="0" eb="2"><t>wēizhōu</t></rPh><phoneticPr fontId="1"/>') ?? '';
    expect(await texts(zipOf(parts), ['编号'])).toEqual([[2, '威州']]);
  });
});

describe('a workbook', () => {
  it('Cells are read as displayed: results of formulas, codes with leading zeros, dates, links, rich texts', async () => {
    const file = workbook([
      HEADER,
      [{ number: 7, format: '000' }, { formula: 'A2+1', result: 8 }, { at: '2026-11-21T00:00:00Z' }],
      undefined,
      [{ rich: ['甲', '乙'] }, { text: '链接', link: 'https://example.invalid' }, { at: '2026-11-21T08:30:00Z' }],
      [13_800_000_001, true, 103.59],
    ]);
    expect(await texts(file)).toEqual([
      [2, '007', '8', '2026-11-21'],
      [4, '甲乙', '链接', '2026-11-21 08:30:00'],
      [5, '13800000001', '是', '103.59'],
    ]);
  });

  it('Formulas give their last result, also when it is text or empty', async () => {
    const file = workbook([
      HEADER,
      [
        { formula: 'B1', result: '文' },
        { formula: 'A1=1', result: false },
        { formula: 'IF(1,"")', result: '' },
      ],
      [' x ', { number: 3, format: '0.00' }, 0.1 + 0.2],
    ]);
    expect(await texts(file)).toEqual([
      [2, '文', '否', ''],
      [3, 'x', '3.00', '0.30000000000000004'],
    ]);
  });

  it('An unreadable cell is reported by name', async () => {
    const file = workbook([
      HEADER,
      [1, { error: '#N/A' }, ''],
      [2 ** 60, 'a', ''],
      [3, { formula: 'A1' }, ''],
      [4, 'b', '', '', '多'],
      [5, { formula: '1/0', result: { error: '#DIV/0!' } }, ''],
    ]);
    expect((await readTable(file, shape)).faults.map(({ line, column, error }) => `${line} ${column} ${error.code}`)).toEqual([
      '2 名称 cell-error-value',
      '3 编号 cell-number-too-long',
      '4 名称 cell-formula-without-result',
      '5 null cell-without-header',
      '6 名称 cell-error-value',
    ]);
  });

  it('A merged header is refused clearly; a value merged downwards applies to each row, one merged across is refused', async () => {
    const title = workbook([['人员名单', '', ''], HEADER], ['A1:C1']);
    await expect(readTable(title, shape)).rejects.toThrow('merged-header {"line":1,"direction":"across","cell":"B1"}');
    const twoRows = workbook([HEADER, [null, '甲', '乙']], ['A1:A2']);
    await expect(readTable(twoRows, shape)).rejects.toThrow('merged-header {"line":1,"direction":"down","cell":"A1"}');
    const data = workbook([HEADER, ['1', '同', 'x'], ['2', '', 'y'], ['3', '横', '']], ['B2:B3', 'B4:C4']);
    expect(await texts(data)).toEqual([
      [2, '1', '同', 'x'],
      [3, '2', '同', 'y'],
    ]);
    expect((await readTable(data, shape)).faults).toEqual([
      { line: 4, column: null, error: { code: 'merged-cells', params: { direction: 'across', cell: 'C4' } } },
    ]);
    const block = workbook([HEADER, ['1', '同', null], ['2', null, null]], ['B2:C3']);
    expect((await readTable(block, shape)).faults.map(({ line, error }) => [line, error.params])).toEqual([
      [2, { direction: 'across', cell: 'C2' }],
      [3, { direction: 'across', cell: 'C3' }],
    ]);
  });

  it('The first visible sheet with content is read', async () => {
    const file = workbookOf(
      { name: '一', rows: [] },
      { name: '二', rows: [['别的']], hidden: true },
      {
        name: '三',
        rows: [
          ['编号', '名称'],
          ['1', '2'],
        ],
      },
    );
    expect(await texts(file, ['编号', '名称'])).toEqual([[2, '1', '2']]);
    await expect(readTable(workbookOf({ name: '一', rows: [[null]] }), shape)).rejects.toThrow('workbook-empty');
  });
});

describe('a broken or malicious workbook', () => {
  const rows: readonly (readonly Filled[])[] = [HEADER, ['1', '2', '3']];
  const parts = (changed: Record<string, string>) => zipOf({ ...workbookParts([{ name: '一', rows }]), ...changed });
  const first = 'xl/worksheets/sheet1.xml';

  it('It is refused when a part is missing, truncated or not XML', async () => {
    const { [first]: sheet = '', ...without } = workbookParts([{ name: '一', rows }]);
    for (const file of [
      zipOf(without),
      parts({ [first]: sheet.slice(0, sheet.length / 2) }),
      parts({ [first]: 'x' }),
      parts({ 'xl/workbook.xml': '' }),
    ])
      await expect(readTable(file, shape)).rejects.toThrow(/^workbook-(broken|empty)/);
    const whole = workbookOf({ name: '一', rows });
    await expect(readTable(whole.subarray(0, whole.length - 30), shape)).rejects.toThrow('workbook-broken');
  });

  it('It is refused before unpacking when it would become far larger than it is', async () => {
    await expect(readTable(parts({ 'xl/media/a.png': ' '.repeat(60_000_000) }), shape)).rejects.toThrow(
      'workbook-broken {"why":{"code":"zip-unpacks-too-large"',
    );
    const lies = zipOf({ ...workbookParts([{ name: '一', rows }]), 'xl/media/a.png': 'x'.repeat(100_000) }, { size: 0 });
    await expect(readTable(lies, shape)).rejects.toThrow('workbook-broken {"why":{"code":"zip-directory-broken"');
  });

  it('It is refused when one distant cell makes it immense, or merged areas cover it over and over', async () => {
    const far = '<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576" s="0"/></row></sheetData>';
    await expect(readTable(workbookOf({ name: '一', rows: [], data: far }), shape)).rejects.toThrow('workbook-too-wide');
    const all = Array.from({ length: 100 }, () => 'A1:XFD1048576');
    await expect(readTable(workbook(rows, all), shape)).rejects.toThrow('merged-cells-overlap');
    const columns = (count: number) => `<cols>${'<col min="1" max="16384" width="9"/>'.repeat(count)}</cols>`;
    const read = (count: number) => readTable(workbookOf({ name: '一', rows: [], data: `${columns(count)}${cell}` }), shape);
    const cell = `<sheetData><row r="1">${['编号', '名称'].map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row></sheetData>`;
    expect((await read(1)).names).toEqual(['编号', '名称']);
    await expect(read(5_000)).rejects.toThrow('column-formats-overlap');
  });

  it('Its own entity definitions cannot expand it', async () => {
    const doctype = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>';
    const data = '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&b;</t></is></c></row></sheetData>';
    const sheet = workbookParts([{ name: '一', rows, data }])[first]?.replace('<worksheet', `${doctype}<worksheet`) ?? '';
    await expect(readTable(parts({ [first]: sheet }), shape)).rejects.toThrow('"unknown":["&b;"]');
  });
});

it('A written table is read back unchanged, as a workbook and as a CSV', async () => {
  const sheet = {
    name: '表',
    columns: shape.columns,
    rows: [
      { 编号: '007', 名称: '一,"二"\n三', 说明: 1.5 },
      { 编号: '13800000001', 名称: '甲', 说明: '' },
    ],
  };
  const expected = [
    [2, '007', '一,"二"\n三', '1.5'],
    [3, '13800000001', '甲', ''],
  ];
  expect(await texts(await workbookBytes(sheet))).toEqual(expected);
  expect(await texts(bytes(csvText(sheet)))).toEqual(expected);
});
