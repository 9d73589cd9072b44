// The only entry point for calls: every row of the contract becomes a route, and every call passes the same steps in the same order:
// authentication, rate, permission, body, grid scope, validation, verification, handler, envelope, audit.

import { type Row, timePlacesOf, weightOf } from '@lookout/contract';
import type { AuditEntry } from '@lookout/store';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageCookieName } from '../access/page-session.ts';
import { type AuditDraft, createAuditDraft } from '../acting/act.ts';
import { type Refusal, refused } from '../acting/refusal.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { type Authenticator, isFromPage } from './authenticate.ts';
import { type DailyCounts, type RateLimiter, requireRate } from './budgets.ts';
import { checkAnswer } from './check-answer.ts';
import { actorOf, auditedAs, type Caller, type Context, type Cookies, languageOf, type RawRoute } from './context.ts';
import type { DelayedRefusals } from './delayed-refusals.ts';
import { asRefusal, type FaultLog, innerCodeOf, isTurnedAway, readyText, refusalReply, wrap, writeAnswer } from './envelope.ts';
import { checkTable, requirePermission, requireScope, requireVerified } from './fence.ts';
import { BODY_LIMITS, boundedStream, mediaType, PACES, readJson, refuseCompression, type SlowBodies, validate } from './input.ts';
import { jsonText } from './json-text.ts';
import type { Metrics } from './metrics.ts';
import type { RefusedLines } from './refused-lines.ts';
import { answerWeight, type Shares } from './shares.ts';
import type { StorageWatch } from './storage-watch.ts';

interface ServeDeps {
  readonly authenticator: Authenticator;
  readonly rates: Pick<RateLimiter, 'mayPass'>;
  readonly shares: Shares;
  readonly daily: DailyCounts;
  readonly slowBodies: SlowBodies;
  readonly delayedRefusals: DelayedRefusals;
  readonly audit: (entries: readonly AuditEntry[]) => Promise<void>;
  readonly refusedLines: RefusedLines;
  readonly clock: () => Date;
  readonly metrics: Metrics;
  /** Notified of what is refused for lack of capacity. */
  readonly turnedAway: StorageWatch['turnedAway'];
  /** null: tracing is off. */
  readonly tracing: Tracing | null;
  readonly log: FaultLog;
  /** The path below which a proxy publishes this server (base-path.ts). */
  readonly basePath: string;
  /** SECURITY_POLICY=strict. */
  readonly isStrict: boolean;
  /**
   * Whether to validate every answer against its row's reply schema, and that authority was checked (tests). A violation is an internal
   * error.
   */
  readonly checkReplies: () => boolean;
}

/** A handler without the types of its row, which are checked where handlers are defined (`Handlers<C>`). */
export type AnyHandler = (context: Context, input: never) => Promise<unknown>;

/**
 * @returns `idle`: resolves when no call is in flight any more
 * @throws Error when a row lacks permission, scope, act or handler: the server does not start with a hole in the fence
 */
export function serve(
  app: FastifyInstance,
  rows: Readonly<Record<string, Row>>,
  handlers: Readonly<Record<string, AnyHandler>>,
  rawRoutes: readonly RawRoute[],
  deps: ServeDeps,
): { idle(): Promise<void> } {
  checkTable(rows, rawRoutes);
  const inFlight = createInFlight();
  for (const [name, row] of Object.entries(rows)) {
    const handler = handlers[name];
    if (!handler) throw new Error(`the call table is not whole: ${name} has no handler`);
    const answer = traced(name, row, answerCall(name, row, handler, deps), deps.tracing);
    for (const { method, path } of [row, ...(row.alias ?? [])])
      app.route({ method, url: routePath(path), config: CALL, handler: (request, reply) => inFlight.during(answer(request, reply)) });
  }
  for (const route of rawRoutes) {
    const answer = answerRaw(route, deps);
    const handler = (request: FastifyRequest, reply: FastifyReply) => inFlight.during(answer(request, reply));
    app.route({ method: route.method, url: routePath(route.path), config: CALL, handler });
  }
  return inFlight;
}

/** Calls use their caller's own share (see server.ts). */
const CALL = { isCall: true } as const;

