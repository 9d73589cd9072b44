// The typed HTTP client: one function for each row of the contract, `client.alarm.latestAlarms({ query })`. Every outcome is passed to
// `onOutcome` (the interceptor of the application shell); a failed call throws CallFailed.

import {
  type ErrorCode,
  type Language,
  type Occasion,
  type Outcome,
  outcomeMessages,
  outcomeOf,
  type Page,
  type Read,
  type ReaderName,
  type Row,
  readTimes,
  type Sent,
  type TimePlaces,
} from '@lookout/contract';
import type { CallRow, CallSheet, Contract } from '@lookout/features/contract.ts';
import { readers } from '@lookout/features/readers.ts';

/** §9: "HTTP timeout 600000 ms". */
export const HTTP_TIMEOUT_MS = 600_000;

export interface CallOptions {
  /** A user's own action (the default) may interrupt with a dialog; background work may not. */
  readonly occasion?: Occasion;
  /** The caller shows errors and warnings itself; an invalid session and a lost connection are still reported. */
  readonly silent?: boolean;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

type RawBody<R extends Row> = R['body'] extends 'upload' | 'large-upload'
  ? { form: FormData }
  : R['body'] extends 'csv-or-json'
    ? { raw: string | Blob; contentType: string }
    : { form?: never };

type CallArgument<R extends Row> = Sent<R> & RawBody<R> & CallOptions;
/** Rows without required input may be called without an argument. */
type CallArguments<R extends Row> =
  Record<never, never> extends CallArgument<R> ? [argument?: CallArgument<R>] : [argument: CallArgument<R>];

export type Call<R extends Row> = (...args: CallArguments<R>) => Promise<Read<R>>;
export type ClientOf<C extends Record<string, Record<string, Row>>> = {
  readonly [F in keyof C]: { readonly [K in keyof C[F]]: Call<C[F][K]> };
};
export type Client = ClientOf<Contract>;

/**
 * Passed to the interceptor with the outcome. `token` is the one the call was sent with, so that late replies to an old session can be
 * ignored.
 */
export interface CallContext {
  readonly occasion: Occasion;
  readonly silent: boolean;
  /** The call changes something. */
  readonly isWrite: boolean;
  readonly token: string | null;
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientSettings {
  /** `callSheetOf(contract)`; a web page gets it at build time. */
  readonly calls: CallSheet;
  /** '' in the browser (same origin), `http://host:port` otherwise. */
  readonly base: string;
  readonly token: () => string | null;
  readonly deviceId: string | null;
  /** Language of the server's messages; the default is Chinese. */
  readonly language?: () => Language;
  readonly fetch: Fetch;
  /** Generates the `X-Request-Id` of a write; the live messages it causes carry the same id. */
  readonly nameRequest?: () => string;
  readonly onOutcome?: (outcome: Outcome, context: CallContext) => void;
  /**
   * Asks the officer for the 验证密码 when the server refuses a call without it. If it resolves to true, the officer is verified and the call
   * is sent again.
   */
  readonly verify?: () => Promise<boolean>;
  /** Writes fail before they are sent, because the desk shows a past moment. */
  readonly isReadOnly?: boolean;
  readonly timeoutMs?: number;
  readonly setTimeout?: (run: () => void, ms: number) => unknown;
  readonly clearTimeout?: (handle: never) => void;
}

/** All calls of the contract, by feature and name. */
export function createClient(settings: ClientSettings): Client {
  const features = Object.entries(settings.calls as unknown as Record<string, Record<string, CallRow>>).map(([feature, rows]) => [
    feature,
    Object.fromEntries(
      Object.entries(rows).map(([name, row]) => [name, (argument?: LooseArgument) => call(settings, row, argument ?? {})]),
    ),
  ]);
  // Object.entries loses the literal types of the table; the result has the shape of the contract.
  return Object.fromEntries(features) as unknown as Client;
}

interface LooseArgument extends CallOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly form?: FormData;
  readonly raw?: string | Blob;
  readonly contentType?: string;
}

async function call(settings: ClientSettings, row: CallRow, argument: LooseArgument): Promise<unknown> {
  const context: CallContext = {
    occasion: argument.occasion ?? 'act',
    silent: argument.silent ?? false,
    isWrite: row.effect === 'write',
    token: row.isPublic ? null : settings.token(),
  };
  const language = settings.language?.() ?? 'zh';
  if (settings.isReadOnly && row.effect === 'write') throw new CallFailed(refusedToWrite(language));
  const arrival = await send(settings, row, argument, context.token);
  if (arrival === 'aborted') throw new DOMException('The caller gave the call up', 'AbortError');
  const outcome = strictMessage(row, outcomeOf(arrival, context.occasion, language), language);
  const { verify, ...once } = settings;
  if (verify && outcome.kind === 'error' && VERIFICATION_NEEDED.has(outcome.refusal) && (await verify())) return call(once, row, argument);
  settings.onOutcome?.(outcome, context);
  if (outcome.kind !== 'passed') throw new CallFailed(withCurrentRead(row, outcome));
  if (row.envelope === 'message') return undefined;
  const reply = readReply(row, outcome.data);
  return row.envelope === 'page' && outcome.message !== null && outcome.message !== 'OK'
    ? { ...(reply as Page<unknown>), remark: outcome.message }
    : reply;
}

const VERIFICATION_NEEDED: ReadonlySet<string | undefined> = new Set<ErrorCode>(['verification-needed', 'own-verification-needed']);

type Reader = (wire: unknown) => unknown;
/** The contract pairs each row with a reader of its reply; TypeScript cannot follow that pairing through the lookup by name. */
const readerNamed = (name: ReaderName): Reader => readers[name] as Reader;

/** The times are read first, because a reader gets what the row's schema describes. */
function readerOf(name: ReaderName | undefined, times: TimePlaces | undefined): Reader {
  const [read, places] = [name === undefined ? (value: unknown) => value : readerNamed(name), times ?? null];
  return (sent) => read(readTimes(places, sent));
}

function readReply({ reads, times, envelope }: CallRow, data: unknown): unknown {
  if (reads === undefined && times === undefined) return data;
  const read = readerOf(reads, times);
  if (envelope === 'list') return (data as readonly unknown[]).map((item) => read(item));
  if (envelope !== 'page') return read(data);
  const page = data as Page<unknown>;
  return { ...page, list: page.list.map((item) => read(item)) };
}

/** A conflict (409) carries the current state. */
function withCurrentRead({ readsCurrent, currentTimes }: CallRow, outcome: FailedOutcome): FailedOutcome {
  if (outcome.kind !== 'error' || outcome.code !== CONFLICT || outcome.data === null) return outcome;
  return { ...outcome, data: readerOf(readsCurrent, currentTimes)(outcome.data) };
}

const CONFLICT = 409;

const refusedToWrite = (language: Language): FailedOutcome => ({
  kind: 'error',
  message: outcomeMessages[language].readOnly,
  seconds: 5,
  code: 501,
  data: null,
});

/** §8: such calls succeed "only when message OK". */
function strictMessage(row: CallRow, outcome: Outcome, language: Language): Outcome {
  if (row.envelope !== 'message' || outcome.kind !== 'passed' || outcome.message === 'OK') return outcome;
  return { kind: 'error', message: outcome.message ?? outcomeMessages[language].unknownError, seconds: 5, code: 200, data: null };
}

type Arrival = Parameters<typeof outcomeOf>[0];

async function send(settings: ClientSettings, row: CallRow, argument: LooseArgument, token: string | null): Promise<Arrival | 'aborted'> {
  const wait = settings.setTimeout ?? ((run, ms) => setTimeout(run, ms));
  const clearWait = (settings.clearTimeout ?? clearTimeout) as (handle: unknown) => void;
  // A read without a reply is retried once (a kept-alive connection may have died). A write never: it may have arrived.
  for (let triesLeft = row.effect === 'read' ? 1 : 0; ; triesLeft--) {
    const controller = new AbortController();
    let late = false;
    const timer = wait(() => {
      late = true;
      controller.abort();
    }, settings.timeoutMs ?? HTTP_TIMEOUT_MS);
    const abort = () => controller.abort();
    argument.signal?.addEventListener('abort', abort);
    if (argument.signal?.aborted) abort();
    try {
      const answer = await settings.fetch(urlOf(settings.base, row, argument), request(settings, row, argument, token, controller.signal));
      return { status: answer.status, body: await readBody(answer) };
    } catch {
      if (argument.signal?.aborted) return 'aborted';
      // Any error of fetch (refused, reset, truncated, timed out) means the same to the caller: no reply.
      if (late || triesLeft <= 0) return { status: null };
    } finally {
      clearWait(timer);
      argument.signal?.removeEventListener('abort', abort);
    }
  }
}

/** null for a reply that is not JSON (a proxy's page): then only the status counts. A truncated body throws and counts as no reply. */
async function readBody(answer: Response): Promise<unknown> {
  const text = await answer.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function request(settings: ClientSettings, row: CallRow, argument: LooseArgument, token: string | null, signal: AbortSignal): RequestInit {
  const headers: Record<string, string> = { ...argument.headers };
  if (token !== null) headers.authorization = `Bearer ${token}`;
  if (settings.deviceId !== null) headers['x-device-id'] = settings.deviceId;
  if (settings.language) headers['accept-language'] = settings.language();
  const init: RequestInit = { method: row.method, headers, signal, credentials: 'same-origin' };
  if (row.effect === 'write') {
    init.cache = 'no-store';
    if (settings.nameRequest) headers['x-request-id'] = settings.nameRequest();
  }
  if (argument.form) return { ...init, body: argument.form };
  if (argument.raw !== undefined) {
    headers['content-type'] = argument.contentType ?? 'application/json';
    return { ...init, body: argument.raw };
  }
  if (row.method === 'GET' || (argument.body === undefined && !row.takesBody)) return init;
  headers['content-type'] = 'application/json';
  return { ...init, body: JSON.stringify(argument.body ?? {}, asTyped) };
}

/**
 * Typed input that is not a number or a time is sent as the text NaN, which the contract refuses for that field. JSON itself would write
 * null, which means "no value".
 */
function asTyped(this: Readonly<Record<string, unknown>>, name: string, value: unknown): unknown {
  const typed = this[name];
  return (typeof typed === 'number' || typed instanceof Date) && Number.isNaN(Number(typed)) ? 'NaN' : value;
}

function urlOf(base: string, row: CallRow, argument: LooseArgument): string {
  const path = row.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(argument.params?.[name] ?? '')));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(argument.query ?? {}))
    if (value !== undefined && value !== null) query.append(name, value instanceof Date ? value.toJSON() : String(value));
  const tail = query.toString();
  return `${base}${path}${tail === '' ? '' : `?${tail}`}`;
}

