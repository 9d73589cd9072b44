// What the page stores in the browser. A page framed by another site may be refused any storage: values are then stored in memory only.

export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Lost when the page closes. */
export function memoryStorage(): TextStorage {
  const stored = new Map<string, string>();
  return {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => void stored.set(name, value),
    removeItem: (name) => void stored.delete(name),
  };
}

/** The browser's storage, or memory if the browser refuses it. */
export function storageOf(window: Pick<Window, 'localStorage'>): TextStorage {
  try {
    return window.localStorage;
  } catch {
    // Browsers throw on mere access to the property.
    return memoryStorage();
  }
}
