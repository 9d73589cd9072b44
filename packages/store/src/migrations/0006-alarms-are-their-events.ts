// An alarm is its own newFire event; alarms of a file come by COPY. See docs/decisions/0005.
import type { Migration } from './migration.ts';

export const alarmsAreTheirEvents: Migration = {
  name: '0006-alarms-are-their-events',
  sql: `
-- One row may stand for a run of events: seq is the number of the last one, the run is the newFire of the alarms whose ids lie between
-- first_alarm and last_alarm, which follow each other without a gap. Neither the alarm nor its grid is written twice.
alter table event
  alter grid_no drop not null,
  alter data drop not null,
  add first_alarm uuid,
  add last_alarm uuid,
  add alarm_count integer,
  add constraint event_has_one_source check (
    num_nulls(grid_no, data) = 0 and num_nonnulls(first_alarm, last_alarm, alarm_count) = 0
    or num_nonnulls(grid_no, data) = 0 and num_nulls(first_alarm, last_alarm, alarm_count) = 0 and alarm_count > 0
  );

drop function record_alarms;

-- The dedupe key of a detection holds its number: fire_no is filled, and indexed, only where it does not.
update alarm set fire_no = null where dedupe_key = 'firms:' || fire_no;

-- Nine alarms in ten come from satellites and pay for every index: theirs is the one by arrival below.
drop index alarm_kind_arrived;
create index alarm_kind_arrived on alarm (kind, arrived_at) where kind <> 'satellite';
-- Ascending, though they are read backwards: new entries go to the right edge of their group, where a B-tree is quickest.
drop index alarm_grid_arrived;
create index alarm_grid_arrived on alarm (grid_no, arrived_at);
drop index alarm_not_handled;
create index alarm_not_handled on alarm (arrived_at) where not handled and deleted_at is null;

-- The n-th alarm of a run, from 0, by its first; n below 0 is the first. The last four bytes of the ids count on and never carry.
create function run_member(p_first uuid, p_n bigint) returns uuid language sql immutable as $$
  select case when p_n <= 0 then p_first
    else (left(p_first::text, 28) || lpad(to_hex(('x' || right(p_first::text, 8))::bit(32)::bigint + p_n), 8, '0'))::uuid end
$$;

-- Notes under which numbers a run of new alarms is told; the audit first, as everywhere. To be called last: from here others wait.
-- p_count 0: nothing was new. Returns the last number, null when there is none.
create function announce_alarms(p_audit json, p_arrived_at timestamptz, p_first uuid, p_last uuid, p_count integer) returns bigint
language plpgsql as $$
declare
  v_last bigint;
begin
  perform append_audit(p_audit, p_arrived_at);
  if p_count > 0 then
    update journal_head set event_last = event_last + p_count returning event_last into v_last;
    insert into event (seq, kind, at, first_alarm, last_alarm, alarm_count)
    values (v_last, 'newFire', p_arrived_at, p_first, p_last, p_count);
  end if;
  return v_last;
end $$;

-- The single alarm: stored with its event and its audit row in one statement. seq is null when it was known already.
create function record_alarm(
  p_id uuid, p_kind text, p_find_type text, p_lng float8, p_lat float8, p_grid_no text, p_grid_basis text, p_address text,
  p_formatted_address text, p_observed_at timestamptz, p_arrived_at timestamptz, p_dedupe_key text, p_fire_no text, p_device_id text,
  p_monitor_id text, p_facts json, p_audit json
) returns table (seq bigint, known_id uuid) language plpgsql as $$
begin
  insert into alarm (id, kind, find_type, lng, lat, grid_no, grid_basis, address, formatted_address, observed_at, arrived_at, dedupe_key,
    fire_no, device_id, monitor_id, facts)
  values (p_id, p_kind, p_find_type, p_lng, p_lat, p_grid_no, p_grid_basis, p_address, p_formatted_address, p_observed_at, p_arrived_at,
    p_dedupe_key, p_fire_no, p_device_id, p_monitor_id, p_facts)
  on conflict (dedupe_key) do nothing;
  if found then
    return query select announce_alarms(p_audit, p_arrived_at, p_id, p_id, 1), null::uuid;
  else
    perform announce_alarms(p_audit, p_arrived_at, null, null, 0);
    -- A new statement sees what others committed while the insert waited for them.
    return query select null::bigint, id from alarm where dedupe_key = p_dedupe_key;
  end if;
end $$;

-- Takes the turn of writing a batch, until commit: two files with the same keys in another order would wait for each other crosswise.
-- Single alarms pass beside it. Then says which of the keys (apart by U+001F) are known, and by whom; a statement of its own, so that it
-- sees what the batch before has committed.
create function begin_alarm_batch(p_keys text) returns table (ord bigint, known_id uuid)
language plpgsql set enable_seqscan = off as $$
begin
  perform pg_advisory_xact_lock(7105116002);
  return query
    select given.ord, known.id
    from string_to_table(p_keys, chr(31)) with ordinality as given(key, ord)
    -- The limit (and no sequential scans) keep the planner to one look into the index for each key, whatever it thinks of the table's size.
    cross join lateral (select alarm.id from alarm where alarm.dedupe_key = given.key limit 1) known
    where given.key <> '';
end $$;
`,
};