const JSON_TYPE = 'application/json; charset=utf-8';

/** `/monitor/{id}` as the contract spells it → `/monitor/:id`. */
const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

type Answering = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Traces calls that change something. Reads are not traced: a page makes so many that the spans of writes would be hard to find. */
function traced(name: string, row: Row, answer: Answering, tracing: Tracing | null): Answering {
  if (tracing === null || row.effect !== 'write') return answer;
  return (request, reply) =>
    tracing.call(
      { name, method: request.method, path: row.path, requestId: request.id, headers: request.headers },
      () => answer(request, reply),
      () => reply.statusCode,
    );
}

function answerCall(name: string, row: Row, handler: AnyHandler, deps: ServeDeps): Answering {
  const [times, currentTimes] = [timePlacesOf(row.reply), row.current ? timePlacesOf(row.current) : null];
  return async (request, reply) => {
    const startedAt = performance.now();
    let caller: Caller = { kind: 'nobody' };
    const draft = createAuditDraft(row.act ?? row.path, () => auditedAs(caller), request.clientAddress);
    let outcome = 'ok';
    let answered: { status: number; body: unknown };
    try {
      const sent = bodyReader(row, request, deps.slowBodies);
      refuseCrossSite(row, request);
      // An unreadable body contains no token: 401 takes precedence over 422.
      const bodyToken = async () => fieldOf(await sent.json().catch(() => undefined), 'token');
      caller = await identified(deps, row, request, bodyToken);
      requirePermission(row, caller);
      const parts = { params: request.params, query: request.query, body: await sent.json() };
      const scope = requireScope(row, caller, [fieldOf(parts.query, 'gridNo'), fieldOf(parts.body, 'gridNo')]);
      const context = contextOf({ request, reply }, caller, scope, draft, sent.stream, deps);
      const input = validate(row, parts);
      requireVerified(row, caller, { origin: request.headers.origin, now: context.now, isStrict: deps.isStrict });
      const weight = weightOf(row, input);
      requireRate(caller, request.clientAddress, deps.rates, weight - 1);
      const charged = { weight, caller, address: request.clientAddress, isGone: () => request.raw.socket.destroyed };
      const body = await deps.shares.during(charged, async (turn) => {
        const given = await deps.daily.during(row, caller, input.body, () => handler(context, input as never));
        const ready = readyText(given);
        const answer = ready === undefined ? writeAnswer(row.envelope, times, given) : given;
        if (deps.checkReplies()) checkAnswer(name, row, answer, context);
        const text = ready ?? (await jsonText(wrap(row.envelope, answer, languageOfCall(request))));
        turn.costsMore(answerWeight(text, ready !== undefined) - weight);
        return text;
      });
      answered = { status: 200, body };
    } catch (error) {
      const refusal = asRefusal(error, { call: name, requestId: request.id }, deps.log);
      outcome = `refused:${innerCodeOf(refusal)}`;
      if (isTurnedAway(refusal)) turnedAway(refusal, deps);
      await deps.delayedRefusals.hold(refusal, request);
      answered = refusalReply(refusal, languageOfCall(request), row.unreadable === 400, currentTimes);
      if (row.effect !== 'write' || outcome === 'refused:429') await refusedLine(draft, outcome, { name, caller, refusal }, deps);
    }
    if (row.effect === 'write') answered = await audited(draft, outcome, answered, caller, name, request, deps);
    deps.metrics.callSeconds.observe({ row: name, status: answered.status }, (performance.now() - startedAt) / 1000);
    // A sender that was refused for the time or the number of his bodies is not read any further.
    if (!request.raw.complete && (answered.status === 408 || answered.status === 429)) reply.header('connection', 'close');
    // A text or a Buffer has no content type of its own.
    await reply.code(answered.status).type(JSON_TYPE).header('cache-control', 'no-store').send(answered.body);
  };
}

