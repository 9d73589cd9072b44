// Documents of a fire (文书): the one-page bulletin (火情快报) and the situation map (态势图). Edited as a draft, issued with a number; what was
// issued never changes, and a correction is a new issue that names the old one.

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

/** Characters of a field that is issued, at most. */
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

/** Characters of a field of a draft: a draft is kept however long it has become. */
export const MOST_DRAFT_LENGTH = 5_000;

/** What is not issued without: what nobody but the officer knows. */
const NEEDED = {
  bulletin: ['to', 'place', 'found', 'area', 'next'],
  'situation-map': ['title'],
} as const satisfies Record<FireDocumentKind, readonly DocumentField[]>;

/** By the name of the field; absent: blank. */
export type DocumentFields = Readonly<Partial<Record<DocumentField, string>>>;

/** 〔2026〕3号: counted for each grid, year and kind, and for exercises apart. */
export interface DocumentNumber {
  readonly year: number;
  readonly count: number;
}

export interface FireDocument {
  readonly id: string;
  readonly fireId: string;
  /** Where the fire lay when it was begun: the fence, and the grid of its number. */
  readonly gridNo: GridNo;
  readonly kind: FireDocumentKind;
  /** Of its words, whoever prints it. */
  readonly language: 'zh' | 'en';
  /** Of an exercise: every page is striped. */
  readonly isDrill: boolean;
  /** Incremented by each change; changing an older one is refused. */
  readonly revision: number;
  readonly fields: DocumentFields;
  /** The issue that this one corrects, and why. */
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
  /** `sha256` of the canonical JSON (RFC 8785) of what is printed, in hexadecimal. */
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

/** @param revision the one that the officer saw @returns the next one */
export function mayReviseDocument({ issue, revision: current }: FireDocument, revision: number): Result<number, 'issued' | 'revised'> {
  if (issue !== null) return refuse('issued');
  return revision === current ? ok(current + 1) : refuse('revised');
}

/** A bulletin tells others that it burns: none before somebody has judged that, and of a false alarm only the correction of one that was issued. */
export function mayIssueDocument(
  { kind, corrects }: Pick<FireDocument, 'kind' | 'corrects'>,
  verdict: Verdict,
): Result<null, 'unjudged' | 'false'> {
  if (kind !== 'bulletin' || verdict === 'real') return ok(null);
  if (verdict === 'unjudged') return refuse('unjudged');
  return corrects === null ? refuse('false') : ok(null);
}

/** The fields still blank without which it is not issued. */
export const blankFields = ({ kind, fields }: Pick<FireDocument, 'kind' | 'fields'>): DocumentField[] =>
  NEEDED[kind].filter((field) => (fields[field] ?? '').trim() === '');

/** Printed lines that a bulletin has room for on its one page, a correction's reason beside them; and characters of a line: a letter or digit is half as wide. */
export const BULLETIN_LINES = 28;
/** Characters of the reason of a correction. */
export const MOST_CORRECTION_REASON = 100;
const LINE_WIDTH = 35;

const widthOf = (line: string): number => [...line].reduce((sum, one) => sum + (one.charCodeAt(0) < 0x2e80 ? 0.56 : 1), 0);

/** About how many lines the fields take when printed. */
export const printedLines = (fields: DocumentFields): number =>
  Object.values(fields)
    .flatMap((text) => text.split('\n'))
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / LINE_WIDTH)), 0);

/** Told only when there is something to tell: a bulletin without a forecast says nothing of one. */
const LEFT_OUT_WHEN_BLANK: ReadonlySet<DocumentField> = new Set<DocumentField>(['spread']);

/** The fields that a bulletin prints, in their order; another blank field is printed as a dash. */
export const printedFields = (fields: DocumentFields) =>
  DOCUMENT_FIELDS.bulletin.filter((field) => !LEFT_OUT_WHEN_BLANK.has(field) || (fields[field] ?? '').trim() !== '');

/** About how many lines a bulletin takes. */
export const bulletinLines = (fields: DocumentFields): number =>
  printedFields(fields).reduce((sum, field) => sum + printedLines({ [field]: fields[field] ?? '' }), 0);

export type LengthFault =
  /** The field is longer than it may be. */
  | { readonly kind: 'field'; readonly field: DocumentField; readonly length: number; readonly most: number }
  /** The page is too full; `field` takes the most of it. */
  | { readonly kind: 'page'; readonly field: DocumentField; readonly lines: number; readonly most: number };

/** What is too long to be issued; none: it fits. */
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
