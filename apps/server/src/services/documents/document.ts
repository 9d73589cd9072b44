// A description of a document, printed as PDF and as Word. It states the content; the two printers define the layout.
import { pageTexts } from './texts.ts';

/** The purpose of a text paragraph. `note`: small and grey, for sources and remarks. */
type ParagraphTone = 'plain' | 'strong' | 'note';

/**
 * A picture with its own size, which determines the proportions. Text in an SVG is printed as outlines, because a reader's machine may have
 * no Chinese font.
 */
export interface DocumentPicture {
  readonly format: 'png' | 'jpeg' | 'svg';
  readonly bytes: Uint8Array;
  readonly widthPixels: number;
  readonly heightPixels: number;
}

/** A chart, drawn in the documents' worker thread. */
export interface DocumentChart {
  readonly format: 'chart';
  /** An option of ECharts: plain data, because it is sent to another thread. */
  readonly option: Readonly<Record<string, unknown>>;
  readonly widthPixels: number;
  readonly heightPixels: number;
}

interface TableColumn {
  readonly title: string;
  /** The column's width, relative to the `share` of the other columns. */
  readonly share: number;
  readonly align?: 'left' | 'right';
}

/** The content of a document; `P`: the type of its pictures. */
export type DocumentBlock<P = DocumentPicture | DocumentChart> =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string; readonly tone?: ParagraphTone }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  /** Labels and values, with `across` pairs per line. */
  | { readonly kind: 'facts'; readonly across: 1 | 2; readonly rows: readonly { readonly label: string; readonly value: string }[] }
  /** A grid of texts, with its head repeated on every page. Every row has one text for each column. */
  | { readonly kind: 'table'; readonly columns: readonly TableColumn[]; readonly rows: readonly (readonly string[])[] }
  /** `widthMillimetres` is by default, and at most, the width between the margins. */
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
  /** The line below the title: number, issuer, date. */
  readonly subtitle: string | null;
  /** Printed at the top of every page. The page number is at the bottom. */
  readonly header: string;
  /** Printed at the bottom left of every page, such as the hash of the content; null: only the page number. */
  readonly footer: string | null;
  /** A text across every page, such as 演练; null: none. */
  readonly stripe: string | null;
  readonly orientation: 'portrait' | 'landscape';
  /** The author in the file's properties. */
  readonly author: string;
  readonly createdAt: Date;
  readonly blocks: readonly DocumentBlock<P>[];
}

/** A document for the printers: its charts have become pictures. */
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

/** The size between the margins. A picture's height leaves room for its caption. */
export function roomMillimetres(orientation: PrintedDocument['orientation']): { readonly width: number; readonly height: number } {
  const { width, height } = pageMillimetres(orientation);
  return { width: width - 2 * MARGIN_MILLIMETRES, height: height - 2 * MARGIN_MILLIMETRES - 20 };
}

/** The size of a picture in millimetres, with the requested width, reduced if the page has less room. */
export function pictureMillimetres(
  { widthPixels, heightPixels }: DocumentPicture,
  requested: number | undefined,
  orientation: PrintedDocument['orientation'],
): { readonly width: number; readonly height: number } {
  const room = roomMillimetres(orientation);
  const width = Math.min(requested ?? room.width, room.width, (room.height * widthPixels) / heightPixels);
  return { width, height: (width * heightPixels) / widthPixels };
}

/** Collects every character that is printed: the embedded font must contain them. */
export function textOf({ title, subtitle, header, footer, stripe, language, blocks }: PrintedDocument): string {
  const labels = pageTexts(language, '0123456789', '').join('');
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