function answerRaw(route: RawRoute, deps: ServeDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const startedAt = performance.now();
    reply.header('cache-control', 'no-store');
    let caller: Caller = { kind: 'nobody' };
    const draft = createAuditDraft(route.name, () => auditedAs(caller), request.clientAddress);
    try {
      caller = await identified(deps, route, request);
      requirePermission(route, caller);
      const scope = requireScope(route, caller, [fieldOf(request.query, 'gridNo')]);
      const { weight = 1 } = route;
      requireRate(caller, request.clientAddress, deps.rates, weight - 1);
      const context = contextOf({ request, reply }, caller, scope, draft, null, deps);
      const charged = { weight, caller, address: request.clientAddress, isFile: true, isGone: () => request.raw.socket.destroyed };
      return await deps.shares.during(charged, () => route.handle(context, request, reply));
    } catch (error) {
      const refusal = asRefusal(error, { call: route.name, requestId: request.id }, deps.log);
      if (isTurnedAway(refusal)) turnedAway(refusal, deps);
      await deps.delayedRefusals.hold(refusal, request);
      await refusedLine(draft, `refused:${innerCodeOf(refusal)}`, { name: route.name, caller, refusal }, deps);
      const { status, body } = refusalReply(refusal, languageOfCall(request), false);
      return reply.code(status).header('cache-control', 'no-store').type(JSON_TYPE).send(body);
    } finally {
      deps.metrics.callSeconds.observe({ row: route.name, status: reply.statusCode }, (performance.now() - startedAt) / 1000);
    }
  };
}

function turnedAway({ code }: Refusal, deps: ServeDeps): void {
  deps.metrics.callsTurnedAway.inc({ error: code });
  deps.turnedAway(code);
}

/** Identifies the caller and charges his rate. An invalid key or ticket counts as a call of nobody, so that guesses are counted too. */
async function identified(deps: ServeDeps, ...given: Parameters<Authenticator['identify']>): Promise<Caller> {
  const [, { clientAddress }] = given;
  const caller = await deps.authenticator.identify(...given).catch((error: unknown) => {
    requireRate({ kind: 'nobody' }, clientAddress, deps.rates);
    throw error;
  });
  requireRate(caller, clientAddress, deps.rates);
  return caller;
}

function bodyReader(row: Row, request: FastifyRequest, slowBodies: SlowBodies) {
  const { raw } = request;
  const claim = () => slowBodies.claim(request.clientAddress);
  if (row.body === 'csv-or-json' || row.body === 'upload' || row.body === 'large-upload') {
    refuseCompression(raw);
    return { json: async () => undefined, stream: boundedStream(raw, limitOf(row.body, raw), { pace: PACES.stream, claim }) };
  }
  let reading: Promise<unknown> | undefined;
  const json = async (): Promise<unknown> => {
    if (!row.input) return undefined;
    // An absent body is read as an empty object, so that missing fields are reported one by one.
    reading ??= readJson(raw, BODY_LIMITS[row.body ?? 'json'], { pace: PACES.json, claim }).then((value) =>
      value === undefined ? {} : value,
    );
    return reading;
  };
  return { json, stream: null };
}

const limitOf = (body: keyof typeof BODY_LIMITS, raw: FastifyRequest['raw']): number =>
  BODY_LIMITS[body === 'csv-or-json' && mediaType(raw).includes('json') ? 'json-file' : body];

function contextOf(
  { request, reply }: Exchange,
  caller: Caller,
  scope: Context['scope'],
  draft: AuditDraft,
  stream: Context['stream'],
  deps: ServeDeps,
): Context {
  const header = (name: string): string | null => {
    const value = request.headers[name];
    return typeof value === 'string' && value !== '' ? value.slice(0, LONGEST_HEADER) : null;
  };
  const userAgent = header('user-agent');
  let abandoned: AbortSignal | undefined;
  return {
    caller,
    // Computed on demand: only writes need it.
    get actor() {
      return actorOf(caller, request.clientAddress, userAgent);
    },
    scope,
    now: deps.clock(),
    requestId: request.id,
    language: languageOfCall(request),
    address: request.clientAddress,
    headers: {
      deviceId: header('x-device-id'),
      idempotencyKey: header('idempotency-key'),
      contentType: header('content-type'),
      userAgent,
    },
    cookies: cookiesOf({ request, reply }, deps.basePath),
    get site() {
      const origin = header('origin');
      return origin !== null && /^https?:/.test(origin) && URL.canParse(origin)
        ? `${new URL(origin).origin}${deps.basePath}`
        : `${request.protocol}://${request.host}${deps.basePath}`;
    },
    stream,
    // Created on demand: few calls do anything that can be stopped early.
    get signal() {
      abandoned ??= signalOf(reply);
      return abandoned;
    },
    audit: draft.note,
  };
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Aborts when the connection closes before the answer was sent. */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const closed = (): void => {
    if (!raw.writableFinished) controller.abort();
  };
  if (raw.closed || raw.destroyed) closed();
  else raw.once('close', closed);
  return controller.signal;
}

