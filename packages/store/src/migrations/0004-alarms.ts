// Alarms of every kind in one table, and the function that stores some with their events and the audit row in one round trip.
import type { Migration } from './migration.ts';

export const alarms: Migration = {
  name: '0004-alarms',
  sql: `
create table alarm (
  id uuid primary key,
  kind text collate "C" not null check (kind in ('satellite', 'camera', 'report', 'smoke', 'danger')),
  find_type text collate "C" not null,
  lng double precision not null,
  lat double precision not null,
  grid_no text collate "C" not null,
  grid_basis text collate "C" not null,
  address text,
  formatted_address text not null,
  observed_at timestamptz not null,
  arrived_at timestamptz not null,
  dedupe_key text collate "C" unique,
  fire_no text collate "C",
  device_id text collate "C",
  monitor_id text collate "C",
  -- json, not jsonb: what is searched for has columns of its own, the rest is only read back.
  facts json not null,
  verdict text collate "C" not null default 'unjudged',
  judged_at timestamptz,
  verdict_note text,
  real_fire_type text collate "C",
  handled boolean not null default false,
  pushed boolean not null default false,
  push_note text,
  acknowledged_by text,
  acknowledged_at timestamptz,
  closed_at timestamptz,
  deleted_at timestamptz
);
create index alarm_grid_arrived on alarm (grid_no, arrived_at desc);
create index alarm_kind_arrived on alarm (kind, arrived_at desc);
create index alarm_not_handled on alarm (arrived_at desc) where not handled and deleted_at is null;
create index alarm_in_progress on alarm (grid_no) where verdict = 'real' and closed_at is null and deleted_at is null;
create index alarm_fire_no on alarm (fire_no) where fire_no is not null;

-- The hot path: alarms, their events and the audit row, durable together, in one statement, one row or 50,000.
-- Every column comes as one text, its values apart by unit separators (U+001F), null as a group separator (U+001D): splitting that is
-- several times cheaper than reading JSON. Two files with the same keys in another order would wait for each other crosswise;
-- so batches (more than one row) go one at a time, while single alarms pass beside them.
-- first_seq: the number of the first event; the fresh ones with an event follow each other. known: ids that are duplicates, and of what.
create function record_alarms(
  p_id text, p_kind text, p_find_type text, p_lng text, p_lat text, p_grid_no text, p_grid_basis text, p_address text,
  p_formatted_address text, p_observed_at text, p_dedupe_key text, p_fire_no text, p_device_id text, p_monitor_id text, p_facts text,
  p_count integer, p_arrived_at timestamptz, p_audit json,
  p_event_id text, p_event_kind text, p_event_grid_no text, p_event_data text
) returns table (first_seq bigint, duplicate_ids uuid[], known_ids uuid[])
language plpgsql set work_mem = '64MB' as $$
#variable_conflict use_column
declare
  s constant text := chr(31);
  nil constant text := chr(29);
  v_fresh uuid[];
  v_duplicates uuid[];
  v_known uuid[];
  v_events bigint := 0;
  v_last bigint;
begin
  if p_count > 1 then
    perform pg_advisory_xact_lock(7105116002);
  end if;

  with inserted as (
    insert into alarm (id, kind, find_type, lng, lat, grid_no, grid_basis, address, formatted_address, observed_at, arrived_at, dedupe_key,
      fire_no, device_id, monitor_id, facts)
    select id::uuid, kind, find_type, lng::float8, lat::float8, grid_no, grid_basis, address, coalesce(formatted_address, ''),
      observed_at::timestamptz, p_arrived_at, dedupe_key, fire_no, device_id, monitor_id, facts::json
    from rows from (
      string_to_table(p_id, s), string_to_table(p_kind, s), string_to_table(p_find_type, s), string_to_table(p_lng, s),
      string_to_table(p_lat, s), string_to_table(p_grid_no, s), string_to_table(p_grid_basis, s), string_to_table(p_address, s, nil),
      string_to_table(p_formatted_address, s), string_to_table(p_observed_at, s), string_to_table(p_dedupe_key, s, nil),
      string_to_table(p_fire_no, s, nil), string_to_table(p_device_id, s, nil), string_to_table(p_monitor_id, s, nil),
      string_to_table(p_facts, s)
    ) as i(id, kind, find_type, lng, lat, grid_no, grid_basis, address, formatted_address, observed_at, dedupe_key,
      fire_no, device_id, monitor_id, facts)
    on conflict do nothing
    returning id
  )
  select array_agg(id) into v_fresh from inserted;

  if coalesce(cardinality(v_fresh), 0) < p_count then
    -- A new statement sees what others committed while the insert waited for them.
    select array_agg(i.id), array_agg(coalesce(known.id, i.id)) into v_duplicates, v_known
    from (
      select id::uuid, dedupe_key from rows from (string_to_table(p_id, s), string_to_table(p_dedupe_key, s, nil)) as given(id, dedupe_key)
    ) i
    left join unnest(v_fresh) as fresh(id) on fresh.id = i.id
    left join alarm known on known.dedupe_key = i.dedupe_key
    where fresh.id is null;
  end if;

  perform append_audit(p_audit, p_arrived_at);

  if v_fresh is not null and p_event_id <> '' then
    if v_duplicates is null then
      v_events := length(p_event_id) - length(replace(p_event_id, s, '')) + 1;
    else
      select count(*) into v_events from string_to_table(p_event_id, s) as e(id) join unnest(v_fresh) as fresh(id) on fresh.id = e.id::uuid;
    end if;
  end if;
  if v_events > 0 then
    update journal_head set event_last = event_last + v_events returning event_last into v_last;
    insert into event (seq, kind, grid_no, at, data)
    select v_last - v_events + row_number() over (order by e.ord), e.kind, e.grid_no, p_arrived_at, e.data::json
    from rows from (
      string_to_table(p_event_id, s), string_to_table(p_event_kind, s), string_to_table(p_event_grid_no, s), string_to_table(p_event_data, s)
    ) with ordinality as e(id, kind, grid_no, data, ord)
    where v_duplicates is null or e.id::uuid in (select unnest(v_fresh));
  end if;

  return query select v_last - v_events + 1, v_duplicates, v_known;
end $$;
`,
};
