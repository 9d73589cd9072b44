// The whole server, given a store and a configuration; main.ts and the tests provide both.
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Row } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import { contract, type Feature } from '@lookout/features/contract.ts';
import type { Gazetteer } from '@lookout/features/grid/service/gazetteer.ts';
import { type GazetteerWatch, watchGazetteer } from '@lookout/features/grid/service/gazetteer-watch.ts';
import { SERVERS as FEATURES } from '@lookout/features/servers.generated.ts';
import type { Store } from '@lookout/features/store.ts';
import { type AuditEntry, StoreUnavailable } from '@lookout/store';
import { createTickets } from '@lookout/video';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createFeedKeys } from './access/feed-keys.ts';
import { openKeys } from './access/keys.ts';
import { createOneTimeCodes } from './access/one-time-codes.ts';
import { ownPages } from './access/origins.ts';
import { createPasswordDecryption } from './access/password-decryption.ts';
import { COST, createPasswords, type PasswordCost, STRICT_COST } from './access/passwords.ts';
import { createSigner } from './access/signing.ts';
import { type Features, openFeatures } from './feature.ts';
import { type Live, startLive } from './live/live.ts';
import { watchLive } from './live/live-gauges.ts';
import type { LogCollector } from './log-lines/collector.ts';
import { asyncApiOf, openApiOf } from './serve/api-documents.ts';
import { createAuthenticator, createSessionCache } from './serve/authenticate.ts';
import { withoutBase } from './serve/base-path.ts';
import { createDailyCounts, createRateLimiter, requireRate } from './serve/budgets.ts';
import type { RawRoute } from './serve/context.ts';
import { createDelayedRefusals } from './serve/delayed-refusals.ts';
import { serveDocuments } from './serve/document-routes.ts';
import { createEmbedCallers } from './serve/embed-callers.ts';
import { watchDataDir, watchOutbox, watchStore } from './serve/gauges.ts';
import { createSlowBodies } from './serve/input.ts';
import { createMetrics, serveHealth } from './serve/metrics.ts';
import { createRefusedLines } from './serve/refused-lines.ts';
import { type AnyHandler, serve } from './serve/serve.ts';
import { createServer, noSuchCall, serveLibrary, serveWebApp } from './serve/server.ts';
import { createShares, type ShareLimits } from './serve/shares.ts';
import { watchStorage } from './serve/storage-watch.ts';
import { type Deps, TICKET_MS, type Waits } from './services/deps.ts';
import { openFiles } from './services/files/open-files.ts';
import { createJournal, createLogReader } from './services/journal.ts';
import { openServices } from './services/open.ts';
import { createRecentLog } from './services/recent-log.ts';
import { openScanner } from './services/scanner.ts';
import { recordActivity, type SessionActivity } from './services/session-activity.ts';
import { shareJobs } from './services/shared-jobs.ts';
import { clientAddresses } from './settings/client-address.ts';
import type { Config } from './settings/config.ts';
import { DEMO_LIBRARY, DEMO_LIBRARY_PATH } from './settings/demo-library.ts';
import { isExtendedByActs, strictBounds } from './settings/security-policy.ts';
import { VERSION } from './settings/version.ts';
import { type Tracing, tracedStore } from './tracing/tracing.ts';

const WEB_APP = fileURLToPath(new URL('../../web/dist', import.meta.url));
const MQTT_PATH = '/mqtt';
/** Together with closing the database, shutdown must stay under the ten seconds of docs/interface.md "Running". */
const DRAIN_MS = 3_000;

export interface AppOptions {
  readonly store: Store;
  readonly config: Config;
  readonly feedKey: string;
  readonly clock: () => Date;
  /** Milliseconds of a monotonic clock; default: the process's. */
  readonly now?: () => number;
  readonly log: FastifyBaseLogger;
  /** The collector of this server's log lines; null, the default: stderr only. */
  readonly logLines?: Pick<LogCollector, 'dropped'> | null;
  /** Validate every reply against the schema of its call; for tests. */
  readonly checkReplies?: () => boolean;
  /** Default: the configured one, else apps/web/dist. */
  readonly webAppFolder?: string;
  /** Loads the gazetteer at the start; default: from the database. */
  readonly firstGazetteer?: (store: Store) => Promise<Gazetteer>;
  /** Default: all features. */
  readonly features?: Features;
  readonly waits?: Waits;
  /** Wider limits than in operation, for tests. */
  readonly shares?: ShareLimits;
  /** Cheaper hashing than in operation, for tests. */
  readonly passwordCost?: PasswordCost;
}

export interface App {
  /** For tests of the access checks. */
  readonly rawRoutes: readonly RawRoute[];
  /** Ready to listen. */
  readonly http: FastifyInstance;
  readonly deps: Deps;
  readonly live: Live;
  readonly activity: Pick<SessionActivity, 'flush'>;
  /** Drains the calls in flight, disconnects live clients, stops the features. The store stays open for its owner to close. */
  stop(): Promise<void>;
}

