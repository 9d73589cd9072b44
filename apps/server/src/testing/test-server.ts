// A whole server for tests: real database, real broker, free port, temporary folder. This module does not depend on the test runner.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Gazetteer, loadGazetteer } from '@lookout/features/grid/service/gazetteer.ts';
import { openStore, type Store } from '@lookout/features/store.ts';
import { serverRoleUrl, startAnyServer, type TestServer as TestDatabase } from '@lookout/store/testing';
import pino from 'pino';
import { hashOf } from '../access/passwords.ts';
import { type App, createApp } from '../app.ts';
import { seedStore } from '../run/seed.ts';
import type { Waits } from '../services/deps.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { DEMO_PASSWORD } from '../settings/demo-accounts.ts';
import { CHEAP, CONNECTIONS, ensureKeys, keysFileOf, WIDE_SHARES } from './costs.ts';
import { databaseInUse, useDatabase } from './shared-database.ts';
import { type Session, signIn } from './sign-in.ts';

export interface TestServerOptions {
  /** Whether to create the demo's accounts; default true. false: DEMO=off. */
  readonly demo?: boolean;
  /** Further environment variables, as main.ts would read them. */
  readonly env?: Readonly<Record<string, string>>;
  /** The database server to use; by default one is started and ended with this server. */
  readonly database?: TestDatabase;
  /** An existing database, for a second server. */
  readonly databaseUrl?: string;
  readonly clock?: () => Date;
  /** Clock in milliseconds, as `AppOptions.now`. */
  readonly now?: () => number;
  readonly waits?: Waits;
  readonly webAppFolder?: string;
  /** Level of the log on stderr; default `fatal`. */
  readonly logLevel?: string;
  /**
   * Whether a reply is validated against its row's reply schema; default: every reply. Without validation replies cost what they cost in
   * operation.
   */
  readonly checkReplies?: () => boolean;
}

/** Options for a server on the worker's database. */
export type SharedServerOptions = Omit<TestServerOptions, 'demo' | 'database' | 'databaseUrl'>;

