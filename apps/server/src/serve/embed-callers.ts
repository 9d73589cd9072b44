// The callers behind the tokens of embedded maps. Tokens are looked up like sessions: cached so briefly that a revoked token stops working
// everywhere within a second, also when another server revoked it. They are not sessions, and the broker accepts none of them.
import { isMapEmbedToken, mapEmbedState } from '@lookout/features/map-embed/map-embed.ts';
import type { Store } from '@lookout/features/store.ts';
import { LRUCache } from 'lru-cache';
import { refused } from '../acting/refusal.ts';
import type { EmbedCaller } from './context.ts';
import { hashToken, KEEP_MS } from './token-hash.ts';

export interface EmbedCallers {
  /**
   * @returns null if it is not a token of an embedded map, or an unknown one
   * @throws Refusal 401 that states whether the token was revoked or has expired
   */
  callerOf(token: string): Promise<EmbedCaller | null>;
  /** Clears the cache after a token was revoked on this server. */
  forget(): void;
}

const MOST_CACHED = 2_000;

type Found = Awaited<ReturnType<Store['mapEmbeds']['findByToken']>>;

/** @param now a monotonic clock in milliseconds */
export function createEmbedCallers(store: Pick<Store, 'mapEmbeds'>, clock: () => Date, now: () => number): EmbedCallers {
  const cache = new LRUCache<string, { readonly at: number; readonly answer: Promise<Found> }>({ max: MOST_CACHED });

  const lookUp = async (tokenHash: Buffer): Promise<Found> => {
    const embed = await store.mapEmbeds.findByToken(tokenHash);
    if (embed !== null && mapEmbedState(embed, clock()) === 'valid') await store.mapEmbeds.used(embed);
    return embed;
  };

  const find = async (token: string): Promise<Found> => {
    const tokenHash = hashToken(token);
    const key = tokenHash.toString('base64');
    const known = cache.get(key);
    if (known && now() - known.at < KEEP_MS) return known.answer;
    const entry = { at: now(), answer: lookUp(tokenHash) };
    cache.set(key, entry);
    try {
      return await entry.answer;
    } catch (error) {
      if (cache.get(key) === entry) cache.delete(key);
      throw error;
    }
  };

  return {
    async callerOf(token) {
      const embed = isMapEmbedToken(token) ? await find(token) : null;
      if (embed === null) return null;
      const state = mapEmbedState(embed, clock());
      if (state !== 'valid') throw refused(`embed-${state}`);
      const { id, name, gridNo, layers, expiresAt } = embed;
      return { kind: 'embed', embedId: id, name, gridNo, layers: new Set(layers), expiresAt };
    },
    forget: () => cache.clear(),
  };
}
