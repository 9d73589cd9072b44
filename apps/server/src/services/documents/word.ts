// Prints a document as Word (.docx), by docx. The font is embedded with only the characters used. Pictures in SVG have a PNG for older
// programs.
import { Buffer } from 'node:buffer';
import {
  AlignmentType,
  BorderStyle,
  CharacterSet,
  Document,
  Footer,
  Header,
  HeadingLevel,
  ImageRun,
  Packer,
  PageNumber,
  PageOrientation,
  Paragraph,
  ShadingType,
  Tab,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  TabStopType,
  TextRun,
  WidthType,
} from 'docx';
import sharp from 'sharp';
import subsetFont from 'subset-font';
import {
  type DocumentPicture,
  type DrawnBlock,
  type DrawnDocument,
  MARGIN_MILLIMETRES,
  type PrintedDocument,
  pageMillimetres,
  pictureMillimetres,
  roomMillimetres,
  textOf,
} from './document.ts';
import { FONT_NAME, readFont } from './fonts.ts';
import { pageTexts } from './texts.ts';

/** Twentieths of a point. */
const TWIPS_PER_MILLIMETRE = 1440 / 25.4;
const PIXELS_PER_MILLIMETRE = 96 / 25.4;
const GREY = '5B6780';
const LINE = { style: BorderStyle.SINGLE, size: 4, color: 'B6C0D0' };
const HEAD = { type: ShadingType.CLEAR, fill: 'E8EEF6' };
const twips = (millimetres: number): number => Math.round(millimetres * TWIPS_PER_MILLIMETRE);

/** @returns the file's bytes */
export async function wordFileOf(document: DrawnDocument): Promise<Uint8Array> {
  const { title, subtitle, header, footer, stripe, language, orientation, author, blocks } = document;
  const page = pageMillimetres(orientation);
  const room = roomMillimetres(orientation);
  const font = await subsetFont(readFont('regular'), textOf(document), { targetFormat: 'truetype' });
  const body = await Promise.all(blocks.map((block) => elementsOf(block, orientation)));
  const margin = twips(MARGIN_MILLIMETRES);
  const small = (text: string) => new TextRun({ text, size: 16, color: GREY });
  const made = new Document({
    title,
    creator: author,
    lastModifiedBy: author,
    fonts: [{ name: FONT_NAME, data: Buffer.from(font), characterSet: CharacterSet.GB_2312 }],
    styles: {
      default: {
        document: {
          run: {
            size: 20,
            font: { name: FONT_NAME, eastAsia: FONT_NAME },
            language: { value: 'en-US', eastAsia: language === 'zh' ? 'zh-CN' : 'en-US' },
          },
        },
        heading1: { run: { size: 28, bold: true, color: '000000' }, paragraph: { spacing: { before: 240, after: 80 }, keepNext: true } },
        heading2: { run: { size: 23, bold: true, color: '000000' }, paragraph: { spacing: { before: 160, after: 80 }, keepNext: true } },
      },
    },
    sections: [
      {
        properties: {
          page: {
            // The library expects the size of the upright page and rotates it itself.
            size: {
              width: twips(Math.min(page.width, page.height)),
              height: twips(Math.max(page.width, page.height)),
              orientation: orientation === 'portrait' ? PageOrientation.PORTRAIT : PageOrientation.LANDSCAPE,
            },
            margin: { top: margin, bottom: margin, left: margin, right: margin },
          },
        },
        headers: {
          default: new Header({
            children: [
              new Paragraph({ children: [small(header)] }),
              ...(stripe === null
                ? []
                : [
                    new Paragraph({
                      alignment: AlignmentType.CENTER,
                      shading: { type: ShadingType.CLEAR, fill: 'FFDAD7' },
                      children: [new TextRun({ text: stripe, bold: true, size: 32, color: 'C5221F' })],
                    }),
                  ]),
            ],
          }),
        },
        footers: {
          default: new Footer({
            children: [
              new Paragraph({
                tabStops: [{ type: TabStopType.RIGHT, position: twips(room.width) }],
                children: [
                  small(footer ?? ''),
                  new TextRun({
                    children: [new Tab(), ...pageTexts<string>(language, PageNumber.CURRENT, PageNumber.TOTAL_PAGES)],
                    size: 16,
                    color: GREY,
                  }),
                ],
              }),
            ],
          }),
        },
        children: [
          new Paragraph({
            alignment: AlignmentType.CENTER,
            spacing: { after: 80 },
            children: [new TextRun({ text: title, bold: true, size: 40 })],
          }),
          ...(subtitle === null
            ? []
            : [
                new Paragraph({
                  alignment: AlignmentType.CENTER,
                  spacing: { after: 200 },
                  children: [new TextRun({ text: subtitle, color: GREY })],
                }),
              ]),
          ...body.flat(),
        ],
      },
    ],
  });
  return Packer.toBuffer(made);
}

