// What a browser stores for a wall (大屏): its read token, and the data seen last. Stored separately for each link, so that one machine may
// show two walls.
import type { TextStorage } from './storage.ts';

export interface WallLink {
  readonly token: () => string | null;
  readonly keepToken: (token: string) => void;
  /** Where the data seen last is stored. */
  readonly seen: { readonly storage: TextStorage; readonly name: string };
  /** Call when the token is invalid: removes everything of the wall from the browser. */
  readonly forget: () => void;
}

/** @param search the query of `/wall?link=<id>` */
export function wallLinkAt(search: string, storage: TextStorage): WallLink {
  const id = new URLSearchParams(search).get('link') ?? '';
  const [token, seen] = [`wall.token.${id}`, `wall.seen.${id}`];
  return {
    token: () => storage.getItem(token),
    keepToken: (text) => {
      try {
        storage.setItem(token, text);
      } catch {
        // Storage is full: next time the wall must be opened by its complete URL.
      }
    },
    seen: { storage, name: seen },
    forget: () => {
      storage.removeItem(token);
      storage.removeItem(seen);
    },
  };
}
