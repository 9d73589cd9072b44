// Prints a document as PDF, by pdfmake. The font is embedded with only the characters used. Text can be selected and searched.
import pdfmake, { type Content, type DocumentDefinition, type PlacedNode, type PlacedNodes, type TableLayout } from 'pdfmake';
import {
  type DocumentPicture,
  type DrawnBlock,
  type DrawnDocument,
  MARGIN_MILLIMETRES,
  type PrintedDocument,
  pageMillimetres,
  pictureMillimetres,
} from './document.ts';
import { FONT_NAME, fontFile } from './fonts.ts';
import { pageTexts } from './texts.ts';

const POINTS_PER_MILLIMETRE = 72 / 25.4;
const MARGIN = MARGIN_MILLIMETRES * POINTS_PER_MILLIMETRE;
const GREY = '#5b6780';
const LINE = '#b6c0d0';
const HEAD = '#e8eef6';
/** The style of the text that is repeated on every page, which the library counts as content. */
const FRAME = 'frame';
/** Height in points for the head of a table and a row of one line, or for the caption of a picture. */
const TWO_ROWS = 48;

/** Thin lines, a shaded head. */
const ruled: TableLayout = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0.5,
  hLineColor: () => LINE,
  vLineColor: () => LINE,
  paddingTop: () => 3,
  paddingBottom: () => 3,
};

let isSetUp = false;

/** The library is one object for the whole thread. It may read the fonts and nothing else, neither from this machine nor from another. */
function setUp(): void {
  if (isSetUp) return;
  const [normal, bold] = [fontFile('regular'), fontFile('bold')];
  pdfmake.setFonts({ [FONT_NAME]: { normal, bold, italics: normal, bolditalics: bold } });
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => path === normal || path === bold);
  pdfmake.setTableLayouts({ ruled });
  isSetUp = true;
}

/** @returns the file's bytes */
export async function pdfOf(document: DrawnDocument): Promise<Uint8Array> {
  setUp();
  return pdfmake.createPdf(definitionOf(document)).getBuffer();
}

function definitionOf(document: DrawnDocument): DocumentDefinition {
  const { title, subtitle, header, footer, stripe, language, orientation, author, createdAt, blocks } = document;
  const { width, height } = pageMillimetres(orientation);
  return {
    info: { title, author, creator: author, producer: author, creationDate: createdAt },
    language: language === 'zh' ? 'zh-CN' : 'en',
    pageSize: { width: width * POINTS_PER_MILLIMETRE, height: height * POINTS_PER_MILLIMETRE },
    pageMargins: MARGIN,
    defaultStyle: { font: FONT_NAME, fontSize: 10, lineHeight: 1.25 },
    header: { text: header, style: FRAME, margin: [MARGIN, 24, MARGIN, 0], fontSize: 8, color: GREY },
    footer: (page, pages) => ({
      margin: [MARGIN, 16, MARGIN, 0],
      fontSize: 8,
      color: GREY,
      columns: [
        { text: footer ?? '', width: '*', style: FRAME },
        { text: pageTexts(language, page, pages).join(''), width: 'auto', style: FRAME },
      ],
    }),
    ...(stripe !== null && { watermark: { text: stripe, color: '#ff3b30', opacity: 0.18, bold: true, fontSize: 110, font: FONT_NAME } }),
    pageBreakBefore: isLeftAlone,
    content: [
      { text: title, fontSize: 20, bold: true, alignment: 'center', margin: [0, 0, 0, 4] },
      ...(subtitle === null ? [] : [{ text: subtitle, color: GREY, alignment: 'center', margin: [0, 0, 0, 10] }]),
      ...blocks.map((block) => contentOf(block, orientation)),
    ],
  };
}

/**
 * Moves a heading to the next page together with the content below it, unless that content begins on this page. The library reports the
 * position of unbreakable content (a picture, the head of a table with its first row) before it moves it to the next page, so the height is
 * added here.
 */
