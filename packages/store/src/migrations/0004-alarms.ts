// Alarms of every kind in one table, in their current state; the originally recorded facts of alarms that have changed since; and the two
// ways to insert: a single alarm is one statement, the alarms of a file are inserted by COPY. See docs/decisions/0005.
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
  -- Filled and indexed only where the dedupe key does not contain the number.
  fire_no text collate "C",
  device_id text collate "C",
  monitoring_point_id text collate "C",
  -- text, not json: searched fields have columns of their own; the rest is only read back, by alarm-rows.ts.
  facts text not null,
  stage text collate "C" not null default 'open' check (stage in ('open', 'handled', 'dismissed', 'in-progress', 'closed')),
  judged_at timestamptz,
  judged_by text,
  verdict_note text,
  real_fire_type text collate "C",
  acknowledged_at timestamptz,
  acknowledged_by text,
  acknowledged_by_id uuid,
  pushed_at timestamptz,
  pushed_from text collate "C",
  push_note text,
  closed_at timestamptz,
  closed_by text,
  outcome text collate "C",
  close_note text,
  deleted_at timestamptz,
  check ((judged_at is not null) = (stage in ('dismissed', 'in-progress', 'closed'))),
  check ((closed_at is not null) = (stage = 'closed'))
);
-- Ascending, though read backwards: new entries go to the right edge of their group, where a B-tree inserts fastest.
create index alarm_grid_arrived on alarm (grid_no, arrived_at);
-- Nine alarms in ten come from satellites, and every index slows their insertion: they use the one above.
create index alarm_kind_arrived on alarm (kind, arrived_at) where kind <> 'satellite';
create index alarm_open on alarm (arrived_at) where stage = 'open' and deleted_at is null;
create index alarm_in_progress on alarm (grid_no) where stage = 'in-progress' and deleted_at is null;
create index alarm_fire_no on alarm (fire_no) where fire_no is not null;
-- For alarms of the same place. They arrive roughly in the order of observation, so a summary of each range of pages (BRIN) is enough.
create index alarm_observed on alarm using brin (observed_at) with (pages_per_range = 32);

-- The original record of alarms whose position, address or facts were changed; of all others it is the alarm's own row.
create table alarm_first (
  alarm_id uuid primary key references alarm,
  lng double precision not null,
  lat double precision not null,
  grid_no text collate "C" not null,
  grid_basis text collate "C" not null,
  address text,
  formatted_address text not null,
  facts text not null
);

-- Who has opened an alarm, once for each person.
create table alarm_seen (
  alarm_id uuid not null,
  account_id uuid not null,
  primary key (alarm_id, account_id)
);

-- The n-th alarm of a run, from 0, by its first; n below 0 is the first. The last four bytes of the ids are a counter that never overflows.
create function run_member(p_first uuid, p_n bigint) returns uuid language sql immutable as $$
  select case when p_n <= 0 then p_first
    else (left(p_first::text, 28) || lpad(to_hex(('x' || right(p_first::text, 8))::bit(32)::bigint + p_n), 8, '0'))::uuid end
$$;

-- Logs a run of new alarms as one event row; the audit row first, as everywhere. To be called last: from here other writers wait.
-- p_count 0: nothing was new. p_origin: { requestId, actor } as in append_events. Returns the last number, null when there is none.
create function log_recorded_alarms(p_audit json, p_origin json, p_arrived_at timestamptz, p_first uuid, p_last uuid, p_count integer)
returns bigint language plpgsql as $$
declare
  v_last bigint;
  a json := p_origin -> 'actor';
begin
  perform append_audit(p_audit, p_arrived_at);
  if p_count > 0 then
    update journal_head set event_last = event_last + p_count returning event_last into v_last;
    insert into event (seq, numbers, id, kind, happened_at, recorded_at, actor, account_id, actor_name, full_name, post, actor_grid_no,
      desk, request_id, first_alarm, last_alarm)
    values (v_last, p_count, p_first, 'alarm.recorded', p_arrived_at, p_arrived_at, a ->> 'kind', (a ->> 'accountId')::uuid, a ->> 'name',
      a ->> 'fullName', a ->> 'post', a ->> 'gridNo', a ->> 'desk', p_origin ->> 'requestId', p_first, p_last);
  end if;
  return v_last;
end $$;

-- The single alarm: stored with its event and its audit row in one statement. For a duplicate seq is null.
create function record_alarm(
  p_id uuid, p_kind text, p_find_type text, p_lng float8, p_lat float8, p_grid_no text, p_grid_basis text, p_address text,
  p_formatted_address text, p_observed_at timestamptz, p_arrived_at timestamptz, p_dedupe_key text, p_fire_no text, p_device_id text,
  p_monitor_id text, p_facts text, p_audit json, p_origin json
) returns table (seq bigint, known_id uuid) language plpgsql as $$
begin
  insert into alarm (id, kind, find_type, lng, lat, grid_no, grid_basis, address, formatted_address, observed_at, arrived_at, dedupe_key,
    fire_no, device_id, monitoring_point_id, facts)
  values (p_id, p_kind, p_find_type, p_lng, p_lat, p_grid_no, p_grid_basis, p_address, p_formatted_address, p_observed_at, p_arrived_at,
    p_dedupe_key, p_fire_no, p_device_id, p_monitor_id, p_facts)
  on conflict (dedupe_key) do nothing;
  if found then
    return query select log_recorded_alarms(p_audit, p_origin, p_arrived_at, p_id, p_id, 1), null::uuid;
  else
    perform log_recorded_alarms(p_audit, p_origin, p_arrived_at, null, null, 0);
    -- A new statement sees what others committed while the insert waited for them.
    return query select null::bigint, id from alarm where dedupe_key = p_dedupe_key;
  end if;
end $$;

-- Takes the lock for writing a batch, until commit: two files with the same keys in a different order would deadlock. Single alarms do not
-- take it. Then returns the known ones of the keys (separated by U+001F) with their alarms, in a statement of its own, so that it sees what
-- the previous batch has committed.
create function begin_alarm_batch(p_keys text) returns table (ord bigint, known_id uuid)
language plpgsql set enable_seqscan = off as $$
begin
  perform pg_advisory_xact_lock(7105116002);
  return query
    select given.ord, known.id
    from string_to_table(p_keys, chr(31)) with ordinality as given(key, ord)
    -- The limit, and no sequential scans, make the planner use the index once for each key, whatever it estimates of the table's size.
    cross join lateral (select alarm.id from alarm where alarm.dedupe_key = given.key limit 1) known
    where given.key <> '';
end $$;
`,
};
