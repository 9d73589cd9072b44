import { convertToHtml, extractRawText } from 'mammoth';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import type { DocumentBlock, DocumentFormat, DocumentPicture, PrintedDocument } from './document.ts';
import { createDocuments } from './documents.ts';

const NOBODYS = { whose: { account: 'house', grid: null, isDuty: false } };
const documents = createDocuments();
afterAll(() => documents.stop());

const RARE_NAME = '赵喆堃𬭎';
const png = async (): Promise<DocumentPicture> => ({
  format: 'png',
  bytes: await sharp({ create: { width: 80, height: 60, channels: 3, background: '#ff3b30' } })
    .png()
    .toBuffer(),
  widthPixels: 80,
  heightPixels: 60,
});
const svg: DocumentPicture = {
  format: 'svg',
  bytes: new TextEncoder().encode(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20" fill="#2dd4ff"/></svg>',
  ),
  widthPixels: 40,
  heightPixels: 20,
};

const report = async (more: Partial<PrintedDocument> = {}): Promise<PrintedDocument> => ({
  language: 'zh',
  title: '火灾评估报告',
  subtitle: '第 2 版',
  header: '林火瞭望 · 阿坝州',
  footer: 'SHA-256 0f1e',
  stripe: null,
  orientation: 'portrait',
  author: '林火瞭望',
  createdAt: new Date('2026-04-02T03:04:05Z'),
  blocks: [
    { kind: 'heading', level: 1, text: '一、经过' },
    { kind: 'paragraph', text: `报告人${RARE_NAME}，过火面积 12.34 公顷。` },
    { kind: 'list', items: ['第一条教训', '第二条教训'] },
    {
      kind: 'facts',
      across: 2,
      rows: [
        { label: '等级', value: '较大' },
        { label: '死亡', value: '0 人' },
        { label: '重伤', value: '1 人' },
      ],
    },
    {
      kind: 'table',
      columns: [
        { title: '项目', share: 2 },
        { title: '数量', share: 1, align: 'right' },
      ],
      rows: [
        ['林木蓄积', '=SUM(A1)'],
        ['幼树', '300 株'],
      ],
    },
    { kind: 'picture', picture: await png(), caption: '图 1 现场', widthMillimetres: 60 },
    { kind: 'picture', picture: svg, caption: '图 2 态势', widthMillimetres: 60 },
  ],
  ...more,
});

const HEADINGS: DocumentBlock[] = [
  { kind: 'heading', level: 1, text: '章' },
  { kind: 'heading', level: 2, text: '节' },
];
const TABLE: DocumentBlock = { kind: 'table', columns: [{ title: '表头', share: 1 }], rows: [['第一行']] };

const opened = async <T>(document: PrintedDocument, read: (pdf: PDFDocumentProxy) => Promise<T>): Promise<T> => {
  const task = getDocument({ data: Uint8Array.from(await documents.print(NOBODYS, document, 'pdf')), verbosity: 0 });
  try {
    return await read(await task.promise);
  } finally {
    await task.destroy();
  }
};

const textOfPage = async (pdf: PDFDocumentProxy, number: number): Promise<string> => {
  const { items } = await (await pdf.getPage(number)).getTextContent();
  return items.map((item) => ('str' in item ? item.str : '')).join('');
};

