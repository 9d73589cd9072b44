// Archives for tests, valid and malicious.

import { crc32, deflateRawSync } from 'node:zlib';
import { DAY_MS } from '@lookout/domain';

export interface Lie {
  /** General purpose bits of every entry. */
  readonly flags?: number;
  /** The unpacked length that the entries declare. */
  readonly size?: number;
  /** Number of directory entries for each file, all with the same packed bytes. */
  readonly times?: number;
  /** The name of every entry in its extra field 0x7075. */
  readonly unicodePath?: string;
}

/** A minimal .zip of these files (PKWARE APPNOTE 6.3.10, §4.3). Names may be bytes, as latin1. */
export function zipOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  { flags = 0, size, times = 1, unicodePath }: Lie = {},
  names: BufferEncoding = 'utf8',
) {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [text, content] of Object.entries(files)) {
    const [name, bytes] = [Buffer.from(text, names), Buffer.from(content)];
    const packed = deflateRawSync(bytes);
    const head = (signature: number, length: number, from: number) => {
      const buffer = Buffer.alloc(length);
      buffer.writeUInt32LE(signature, 0);
      buffer.writeUInt16LE(flags, from + 2);
      buffer.writeUInt16LE(8, from + 4);
      buffer.writeUInt32LE(packed.length, from + 14);
      buffer.writeUInt32LE(size ?? bytes.length, from + 18);
      buffer.writeUInt16LE(name.length, from + 22);
      return buffer;
    };
    const local = Buffer.concat([head(0x04034b50, 30, 4), name, packed]);
    const extra = unicodePath === undefined ? Buffer.alloc(0) : unicodePathField(name, unicodePath);
    const entry = head(0x02014b50, 46, 6);
    entry.writeUInt16LE(extra.length, 30);
    entry.writeUInt32LE(at, 42);
    for (let n = 0; n < times; n += 1) directory.push(Buffer.concat([entry, name, extra]));
    parts.push(local);
    at += local.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

function unicodePathField(name: Buffer, path: string): Buffer {
  const text = Buffer.from(path);
  const head = Buffer.alloc(9);
  head.writeUInt16LE(0x7075, 0);
  head.writeUInt16LE(5 + text.length, 2);
  head[4] = 1;
  head.writeUInt32LE(crc32(name), 5);
  return Buffer.concat([head, text]);
}

// Workbooks for tests, written part by part as Excel does (ECMA-376 part 1, §18), so that the reader is not tested only on its own
// library's output.

/** `at` is displayed as a date. A formula without `result` was never calculated; a `link` is displayed as its text. */
export type Filled =
  | string
  | number
  | boolean
  | null
  | { readonly number: number; readonly format: string }
  | { readonly at: string }
  | { readonly error: string }
  | { readonly rich: readonly string[] }
  | { readonly text: string; readonly link: string }
  | { readonly formula: string; readonly result?: string | number | boolean | { readonly error: string } };

export interface Page {
  readonly name: string;
  /** undefined: a row that is not in the file. */
  readonly rows: readonly (readonly Filled[] | undefined)[];
  /** `A1:B2` */
  readonly merges?: readonly string[];
  readonly hidden?: boolean;
  /** Replaces `<sheetData>`. */
  readonly data?: string;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DATE = 'yyyy\\-mm\\-dd\\ hh:mm';
/** 1970-01-01 as an Excel day number; day 1 is 1899-12-31. */
const EPOCH_DAYS = 25_569;

const escaped = (text: string): string => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const columnName = (at: number): string => (at < 26 ? '' : columnName(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));

/** The parts of a workbook by their names. */
export function workbookParts(pages: readonly Page[]): Record<string, string> {
  const strings: string[] = [];
  const formats: string[] = [];
  const place = (list: string[], one: string): number => (list.includes(one) ? list.indexOf(one) : list.push(one) - 1);
  const shared = (item: string): string => `t="s"><v>${place(strings, item)}</v>`;
  const styled = (format: string, value: number): string => `s="${place(formats, format) + 1}"><v>${value}</v>`;
  const plain = (text: string): string => `<t xml:space="preserve">${escaped(text)}</t>`;
  const result = (value: string | number | boolean | { error: string } | undefined): readonly [type: string, value: string] => {
    if (value === undefined) return ['', ''];
    if (typeof value === 'object') return [' t="e"', `<v>${value.error}</v>`];
    if (typeof value === 'boolean') return [' t="b"', `<v>${Number(value)}</v>`];
    return [typeof value === 'string' ? ' t="str"' : '', `<v>${escaped(String(value))}</v>`];
  };
  const inside = (value: Exclude<Filled, null>): string => {
    if (typeof value === 'string') return shared(plain(value));
    if (typeof value === 'number') return `><v>${value}</v>`;
    if (typeof value === 'boolean') return `t="b"><v>${Number(value)}</v>`;
    if ('number' in value) return styled(value.format, value.number);
    if ('at' in value) return styled(DATE, Date.parse(value.at) / DAY_MS + EPOCH_DAYS);
    if ('error' in value) return `t="e"><v>${value.error}</v>`;
    if ('rich' in value) return shared(value.rich.map((text) => `<r><rPr><b/></rPr>${plain(text)}</r>`).join(''));
    if ('link' in value) return shared(plain(value.text));
    const [type, shown] = result(value.result);
    return `${type}><f>${escaped(value.formula)}</f>${shown}`;
  };
  const sheets = pages.map(({ rows, merges = [], data }) => {
    const links: string[] = [];
    const lines = rows.map((row, y) => {
      if (row === undefined) return '';
      const cells = row.map((value, x) => {
        const address = `${columnName(x)}${y + 1}`;
        if (value !== null && typeof value === 'object' && 'link' in value) {
          const target = escaped(value.link);
          links.push(`<hyperlink ref="${address}" r:id="rId${links.length + 1}" tooltip="${target}"/>`);
        }
        return value === null ? `<c r="${address}"/>` : `<c r="${address}" ${inside(value)}</c>`;
      });
      return `<row r="${y + 1}">${cells.join('')}</row>`;
    });
    const merged = merges.map((ref) => `<mergeCell ref="${ref}"/>`);
    return (
      `${HEAD}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}">${data ?? `<sheetData>${lines.join('')}</sheetData>`}` +
      `${merged.length === 0 ? '' : `<mergeCells count="${merged.length}">${merged.join('')}</mergeCells>`}` +
      `${links.length === 0 ? '' : `<hyperlinks>${links.join('')}</hyperlinks>`}</worksheet>`
    );
  });
  const type = (part: string, kind: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`;
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`;
  const relations = (list: readonly string[]) => `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`;
  const numbered = sheets.map((_xml, i) => `worksheets/sheet${i + 1}`);
  const states = pages.map(
    ({ name, hidden }, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${i + 1}"/>`,
  );
  const fonts = '<fonts count="1"><font><sz val="11"/><name val="宋体"/></font></fonts>';
  const numFmts = formats.map((code, i) => `<numFmt numFmtId="${i + 164}" formatCode="${escaped(code)}"/>`);
  const xfs = formats.map((_code, i) => `<xf numFmtId="${i + 164}" applyNumberFormat="1"/>`);
  return {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${type('workbook', 'sheet.main')}${numbered.map((part) => type(part, 'worksheet')).join('')}${type('styles', 'styles')}${type('sharedStrings', 'sharedStrings')}</Types>`,
    '_rels/.rels': relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${states.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...numbered.map((part, i) => relation(`rId${i + 1}`, 'worksheet', `${part}.xml`)),
      relation('rIdStyles', 'styles', 'styles.xml'),
      relation('rIdStrings', 'sharedStrings', 'sharedStrings.xml'),
    ]),
    'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${numFmts.length}">${numFmts.join('')}</numFmts>${fonts}<cellXfs count="${xfs.length + 1}"><xf numFmtId="0"/>${xfs.join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${HEAD}<sst xmlns="${MAIN}">${strings.map((item) => `<si>${item}</si>`).join('')}</sst>`,
    ...Object.fromEntries(sheets.map((xml, i) => [`xl/${numbered[i]}.xml`, xml])),
    ...Object.fromEntries(
      pages.flatMap(({ rows }, i) => {
        const links = rows
          .flatMap((row) => row ?? [])
          .flatMap((value) => (value !== null && typeof value === 'object' && 'link' in value ? [value.link] : []));
        const list = links.map((link, n) => relation(`rId${n + 1}`, 'hyperlink', `${escaped(link)}" TargetMode="External`));
        return list.length === 0 ? [] : [[`xl/worksheets/_rels/sheet${i + 1}.xml.rels`, relations(list)]];
      }),
    ),
  };
}

export const workbookOf = (...pages: readonly Page[]): Uint8Array => zipOf(workbookParts(pages));

export { type TinyTiff, writeTiff } from '../dem/testing/write-tiff.ts';
export { gbkOf } from './gb18030.ts';
export { osmPbfOf, type TinyOsm } from './osm.ts';
export { dbfOf, shpOf, type TinyShape, type TinyTable } from './shapefile.ts';