function isLeftAlone({ headlineLevel }: PlacedNode, { getFollowingNodesOnPage }: PlacedNodes): boolean {
  if (headlineLevel === undefined) return false;
  const headed = getFollowingNodesOnPage().find((node) => node.headlineLevel === undefined && isDrawn(node));
  if (headed === undefined) return true;
  const { top, pageInnerHeight } = headed.startPosition;
  return top - MARGIN + (headed.height ?? 0) + TWO_ROWS > pageInnerHeight;
}

const isDrawn = ({ text, image, svg, style }: PlacedNode): boolean =>
  style !== FRAME && [text, image, svg].some((what) => what !== undefined);

function contentOf(block: DrawnBlock, orientation: PrintedDocument['orientation']): Content {
  switch (block.kind) {
    case 'heading':
      return {
        text: block.text,
        bold: true,
        fontSize: block.level === 1 ? 14 : 11.5,
        margin: [0, block.level === 1 ? 12 : 8, 0, 4],
        headlineLevel: block.level,
      };
    case 'paragraph':
      return {
        text: block.text,
        margin: [0, 0, 0, 5],
        ...(block.tone === 'strong' && { bold: true }),
        ...(block.tone === 'note' && { color: GREY, fontSize: 8.5 }),
      };
    case 'list':
      return { ul: [...block.items], margin: [0, 0, 0, 5] };
    case 'facts':
      return factsTable(block);
    case 'table':
      return {
        layout: 'ruled',
        fontSize: 9,
        margin: [0, 2, 0, 8],
        table: {
          headerRows: 1,
          keepWithHeaderRows: 1,
          dontBreakRows: true,
          widths: widthsOf(block.columns.map(({ share }) => share)),
          body: [
            block.columns.map(({ title, align = 'left' }) => ({ text: title, bold: true, fillColor: HEAD, alignment: align })),
            ...block.rows.map((row) => row.map((text, at) => ({ text, alignment: block.columns[at]?.align ?? 'left' }))),
          ],
        },
      };
    case 'picture': {
      const { width, height } = pictureMillimetres(block.picture, block.widthMillimetres, orientation);
      const size = { width: width * POINTS_PER_MILLIMETRE, height: height * POINTS_PER_MILLIMETRE };
      return {
        unbreakable: true,
        margin: [0, 4, 0, 8],
        stack: [
          { ...imageOf(block.picture), ...size, alignment: 'center' },
          { text: block.caption, alignment: 'center', color: GREY, fontSize: 8.5, margin: [0, 3, 0, 0] },
        ],
      };
    }
    case 'page-break':
      return { text: '', pageBreak: 'after' };
  }
}

const imageOf = ({ format, bytes }: DocumentPicture) =>
  format === 'svg'
    ? { svg: new TextDecoder().decode(bytes) }
    : { image: `data:image/${format};base64,${Buffer.from(bytes).toString('base64')}` };

function factsTable({ across, rows }: Extract<DrawnBlock, { kind: 'facts' }>): Content {
  const lines: Content[][] = [];
  for (let at = 0; at < rows.length; at += across) {
    const pairs = Array.from({ length: across }, (_, index) => rows[at + index] ?? { label: '', value: '' });
    lines.push(pairs.flatMap(({ label, value }) => [{ text: label, fillColor: HEAD }, { text: value }]));
  }
  if (lines.length === 0) return { text: '' };
  const widths = widthsOf(across === 1 ? [1, 4] : [1, 2, 1, 2]);
  return { layout: 'ruled', fontSize: 9.5, margin: [0, 2, 0, 8], table: { dontBreakRows: true, widths, body: lines } };
}

function widthsOf(shares: readonly number[]): string[] {
  const sum = shares.reduce((all, share) => all + share, 0);
  return shares.map((share) => `${((share / sum) * 100).toFixed(3)}%`);
}