describe('a document as PDF', () => {
  it('contains every text, even a rare name, and its own title', async () => {
    await opened(await report(), async (pdf) => {
      const text = await textOfPage(pdf, 1);
      for (const part of [
        '火灾评估报告',
        '第 2 版',
        '林火瞭望 · 阿坝州',
        'SHA-256 0f1e',
        '一、经过',
        RARE_NAME,
        '12.34 公顷',
        '第二条教训',
      ])
        expect(text).toContain(part);
      for (const part of [
        '等级',
        '较大',
        '重伤',
        '1 人',
        '项目',
        '林木蓄积',
        '=SUM(A1)',
        '300 株',
        '图 1 现场',
        '图 2 态势',
        '第 1 页 共 1 页',
      ])
        expect(text).toContain(part);
      expect(text).not.toContain('演练');
      const { info } = await pdf.getMetadata();
      expect(info).toMatchObject({ Title: '火灾评估报告', Author: '林火瞭望', Language: 'zh-CN' });
    });
  });

  it('breaks a long table over pages, with its head, the page number and the stripe on each', async () => {
    const rows = Array.from({ length: 120 }, (_, at) => [`第 ${at + 1} 行`, String(at)]);
    const columns = [
      { title: '项目名', share: 1 },
      { title: '数量', share: 1 },
    ];
    await opened(await report({ stripe: '演练', blocks: [{ kind: 'table', columns, rows }] }), async (pdf) => {
      expect(pdf.numPages).toBeGreaterThan(2);
      const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, at) => textOfPage(pdf, at + 1)));
      for (const [at, page] of pages.entries()) {
        expect(page).toContain(`第 ${at + 1} 页 共 ${pdf.numPages} 页`);
        expect(page).toContain('演练');
        expect(page).toContain('项目名');
      }
      expect(pages.join('').match(/第 \d+ 行/g)).toHaveLength(120);
    });
  });

  it.each<[string, DocumentBlock[]]>([
    ['a heading and a table', [...HEADINGS, TABLE]],
    ['a heading and a picture', [...HEADINGS, { kind: 'picture', picture: svg, caption: '第一行', widthMillimetres: 60 }]],
    ['the head of a table and its first row', [TABLE]],
  ])('%s stay together at the end of a page', async (_, together) => {
    // The first count of lines leaves room for them on the page, the last does not.
    for (let lines = 20; lines < 34; lines++) {
      const above = Array.from({ length: lines }, (): DocumentBlock => ({ kind: 'paragraph', text: '正文' }));
      await opened(await report({ blocks: [...above, ...together] }), async (pdf) => {
        const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, at) => textOfPage(pdf, at + 1)));
        expect(pages.filter((page) => /章|节|表头|第一行/.test(page))).toHaveLength(1);
      });
    }
  });

  it('is small, although the font is 10 MB, and is in English on request', async () => {
    expect((await documents.print(NOBODYS, await report(), 'pdf')).length).toBeLessThan(200_000);
    const english = await report({ language: 'en', orientation: 'landscape' });
    expect(await opened(english, (pdf) => textOfPage(pdf, 1))).toContain('Page 1 of ');
  });
});

describe('a document as Word', () => {
  const word = async (more: Partial<PrintedDocument> = {}) => Buffer.from(await documents.print(NOBODYS, await report(more), 'docx'));

  it('contains every text, its tables cell by cell, and its pictures', async () => {
    const buffer = await word();
    const { value: text } = await extractRawText({ buffer });
    for (const part of ['火灾评估报告', '第 2 版', '一、经过', RARE_NAME, '12.34 公顷', '第一条教训', '图 2 态势'])
      expect(text).toContain(part);
    const { value: html } = await convertToHtml({ buffer });
    const cells = [...html.matchAll(/<t[dh]>(.*?)<\/t[dh]>/g)].map(([, inside = '']) => inside.replace(/<[^>]+>/g, ''));
    expect(cells).toEqual([
      '等级',
      '较大',
      '死亡',
      '0 人',
      '重伤',
      '1 人',
      '',
      '',
      '项目',
      '数量',
      '林木蓄积',
      '=SUM(A1)',
      '幼树',
      '300 株',
    ]);
    expect(html.match(/<img /g)?.length).toBe(2);
    expect(html).toContain('<h1>一、经过</h1>');
  });

  it('is valid XML, and prints, whatever characters are stored: characters that no output can represent are left out', async () => {
    const bad = '火\0\u0001\u000B\uFFFE\uFFFF情\uD800';
    const blocks: DocumentBlock[] = [
      { kind: 'heading', level: 1, text: bad },
      { kind: 'facts', across: 1, rows: [{ label: bad, value: bad }] },
      { kind: 'table', columns: [{ title: bad, share: 1 }], rows: [[bad]] },
    ];
    const made = { title: bad, subtitle: bad, header: bad, author: bad, blocks };
    const { value: text } = await extractRawText({ buffer: await word(made) });
    expect(text.match(/火情\uFFFD/g)?.length).toBeGreaterThanOrEqual(5);
    expect((await documents.print(NOBODYS, await report(made), 'pdf')).length).toBeGreaterThan(1_000);
  });

  it('contains its font, subset to the characters used', async () => {
    const [short, long] = [await word(), await word({ blocks: [] })];
    expect(short.length).toBeLessThan(300_000);
    expect(short.includes('word/fonts/')).toBe(true);
    expect(long.length).toBeLessThan(short.length);
  });
});

it('A document that cannot be printed fails alone, and the next one is printed', async () => {
  const broken = await report({ blocks: [{ kind: 'picture', caption: 'x', picture: { ...svg, format: 'png' } }] });
  const tried = (format: DocumentFormat) => documents.print(NOBODYS, broken, format);
  await expect(tried('pdf')).rejects.toThrow();
  expect((await documents.print(NOBODYS, await report(), 'pdf')).length).toBeGreaterThan(1000);
});
