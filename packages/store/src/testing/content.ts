// Saves and restores the content of a database: consecutive test files share a database and its connections, and each finds the initial
// content. Nothing may write during a restore.
import pg from 'pg';

/** Larger tables (the gazetteer's) are not copied: a test that changes one needs a separate database. */
const MOST_COPIED = 2_000;

const TABLES = `
  select quote_ident(t.relname) as name, string_agg(quote_ident(c.attname), ', ' order by c.attnum) filter (where c.attgenerated = '') as columns
  from pg_class t join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
  where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition group by t.relname order by t.relname`;

interface Table {
  readonly name: string;
  /** All columns except the generated ones. */
  readonly columns: string;
  readonly rows: number;
}

export interface Content {
  /** @returns the changed tables that could not be restored: too large to be copied, or new. The database must not be used again then */
  restore(): Promise<string[]>;
  close(): Promise<void>;
}

/** @param url of a superuser that owns the tables */
export async function rememberContent(url: string): Promise<Content> {
  const client = new pg.Client({ connectionString: url });
  // The failing query reports the error.
  client.on('error', () => undefined);
  await client.connect();
  const tables = await remember(client);
  const changes = { name: 'changes', text: changedOf(tables) };
  let written = await transactionOf(client);
  const changed = async (): Promise<string[]> => {
    const { rows } = await client.query<{ changed: string[] }>({ ...changes, values: [written] });
    return rows[0]?.changed ?? [];
  };
  return {
    async restore() {
      const names = new Set(await changed());
      const lost = tables.filter(({ name, rows }) => names.has(name) && rows > MOST_COPIED).map(({ name }) => name);
      if (lost.length > 0) return lost;
      if (names.size === 0) return [];
      await client.query(restoring(tables.filter(({ name }) => names.has(name))));
      written = await transactionOf(client);
      return await changed();
    },
    close: () => client.end(),
  };
}

async function remember(client: pg.Client): Promise<Table[]> {
  const { rows: tables } = await client.query<Pick<Table, 'name' | 'columns'>>(TABLES);
  const counted: Table[] = [];
  await client.query('create schema content');
  for (const table of tables) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${table.name}`);
    counted.push({ ...table, rows: Number(rows[0]?.count) });
  }
  for (const { name, columns, rows } of counted)
    if (rows > 0 && rows <= MOST_COPIED) await client.query(`create table content.${name} as select ${columns} from public.${name}`);
  await client.query(
    `create table content."of sequences" as
     select format('%I.%I', schemaname, sequencename) as name, start_value, last_value from pg_sequences where schemaname = 'public'`,
  );
  return counted;
}

/** All transactions so far have this id or a lower one. */
async function transactionOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
  return rows[0]?.id ?? '';
}

/** A row written by a later transaction is a change; a removed row shows in the count. */
function changedOf(tables: readonly Table[]): string {
  const cases = tables.map(({ name, rows }) =>
    rows === 0
      ? `case when exists (select from ${name}) then '${name}' end`
      : `case when (select count(*) <> ${rows} or coalesce(bool_or(xmin::text::bigint > $1::bigint), true) from ${name}) then '${name}' end`,
  );
  const newTable = `(select 'a new table' where (select count(*) from (${TABLES}) as t) <> ${tables.length})`;
  return `select array_remove(array[${[...cases, newTable].join(', ')}]::text[], null) as changed`;
}

/** Triggers and foreign keys are disabled meanwhile. */
const restoring = (changed: readonly Table[]): string =>
  [
    'begin',
    'set local session_replication_role = replica',
    "set local lock_timeout = '5s'",
    ...changed.flatMap(({ name, columns, rows }) => [
      `delete from ${name}`,
      ...(rows > 0 ? [`insert into ${name} (${columns}) overriding system value select ${columns} from content.${name}`] : []),
    ]),
    'select setval(name, coalesce(last_value, start_value), last_value is not null) from content."of sequences"',
    'commit',
  ].join(';\n');
