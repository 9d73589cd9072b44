// What a handler is given and may answer. `serve` makes it; features read it.
import type { Answer, Contract, Feature, Received, Row } from '@lookout/contract';
import type { Actor, GridNo, Origin, RightCode } from '@lookout/domain';
import type { AuditEntry } from '@lookout/store';
import { deskWords } from './desk-words.ts';

/** Who is calling: a person with a session, or a machine with the feed key. */
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
      readonly rights: ReadonlySet<RightCode>;
      readonly tokenHash: Uint8Array;
    }
  | { readonly kind: 'feed' }
  | { readonly kind: 'nobody' };

export interface Context {
  readonly caller: Caller;
  /**
   * The grid this call is held to: the caller's own, narrowed by a wished `gridNo` where the row has one.
   * Every repository call takes it. A feed key is held to the nation (contract.md: accepted from anywhere).
   */
  readonly scope: GridNo;
  readonly now: Date;
  /** As the caller sent it in `X-Request-Id`, else made here. */
  readonly requestId: string;
  /** The caller's address, for audit and lock-out. */
  readonly address: string;
  readonly headers: {
    readonly deviceId: string | null;
    readonly idempotencyKey: string | null;
    readonly contentType: string | null;
    readonly userAgent: string | null;
  };
  /** For rows with `body: 'csv-or-json' | 'upload'`: the raw body, bounded by `serve`. */
  readonly stream: AsyncIterable<Uint8Array> | null;
  /**
   * Says what was done for the audit row that `serve` (or the store, in the act's own transaction) writes.
   * Calling it is a duty of every `write` handler whose target is known only inside.
   */
  readonly audit: AuditNote;
}

export interface AuditNote {
  target(kind: string, id: string, gridNo: GridNo | null): void;
  /** Merged into what was said before. Never a password, a token or a key. */
  detail(value: Record<string, unknown>): void;
  /** Who did it, for acts that begin without a session (login). */
  actor(account: { readonly accountId: string; readonly userName: string; readonly gridNo: GridNo }): void;
  /** The row as it stands, outcome `ok`, for the act's own transaction: `serve` then writes none if the act succeeds. */
  take(): AuditEntry;
}

/** The account behind a call; for rows that only a session may call, `serve` has made sure that there is one. */
export type AccountCaller = Extract<Caller, { kind: 'account' }>;

/** @throws Error when the row lets others in too: then the handler must look for itself */
export function accountOf({ caller }: Pick<Context, 'caller'>): AccountCaller {
  if (caller.kind !== 'account') throw new Error('a call for sessions only was reached without one');
  return caller;
}

/** Who is behind a call, as events name them. */
export function actorOf({ caller, address, headers }: Pick<Context, 'caller' | 'address' | 'headers'>): Actor {
  if (caller.kind === 'feed') return { kind: 'feed', name: FEED_NAME };
  if (caller.kind === 'nobody') return { kind: 'system', name: 'anonymous' };
  const { accountId, userName, fullName, post, gridNo } = caller;
  return { kind: 'officer', accountId, userName, fullName, post, gridNo, desk: deskWords(address, headers.userAgent) };
}

/** Who made something happen by this call. */
export const originOf = (context: Context): Origin => ({ actor: actorOf(context), requestId: context.requestId });

/** Machines with the feed key, in events and in the audit. */
export const FEED_NAME = 'feed-key';

export type Handler<R extends Row> = (context: Context, input: Received<R>) => Promise<Answer<R>>;
export type Handlers<C extends Record<string, Row>> = { readonly [K in keyof C]: Handler<C[K]> };
export type FeatureHandlers = { readonly [F in Feature]: Handlers<Contract[F]> };