export type FailedOutcome = Exclude<Outcome, { kind: 'passed' }>;

/** One invalid field of a 422: its path in the form (`a.b.0`) and the message. */
export interface FieldFault {
  readonly path: string;
  readonly message: string;
}

/** A failed call. `outcome` is what the failure means to the user, `fields` are the refused inputs (422). */
export class CallFailed extends Error {
  readonly outcome: FailedOutcome;
  readonly fields: readonly FieldFault[];
  /** The data of the error reply: on a 409 the current state, in domain types. */
  readonly data: unknown;

  constructor(outcome: FailedOutcome) {
    super(outcome.message);
    this.name = 'CallFailed';
    this.outcome = outcome;
    this.fields = outcome.kind === 'error' ? fieldFaultsOf(outcome.data) : [];
    this.data = outcome.kind === 'error' ? outcome.data : null;
  }
}

/** Reads the `data: [{ path, message }]` of a 422; any other shape has no field faults. */
function fieldFaultsOf(data: unknown): FieldFault[] {
  if (!Array.isArray(data)) return [];
  return data.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null) return [];
    const { path, message } = item as { path?: unknown; message?: unknown };
    if (typeof message !== 'string') return [];
    return [{ path: Array.isArray(path) ? path.join('.') : String(path ?? ''), message }];
  });
}

/** Whether the session of the call is no longer valid: logged out, forced out, password changed, or a permission withdrawn. */
export const isDeadSession = (error: unknown): boolean => error instanceof CallFailed && error.outcome.kind === 'logged-out';

/**
 * Why a token is no longer valid, as a code of the error catalogue; null when it is still valid, or when the reply does not give a reason.
 */
export const deadReasonOf = (error: unknown): string | null =>
  error instanceof CallFailed && error.outcome.kind === 'logged-out' ? (error.outcome.refusal ?? null) : null;

const LOG_GONE: ErrorCode = 'log-begins-later';
const NOT_FOUND = 404;
/** The object does not exist or lies outside the caller's grid: both give the same reply (docs/interface.md "Replies"). */
export const isNotFound = (error: unknown): boolean =>
  error instanceof CallFailed && error.outcome.kind === 'error' && error.outcome.code === NOT_FOUND;
/** The log begins later than the requested number: the state on the screen cannot be updated, only reloaded. */
export const isLogGone = (error: unknown): boolean =>
  error instanceof CallFailed && error.outcome.kind === 'error' && error.outcome.refusal === LOG_GONE;
export const isLineLost = (error: unknown): boolean => error instanceof CallFailed && error.outcome.kind === 'line-lost';
