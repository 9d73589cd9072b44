// Embedded maps (嵌入地图): the bare map `/map` inside another site's page, opened by a read token of its own instead of a login. The wall (大屏) `/wall` is
// opened by a token of the same kind (decision 0087).

import type { Capability, EmbedLayer, GridNo } from '@lookout/domain';

/** What the wall shows, an officer sees by these rights. Nobody shows others what he may not see himself: who issues its token holds all of them. */
export const WALL_RIGHTS = ['watch-alarms', 'see-rangers', 'dispatch', 'support-decisions'] as const satisfies readonly Capability[];

/** A token of an embedded map is valid for a year at the most. */
export const MOST_EMBED_DAYS = 365;
/** Sites one map may be framed by. */
export const MOST_EMBED_ORIGINS = 10;

export interface MapEmbed {
  /** Public: it stands in the address of the page, and only says who may frame it. */
  readonly id: string;
  readonly name: string;
  readonly gridNo: GridNo;
  readonly layers: readonly EmbedLayer[];
  /** Exact origins, `https://portal.example`; none may frame the wall. */
  readonly origins: readonly string[];
  readonly issuedBy: string;
  readonly issuedAt: Date;
  /** null: until it is revoked, as a wall's may be. */
  readonly expiresAt: Date | null;
  readonly revokedBy: string | null;
  readonly revokedAt: Date | null;
  /** To the minute; null: never used. */
  readonly lastUsedAt: Date | null;
}

export type MapEmbedState = 'valid' | 'expired' | 'revoked';

/** A revoked token stays revoked, also after its expiry. */
export function mapEmbedState({ revokedAt, expiresAt }: Pick<MapEmbed, 'revokedAt' | 'expiresAt'>, now: Date): MapEmbedState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt.getTime() <= now.getTime() ? 'expired' : 'valid';
}

const TOKEN = /^map_[A-Za-z0-9_-]{43}$/;

/** Tokens of embedded maps look unlike those of sessions: neither is ever looked up as the other. */
export const isMapEmbedToken = (text: string): boolean => TOKEN.test(text);

/** @param random 32 random bytes in base64url */
export const mapEmbedToken = (random: string): string => `map_${random}`;
