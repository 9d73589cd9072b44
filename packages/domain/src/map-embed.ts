// Embedded maps (嵌入地图): the bare map `/map` inside another site's page, opened by a read token of its own instead of a login.
import type { GridNo } from './grid.ts';

/** What an embedded map may show: alarms, resources, administrative boundaries, fire danger. */
export const MAP_EMBED_LAYERS = ['alarms', 'resources', 'boundaries', 'danger'] as const;
export type MapEmbedLayer = (typeof MAP_EMBED_LAYERS)[number];

/** A token is valid for a year at the most. */
export const MOST_EMBED_DAYS = 365;
/** Sites one map may be framed by. */
export const MOST_EMBED_ORIGINS = 10;

export interface MapEmbed {
  /** Public: it stands in the address of the page, and only says who may frame it. */
  readonly id: string;
  readonly name: string;
  readonly gridNo: GridNo;
  readonly layers: readonly MapEmbedLayer[];
  /** Exact origins, `https://portal.example`. */
  readonly origins: readonly string[];
  readonly issuedBy: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  readonly revokedBy: string | null;
  readonly revokedAt: Date | null;
  /** To the minute; null: never used. */
  readonly lastUsedAt: Date | null;
}

export type MapEmbedState = 'valid' | 'expired' | 'revoked';

/** A revoked token stays revoked, also after its expiry. */
export function mapEmbedState({ revokedAt, expiresAt }: Pick<MapEmbed, 'revokedAt' | 'expiresAt'>, now: Date): MapEmbedState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt.getTime() <= now.getTime() ? 'expired' : 'valid';
}

const TOKEN = /^map_[A-Za-z0-9_-]{43}$/;

/** Tokens of embedded maps look unlike those of sessions: neither is ever looked up as the other. */
export const isMapEmbedToken = (text: string): boolean => TOKEN.test(text);

/** @param random 32 random bytes in base64url */
export const mapEmbedToken = (random: string): string => `map_${random}`;
