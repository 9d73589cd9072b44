// Documents of a fire (文书): the one-page bulletin (火情快报) and the situation map (态势图). Edited as a draft, issued with a number. An issued
// document never changes; a correction is a new issue that names the old one.

import { actorName, characterCount, eventObject, type GridNo, ok, type Result, refuse } from '@lookout/domain';
import type { Verdict } from '../alarm/alarm.ts';

export const FIRE_DOCUMENT_KINDS = ['bulletin', 'situation-map'] as const;
export type FireDocumentKind = (typeof FIRE_DOCUMENT_KINDS)[number];

/** 主送, 地点, 发现, 天气, 过火面积, 蔓延推演, 力量, 起火原因, 已采取措施, 下一步; 图名, 说明. */
export const DOCUMENT_FIELDS = {
  bulletin: ['to', 'place', 'found', 'weather', 'area', 'spread', 'forces', 'cause', 'measures', 'next'],
  'situation-map': ['title', 'note'],
} as const satisfies Record<FireDocumentKind, readonly string[]>;
export type DocumentField = (typeof DOCUMENT_FIELDS)[FireDocumentKind][number];

/** The most characters of a field in an issued document. */
export const DOCUMENT_FIELD_LENGTHS = {
  to: 80,
  place: 120,
  found: 160,
  weather: 120,
  area: 160,
  spread: 200,
  forces: 260,
  cause: 120,
  measures: 300,
  next: 300,
  title: 60,
  note: 200,
} as const satisfies Record<DocumentField, number>;

/** The most characters of a field in a draft: a draft is stored even if it is too long to be issued. */
export const MOST_DRAFT_LENGTH = 5_000;

/** The fields required for issue: those that only the officer can fill. */
const NEEDED = {
  bulletin: ['to', 'place', 'found', 'area', 'next'],
  'situation-map': ['title'],
} as const satisfies Record<FireDocumentKind, readonly DocumentField[]>;

/** The contents by the name of the field; an absent field is blank. */
export type DocumentFields = Readonly<Partial<Record<DocumentField, string>>>;

/** 〔2026〕3号: counted per grid, year and kind, with separate numbers for exercises. */
export interface DocumentNumber {
  readonly year: number;
  readonly count: number;
}

export interface FireDocument {
  readonly id: string;
  readonly fireId: string;
  /** The grid of the fire when the document was begun; it restricts access and determines the number. */
  readonly gridNo: GridNo;
  readonly kind: FireDocumentKind;
  /** The language of its texts, regardless of who prints it. */
  readonly language: 'zh' | 'en';
  /** Belongs to an exercise, so every page is striped. */
  readonly isDrill: boolean;
  /** Incremented by each change; a change based on an older revision is refused. */
  readonly revision: number;
  readonly fields: DocumentFields;
  /** The issue that this document corrects, and the reason. */
  readonly corrects: { readonly id: string; readonly number: DocumentNumber; readonly reason: string } | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly changedBy: string;
  readonly changedAt: Date;
  /** null: a draft. */
  readonly issue: { readonly number: DocumentNumber; readonly by: string; readonly at: Date; readonly sha256: string } | null;
}

export interface FireDocumentPayloads {
  'document.begun': { readonly document: FireDocument };
  'document.revised': { readonly fields: DocumentFields; readonly revision: number };
  /** `sha256` of the canonical JSON (RFC 8785) of the printed content, in hexadecimal. */
  'document.issued': { readonly number: DocumentNumber; readonly sha256: string; readonly revision: number };
  'document.discarded': { readonly documentKind: FireDocumentKind };
}
type Change = {
  readonly [K in keyof FireDocumentPayloads & string]: {
    readonly kind: K;
    readonly payload: FireDocumentPayloads[K];
    readonly happenedAt: Date;
  };
}[keyof FireDocumentPayloads & string];

/** @returns the document after the event; null: its draft was discarded */
export function applyToFireDocument(document: FireDocument | null, event: Change, by: string): FireDocument | null {
  if (event.kind === 'document.begun') return event.payload.document;
  if (document === null || event.kind === 'document.discarded') return null;
  const at = event.happenedAt;
  const changed = { ...document, revision: event.payload.revision, changedBy: by, changedAt: at };
  if (event.kind === 'document.revised') return { ...changed, fields: event.payload.fields };
  const { number, sha256 } = event.payload;
  return { ...changed, issue: { number, by, at, sha256 } };
}