/** The path of a cookie is the one that the browser sees, including the base path. */
function cookiesOf({ request, reply }: Exchange, basePath: string): Cookies {
  const attributes = { httpOnly: true, sameSite: 'strict', secure: request.protocol === 'https' } as const;
  return {
    read: (name) => request.cookies[name] || null,
    keep: (name, value, { path, seconds }) => void reply.setCookie(name, value, { ...attributes, path: basePath + path, maxAge: seconds }),
    drop: (name, path) => void reply.clearCookie(name, { ...attributes, path: basePath + path }),
    session:
      attributes.secure && isFromPage(request)
        ? {
            keep: (token, seconds) => void reply.setCookie(pageCookieName(basePath), token, { ...attributes, path: '/', maxAge: seconds }),
            drop: () => void reply.clearCookie(pageCookieName(basePath), { ...attributes, path: '/' }),
          }
        : null,
  };
}

const LONGEST_HEADER = 500;

const languageOfCall = (request: FastifyRequest) => languageOf(request.headers['accept-language']);

/** Links and images on other sites must not change anything here, although some GET calls do change something. */
function refuseCrossSite(row: Row, request: FastifyRequest): void {
  if (row.effect !== 'write' || row.method !== 'GET') return;
  if (request.headers['sec-fetch-site'] === 'cross-site') throw refused('cross-site');
}

/** Writes the audit row; a call without an identifiable caller (no session, too many calls) has none. */
async function audited(
  draft: AuditDraft,
  outcome: string,
  answered: { status: number; body: unknown },
  caller: Caller,
  name: string,
  request: FastifyRequest,
  deps: ServeDeps,
): Promise<{ status: number; body: unknown }> {
  const entry = draft.entry(outcome);
  const isNobody = caller.kind === 'nobody' && outcome === 'refused:401' && entry?.targetId === null;
  if (entry === null || isNobody || outcome === 'refused:429' || outcome === 'refused:503') return answered;
  try {
    await deps.audit([entry]);
    return answered;
  } catch (error) {
    const refusal = asRefusal(error, { call: name, requestId: request.id }, deps.log);
    return refusalReply(refusal, languageOfCall(request), false);
  }
}

interface RefusedCall {
  readonly name: string;
  readonly caller: Caller;
  readonly refusal: Refusal;
}

/** If writing the line fails, nothing changes for the caller, who is refused in any case. */
async function refusedLine(draft: AuditDraft, outcome: string, { name, caller, refusal }: RefusedCall, deps: ServeDeps): Promise<void> {
  const times = deps.refusedLines.due(name, caller, refusal);
  if (times === null) return;
  draft.note.detail({ call: name, times });
  const entry = draft.entry(outcome);
  if (entry === null) return;
  await deps.audit([entry]).catch((error: unknown) => asRefusal(error, { call: name, requestId: '' }, deps.log));
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;

// Tracks the calls in flight. A caller that hangs up closes its connection, but not the work that its call began. The shutdown waits for
// that work, because otherwise a password check could return to a database that is closed.
interface InFlight {
  /** Tracks `work` until it is settled, and returns it. */
  readonly during: <T>(work: Promise<T>) => Promise<T>;
  /** Resolves when nothing is in flight, including work that started meanwhile. */
  readonly idle: () => Promise<void>;
}

export function createInFlight(): InFlight {
  const works = new Set<Promise<unknown>>();
  return {
    during(work) {
      works.add(work);
      const forget = () => works.delete(work);
      work.then(forget, forget);
      return work;
    },
    async idle() {
      while (works.size > 0) await Promise.allSettled(works);
    },
  };
}
