// The content of a database, remembered and restored: test files that follow one another share a database and its connections, and each finds it as it
// was at first. Nothing may be connected that writes meanwhile.
import { ask } from './template.ts';

/** Larger tables (the gazetteer's) are not copied: whoever changes one needs a database of his own. */
const MOST_COPIED = 2_000;

/** A row is changed when a later transaction wrote it; a removed one is missing in the count. Triggers and foreign keys rest meanwhile. */
const REMEMBER = `
  create schema content;
  create table content.first (name text primary key, columns text not null, rows bigint not null, is_copied boolean not null);
  create table content.written (by_transaction bigint not null);
  create table content.sequences as
    select format('%I.%I', schemaname, sequencename) as name, start_value, last_value from pg_sequences where schemaname = current_schema();

  create function content.tables() returns table (name text, columns text) language sql as $$
    select quote_ident(t.relname), string_agg(quote_ident(c.attname), ', ' order by c.attnum) filter (where c.attgenerated = '')
    from pg_class t join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition group by t.relname
  $$;

  create function content.rows_of(name text, out rows bigint, out changed bigint) language plpgsql as $$
  begin
    execute format('select count(*), count(*) filter (where xmin::text::bigint > (select by_transaction from content.written)) from %s', name)
      into rows, changed;
  end $$;

  do $$
  declare
    one record;
    rows bigint;
  begin
    for one in select * from content.tables() loop
      execute format('select count(*) from %s', one.name) into rows;
      insert into content.first values (one.name, one.columns, rows, rows between 1 and ${MOST_COPIED});
      if rows between 1 and ${MOST_COPIED} then
        execute format('create table content.%s as select %s from %s', 'copy_' || trim(both '"' from one.name), one.columns, one.name);
      end if;
    end loop;
    insert into content.written values (pg_current_xact_id()::text::bigint);
  end $$;

  create function content.restore() returns text[] language plpgsql set session_replication_role = replica set lock_timeout = '5s' as $$
  declare
    one record;
    now_in record;
    wrong text[] := '{}';
  begin
    for one in select * from content.first loop
      select * from content.rows_of(one.name) into now_in;
      continue when now_in.rows = one.rows and now_in.changed = 0;
      if one.is_copied or one.rows = 0 then
        execute format('delete from %s', one.name);
      end if;
      if one.is_copied then
        execute format('insert into %s (%s) overriding system value select %2$s from content.%3$s', one.name, one.columns,
          'copy_' || trim(both '"' from one.name));
      end if;
    end loop;
    perform setval(name, coalesce(last_value, start_value), last_value is not null) from content.sequences;
    for one in select * from content.first loop
      select * from content.rows_of(one.name) into now_in;
      if now_in.rows <> one.rows or (now_in.changed > 0 and not one.is_copied) then
        wrong := wrong || one.name;
      end if;
    end loop;
    wrong := wrong || array(select name from content.tables() except select name from content.first);
    update content.written set by_transaction = pg_current_xact_id()::text::bigint;
    return wrong;
  end $$`;

export interface Content {
  /** @returns the tables that differ from what they were: too large to be copied, or new. The database must not be used again then */
  restore(): Promise<string[]>;
}

/** @param url of a superuser, who owns the tables */
export async function rememberContent(url: string): Promise<Content> {
  await ask(url, REMEMBER);
  return {
    async restore() {
      const [row] = await ask<{ wrong: string[] }>(url, 'select content.restore() as wrong');
      return row?.wrong ?? [];
    },
  };
}
