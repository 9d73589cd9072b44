// The role that a running server connects as. It reads and writes rows and owns nothing, so that no statement of the server, not even an
// injected one, can change a table, remove the audit's triggers, or rewrite append-only rows. Tables belong to another role, which only
// migrates.
import { createHmac } from 'node:crypto';
import pg from 'pg';

/** Name of the role in the embedded database and in tests. */
export const SERVER_ROLE = 'lookout_server';

/**
 * Tables whose rows are added, never changed. Positions are deleted by the owner's function, a whole week at a time. A server from before
 * the weekly partitions identifies old rows by their physical place in what was then a single table, and would delete rows with the same
 * place in another week.
 */
const APPEND_ONLY = ['audit', 'event', 'fire_package', 'ranger_track'];
/** Tables that only the owner writes. */
const READ_ONLY = ['log_keeping', 'log_archive', 'log_part', 'log_retention', 'migration'];
/** Functions that run with the owner's privileges; each validates its own arguments. */
const OWNERS_FUNCTIONS = [
  'cut_log(text)',
  'leave_log_part(text, bigint, bigint, bigint, text, text, text)',
  'turn_track_weeks(timestamptz, integer)',
];

/**
 * The address with which the server's role connects to a database that we run. Its password is derived from the owner's, which cannot be
 * derived from it.
 * @param ownerUrl with the owner's password
 */
export function serverRoleUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.password = createHmac('sha256', decodeURIComponent(url.password)).update(SERVER_ROLE).digest('hex');
  url.username = SERVER_ROLE;
  return url.href;
}

/** Creates the server's role on a database server that we run, or resets its password. @param client connected as a superuser */
export async function ensureServerRole(client: pg.ClientBase, ownerUrl: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [SERVER_ROLE]);
  const password = pg.escapeLiteral(new URL(serverRoleUrl(ownerUrl)).password);
  const rights = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
  await client.query(`${rowCount === 0 ? 'create' : 'alter'} role ${SERVER_ROLE} ${rights} password ${password}`);
}

/**
 * Grants a role the privileges that a running server needs on the existing tables, in the owner's transaction. The tables are those of the
 * current schema.
 */
export async function grantServerRole(client: pg.ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ schema: string; is_owner: boolean }>(
    'select current_schema() as schema, current_user = $1 as is_owner',
    [role],
  );
  const [at] = rows;
  // One role is both owner and server: it has all privileges, and the statements below would revoke some of them.
  if (!at || at.is_owner) return;
  const [schema, to] = [pg.escapeIdentifier(at.schema), pg.escapeIdentifier(role)];
  const tablesOf = (names: readonly string[]) => names.map((name) => `${schema}.${name}`).join(', ');
  await client.query(`grant usage on schema ${schema} to ${to}`);
  await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${to}`);
  await client.query(`revoke update, delete on ${tablesOf([...APPEND_ONLY, ...READ_ONLY])} from ${to}`);
  await client.query(`revoke insert on ${tablesOf(READ_ONLY)} from ${to}`);
  // The parts of a log are accessed only through the log.
  const { rows: parts } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relispartition and relkind = 'r' and relnamespace = current_schema()::regnamespace`,
  );
  await client.query(`revoke all on ${tablesOf(parts.map(({ name }) => pg.escapeIdentifier(name)))} from ${to}`);
  for (const name of OWNERS_FUNCTIONS) {
    // No table created by the caller, such as a temporary one, may be used in place of one of ours.
    await client.query(`alter function ${schema}.${name} set search_path = ${schema}, pg_temp`);
    await client.query(`grant execute on function ${schema}.${name} to ${to}`);
  }
  await client.query(`grant usage, select, update on all sequences in schema ${schema} to ${to}`);
}

/** Whether the role of this connection could remove the audit's triggers: it is a superuser, or it owns the table. */
export const MAY_CHANGE_TABLES = `select pg_has_role(current_user, relowner, 'member') as may from pg_class where oid = 'audit'::regclass`;