/** @throws Error when the call table is incomplete. Whenever a step fails, everything started before it is stopped in reverse order */
export async function createApp(options: AppOptions): Promise<App> {
  await using stops = new AsyncDisposableStack();
  const { config, clock, log, now = () => performance.now() } = options;
  const serverId = randomUUID();
  const tracing = await tracingOf(options, serverId, now);
  if (tracing !== null) stops.defer(() => tracing.stop());
  const store = tracing === null ? options.store : tracedStore(options.store, tracing);
  const metrics = createMetrics();
  const isStrict = config.securityPolicy === 'strict';
  if (isStrict) await store.sessions.bound(strictBounds(config));
  const activity = recordActivity(store, log);
  stops.defer(() => activity.stop());
  const sessions = createSessionCache(store, { now, bounds: config, used: activity.note });
  const embeds = createEmbedCallers(store, clock, now);
  const keys = await openKeys({ file: config.keysFile, settings: store.settings, suite: config.cryptoSuite, log });
  stops.defer(() => keys.stop());
  const files = await openFiles(config, log);
  stops.defer(() => files.close());
  let watch: GazetteerWatch | null = null;
  // This is not called before the gazetteer is loaded: until then no client is connected and nothing is committed here.
  const nameOf = (no: GridNo) => watch?.gazetteer().grids.nameOf(no) ?? null;
  const logReader = createLogReader(store, nameOf, log);
  const recentLog = createRecentLog(
    logReader,
    () => live.delivered(),
    () => store.events.head(),
  );
  const addresses = clientAddresses(config.trustedProxies);
  const isOwnPage = ownPages({ allowedOrigins: config.allowedOrigins, isTrustedProxy: addresses.isTrusted });
  const rates = createRateLimiter(now);
  const live = await startLive({
    store,
    logReader,
    recentLog,
    sessions,
    used: (tokenHash, rights) => {
      if (!isExtendedByActs(config, rights)) activity.note(tokenHash);
    },
    mqttUrl: config.mqttUrl,
    addressOf: addresses.of,
    isOwnPage,
    basePath: config.basePath,
    rates,
    relaySecret: keys.current().relay,
    serverId,
    published({ kind, at }) {
      if (kind === 'newFire') metrics.alarmPublishSeconds.observe(Math.max(0, clock().getTime() - Date.parse(at)) / 1000);
    },
    tracing: tracing?.live ?? null,
    clock,
    log,
  });
  stops.defer(() => live.stop());
  const watching = await watchGazetteer(store, live, log, options.firstGazetteer);
  stops.defer(() => watching.stop());
  watch = watching;
  const { gazetteer } = watching;
  const sharedJobs = shareJobs({ store, clock, log });
  stops.defer(() => sharedJobs.stop());
  const tickets = createTickets({ store: store.streamTickets, clock, ttlMs: TICKET_MS });
  const deps: Deps = {
    store,
    config,
    files,
    clock,
    log,
    waits: options.waits ?? {},
    metrics,
    tracing,
    live,
    changes: live,
    gazetteer,
    journal: createJournal({ store, nameOf, publish: (messages) => live.committed(messages) }),
    logReader: recentLog,
    passwords: createPasswords(options.passwordCost ?? (isStrict ? STRICT_COST : COST)),
    keys,
    signer: createSigner(keys),
    passwordDecryption: createPasswordDecryption(store, keys),
    oneTimeCodes: createOneTimeCodes(keys),
    tickets,
    scanner: openScanner(config.uploadScanner, log),
    sharedJobs,
    online: live.online,
    sessionUsed: (tokenHash) => activity.note(Buffer.from(tokenHash)),
    sessionsChanged() {
      sessions.forget();
      embeds.forget();
      live.sweep();
    },
  };
  const room = { ...deps, ...(await openServices(deps, stops)) };
  const open = openFeatures(options.features ?? FEATURES, room, stops);

  const rows: Record<string, Row> = {};
  const handlers: Record<string, AnyHandler> = {};
  for (const [feature, { calls }] of Object.entries(open) as [Feature, { calls: Record<string, AnyHandler> }][]) {
    for (const [call, row] of Object.entries(contract[feature])) rows[callName(feature, call)] = row;
    for (const [call, handler] of Object.entries(calls)) handlers[callName(feature, call)] = handler;
  }
  const rawRoutes = Object.values(open).flatMap((feature) => feature.rawRoutes ?? []);

  const shares = createShares(() => performance.now(), options.shares);
  const refusals = createDelayedRefusals();
  const http = await createServer(config, {
    log,
    shares,
    delayedRefusals: refusals,
    tracedIdOf: (headers) => tracing?.requestIdOf(headers) ?? null,
  });
  let isIdle = async (): Promise<void> => undefined;
  stops.defer(async () => {
    // Calls in flight may finish; connections that do not finish in time are closed.
    const patience = setTimeout(() => http.server.closeAllConnections(), DRAIN_MS);
    await http.close();
    clearTimeout(patience);
    await within(DRAIN_MS, isIdle());
  });
  // Stopped before the HTTP server, which open live connections would keep from closing.
  stops.defer(() => live.stop());

  watchLive(metrics, live, now);
  watchStore(metrics, store, now);
  watchOutbox(metrics, store, now, clock);
  watchDataDir(metrics, config.dataDir, clock);
  metrics.counter(
    'lookout_log_lines_dropped_total',
    'Lines of the log that did not reach the collector of SYSLOG, because too many were waiting',
    () => options.logLines?.dropped() ?? 0,
  );

  const documents = { openApi: openApiOf(contract, rawRoutes, VERSION), asyncApi: () => asyncApiOf(VERSION), basePath: config.basePath };
  if (config.publicDocs) await serveDocuments(http, documents, rates);
  const storage = watchStorage(config.dataDir, now);
  const needed = [() => whyNoDatabase(store), async () => (live.isOpen() ? null : 'broker: closed')];
  serveHealth(http, { needed, wanted: [() => storage.whyDegraded()] }, config.publicMetrics ? metrics : null, rates);
  const audit = (entries: readonly AuditEntry[]) => store.audit.append(entries);
  const calls = serve(http, rows, handlers, rawRoutes, {
    authenticator: createAuthenticator(
      {
        sessions,
        embeds,
        feedKeys: createFeedKeys(options.feedKey, now),
        audit,
        isOwnPage,
        basePath: config.basePath,
        acted: ({ tokenHash }) => activity.note(Buffer.from(tokenHash)),
        tokensInAddresses: !isStrict,
      },
      tickets,
    ),
    rates,
    shares,
    daily: createDailyCounts({ store, most: config.dailyBudgets, clock, log }),
    slowBodies: createSlowBodies(),
    delayedRefusals: refusals,
    audit,
    refusedLines: createRefusedLines(now),
    clock,
    metrics,
    turnedAway: (code) => storage.turnedAway(code),
    tracing,
    log,
    checkReplies: options.checkReplies ?? (() => false),
    basePath: config.basePath,
    isStrict,
  });
  isIdle = () => calls.idle();
  if (config.demo !== 'off') await serveLibrary(http, DEMO_LIBRARY, DEMO_LIBRARY_PATH);
  const answersPage = await serveWebApp(
    http,
    options.webAppFolder ?? options.config.webAppDir ?? WEB_APP,
    async (id, address) => {
      requireRate({ kind: 'nobody' }, address, rates);
      return framingSitesOf(store, id);
    },
    config.basePath,
  );
  // Returns nothing: for a returned promise Fastify adds its own listeners to the reply, and a page's response would then have too many.
  http.setNotFoundHandler((request, reply) => {
    answersPage(request, reply).then(
      (isAnswered) => {
        if (isAnswered) return;
        const { status, body } = noSuchCall(request.headers['accept-language']);
        reply.code(status).header('cache-control', 'no-store').send(body);
      },
      (error: Error) => reply.send(error),
    );
  });
  http.server.on('upgrade', (request, socket, head) => {
    // Node removes its error listener on upgrade. Without this one, a client that resets the connection while it waits or is refused would
    // end the process.
    socket.on('error', () => socket.destroy());
    if (withoutBase(request.url ?? '', config.basePath).split('?', 1)[0] !== MQTT_PATH)
      return void socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
    shares
      .openTurn(addresses.of(request), () => socket.destroyed, 'live')
      .then(
        () => live.handleUpgrade(request, socket, head),
        () => socket.end('HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\n\r\n'),
      );
  });
  await http.ready();

  const all = stops.move();
  let stopping: Promise<void> | undefined;
  return {
    rawRoutes,
    http,
    deps,
    live,
    activity,
    stop() {
      stopping ??= all.disposeAsync();
      return stopping;
    },
  };
}

