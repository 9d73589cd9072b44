// Embedded maps (嵌入地图): the bare map `/map` inside another site's page, opened by a separate read token instead of a login. The wall (大屏)
// `/wall` is opened by a token of the same kind (decision 0087).

import type { Capability, EmbedLayer, GridNo, MapEmbedLayer, Named, Position } from '@lookout/domain';
import type { AlarmKind, Verdict } from '../alarm/alarm.ts';
import type { Asset } from '../resource/resource.ts';

/**
 * The rights with which an officer sees everything that the wall shows. A user cannot share data that he may not see himself, so the issuer
 * of a wall token needs all of them.
 */
export const WALL_RIGHTS = ['watch-alarms', 'see-rangers', 'dispatch', 'support-decisions'] as const satisfies readonly Capability[];

/** The longest validity of an embedded map's token is a year. */
export const MOST_EMBED_DAYS = 365;
/** The most sites that may frame one map. */
export const MOST_EMBED_ORIGINS = 10;

export interface MapEmbed {
  /** Public: the id is part of the page's address, and only determines which sites may frame the page. */
  readonly id: string;
  readonly name: string;
  readonly gridNo: GridNo;
  readonly layers: readonly EmbedLayer[];
  /** Exact origins, `https://portal.example`; empty for a wall, which no site may frame. */
  readonly origins: readonly string[];
  readonly issuedBy: string;
  readonly issuedAt: Date;
  /** null: valid until revoked, which is possible for a wall only. */
  readonly expiresAt: Date | null;
  readonly revokedBy: string | null;
  readonly revokedAt: Date | null;
  /** Rounded to the minute; null: never used. */
  readonly lastUsedAt: Date | null;
}

/** A token as its issuer receives it: in plain text, once. */
export type IssuedEmbed = Named<MapEmbed> & { readonly token: string };

export type MapEmbedState = 'valid' | 'expired' | 'revoked';

/** A revoked token is reported as revoked, also after its expiry. */
export function mapEmbedState({ revokedAt, expiresAt }: Pick<MapEmbed, 'revokedAt' | 'expiresAt'>, now: Date): MapEmbedState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt.getTime() <= now.getTime() ? 'expired' : 'valid';
}

const TOKEN = /^map_[A-Za-z0-9_-]{43}$/;

/** Tokens of embedded maps have a different format from session tokens, so neither is ever looked up as the other. */
export const isMapEmbedToken = (text: string): boolean => TOKEN.test(text);

/** @param random 32 random bytes in base64url */
export const mapEmbedToken = (random: string): string => `map_${random}`;

/** The properties of the bare map itself. */
export interface MapView {
  /** null: opened in an officer's own session. */
  readonly embedId: string | null;
  readonly name: string | null;
  readonly gridNo: GridNo;
  readonly gridName: string;
  readonly centre: Position | null;
  readonly layers: readonly MapEmbedLayer[];
  readonly expiresAt: Date | null;
  /** The demo world runs, so the map shows invented data. */
  readonly isDemo: boolean;
}

/** An alarm in the form drawn by the bare map: no reporter, no description, no pictures. */
export interface MapAlarm {
  readonly id: string;
  readonly kind: AlarmKind;
  readonly gridNo: GridNo;
  readonly gridName: string;
  readonly position: Position;
  /** The grid's names, with distance and bearing from a known place. */
  readonly formattedAddress: string;
  readonly observedAt: Date;
  readonly arrivedAt: Date;
  readonly verdict: Verdict;
  /** Judged real and not closed. */
  readonly inProgress: boolean;
  /** The size of the satellite's pixel on the ground. */
  readonly scanKilometres: number | null;
  readonly trackKilometres: number | null;
}

/** A resource in the form drawn by the bare map: no leader, no telephone. */
export type MapResource = Named<Pick<Asset, 'id' | 'kind' | 'name' | 'gridNo' | 'position' | 'online'>>;
