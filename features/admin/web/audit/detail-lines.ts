// What the audit keeps of an act, as lines "name: value". Pure.
import { marks } from '@lookout/web/shared/text/marks.ts';
import type { AuditMessages } from './messages.ts';

export interface AuditWords extends AuditMessages {
  /** The names of what events happen to. */
  readonly targets: Readonly<Partial<Record<string, string>>>;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A key made by the server. */
export const isId = (value: unknown): boolean => typeof value === 'string' && UUID.test(value);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Blank fields are left out, and ids: they tell nobody anything. @param under keys of what the value is part of, the event of a detail among them */
export function detailLines(value: unknown, words: AuditWords, under: readonly string[] = []): string[] {
  if (value === null || value === undefined || value === '' || isId(value)) return [];
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isId)) return [];
    if (value.some((one) => typeof one === 'object' && one !== null)) return value.flatMap((one) => detailLines(one, words, under));
    return value.length === 0 ? [] : [lineOf(value.map((one) => wordOf(one, under, words)).join(marks().list), under, words)];
  }
  if (!isRecord(value)) return [lineOf(wordOf(value, under, words), under, words)];
  const { event, ...fields } = value;
  if (typeof event !== 'string') return fieldLines(value, words, under);
  const lines = fieldLines(fields, words, [...under, event]);
  return lines.length > 0 ? lines : [nameOf(event, words)];
}

/** `events` only holds others: its own name says nothing. */
const fieldLines = (fields: Readonly<Record<string, unknown>>, words: AuditWords, under: readonly string[]): string[] =>
  Object.entries(fields).flatMap(([key, inner]) => detailLines(inner, words, key === 'events' ? under : [...under, key]));

const lineOf = (text: string, under: readonly string[], words: AuditWords): string =>
  under.length === 0 ? text : `${under.map((key) => nameOf(key, words)).join(' ')}${marks().colon}${text}`;

/** A field, or an event as `object.act`. What no table knows is something else, in English its key. */
function nameOf(key: string, { fields, targets, acts, event, other }: AuditWords): string {
  const [object = '', act] = key.split('.');
  if (act === undefined) return fields[key] ?? other(key);
  const [what, did] = [targets[object], (acts as Readonly<Partial<Record<string, string>>>)[act]];
  return what && did ? event(what, did) : other(key);
}

function wordOf(value: unknown, under: readonly string[], { yes, no, values }: AuditWords): string {
  if (typeof value === 'boolean') return value ? yes : no;
  const text = String(value);
  return values[under.at(-1) ?? '']?.[text] ?? values.any?.[text] ?? text;
}