/** The tracing library is loaded here, so that a server without an endpoint never loads it. */
async function tracingOf(
  { config: { tracing }, log, waits = {} }: AppOptions,
  serverId: string,
  now: () => number,
): Promise<Tracing | null> {
  if (tracing === null) return null;
  const { openTracing } = await import('./tracing/otlp.ts');
  return openTracing({
    ...tracing,
    version: VERSION,
    serverId,
    log,
    now,
    ...(waits.tracesEveryMs && { sendEveryMs: waits.tracesEveryMs }),
  });
}

/** A name that is unique across all features. */
const callName = (feature: Feature, call: string): string => `${feature}.${call}`;

/** While the database is down, no site may embed the map; the page itself reports what is wrong. */
async function framingSitesOf({ mapEmbeds }: Pick<Store, 'mapEmbeds'>, embedId: string): Promise<readonly string[]> {
  try {
    return await mapEmbeds.originsOf(embedId);
  } catch (error) {
    if (error instanceof StoreUnavailable) return [];
    throw error;
  }
}

async function whyNoDatabase(store: Store): Promise<string | null> {
  try {
    await store.ready();
    return null;
  } catch (error) {
    return error instanceof StoreUnavailable ? `database: ${error.reason}` : 'database: error';
  }
}

/** Waits for `work`, but no longer than `ms`; its outcome is left to the caller. */
export async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([
    work,
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    }),
  ]);
  clearTimeout(timer);
}
