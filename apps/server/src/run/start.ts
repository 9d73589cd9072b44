// Starts the server from a configuration, step by step. Each step pushes its stop function onto the stack as soon as it has started
// something.

import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { openStore, type StoreOptions } from '@lookout/features/store.ts';
import { StoreUnavailable, startEmbedded } from '@lookout/store';
import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import { HASH_OF_SUITE } from '../access/digests.ts';
import { hashOf } from '../access/passwords.ts';
import { createApp, within } from '../app.ts';
import { seedDemoLayers } from '../demo/demo-layers.ts';
import { seedDemoPlan } from '../demo/demo-plan.ts';
import { hasDemoWorld, startDemoWorld } from '../demo/demo-world.ts';
import { startDemoRoads } from '../demo/roads/demo-roads.ts';
import { collectLogLines, type LogCollector } from '../log-lines/collector.ts';
import { linkTo } from '../log-lines/syslog.ts';
import { chainAudit } from '../services/audit-anchors.ts';
import { pictureFiles } from '../services/pictures.ts';
import { addressesOf, freePort, loopbackOf } from '../settings/addresses.ts';
import type { Config } from '../settings/config.ts';
import { messages, type Started } from '../settings/messages.ts';
import { closeOldFolders } from '../settings/own-files.ts';
import { startHousekeeping } from './housekeeping.ts';
import { startDepartures } from './log-departure.ts';
import { ensureBackOfficePassword, seedStore } from './seed.ts';
import { seedGazetteerInThread } from './seed-gazetteer.ts';

/**
 * The maximum number of connections waiting to be accepted; the kernel lowers it to net.core.somaxconn (4,096). Node's default of 511
 * overflows when all clients of a province reconnect in the same second. A client whose SYN is dropped retries only after 1, 3, 7, 15 and
 * 31 s.
 */
const BACKLOG = 16_384;
const STORE_PATIENCE_MS = 2_000;

/**
 * @param stops receives the stop function of each step, also when a later step fails
 * @param signal aborts the start when a shutdown is requested meanwhile
 * @throws Error with a message for the user at the terminal; the signal's reason when it is aborted
 */
export async function start(config: Config, stops: AsyncDisposableStack, signal: AbortSignal): Promise<Started> {
  const clock = () => new Date();
  const { log, collector } = openLog(config, clock, stops);
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled promise rejection'));

  const database =
    config.databaseUrl === null ? await embedded(config, log, stops, signal) : externalOf(config.databaseUrl, config.databaseOwnerUrl);
  signal.throwIfAborted();
  let isClosing = false;
  const warn = (message: string, error: unknown) => {
    // During shutdown broken connections are expected.
    if (!isClosing) log.warn({ err: error }, message);
  };
  let isServing = false;
  const keepMonths = { event: config.eventsKeepMonths, audit: config.auditKeepMonths };
  const store = await openStore({ ...database, keepMonths, clock, log: warn, mayWait: () => !isServing }).catch((error: unknown) => {
    throw error instanceof StoreUnavailable ? new Error(messages.noDatabase(error.reason)) : error;
  });
  // A hanging statement must not block the shutdown; the database ends it shortly afterwards.
  stops.defer(() => {
    isClosing = true;
    return within(STORE_PATIENCE_MS, store.close());
  });
  signal.throwIfAborted();

  if (await store.mayChangeTables()) log.warn(messages.roleOwnsTables);
  if (!isDeepStrictEqual(await store.logParts.keepMonths(), keepMonths)) log.error(messages.keepMonthsNotSaid);
  const chainedBefore = await chainAudit(store, config.cryptoSuite);
  if (chainedBefore !== null)
    log.warn({ before: chainedBefore }, 'CRYPTO is another than before: the audit is chained by another hash from here on');
  await closeOldFolders(config.dataDir);
  await seedGazetteerInThread(store, store.url);
  signal.throwIfAborted();
  const administrator = await seedStore(store, config.demo, hashOf);
  const backOfficePassword = config.demo === 'off' ? await ensureBackOfficePassword(store, hashOf) : null;
  signal.throwIfAborted();
  if (config.demo !== 'off' && config.demoLayers) {
    await seedDemoLayers(store, config.dataDir);
    await seedDemoPlan(store, clock());
  }
  const feedKey = await feedKeyOf(config.feedKey, config.dataDir);
  const wantsDemoWorld = config.demo !== 'off' && config.demoWorld && hasDemoWorld();
  const weatherPort = wantsDemoWorld && config.demoWeatherUrl === null ? await freePort() : null;
  const settled = weatherPort === null ? config : { ...config, demoWeatherUrl: `http://127.0.0.1:${weatherPort}` };
  const towers = wantsDemoWorld ? { rtsp: await freePort(), onvif: await freePort() } : null;
  signal.throwIfAborted();

  const app = await createApp({ store, config: settled, feedKey: feedKey.key, clock, log, logLines: collector });
  stops.defer(() => app.stop());
  signal.throwIfAborted();
  await app.http.listen({ host: config.host, port: config.port, backlog: BACKLOG }).catch((error: unknown) => {
    throw new Error(whyNotListening(error, config), { cause: error });
  });
  isServing = true;
  const { port } = app.http.server.address() as AddressInfo;

  if (config.demo !== 'off' && config.demoLayers) {
    const demoRoads = startDemoRoads({ store, dataDir: config.dataDir, clock, log });
    stops.defer(() => demoRoads.stop());
  }
  const { files, sharedJobs, signer } = app.deps;
  const housekeeping = startHousekeeping({
    store,
    pictures: pictureFiles(files),
    signer,
    dataDir: config.dataDir,
    anchored: (line) => collector?.anchor(line),
    clock,
    log,
  });
  stops.defer(() => housekeeping.stop());
  const signing = () => ({ hash: HASH_OF_SUITE[config.cryptoSuite], key: signer() });
  const departures = startDepartures({ store, files, sharedJobs, signing, dataDir: config.dataDir, log });
  stops.defer(() => departures.stop());
  const scheme = config.tls ? 'https' : 'http';
  if (wantsDemoWorld) {
    const demoWorld = startDemoWorld(
      {
        LOOKOUT_URL: loopbackOf(scheme, config.host, port),
        FEED_KEY: feedKey.key,
        DEMO: config.demo,
        SEED: String(config.seed),
        ...(weatherPort !== null && { WEATHER_PORT: String(weatherPort) }),
        ...(towers && { TOWERS_RTSP_PORT: String(towers.rtsp), TOWERS_ONVIF_PORT: String(towers.onvif) }),
        // The certificate names the public host, not the loopback address; the connection is still to our own server.
        ...(config.tls && { NODE_TLS_REJECT_UNAUTHORIZED: '0' }),
      },
      log,
    );
    stops.defer(() => demoWorld.stop());
  }
  return {
    addresses: addressesOf(scheme, config.host, port),
    config: settled,
    newFeedKey: feedKey.madeIn === null ? null : { key: feedKey.key, file: feedKey.madeIn },
    administrator,
    backOfficePassword,
  };
}

