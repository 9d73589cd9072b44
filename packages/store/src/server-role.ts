// The role that a running server connects as. It reads and writes rows and owns nothing, so that no statement of the server, not even an injected
// one, can change a table, take a trigger away from the audit, or rewrite what is appended. Tables belong to another role, which only migrates.
import { createHmac } from 'node:crypto';
import pg from 'pg';

/** Of the embedded database, and of the tests'. */
export const SERVER_ROLE = 'lookout_server';

/**
 * Rows are added, never changed. Positions end with their week, by the owner's function: a server from before the weeks, which names old rows by
 * their place in the one table that there was, would delete others that have the same place in another week.
 */
const APPEND_ONLY = ['audit', 'event', 'fire_package', 'ranger_track'];
/** Written by the owner alone. */
const READ_ONLY = ['log_keeping', 'log_archive', 'log_part', 'log_retention', 'migration'];
/** Of the owner, with the owner's rights: they check by themselves what they are asked for. */
const OWNERS_FUNCTIONS = [
  'cut_log(text)',
  'leave_log_part(text, bigint, bigint, bigint, text, text, text)',
  'turn_track_weeks(timestamptz, integer)',
];

/**
 * The address by which the server's role reaches a database of ours. Its password is made of the owner's, which cannot be found from it.
 * @param ownerUrl with the owner's password
 */
export function serverRoleUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.password = createHmac('sha256', decodeURIComponent(url.password)).update(SERVER_ROLE).digest('hex');
  url.username = SERVER_ROLE;
  return url.href;
}

/** Makes the server's role on a database server of ours, or sets its password anew. @param client of a superuser */
export async function ensureServerRole(client: pg.ClientBase, ownerUrl: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [SERVER_ROLE]);
  const password = pg.escapeLiteral(new URL(serverRoleUrl(ownerUrl)).password);
  const rights = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
  await client.query(`${rowCount === 0 ? 'create' : 'alter'} role ${SERVER_ROLE} ${rights} password ${password}`);
}

/** Gives a role what a running server needs of the tables that are there, in the owner's transaction. The names are of the current schema. */
export async function grantServerRole(client: pg.ClientBase, role: string): Promise<void> {
  const { rows } = await client.query<{ schema: string; is_owner: boolean }>(
    'select current_schema() as schema, current_user = $1 as is_owner',
    [role],
  );
  const [at] = rows;
  // One role that is both owner and server: it has everything, and a grant would take some of it away.
  if (!at || at.is_owner) return;
  const [schema, to] = [pg.escapeIdentifier(at.schema), pg.escapeIdentifier(role)];
  const tablesOf = (names: readonly string[]) => names.map((name) => `${schema}.${name}`).join(', ');
  await client.query(`grant usage on schema ${schema} to ${to}`);
  await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${to}`);
  await client.query(`revoke update, delete on ${tablesOf([...APPEND_ONLY, ...READ_ONLY])} from ${to}`);
  await client.query(`revoke insert on ${tablesOf(READ_ONLY)} from ${to}`);
  // Parts of a log are reached through the log alone.
  const { rows: parts } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relispartition and relkind = 'r' and relnamespace = current_schema()::regnamespace`,
  );
  await client.query(`revoke all on ${tablesOf(parts.map(({ name }) => pg.escapeIdentifier(name)))} from ${to}`);
  for (const name of OWNERS_FUNCTIONS) {
    // No table that the caller made, a temporary one say, may be taken for one of ours.
    await client.query(`alter function ${schema}.${name} set search_path = ${schema}, pg_temp`);
    await client.query(`grant execute on function ${schema}.${name} to ${to}`);
  }
  await client.query(`grant usage, select, update on all sequences in schema ${schema} to ${to}`);
}

/** Could the role of this connection take the audit's triggers away: is it a superuser, or does the table belong to it? */
export const MAY_CHANGE_TABLES = `select pg_has_role(current_user, relowner, 'member') as may from pg_class where oid = 'audit'::regclass`;
