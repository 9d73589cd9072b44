// Which columns of a table an account does not want to see, kept in this browser.
import { useState } from 'react';
import { useSession } from '../services.ts';

export interface ColumnChoice {
  readonly hidden: ReadonlySet<string>;
  readonly hide: (keys: readonly string[]) => void;
}

/** @param table its name; the same at every start */
export function useColumnChoice(table: string): ColumnChoice {
  const { accid } = useSession();
  const place = `columns.${accid ?? ''}.${table}`;
  const [hidden, setHidden] = useState(() => readHidden(localStorage.getItem(place)));
  return {
    hidden,
    hide: (keys) => {
      setHidden(new Set(keys));
      if (keys.length === 0) localStorage.removeItem(place);
      else localStorage.setItem(place, JSON.stringify(keys));
    },
  };
}

/** What is no list of keys was not written here: nothing is hidden then. */
export function readHidden(text: string | null): ReadonlySet<string> {
  try {
    const keys: unknown = JSON.parse(text ?? '[]');
    return new Set(Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : []);
  } catch {
    return new Set();
  }
}
