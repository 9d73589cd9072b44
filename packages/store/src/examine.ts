// The state of a database, for administrators. It is read in one read-only transaction, so that the examination changes nothing.
import pg from 'pg';
import { translate } from './errors.ts';
import { MIGRATIONS } from './migrations/migrations.generated.ts';
import { connectionConfig } from './pool.ts';

export interface DatabaseFacts {
  /** The version as in `server_version_num`: 150004 is 15.4. */
  readonly version: number;
  readonly encoding: string;
  readonly timezone: string;
  readonly role: string;
  readonly isSuperuser: boolean;
  /** A standby, which is read-only. */
  readonly isStandby: boolean;
  /** Whether the role may change our tables, including the triggers of the audit; null: there are no tables. */
  readonly ownsTables: boolean | null;
  /** Whether the role may create tables in the schema of ours. */
  readonly mayCreate: boolean;
  /** The number of connections for roles that are not superusers. */
  readonly maxConnections: number;
  /** The current values of `fsync`, `synchronous_commit` and `full_page_writes`. */
  readonly durability: Readonly<Record<string, string>>;
  /** The database's clock minus this machine's. */
  readonly clockOffsetMs: number;
  /** null: no server start has created the tables yet. */
  readonly migrations: { readonly pending: readonly string[]; readonly unknown: readonly string[] } | null;
  /** null when there are no tables, or migrations are pending. */
  readonly content: DatabaseContent | null;
}

export interface DatabaseContent {
  readonly settings: Readonly<Record<string, unknown>>;
  /** Enabled accounts with the requested names. */
  readonly accounts: readonly { readonly userName: string; readonly passwordHash: string }[];
  readonly hasBoundaries: boolean;
  /** File names of the archived months. */
  readonly archives: readonly string[];
  /** Logs with a month that has been due for archiving for at least a day. */
  readonly lateLogs: readonly string[];
  /** Grids with a duty list in which no officer is notified of a fire: none has chosen a channel, and no policy notifies the list. */
  readonly silentDesks: readonly string[];
  /** Hosts of cameras that are controlled or watched without encryption, sorted. */
  readonly clearCameras: readonly string[];
}

