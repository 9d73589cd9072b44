// What the page keeps in the browser. A page framed by another site may be refused any storage: it then remembers for itself alone.

export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Forgotten with the page. */
export function memoryStorage(): TextStorage {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}

/** The browser's storage, where it gives the page one. */
export function storageOf(window: Pick<Window, 'localStorage'>): TextStorage {
  try {
    return window.localStorage;
  } catch {
    // Browsers throw at the mere look at it.
    return memoryStorage();
  }
}