async function elementsOf(block: DrawnBlock, orientation: PrintedDocument['orientation']): Promise<(Paragraph | Table)[]> {
  switch (block.kind) {
    case 'heading':
      return [new Paragraph({ text: block.text, heading: block.level === 1 ? HeadingLevel.HEADING_1 : HeadingLevel.HEADING_2 })];
    case 'paragraph':
      return linesOf(block.text).map(
        (text) =>
          new Paragraph({
            spacing: { after: 100 },
            children: [new TextRun({ text, bold: block.tone === 'strong', ...(block.tone === 'note' && { color: GREY, size: 17 }) })],
          }),
      );
    case 'list':
      return block.items.map((text) => new Paragraph({ text, bullet: { level: 0 } }));
    case 'facts':
      return [...factsTable(block, orientation), gap()];
    case 'table': {
      const shares = block.columns.map(({ share }) => share);
      const head = block.columns.map(({ title, align }) => cell(title, { bold: true, shaded: true, right: align === 'right' }));
      const rows = block.rows.map((row) => row.map((text, at) => cell(text, { right: block.columns[at]?.align === 'right' })));
      return [table([head, ...rows], shares, orientation, true), gap()];
    }
    case 'picture': {
      const { width, height } = pictureMillimetres(block.picture, block.widthMillimetres, orientation);
      const transformation = { width: Math.round(width * PIXELS_PER_MILLIMETRE), height: Math.round(height * PIXELS_PER_MILLIMETRE) };
      const altText = { name: block.caption, title: block.caption, description: block.caption };
      return [
        new Paragraph({
          alignment: AlignmentType.CENTER,
          keepNext: true,
          children: [new ImageRun({ ...(await imageOf(block.picture)), transformation, altText })],
        }),
        new Paragraph({
          alignment: AlignmentType.CENTER,
          spacing: { after: 160 },
          children: [new TextRun({ text: block.caption, color: GREY, size: 17 })],
        }),
      ];
    }
    case 'page-break':
      return [new Paragraph({ pageBreakBefore: true })];
  }
}

async function imageOf({ format, bytes }: DocumentPicture) {
  if (format !== 'svg') return { type: format === 'png' ? ('png' as const) : ('jpg' as const), data: Buffer.from(bytes) };
  const png = await sharp(bytes).png().toBuffer();
  return { type: 'svg' as const, data: Buffer.from(bytes), fallback: { type: 'png' as const, data: png } };
}

function factsTable({ across, rows }: Extract<DrawnBlock, { kind: 'facts' }>, orientation: PrintedDocument['orientation']): Table[] {
  const lines: TableCell[][] = [];
  for (let at = 0; at < rows.length; at += across) {
    const pairs = Array.from({ length: across }, (_, index) => rows[at + index] ?? { label: '', value: '' });
    lines.push(pairs.flatMap(({ label, value }) => [cell(label, { shaded: true }), cell(value)]));
  }
  return lines.length === 0 ? [] : [table(lines, across === 1 ? [1, 4] : [1, 2, 1, 2], orientation, false)];
}

function table(
  lines: readonly TableCell[][],
  shares: readonly number[],
  orientation: PrintedDocument['orientation'],
  hasHead: boolean,
): Table {
  const sum = shares.reduce((all, share) => all + share, 0);
  const width = twips(roomMillimetres(orientation).width);
  return new Table({
    width: { size: width, type: WidthType.DXA },
    columnWidths: shares.map((share) => Math.round((share / sum) * width)),
    layout: TableLayoutType.FIXED,
    borders: { top: LINE, bottom: LINE, left: LINE, right: LINE, insideHorizontal: LINE, insideVertical: LINE },
    rows: lines.map((children, at) => new TableRow({ children, cantSplit: true, tableHeader: hasHead && at === 0 })),
  });
}

interface CellLook {
  readonly bold?: boolean;
  readonly shaded?: boolean;
  readonly right?: boolean;
}

const cell = (text: string, { bold = false, shaded = false, right = false }: CellLook = {}): TableCell =>
  new TableCell({
    margins: { top: 50, bottom: 50, left: 80, right: 80 },
    ...(shaded && { shading: HEAD }),
    children: linesOf(text).map(
      (line) =>
        new Paragraph({
          alignment: right ? AlignmentType.RIGHT : AlignmentType.LEFT,
          children: [new TextRun({ text: line, bold, size: 19 })],
        }),
    ),
  });

const linesOf = (text: string): string[] => text.split('\n');

/** Word joins two adjacent tables, so a gap is inserted. */
const gap = (): Paragraph => new Paragraph({ spacing: { after: 80 } });
