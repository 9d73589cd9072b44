// The shape of a row in the contract table (one call), and the types that server and client derive from it.
import { type Capability, type EmbedLayer, hasRight } from '@lookout/domain';
import type { z } from 'zod';
import type { Remark } from './remarks.ts';
import type { DeepReadonly } from './schema-of.ts';

/** How a client reads replies, by name: the list of features adds its readers to this by declaration. */
// biome-ignore lint/suspicious/noEmptyInterface: the list of features adds to it by declaration
export interface Readers {}
export type ReaderName = keyof Readers;
export type ReadBy<N extends ReaderName> = Readers[N] extends (...sent: never[]) => infer Read ? Read : never;
type SentTo<N extends ReaderName> = Readers[N] extends (sent: infer Sent) => unknown ? Sent : never;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call.
 * `public`: anybody (login, public key, health). `session`: any live session. `officer`: any but a ranger's. `{ anyOf }`: a session with one of these rights.
 * `{ feedOr }`: a machine with the feed key, or a session with one of these rights (`national`: and the whole country as its grid).
 */
export type Permission =
  | 'public'
  | 'session'
  | 'officer'
  | { readonly anyOf: readonly Capability[] }
  | { readonly feedOr: readonly Capability[]; readonly national?: boolean };

/** Whether a session with these capabilities may call, whatever its grid. */
export function permits(permission: Permission, rights: ReadonlySet<Capability>): boolean {
  if (permission === 'public' || permission === 'session') return true;
  if (permission === 'officer') return hasRight(rights, permission);
  return ('anyOf' in permission ? permission.anyOf : permission.feedOr).some((capability) => rights.has(capability));
}

/**
 * How the call is limited to the caller's grid. `none`: concerns nothing located in a grid (own account, clock). `list`: rows within the
 * caller's grid, narrowed by `gridNo` when given. `object`: one object, found only within the caller's grid, else 404. `position`: a new
 * object whose place must lie in the caller's grid. `nation`: only for accounts of the whole country.
 */
export type Scope = 'none' | 'list' | 'object' | 'position' | 'nation';

/**
 * Which read tokens may call, in addition to the sessions of `permission`: those that show one of these layers (`wall`: the wall), or every
 * one. The reply of such a row contains no telephone numbers of people, and their names only for the wall. Absent: none.
 */
export type OpenToEmbeds = readonly EmbedLayer[] | 'every';

/** How the answer is wrapped (docs/interface.md "Replies"). `bare`: unwrapped (login, health). `message`: only `message: "OK"`. */
export type Envelope = 'data' | 'list' | 'page' | 'created' | 'bare' | 'message';

/** `write` by GET is kept for compatibility: header authentication only, never cached, never retried, refused to cross-site requests. */
export type Effect = 'read' | 'write';

/**
 * What a call that changes an object requires, in addition to finding the object within the caller's grid. `own`: nothing more, the object
 * belongs to one grid. `part`: the object is shared by several grids, and the caller changes or adds only his own part (a receipt, a read
 * mark, a tick). `whole`: the call changes what others see or have decided; its handler calls `requireWhole` (apps/server,
 * acting/authority.ts).
 */
export type Authority = 'own' | 'part' | 'whole';

export interface Row {
  readonly method: Method;
  readonly path: string;
  /** Other spellings of the same path that the specification has. */
  readonly alias?: readonly { readonly method: Method; readonly path: string }[];
  readonly summary: string;
  readonly permission: Permission;
  readonly scope: Scope;
  readonly embeds?: OpenToEmbeds;
  readonly envelope: Envelope;
  readonly effect: Effect;
  /** For a call that changes an object, and no other. */
  readonly authority?: Authority;
  /** The act in the audit; reads have none. */
  readonly act?: string;
  /**
   * From a page: only within ten minutes of 验证密码 (specification §2), in the same session. `strict`: required only under the policy of that
   * name (decision 0102).
   */
  readonly verified?: true | 'strict';
  /** Open to a session that must first set up its account's second factor and may call nothing else (decision 0046). */
  readonly whileSettingUp?: true;
  /** The session token may also travel as this query parameter (specification §7: `token`). */
  readonly tokenInQuery?: true;
  /** Status for an unreadable body: 422 everywhere, 400 only for a login. */
  readonly unreadable?: 400;
  /** Format of the body; JSON of at most 1 MB when absent (`large-json`: 4 MB). `csv-or-json`, `upload` and `large-upload` reach the handler as a stream. */
  readonly body?: 'json' | 'large-json' | 'csv-or-json' | 'upload' | 'large-upload';
  /**
   * Load of the call on the server's main thread, in light calls; a function where it depends on the input. Absent: one, and more where
   * many rows are requested. The load of a long answer is counted in addition, by its size. Only a few calls of HEAVY or more run at a time
   * (decisions 0045 and 0094). A test measures the weights.
   */
  readonly weight?: number | ((input: never) => number);
  /**
   * Daily limit for a person's account: each call counts as one, or as many as `of` finds in the input. Feeds and detections have no limit.
   */
  readonly daily?: { readonly budget: DailyBudget; readonly of?: (input: never) => number };
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly input?: z.ZodType;
  /** The answer, or each item of a list or page, in the domain's shape. Its times (`time`) are texts in JSON. */
  readonly reply: z.ZodType;
  /** The current state in a conflict (409). */
  readonly current?: z.ZodType;
  /** How a client reads the reply (each item of a list or page) of a call whose JSON the specification defines; absent: as its schema says. */
  readonly reads?: ReaderName;
  /** The same for the current state in a conflict. */
  readonly readsCurrent?: ReaderName;
}

