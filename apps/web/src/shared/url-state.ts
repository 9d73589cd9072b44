// Filters, sort and page of a table are in the URL, so that a copied link opens the same view.
import { formatTime, parseTime } from '@lookout/contract';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

export interface UrlState {
  readonly get: (name: string) => string | null;
  /** A whole number of at least 1; the fallback for any other value. */
  readonly count: (name: string, fallback: number) => number;
  /** null or '' removes a name. Any change other than of the page returns to page 1. */
  readonly set: (changes: Readonly<Record<string, string | number | null>>) => void;
}

export function useUrlState(): UrlState {
  const [params, setParams] = useSearchParams();
  const set = useCallback<UrlState['set']>(
    (changes) => setParams((before) => withChanges(before, changes), { replace: true }),
    [setParams],
  );
  return {
    get: (name) => params.get(name),
    count: (name, fallback) => readCount(params.get(name), fallback),
    set,
  };
}

export function readCount(text: string | null, fallback: number): number {
  const n = Number(text);
  return text !== null && Number.isSafeInteger(n) && n >= 1 ? n : fallback;
}

export function withChanges(before: URLSearchParams, changes: Readonly<Record<string, string | number | null>>): URLSearchParams {
  const next = new URLSearchParams(before);
  if (!('page' in changes)) next.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** Changes that remove all of these names from the URL. */
export const cleared = (names: readonly string[]): Readonly<Record<string, null>> => Object.fromEntries(names.map((name) => [name, null]));

// Filters in the URL. An unreadable value counts as no filter.

/** The value in the URL, if it is known. */
export const oneOf = <T extends string | number>(known: readonly T[], text: string | null): T | null =>
  known.find((one) => String(one) === text) ?? null;

const timeOf = (text: string | null): string | null => {
  const at = text === null ? null : parseTime(text);
  return at === null ? null : formatTime(at);
};

/** The time window in the form that calls expect. */
export const windowOf = ({ get }: Pick<UrlState, 'get'>): { readonly beginTime: string | null; readonly endTime: string | null } => ({
  beginTime: timeOf(get('from')),
  endTime: timeOf(get('to')),
});

export const isNarrowed = (filter: object): boolean => Object.values(filter).some((value) => value !== null);
