// One description of a document, printed as PDF and as Word. It says what is in it; the two printers say how it looks.
import { pageWords } from './words.ts';

/** What a text paragraph is for. `note`: small and grey, for sources and remarks. */
type ParagraphTone = 'plain' | 'strong' | 'note';

/** A picture with its own size, which gives the proportions. SVG: its text is printed as outlines, since a reader's machine may have no Chinese font. */
export interface DocumentPicture {
  readonly format: 'png' | 'jpeg' | 'svg';
  readonly bytes: Uint8Array;
  readonly widthPixels: number;
  readonly heightPixels: number;
}

/** A chart, drawn in the documents' worker. */
export interface DocumentChart {
  readonly format: 'chart';
  /** Of ECharts: plain data, since it goes to another thread. */
  readonly option: Readonly<Record<string, unknown>>;
  readonly widthPixels: number;
  readonly heightPixels: number;
}

interface TableColumn {
  readonly title: string;
  /** The column's share of the width, beside those of the others. */
  readonly share: number;
  readonly align?: 'left' | 'right';
}

/** What is in a document; `P`: its pictures. */
export type DocumentBlock<P = DocumentPicture | DocumentChart> =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string; readonly tone?: ParagraphTone }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  /** Names and their values, `across` pairs to a line. */
  | { readonly kind: 'facts'; readonly across: 1 | 2; readonly rows: readonly { readonly label: string; readonly value: string }[] }
  /** A grid of texts; its head is repeated on every page. Every row has one text for each column. */
  | { readonly kind: 'table'; readonly columns: readonly TableColumn[]; readonly rows: readonly (readonly string[])[] }
  /** `widthMillimetres`: default and most is the width between the margins. */
  | {
      readonly kind: 'picture';
      readonly picture: P;
      readonly caption: string;
      readonly widthMillimetres?: number;
    }
  | { readonly kind: 'page-break' };

export interface PrintedDocument<P = DocumentPicture | DocumentChart> {
  readonly language: 'zh' | 'en';
  readonly title: string;
  /** Below the title: number, issuer, date. */
  readonly subtitle: string | null;
  /** At the top of every page. The page's number stands at the bottom. */
  readonly header: string;
  /** At the left of the bottom of every page, such as the hash of what is printed; null: only the number. */
  readonly footer: string | null;
  /** Across every page, such as 演练; null: none. */
  readonly stripe: string | null;
  readonly orientation: 'portrait' | 'landscape';
  /** Who made it, for the file's properties. */
  readonly author: string;
  readonly createdAt: Date;
  readonly blocks: readonly DocumentBlock<P>[];
}

/** For the printers: its charts are pictures. */
export type DrawnDocument = PrintedDocument<DocumentPicture>;
export type DrawnBlock = DocumentBlock<DocumentPicture>;

export type DocumentFormat = 'pdf' | 'docx';

export const DOCUMENT_MEDIA_TYPES = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const satisfies Record<DocumentFormat, string>;

/** A4, in millimetres. */
const LONG = 297;
const SHORT = 210;
export const MARGIN_MILLIMETRES = 20;

export const pageMillimetres = (orientation: PrintedDocument['orientation']): { readonly width: number; readonly height: number } =>
  orientation === 'portrait' ? { width: SHORT, height: LONG } : { width: LONG, height: SHORT };

/** Between the margins. A picture is at most as high as leaves room for its caption. */
export function roomMillimetres(orientation: PrintedDocument['orientation']): { readonly width: number; readonly height: number } {
  const { width, height } = pageMillimetres(orientation);
  return { width: width - 2 * MARGIN_MILLIMETRES, height: height - 2 * MARGIN_MILLIMETRES - 20 };
}

/** Millimetres of a picture as wide as asked, and no larger than the page has room for. */
export function pictureMillimetres(
  { widthPixels, heightPixels }: DocumentPicture,
  asked: number | undefined,
  orientation: PrintedDocument['orientation'],
): { readonly width: number; readonly height: number } {
  const room = roomMillimetres(orientation);
  const width = Math.min(asked ?? room.width, room.width, (room.height * widthPixels) / heightPixels);
  return { width, height: (width * heightPixels) / widthPixels };
}

/** Every character that is printed: what the embedded font must hold. */
export function textOf({ title, subtitle, header, footer, stripe, language, blocks }: PrintedDocument): string {
  const labels = pageWords(language, '0123456789', '').join('');
  const texts = blocks.map(blockText);
  return [title, subtitle, header, footer, stripe, labels, ...texts].filter((text) => text !== null).join('');
}

function blockText(block: DocumentBlock): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return block.text;
    case 'list':
      return block.items.join('');
    case 'facts':
      return block.rows.map(({ label, value }) => label + value).join('');
    case 'table':
      return [...block.columns.map(({ title }) => title), ...block.rows.flat()].join('');
    case 'picture':
      return block.caption;
    case 'page-break':
      return '';
  }
}