/** @throws StoreUnavailable; the driver's error when it refuses the login */
export async function examineDatabase(
  url: string,
  request: { readonly settings: readonly string[]; readonly userNames: readonly string[] },
): Promise<DatabaseFacts> {
  // The application name keeps this connection out of the count of server connections (`serversOn`).
  const client = new pg.Client({ ...connectionConfig(url), application_name: 'lookout-doctor', query_timeout: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('begin read only');
    const facts = await serverFacts(client);
    const migrations = await migrationFacts(client);
    const content = migrations === null || migrations.pending.length > 0 ? null : await contentFacts(client, request);
    return { ...facts, clockOffsetMs: await clockOffset(client), migrations, content };
  } catch (error) {
    throw translate(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function serverFacts(client: pg.Client): Promise<Omit<DatabaseFacts, 'clockOffsetMs' | 'migrations' | 'content'>> {
  const { rows } = await client.query<{
    version: string;
    encoding: string;
    timezone: string;
    role: string;
    superuser: boolean;
    standby: boolean;
    owns: boolean | null;
    create: boolean | null;
    connections: string;
    fsync: string;
    commit: string;
    pages: string;
  }>(`select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
    current_setting('TimeZone') as timezone, current_user as role,
    (select rolsuper from pg_roles where rolname = current_user) as superuser, pg_is_in_recovery() as standby,
    (select pg_has_role(current_user, relowner, 'member') from pg_class where oid = to_regclass('audit')) as owns,
    has_schema_privilege(current_schema(), 'create') as create,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
    current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages`);
  const [row] = rows;
  if (!row) throw new Error('the database said nothing of itself');
  return {
    version: Number(row.version),
    encoding: row.encoding,
    timezone: row.timezone,
    role: row.role,
    isSuperuser: row.superuser,
    isStandby: row.standby,
    ownsTables: row.owns,
    mayCreate: row.create === true,
    maxConnections: Number(row.connections),
    durability: { fsync: row.fsync, synchronous_commit: row.commit, full_page_writes: row.pages },
  };
}

/** Takes the midpoint of the query's round trip as the local time. */
async function clockOffset(client: pg.Client): Promise<number> {
  const before = Date.now();
  const { rows } = await client.query<{ at: string }>('select extract(epoch from clock_timestamp()) * 1000 as at');
  return Number(rows[0]?.at) - (before + Date.now()) / 2;
}

async function migrationFacts(client: pg.Client): Promise<DatabaseFacts['migrations']> {
  const { rows: found } = await client.query<{ there: boolean }>(`select to_regclass('migration') is not null as there`);
  if (!found[0]?.there) return null;
  const { rows } = await client.query<{ name: string }>('select name from migration');
  const applied = new Set(rows.map(({ name }) => name));
  const known = MIGRATIONS.map(({ name }) => name);
  return { pending: known.filter((name) => !applied.has(name)), unknown: [...applied].filter((name) => !known.includes(name)) };
}

async function contentFacts(
  client: pg.Client,
  { settings, userNames }: { readonly settings: readonly string[]; readonly userNames: readonly string[] },
): Promise<DatabaseContent> {
  const stored = await client.query<{ key: string; value: unknown }>('select key, value from setting where key = any($1)', [settings]);
  const accounts = await client.query<{ userName: string; passwordHash: string }>(
    'select user_name as "userName", password_hash as "passwordHash" from account where enabled and user_name = any($1) order by user_name',
    [userNames],
  );
  const areas = await client.query<{ there: boolean }>('select exists (select from area) as there');
  const archives = await client.query<{ file: string }>('select file from log_archive order by log, first');
  const late = await client.query<{ log: string }>(`select log from log_retention where exists (select from log_part_to_leave(log))
    and extract(day from (now() at time zone 'UTC') + interval '8 hours') > 1 order by log`);
  const cameras = await client.query<CameraAddresses>(
    'select control_url as control, stream_url as main, sub_stream_url as sub from camera_link',
  );
  const silent = await client.query<{ grid_no: string }>(SILENT_DESKS);
  return {
    settings: Object.fromEntries(stored.rows.map(({ key, value }) => [key, value])),
    accounts: accounts.rows,
    hasBoundaries: areas.rows[0]?.there === true,
    archives: archives.rows.map(({ file }) => file),
    lateLogs: late.rows.map(({ log }) => log),
    silentDesks: silent.rows.map(({ grid_no }) => grid_no),
    clearCameras: [...new Set(cameras.rows.flatMap(clearHostsOf))].sort(),
  };
}

interface CameraAddresses {
  readonly control: string | null;
  readonly main: string | null;
  readonly sub: string | null;
}

const CLEAR: ReadonlySet<string> = new Set(['rtsp:', 'http:']);

/** The hosts of a camera that is reached without encryption. A device that is queried for its stream address returns an `rtsp:` address. */
function clearHostsOf({ control, main, sub }: CameraAddresses): string[] {
  const urls = [control, main, sub].flatMap((text) => (text !== null && URL.canParse(text) ? [new URL(text)] : []));
  const isAsked = main === null && control !== null;
  return isAsked || urls.some(({ protocol }) => CLEAR.has(protocol)) ? urls.map(({ hostname }) => hostname) : [];
}

/**
 * The policy of the grid itself or of the nearest grid above it applies. The trailing zeros of a grid's number show that it is a wider
 * grid.
 */
const SILENT_DESKS = `
  with officer as (
    select account.id, account.grid_no from account join account_right on account_right.account_id = account.id
    where account.enabled and account_right.code = 'act-on-alarms'
  ), policy as (
    select duty_level, case when grid_no = '100000' then '' when length(grid_no) = 6 then regexp_replace(grid_no, '(00)+$', '') else grid_no end as digits
    from notification_policy
  )
  select distinct grid_no from officer desk
  where not exists (
      select from officer join notification_choice on notification_choice.account_id = officer.id
      where officer.grid_no = desk.grid_no and notification_choice.channels <> '{}')
    and (select duty_level from policy where starts_with(desk.grid_no, digits) order by length(digits) desc limit 1) is null
  order by grid_no`;
