// What the audit keeps of an act, as lines "name: value". Pure.
import { marks } from '../../../shared/text/marks.ts';
import type { AuditMessages } from './messages.ts';

/** They only hold others: their own names say nothing. */
const HOLDERS: ReadonlySet<string> = new Set(['events', 'detail']);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Blank fields are left out. @param under keys of what the value is part of */
export function detailLines(value: unknown, messages: AuditMessages, under: readonly string[] = []): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) {
    if (value.some((one) => typeof one === 'object' && one !== null)) return value.flatMap((one) => detailLines(one, messages, under));
    return value.length === 0 ? [] : [lineOf(value.map((one) => wordOf(one, under, messages)).join(marks().list), under, messages)];
  }
  if (!isRecord(value)) return [lineOf(wordOf(value, under, messages), under, messages)];
  return Object.entries(withoutOnlyEvent(value)).flatMap(([key, inner]) =>
    detailLines(inner, messages, HOLDERS.has(key) && typeof inner === 'object' ? under : [...under, key]),
  );
}

/** The act of the row names its only event. */
const withoutOnlyEvent = (detail: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { events, ...rest } = detail;
  return Array.isArray(events) && events.length === 1 ? { ...rest, detail: events[0]?.detail } : detail;
};

const lineOf = (text: string, under: readonly string[], { fields }: AuditMessages): string =>
  under.length === 0 ? text : `${under.map((key) => fields[key] ?? key).join(' ')}${marks().colon}${text}`;

function wordOf(value: unknown, under: readonly string[], { yes, no, values }: AuditMessages): string {
  if (typeof value === 'boolean') return value ? yes : no;
  const text = String(value);
  return under.at(-1) === 'verdict' ? (values[text] ?? text) : text;
}
