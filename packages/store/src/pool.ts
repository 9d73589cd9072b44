// The connection pool: limits, timeouts, and the one place that handles driver errors and unstorable text. A database that is down is
// reported within a second; for one that is only busy, calls wait.
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { isSilent, isSlowToConnect, StoreUnavailable, translate, waitedInVain } from './errors.ts';

export interface PoolSettings {
  readonly url: string;
  readonly log: (message: string, error?: unknown) => void;
  readonly connections?: number;
  /** How long a call waits while all connections are busy; then StoreUnavailable `busy`. Default 10 s. */
  readonly queueMilliseconds?: number;
  /** How long one statement may take; then StoreUnavailable `timeout`. Default 15 s. */
  readonly statementMilliseconds?: number;
  /** While true (at startup), connecting to a slow server may take up to a minute. */
  readonly mayWait?: () => boolean;
}

/** A 503 must be sent within a second, so connecting times out before that. */
const CONNECT_MILLISECONDS = 900;
/** Waiting for a free connection of a busy server may take longer. */
const QUEUE_MILLISECONDS = 10_000;
/**
 * A server that answered a statement this recently is running and is only slow to accept a new connection: an overloaded machine. One that
 * is down refuses at once.
 */
const SIGN_OF_LIFE_MILLISECONDS = 3_000;
const STATEMENT_MILLISECONDS = 15_000;
/** The server's own statement timeout comes first. A connection on which it has not arrived after this additional time is dead. */
const SILENT_MILLISECONDS = 1_000;
/** At a first start on a busy machine, seeding alone may exceed the short timeout. */
const PATIENCE_MILLISECONDS = 60_000;
/** Idle connections kept open, so that the first call after a quiet hour need not reconnect. */
const ALWAYS_OPEN = 2;

const INT8 = 20;

// Counts and sequence numbers stay far below 2^53, so bigint columns are read as numbers.
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** Settings of every connection, including that of migrations. */
export const connectionConfig = (url: string, isStartingUp = false): pg.ClientConfig => ({
  connectionString: url,
  application_name: 'lookout',
  connectionTimeoutMillis: isStartingUp ? PATIENCE_MILLISECONDS : CONNECT_MILLISECONDS,
  keepAlive: true,
  types,
});

/** The number of open connections, of those in use, and of calls waiting for one. */
export interface PoolCounts {
  readonly open: number;
  readonly inUse: number;
  readonly waiting: number;
}

/** The pool for kysely, with translated errors and storable parameters. Connects on first use. */
export function openPool(settings: PoolSettings): PostgresPool & { counts(): PoolCounts } {
  const { url, log, connections = 12, queueMilliseconds = QUEUE_MILLISECONDS, mayWait = () => false } = settings;
  const { statementMilliseconds = STATEMENT_MILLISECONDS } = settings;
  /** The pool passes its own timeout to its connections, but they need the shorter one. */
  class QuickClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis: mayWait() ? PATIENCE_MILLISECONDS : CONNECT_MILLISECONDS });
    }
  }
  const pool = new pg.Pool({
    ...connectionConfig(url),
    Client: QuickClient,
    connectionTimeoutMillis: queueMilliseconds,
    max: connections,
    min: Math.min(ALWAYS_OPEN, connections),
    idleTimeoutMillis: 60_000,
    statement_timeout: statementMilliseconds,
    query_timeout: statementMilliseconds + SILENT_MILLISECONDS,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
  });
  // An administrator's shutdown (57P01) arrives on idle connections; without a listener it would end the process.
  pool.on('error', (error) => log('idle database connection lost', error));
  // A connection in use reports its loss through the failing query too; the event alone must not end the process either.
  pool.on('connect', (client) => client.on('error', (error) => log('database connection lost', error)));
  return guarded(pool, queueMilliseconds, mayWait);
}

function guarded(pool: pg.Pool, queueMilliseconds: number, isStartingUp: () => boolean) {
  let answeredAt = Number.NEGATIVE_INFINITY;
  const answered = () => {
    answeredAt = performance.now();
  };
  const mayWait = (begun: number): boolean => {
    const now = performance.now();
    if (isStartingUp()) return now - begun < PATIENCE_MILLISECONDS;
    return now - answeredAt < SIGN_OF_LIFE_MILLISECONDS && now - begun < queueMilliseconds;
  };
  /** When each connection last answered. */
  const heardAt = new WeakMap<pg.PoolClient, number>();
  // A firewall that lost its connection table, or a database that moved together with its address, closes no connection. Old connections
  // would stay in the pool, each of them silent for the next caller, until the system drops them after a quarter of an hour.
  let silentSince = Number.NEGATIVE_INFINITY;
  const connect = async (): Promise<pg.PoolClient> => {
    const begun = performance.now();
    for (;;) {
      try {
        const client = await pool.connect();
        const answeredMs = heardAt.get(client) ?? performance.now();
        if (answeredMs < silentSince) {
          client.release(true);
          continue;
        }
        heardAt.set(client, answeredMs);
        answered();
        return client;
      } catch (error) {
        if (waitedInVain(error) && !isStartingUp()) throw new StoreUnavailable('busy', error);
        // A server that is down refuses at once; only a slow one times out.
        if (!isSlowToConnect(error) || !mayWait(begun)) throw translate(error);
      }
    }
  };
  const guard = (client: pg.PoolClient): PostgresPoolClient =>
    guardedClient(client, {
      answered() {
        answered();
        heardAt.set(client, answeredAt);
      },
      silent(since) {
        silentSince = Math.max(silentSince, since);
      },
    });
  return {
    options: pool.options,
    connect: async () => guard(await connect()),
    end: () => pool.end(),
    counts: () => ({ open: pool.totalCount, inUse: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
  };
}

interface LastAnswer {
  answered(): void;
  /** Called when a statement sent at `since` was neither answered nor ended by the server. */
  silent(since: number): void;
}

function guardedClient(client: pg.PoolClient, { answered, silent }: LastAnswer): PostgresPoolClient {
  let dead: unknown = null;
  const query = async (text: string, parameters: readonly unknown[]) => {
    // A rollback would only wait for the dead connection too.
    if (dead !== null) throw dead;
    const begun = performance.now();
    try {
      const result = await client.query(text, parameters.map(storable));
      answered();
      return result;
    } catch (error) {
      const translated = translate(error);
      if (isSilent(error)) {
        dead = translated;
        silent(begun);
      }
      throw translated;
    }
  };
  return {
    // kysely's second overload, with a cursor, is for streams, which are not used here.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(dead !== null),
  };
}

/** PostgreSQL text cannot contain NUL: it is removed here, also in arrays, so that the statement does not fail in the database. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '') : value;
  if (Array.isArray(value)) return value.map(storable);
  return value;
}
