// What a browser keeps of a wall (大屏): its read token, and what was seen last. Each link apart, so that one machine may show two walls.
import type { TextStorage } from './storage.ts';

export interface WallLink {
  readonly token: () => string | null;
  readonly keepToken: (token: string) => void;
  /** Where what was seen last is kept. */
  readonly seen: { readonly storage: TextStorage; readonly name: string };
  /** The token is dead: nothing of the wall stays in the browser. */
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
        // Storage is full: the wall has to be opened by its whole address again.
      }
    },
    seen: { storage, name: seen },
    forget: () => {
      storage.removeItem(token);
      storage.removeItem(seen);
    },
  };
}