export interface TestServer {
  /** `http://127.0.0.1:port`, without a trailing slash. */
  readonly base: string;
  readonly mqttUrl: string;
  readonly store: Store;
  readonly app: App;
  readonly feedKey: string;
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** The administrator that a start with `demo: false` created. */
  readonly administrator: { readonly userName: string; readonly password: string } | null;
  /** Logs in over HTTP. The default is the demo accounts' password. */
  login(userName: string, password?: string): Promise<Session>;
  /** Sends any call; the body is sent as JSON. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  stop(): Promise<void>;
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  readonly body: any;
}

const FEED_KEY = 'test-feed-key-0123456789';

/** Starts a server with a separate database, or on a given one; `stop` ends it. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { clock = () => new Date() } = options;
  const database = options.database ?? (options.databaseUrl === undefined ? await startAnyServer() : null);
  const databaseUrl = options.databaseUrl ?? (await required(database).newDatabase('gazetteer'));
  const shared = databaseInUse(databaseUrl);
  const left = shared?.join();
  const config = await configOf(options, databaseUrl);
  const log = logOf(options);
  // As in the product, a database that is slow to accept connections on a busy machine is waited for until the server is serving.
  let isServing = false;
  const store = await openStore({
    url: serverRoleUrl(databaseUrl),
    ownerUrl: databaseUrl,
    clock,
    connections: CONNECTIONS,
    log: (message, error) => log.warn({ err: error }, message),
    mayWait: () => !isServing,
  });
  const administrator = await seedStore(store, config.demo, (password) => hashOf(password, CHEAP));
  const server = await serveOn(
    { store, config, databaseUrl, administrator, isSeeded: options.databaseUrl === undefined || shared !== null },
    options,
  );
  isServing = true;
  return {
    ...server,
    async stop() {
      await server.stop();
      await store.close();
      if (!options.database) await database?.stop();
      await left?.();
    },
  };
}

/**
 * Starts a server on the worker's database, which the file finds with the demo's accounts and leaves as it was. It is for all tests that do
 * not concern starting, faults or settings of the database. Further servers may join by its `databaseUrl`.
 */
export async function sharedTestServer(options: SharedServerOptions = {}): Promise<TestServer> {
  const { store, url, join: joined } = await useDatabase(options.clock ?? (() => new Date()));
  const left = joined();
  const config = await configOf(options, url);
  const server = await serveOn({ store, config, databaseUrl: url, administrator: null, isSeeded: true }, options);
  return {
    ...server,
    async stop() {
      await server.stop();
      await left();
    },
  };
}

interface Served {
  readonly store: Store;
  readonly config: Config;
  readonly databaseUrl: string;
  readonly administrator: TestServer['administrator'];
  /** Whether the gazetteer is that of a new database, as it always is in a shared one. */
  readonly isSeeded: boolean;
}

async function serveOn({ store, config, databaseUrl, administrator, isSeeded }: Served, options: TestServerOptions): Promise<TestServer> {
  const { clock = () => new Date() } = options;
  const app = await createApp({
    store,
    config,
    clock,
    log: logOf(options),
    feedKey: config.feedKey ?? FEED_KEY,
    checkReplies: options.checkReplies ?? (() => true),
    passwordCost: CHEAP,
    shares: WIDE_SHARES,
    ...(options.now && { now: options.now }),
    ...(options.waits && { waits: options.waits }),
    ...(isSeeded && { firstGazetteer: seededGazetteer }),
    ...(options.webAppFolder && { webAppFolder: options.webAppFolder }),
  });
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.http.server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;
  return {
    base,
    mqttUrl: `ws://127.0.0.1:${port}/mqtt`,
    store,
    app,
    feedKey: FEED_KEY,
    dataDir: config.dataDir,
    databaseUrl,
    administrator,
    login: (userName, password = DEMO_PASSWORD) => signIn(base, userName, password),
    call: (method, path, call) => callOver(base, method, path, call),
    async stop() {
      await app.stop();
      await rm(config.dataDir, { recursive: true, force: true });
    },
  };
}

/** Creates a configuration with a separate data folder. */
async function configOf({ demo = true, env }: TestServerOptions, databaseUrl: string): Promise<Config> {
  // A test with its own keys file sets KEYS_FILE.
  if (env?.KEYS_FILE === undefined) await ensureKeys(databaseUrl);
  return readConfig({
    DATA_DIR: await mkdtemp(join(tmpdir(), 'lookout-server-')),
    DEMO: demo ? 'quiet' : 'off',
    FEED_KEY,
    KEYS_FILE: keysFileOf(databaseUrl),
    PORT: '0',
    // Alarms that a test raises at one place are joined into a fire only in tests about fires.
    FIRE_ASSOCIATION: 'off',
    // A camera that a test links would turn to the alarms of other tests.
    SECOND_LOOK: 'off',
    REPORTING_CLOCK: 'off',
    NOTIFICATIONS: 'off',
    ...env,
  });
}

const logOf = ({ logLevel = 'fatal' }: TestServerOptions) => pino({ level: logLevel }, pino.destination(2));

let known: Promise<Gazetteer> | null = null;

/** The gazetteer of the country is the same in every new database and takes a second to read, so it is cached. */
function seededGazetteer(store: Store): Promise<Gazetteer> {
  known ??= loadGazetteer(store).catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}

/** Keeps connections open between calls. `fetch` does so too, but takes more CPU time. */
const connections = new Agent({ keepAlive: true });

async function callOver(base: string, method: string, path: string, { token, body, headers }: CallOptions = {}): Promise<Reply> {
  const content = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const sending = request(new URL(base + path), {
    method,
    agent: connections,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(content !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
      ...headers,
    },
  });
  sending.end(content);
  const [response] = (await once(sending, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const isJson = response.headers['content-type']?.includes('json') ?? false;
  const received = new Headers(
    Object.entries(response.headersDistinct).flatMap(([name, all = []]) => all.map((one): [string, string] => [name, one])),
  );
  return { status: response.statusCode ?? 0, headers: received, body: isJson && text !== '' ? JSON.parse(text) : text };
}

function required<T>(value: T | null): T {
  if (value === null) throw new Error('a test server needs a database');
  return value;
}