interface OpenedLog {
  readonly log: FastifyBaseLogger;
  /** null: log lines go to stderr only. */
  readonly collector: LogCollector | null;
}

function openLog({ logLevel, syslog }: Config, clock: () => Date, stops: AsyncDisposableStack): OpenedLog {
  const options = { level: logLevel, serializers: { err: briefly } };
  const stderr = pino.destination({ dest: 2, sync: true });
  if (syslog === null) return { log: pino(options, stderr), collector: null };
  const collector = collectLogLines({
    open: linkTo(syslog),
    log: { warn: (fields, message) => log.warn(fields, message) },
    clock,
    now: () => performance.now(),
    hostName: hostname(),
    processId: process.pid,
  });
  // Stopped last, because the other stop functions log lines too.
  stops.defer(() => collector.stop());
  // The logger itself already filters by its level.
  const each = (stream: pino.StreamEntry['stream']) => ({ level: 'trace', stream }) as const;
  const log: FastifyBaseLogger = pino(options, pino.multistream([each(stderr), each(collector)]));
  return { log, collector };
}

/** An error without the fields that drivers attach: connections, queries, settings. */
const briefly = (error: unknown) => {
  if (!(error instanceof Error)) return error;
  const { name, message, stack } = error;
  return { name, message, stack, ...('code' in error && { code: error.code }) };
};

/** The address of the serving role and, if another role owns the tables, the owner's. */
type Addresses = Pick<StoreOptions, 'url' | 'ownerUrl'>;

const externalOf = (url: string, ownerUrl: string | null): Addresses => ({ url, ...(ownerUrl !== null && { ownerUrl }) });

async function embedded({ dataDir }: Config, log: FastifyBaseLogger, stops: AsyncDisposableStack, signal: AbortSignal): Promise<Addresses> {
  const database = await startEmbedded({ dataDir, log: (line) => log.info({ line }, 'database'), signal });
  stops.defer(() => database.stop());
  return { url: database.url, ownerUrl: database.ownerUrl };
}

function whyNotListening(error: unknown, { port, host }: Config): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return messages.portTaken(port);
    case 'EACCES':
      return messages.portForbidden(port);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return messages.hostUnknown(host);
    default:
      return error instanceof Error ? error.message : String(error);
  }
}

interface FeedKey {
  readonly key: string;
  /** The file, if the key was generated now; null if it existed or was configured. */
  readonly madeIn: string | null;
}

export async function feedKeyOf(given: string | null, dataDir: string): Promise<FeedKey> {
  if (given !== null) return { key: given, madeIn: null };
  const file = join(dataDir, 'feed-key');
  const made = randomBytes(32).toString('base64url');
  try {
    await writeFile(file, `${made}\n`, { flag: 'wx', mode: 0o600 });
    return { key: made, madeIn: file };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const stored = (await readFile(file, 'utf8')).trim();
  if (stored !== '') return { key: stored, madeIn: null };
  // The file is empty after an interrupted first write, and that key was never shown to anyone.
  await writeFile(file, `${made}\n`, { mode: 0o600 });
  return { key: made, madeIn: file };
}