export const DAILY_BUDGETS = ['reports', 'messages', 'ranger-messages', 'photos'] as const;
export type DailyBudget = (typeof DAILY_BUDGETS)[number];

/** Calls of this weight or more are heavy. */
export const HEAVY = 10;
/**
 * Weight of a call that reads and checks a file. It is just below heavy, because on a slow connection it would occupy one of the few places
 * for minutes.
 */
export const FILE_WEIGHT = HEAVY - 1;

/** Weight of a list without a limit, whose number of rows is known only when it has been read. It is a heavy call. */
export const LIST_WEIGHT = HEAVY + 2;
/** Every further hundred rows add one to the weight, up to HEAVY. Beyond that, their load is counted only by the size of the answer. */
const ROWS_OF_ONE = 100;

interface SentRows {
  readonly query: unknown;
  readonly body: unknown;
}

/** The number of rows requested, by page size or limit. */
function rowsRequested({ query, body }: SentRows): number {
  for (const part of [query, body]) {
    const { pageSize, limit } = (part ?? {}) as { readonly pageSize?: unknown; readonly limit?: unknown };
    const rows = pageSize ?? limit;
    if (typeof rows === 'number') return rows;
  }
  return 0;
}

/** @param sent as parsed by the row's schemas */
export function weightOf({ weight }: Pick<Row, 'weight'>, sent: SentRows): number {
  if (weight === undefined) return Math.min(HEAVY, 1 + Math.floor(rowsRequested(sent) / ROWS_OF_ONE));
  return typeof weight === 'function' ? (weight as (sent: unknown) => number)(sent) : weight;
}

type ParsedOr<S, Fallback> = S extends z.ZodType ? z.output<S> : Fallback;
/** Read-only, so that a domain object can be sent as it is. */
type SentOr<S, Fallback> = S extends z.ZodType ? DeepReadonly<z.input<S>> : Fallback;

/** What a handler receives, validated and parsed. */
export interface Received<R extends Row> {
  readonly params: ParsedOr<R['params'], Record<string, never>>;
  readonly query: ParsedOr<R['query'], Record<string, never>>;
  readonly body: ParsedOr<R['input'], undefined>;
}

/** What a caller sends. */
export type Sent<R extends Row> = (R['params'] extends z.ZodType ? { params: SentOr<R['params'], never> } : { params?: never }) &
  (R['query'] extends z.ZodType ? { query?: SentOr<R['query'], never> } : { query?: never }) &
  (R['input'] extends z.ZodType ? { body?: SentOr<R['input'], never> } : { body?: never });

type Item<R extends Row> = z.output<R['reply']>;

export interface Page<T> {
  readonly total: number;
  readonly pageNo: number;
  readonly pageSize: number;
  readonly list: readonly T[];
}

/** What a handler returns: only the data; `serve` adds the envelope. */
export type Answer<R extends Row> = R['envelope'] extends 'list'
  ? { readonly rows: readonly Item<R>[]; readonly remark?: Remark }
  : R['envelope'] extends 'page'
    ? Page<Item<R>> & { readonly remark?: Remark }
    : R['envelope'] extends 'message'
      ? undefined
      : Item<R>;

type Enveloped<R extends Row, T> = R['envelope'] extends 'list'
  ? readonly T[]
  : R['envelope'] extends 'page'
    ? Page<T>
    : R['envelope'] extends 'message'
      ? undefined
      : T;

/** The content of the envelope as sent. */
export type Got<R extends Row> = Enveloped<R, Item<R>>;

/** What `packages/client` returns: the reply in domain types; for a page also why it is incomplete, in the reader's language. */
export type Read<R extends Row> = Enveloped<R, R['reads'] extends ReaderName ? ReadBy<R['reads']> : Item<R>> &
  (R['envelope'] extends 'page' ? { readonly remark?: string } : unknown);

/** A reader that cannot read the reply does not compile. */
type Readable<R extends Row> = R['reads'] extends ReaderName
  ? Item<R> extends SentTo<R['reads']>
    ? unknown
    : { readonly reads: never }
  : unknown;

/** A call that changes an object and does not name its authority does not compile, nor does any other call that names one. */
type Authorised<R extends Row> = R extends { readonly scope: 'object'; readonly effect: 'write' }
  ? { readonly authority: Authority }
  : { readonly authority?: never };

/** Keeps the literal types of a row while checking its shape. */
export const row = <const R extends Row>(r: R & Readable<R> & Authorised<R>): R => r;
