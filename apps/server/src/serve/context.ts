// What a handler receives and may return. `serve` creates it; features read it.
import {
  type Answer,
  LANGUAGES,
  type Language,
  type Method,
  type OpenToEmbeds,
  type Permission,
  type Received,
  type Row,
  type Scope,
} from '@lookout/contract';
import type { Actor, Capability, EmbedLayer, GridNo, Officer } from '@lookout/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Act, Named } from '../acting/act.ts';
import { terminalText } from './terminal-text.ts';

/** The caller: a person with a session, an embedded map or a wall, or a machine with the feed key. */
export type Caller =
  | {
      readonly kind: 'account';
      readonly accountId: string;
      readonly userName: string;
      readonly fullName: string;
      readonly gridNo: GridNo;
      readonly groupId: string;
      /** 岗位: the name of the unit. */
      readonly post: string | null;
      readonly topic: GridNo;
      readonly rights: ReadonlySet<Capability>;
      readonly tokenHash: Uint8Array;
      /** When the session last passed 验证密码; null: never. */
      readonly verifiedAt: Date | null;
      /** When the user signed on at the portal or the identity provider; null: the user logged in with a password of this system. */
      readonly signedOnOutsideAt: Date | null;
      /** The account must have a second factor and has none yet: the session permits only the calls that turn it on. */
      readonly mustSetUpSecondFactor: boolean;
      /** The user has not chosen the password yet: the session permits only the call that changes it. */
      readonly mustChangePassword: boolean;
    }
  | {
      readonly kind: 'embed';
      readonly embedId: string;
      readonly name: string;
      readonly gridNo: GridNo;
      readonly layers: ReadonlySet<EmbedLayer>;
      /** null: valid until it is revoked. */
      readonly expiresAt: Date | null;
    }
  | { readonly kind: 'feed' }
  | { readonly kind: 'nobody' };

/**
 * A call is an act; services receive it as such. Its scope is the caller's own grid, narrowed by a `gridNo` of the request where the row
 * has one. A feed key has the nation as its scope, because its alarms are accepted from anywhere. A `write` handler whose target is known
 * only inside must name it in `audit`.
 */
export interface Context extends Act {
  readonly caller: Caller;
  /** The `X-Request-Id` header, or a generated id. */
  readonly requestId: string;
  /** The caller's language. */
  readonly language: Language;
  /** The caller's address, for audit and lock-out. */
  readonly address: string;
  readonly headers: {
    readonly deviceId: string | null;
    readonly idempotencyKey: string | null;
    readonly contentType: string | null;
    readonly userAgent: string | null;
  };
  readonly cookies: Cookies;
  /** The origin of the calling page (`https://lookout.example`), as browsers send it; otherwise the address that was called. */
  readonly site: string;
  /** For rows with `body: 'csv-or-json' | 'upload' | 'large-upload'`: the raw body, bounded by `serve`. */
  readonly stream: AsyncIterable<Uint8Array> | null;
  /** Aborted when the caller closes the connection before the reply. */
  readonly signal: AbortSignal;
}

/** Cookies for the server only: no script can read them, and no other site can make a browser send them. */
export interface Cookies {
  read(name: string): string | null;
  /** @param path the cookie is sent only with calls below this path */
  keep(name: string, value: string, about: { readonly path: string; readonly seconds: number }): void;
  drop(name: string, path: string): void;
  /** The cookie of a page's session (access/page-session.ts); null: the caller is not one of this system's pages on https. */
  readonly session: SessionCookie | null;
}

export interface SessionCookie {
  keep(token: string, seconds: number): void;
  drop(): void;
}

/** The account behind a call. For rows that need a session `serve` has checked that it exists. */
export type AccountCaller = Extract<Caller, { kind: 'account' }>;
/** The token of an embedded map or a wall, which may read what its layers need and nothing else. */
export type EmbedCaller = Extract<Caller, { kind: 'embed' }>;

/** @throws Error for a caller without a session: a row that admits feeds or the public must check `caller.kind` itself */
export function accountOf({ caller }: Pick<Context, 'caller'>): AccountCaller {
  if (caller.kind !== 'account') throw new Error('a call for sessions only was reached without one');
  return caller;
}

/** The actor of a call, as recorded in events. */
export function actorOf(caller: Caller, address: string, userAgent: string | null): Actor {
  if (caller.kind === 'feed') return { kind: 'feed', name: FEED_NAME };
  if (caller.kind !== 'account') return { kind: 'system', name: caller.kind === 'embed' ? 'map-embed' : 'anonymous' };
  return officerAt(caller, address, userAgent);
}

type Person = Pick<Officer, 'accountId' | 'userName' | 'fullName' | 'post' | 'gridNo'>;

export const officerAt = ({ accountId, userName, fullName, post, gridNo }: Person, address: string, userAgent: string | null): Officer => ({
  kind: 'officer',
  accountId,
  userName,
  fullName,
  post,
  gridNo,
  desk: terminalText(address, userAgent),
});

/** The actor of a call, as recorded in its audit row. */
export function auditedAs(caller: Caller): Named {
  if (caller.kind === 'account') return caller;
  return { accountId: null, userName: caller.kind === 'feed' ? FEED_NAME : null, gridNo: null };
}

/** The name of machines with the feed key, in events and in the audit. */
export const FEED_NAME = 'feed-key';

export type Handler<R extends Row> = (context: Context, input: Received<R>) => Promise<Answer<R>>;
export type Handlers<C extends Record<string, Row>> = { readonly [K in keyof C]: Handler<C[K]> };

export interface RawRoute {
  /** For metrics and the check of the route table. */
  readonly name: string;
  readonly method: Method;
  /** Written as in the contract: `/files/{id}`. A trailing `*` matches the rest. */
  readonly path: string;
  readonly summary: string;
  readonly permission: Permission;
  readonly scope: Scope;
  readonly embeds?: OpenToEmbeds;
  /** Weight of the call, as in a row. */
  readonly weight?: number;
  /** The session token may also be sent as `?token=`, for what a browser loads by itself (`<img>`). */
  readonly tokenInQuery?: true;
  /** A ticket may be sent as `?ticket=` instead of a token (players load by themselves); returns what it must be issued for. */
  ticketFor?(params: Readonly<Record<string, string>>): string;
  /** Sends its reply by `reply`; throws Refusals like any handler. `cache-control` is `no-store` unless the handler sets its own. */
  handle(context: Context, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

const [DEFAULT] = LANGUAGES;

/** `en-GB;q=0.8` → en, 0.8; null for an unsupported language. */
function preferenceOf(part: string): { readonly language: Language; readonly weight: number } | null {
  const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
  const primary = range.split('-', 1)[0];
  const language = LANGUAGES.find((known) => known === primary);
  const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
  return language === undefined || !(weight > 0) ? null : { language, weight };
}

export function languageOf(acceptLanguage: string | undefined): Language {
  const preferences = (acceptLanguage ?? '').split(',').flatMap((part) => preferenceOf(part) ?? []);
  return preferences.reduce((best, preference) => (preference.weight > best.weight ? preference : best), { language: DEFAULT, weight: 0 })
    .language;
}