/** @param revision the revision that the officer saw @returns the next one */
export function mayReviseDocument({ issue, revision: current }: FireDocument, revision: number): Result<number, 'issued' | 'revised'> {
  if (issue !== null) return refuse('issued');
  return revision === current ? ok(current + 1) : refuse('revised');
}

/**
 * A bulletin reports a burning fire: it is issued only after an alarm was judged real. For a false alarm, only the correction of an issued
 * bulletin is allowed.
 */
export function mayIssueDocument(
  { kind, corrects }: Pick<FireDocument, 'kind' | 'corrects'>,
  verdict: Verdict,
): Result<null, 'unjudged' | 'false'> {
  if (kind !== 'bulletin' || verdict === 'real') return ok(null);
  if (verdict === 'unjudged') return refuse('unjudged');
  return corrects === null ? refuse('false') : ok(null);
}

/** The required fields that are still blank. */
export const blankFields = ({ kind, fields }: Pick<FireDocument, 'kind' | 'fields'>): DocumentField[] =>
  NEEDED[kind].filter((field) => (fields[field] ?? '').trim() === '');

/**
 * The printed lines of a bulletin's one page, including the reason of a correction; and the characters of a line, where a letter or digit
 * is half as wide.
 */
export const BULLETIN_LINES = 28;
/** Characters of the reason of a correction. */
export const MOST_CORRECTION_REASON = 100;
const LINE_WIDTH = 35;

const widthOf = (line: string): number => [...line].reduce((sum, one) => sum + (one.charCodeAt(0) < 0x2e80 ? 0.56 : 1), 0);

/** The approximate number of lines of the fields when printed. */
export const printedLines = (fields: DocumentFields): number =>
  Object.values(fields)
    .flatMap((text) => text.split('\n'))
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / LINE_WIDTH)), 0);

/** Fields omitted when blank: a bulletin without a forecast does not mention one. */
const LEFT_OUT_WHEN_BLANK: ReadonlySet<DocumentField> = new Set<DocumentField>(['spread']);

/** The fields that a bulletin prints, in order; another blank field is printed as a dash. */
export const printedFields = (fields: DocumentFields) =>
  DOCUMENT_FIELDS.bulletin.filter((field) => !LEFT_OUT_WHEN_BLANK.has(field) || (fields[field] ?? '').trim() !== '');

/** The approximate number of lines of a bulletin. */
export const bulletinLines = (fields: DocumentFields): number =>
  printedFields(fields).reduce((sum, field) => sum + printedLines({ [field]: fields[field] ?? '' }), 0);

export type LengthFault =
  /** The field is longer than its limit. */
  | { readonly kind: 'field'; readonly field: DocumentField; readonly length: number; readonly most: number }
  /** The page is too full; `field` takes up the largest part. */
  | { readonly kind: 'page'; readonly field: DocumentField; readonly lines: number; readonly most: number };

/** What is too long for issue; empty: the document fits. */
export function lengthFaults({ kind, fields }: Pick<FireDocument, 'kind' | 'fields'>): LengthFault[] {
  const names: readonly DocumentField[] = DOCUMENT_FIELDS[kind];
  const tooLong = names.flatMap((field): LengthFault[] => {
    const [length, most] = [characterCount(fields[field] ?? ''), DOCUMENT_FIELD_LENGTHS[field]];
    return length > most ? [{ kind: 'field', field, length, most }] : [];
  });
  const lines = bulletinLines(fields);
  if (kind !== 'bulletin' || lines <= BULLETIN_LINES) return tooLong;
  const linesOf = (field: DocumentField): number => printedLines({ [field]: fields[field] ?? '' });
  const longest = names.reduce((most, field) => (linesOf(field) > linesOf(most) ? field : most));
  return [...tooLong, { kind: 'page', field: longest, lines, most: BULLETIN_LINES }];
}

export const fireDocumentObject = eventObject<FireDocumentPayloads, FireDocument>()({
  apply: (document, event) => applyToFireDocument(document, event, actorName(event.actor)),
  keeping: {
    'document.begun': 'always',
    'document.revised': 'always',
    'document.issued': 'always',
    'document.discarded': 'always',
  },
  summaries: {
    'document.begun': ({ document: { fireId, kind, corrects } }) => ({ fireId, kind, corrects }),
    'document.revised': ({ revision }) => ({ revision }),
  },
});
