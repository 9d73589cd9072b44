// What belongs to an act (`detail` of a history line), in words: a table from the keys that the server writes to how they read.
import { formatDecimal } from '@lookout/geo';
import type { HistoryWords } from './text.zh-CN.ts';

/** In the order in which they are read out. Ids and what only machines need are not among them. */
export const DETAIL_FIELDS = [
  'isReal',
  'trueAlarmType',
  'isTrueNote',
  'outcome',
  'state',
  'fromGridName',
  'from',
  'to',
  'changes',
  'renovated',
  'members',
  'priority',
  'content',
  'text',
  'photos',
  'receivers',
  'note',
  'reason',
] as const;
export type DetailField = (typeof DETAIL_FIELDS)[number];

export interface DetailLine {
  readonly field: DetailField;
  readonly label: string;
  readonly text: string;
}

type Detail = Readonly<Record<string, unknown>>;
/** null: nothing to say. */
type Say = (value: unknown, words: HistoryWords) => string | null;

const plain: Say = (value) => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
};

const from =
  (table: (words: HistoryWords) => Readonly<Record<string, string>>): Say =>
  (value, words) =>
    plain(value, words) === null ? null : (table(words)[String(value)] ?? plain(value, words));

const names: Say = (value, words) =>
  Array.isArray(value) ? plain(value.flatMap((one) => nameOf(one) ?? []).join(words.comma), words) : null;

const nameOf = (value: unknown): string | null => {
  const { fullName: name } = isDetail(value) ? value : { fullName: value };
  return typeof name === 'string' ? name : null;
};

/** A person, a place or a judgement, before and after. */
const side: Say = (value, words) => {
  if (!isDetail(value)) return plain(value, words);
  const { longitude, latitude, formattedAddress, isReal } = value;
  if (typeof longitude === 'number' && typeof latitude === 'number') {
    const place = `${formatDecimal(longitude)}, ${formatDecimal(latitude)}`;
    return typeof formattedAddress === 'string' ? `${formattedAddress}（${place}）` : place;
  }
  if (isReal === null) return words.unjudged;
  const parts = detailLines(value, words).map(({ text }) => text);
  return parts.length === 0 ? null : parts.join(words.comma);
};

const changes: Say = (value, words) => {
  if (!isDetail(value)) return null;
  const said = (one: unknown) => plain(one, words) ?? words.nothing;
  const told = Object.entries(value).flatMap(([name, change]) => {
    if (!isDetail(change)) return [];
    const { from: before, to: after } = change;
    return [`${words.edited[name] ?? name} ${said(before)} → ${said(after)}`];
  });
  return told.length === 0 ? null : told.join(words.semicolon);
};

const says: Readonly<Record<DetailField, Say>> = {
  isReal: from((words) => words.verdicts),
  trueAlarmType: from((words) => words.fireTypes),
  isTrueNote: plain,
  outcome: from((words) => words.outcomes),
  state: from((words) => words.states),
  fromGridName: plain,
  from: side,
  to: side,
  changes,
  renovated: (value, words) => (value === 1 ? words.renovated : null),
  members: names,
  priority: plain,
  content: plain,
  text: plain,
  photos: (value, words) => (Array.isArray(value) && value.length > 0 ? words.photos(value.length) : null),
  receivers: names,
  note: plain,
  reason: plain,
};

/** In the order of the table; what is empty, or unknown to it, is left out. */
export function detailLines(detail: Detail, words: HistoryWords): DetailLine[] {
  return DETAIL_FIELDS.flatMap((field) => {
    const text = says[field](detail[field], words);
    return text === null ? [] : [{ field, label: words.fields[field], text }];
  });
}

const isDetail = (value: unknown): value is Detail => typeof value === 'object' && value !== null && !Array.isArray(value);
