// The event log and the audit are partitioned by month, and the track of positions by week: see docs/decisions/0050. Existing data becomes
// the first partition unchanged: it is renamed and attached, and no row is rewritten.
import type { Migration } from './migration.ts';

export const partitions: Migration = {
  name: '0039-partitions',
  sql: `
-- Part n of a log holds the numbers from its own first to the next part's; the newest has no end. A part is the table <log>_part_<part>.
create table log_part (
  log text collate "C" not null check (log in ('event', 'audit')),
  part integer not null check (part > 0),
  first bigint not null check (first > 0),
  began_at timestamptz not null,
  primary key (log, part)
);

-- The oldest number that the log still has. Who asks for an older one is told so, and loads anew.
alter table journal_head add column event_first bigint not null default 1;
-- Whoever begins at the end of the log is never told to load anew again.
alter table journal_head add constraint event_first_in_log check (event_first > 0 and event_first <= event_last + 1);

alter table event rename to event_part_1;
alter index event_pkey rename to event_part_1_pkey;
alter index event_object rename to event_part_1_object;
alter index event_run rename to event_part_1_run;
alter index event_alarm rename to event_part_1_alarm;
drop trigger event_append_only on event_part_1;
create table event (like event_part_1 including defaults including constraints) partition by range (seq);
-- The same indexes as before: those of the first part are taken over.
alter table event add primary key (seq);
create index event_object on event (object_id, seq) where object_id is not null;
create index event_run on event (first_alarm) where first_alarm is not null;
create index event_alarm on event (recorded_at desc, seq desc) where object_id is not null and kind >= 'alarm.' and kind < 'alarm/';
create trigger event_append_only before update or delete on event for each row execute function refuse_change();
create trigger event_no_truncate before truncate on event for each statement execute function refuse_change();
insert into log_part select 'event', 1, 1, coalesce((select recorded_at from event_part_1 order by seq limit 1), now());
-- No bounds, nothing to check: no scan.
alter table event attach partition event_part_1 for values from (minvalue) to (maxvalue);

alter table audit rename to audit_part_1;
alter index audit_pkey rename to audit_part_1_pkey;
alter index audit_at rename to audit_part_1_at;
alter index audit_target rename to audit_part_1_target;
drop trigger audit_append_only on audit_part_1;
create table audit (like audit_part_1 including defaults including constraints) partition by range (id);
alter table audit add primary key (id);
create index audit_at on audit (at);
create index audit_target on audit (target_kind, target_id);
create trigger audit_append_only before update or delete on audit for each row execute function refuse_change();
create trigger audit_no_truncate before truncate on audit for each statement execute function refuse_change();
insert into log_part select 'audit', 1, 1, coalesce((select at from audit_part_1 order by id limit 1), now());
alter table audit attach partition audit_part_1 for values from (minvalue) to (maxvalue);

-- Ends the newest part of a log before a number and opens the next one. Rows of the newest part are read once, to prove its new end. Nobody but
-- the owner may call it: see cut_log.
create function begin_log_part(p_log text, p_first bigint, p_at timestamptz) returns void language plpgsql as $$
declare
  v_key text := case p_log when 'event' then 'seq' else 'id' end;
  v_newest log_part;
  v_table text;
  v_next text;
begin
  select * into strict v_newest from log_part where log = p_log order by part desc limit 1;
  v_table := format('%s_part_%s', p_log, v_newest.part);
  v_next := format('%s_part_%s', p_log, v_newest.part + 1);
  execute format('alter table %I detach partition %I', p_log, v_table);
  -- Attaching then reads no row again, and the next line is the one that does.
  execute format('alter table %I add constraint log_part_end check (%I < %s)', v_table, v_key, p_first);
  execute format('alter table %I attach partition %I for values from (%s) to (%s)', p_log, v_table,
    case when v_newest.part = 1 then 'minvalue' else v_newest.first::text end, p_first);
  execute format('alter table %I drop constraint log_part_end', v_table);
  execute format('create table %I partition of %I for values from (%s) to (maxvalue)', v_next, p_log, p_first);
  -- Triggers of rows come from the log itself; those of statements do not.
  execute format('create trigger %I before truncate on %I for each statement execute function refuse_change()', p_log || '_no_truncate', v_next);
  insert into log_part values (p_log, v_newest.part + 1, p_first, p_at);
end $$;
revoke execute on function begin_log_part from public;

-- Begins a new part of a log when the newest one is of an earlier month (in Beijing), or has most of the numbers that one may have: proving the
-- end of a part keeps writers and readers waiting, so it must not grow without limit. By the database's own clock: whoever calls it cannot make
-- more parts than months and numbers allow. Returns whether there is a new part.
create function cut_log(p_log text) returns boolean language plpgsql security definer
-- Shorter than deadlock_timeout: whoever holds an old row of the log and waits for a number goes on, and this is tried again later.
set lock_timeout = '500ms' as $$
declare
  v_most constant bigint := 2000000;
  v_newest log_part;
  v_next bigint;
begin
  -- From here on nobody takes a number.
  select case p_log when 'event' then event_last else audit_last end + 1 into v_next from journal_head for update;
  -- A statement of its own: it sees the part that another server has begun meanwhile.
  select * into strict v_newest from log_part where log = p_log order by part desc limit 1;
  if date_trunc('month', (v_newest.began_at at time zone 'UTC') + interval '8 hours')
      >= date_trunc('month', (now() at time zone 'UTC') + interval '8 hours') and v_next - v_newest.first < v_most then
    return false;
  end if;
  if v_next = v_newest.first then
    update log_part set began_at = now() where log = p_log and part = v_newest.part;
    return false;
  end if;
  execute format('lock table %I in access exclusive mode', p_log);
  perform begin_log_part(p_log, v_next, now());
  return true;
end $$;
-- The server's role gets it by server-role.ts, together with the schema in which it looks for tables.
revoke execute on function cut_log from public;

-- Before a restore fills an empty log: its parts as log_part says.
create function restore_log_parts() returns void language plpgsql as $$
declare
  v_part log_part;
  v_parts log_part[] := array(select p from log_part p where part > 1 order by log, part);
begin
  delete from log_part where part > 1;
  foreach v_part in array v_parts loop
    perform begin_log_part(v_part.log, v_part.first, v_part.began_at);
  end loop;
end $$;
revoke execute on function restore_log_parts from public;

-- What is there ends here: the first cut of a long log is made by its owner, whose statements have no time limit.
select begin_log_part('event', event_last + 1, now()) from journal_head where event_last > 0;
select begin_log_part('audit', audit_last + 1, now()) from journal_head where audit_last > 0;

-- The track, by the phone's time, in weeks of Beijing: ranger_track_<Monday>. A week that is over is dropped whole. What came before the first of
-- them, and what is older or newer than all, is deleted row by row, by the time of its receipt.
alter table ranger_track rename to ranger_track_before;
alter index ranger_track_pkey rename to ranger_track_before_pkey;
alter index ranger_track_received rename to ranger_track_before_received;
create table ranger_track (like ranger_track_before) partition by range (at);
alter table ranger_track add primary key (account_id, at);
create table ranger_track_other partition of ranger_track default;
create index ranger_track_other_received on ranger_track_other using brin (received_at) with (autosummarize = on);

create function week_of(p_at timestamptz) returns date language sql stable as $$
  select date_trunc('week', (p_at at time zone 'UTC') + interval '8 hours')::date
$$;
create function begin_of_week(p_week date) returns timestamptz language sql stable as $$
  select (p_week::timestamp - interval '8 hours') at time zone 'UTC'
$$;

-- All weeks from this one to the next but one.
create function begin_track_weeks(p_week date) returns void language plpgsql as $$
declare
  v_table text;
  v_begin timestamptz;
  v_end timestamptz;
begin
  while p_week <= week_of(now()) + 14 loop
    v_table := 'ranger_track_' || to_char(p_week, 'YYYYMMDD');
    v_begin := begin_of_week(p_week);
    v_end := begin_of_week(p_week + 7);
    execute format('create table %I (like ranger_track including all)', v_table);
    -- By a clock that was ahead.
    execute format('with early as (delete from ranger_track_other where at >= %L and at < %L returning *) insert into %I select * from early',
      v_begin, v_end, v_table);
    execute format('alter table ranger_track attach partition %I for values from (%L) to (%L)', v_table, v_begin, v_end);
    p_week := p_week + 7;
  end loop;
end $$;
revoke execute on function begin_track_weeks from public;

do $$
declare
  v_week date := greatest(week_of(now()), (select week_of(max(at)) + 7 from ranger_track_before));
begin
  -- Reads the rows once, so that attaching does not; nothing is written.
  execute format('alter table ranger_track_before add constraint track_end check (at < %L)', begin_of_week(v_week));
  execute format('alter table ranger_track attach partition ranger_track_before for values from (minvalue) to (%L)', begin_of_week(v_week));
  alter table ranger_track_before drop constraint track_end;
  perform begin_track_weeks(v_week);
end $$;

-- Begins the weeks to come and drops those that ended before a time; of what lies in no week, deletes at most so many rows that were received
-- before it. Any time may be given: positions are no evidence. Returns the number of rows deleted, weeks apart.
create function turn_track_weeks(p_before timestamptz, p_most integer) returns integer language plpgsql security definer
set lock_timeout = '500ms' as $$
declare
  v_part text;
  v_newest date := (
    select to_date(right(max(c.relname), 8), 'YYYYMMDD') from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'ranger_track'::regclass and c.relname ~ '^ranger_track_[0-9]{8}$');
  v_deleted integer := 0;
  v_more integer;
begin
  -- One server at a time; the others find nothing left to do.
  if not pg_try_advisory_xact_lock(7105116003) then
    return 0;
  end if;
  perform begin_track_weeks(greatest(v_newest + 7, week_of(now())));
  for v_part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'ranger_track'::regclass and c.relname ~ '^ranger_track_[0-9]{8}$'
      and begin_of_week(to_date(right(c.relname, 8), 'YYYYMMDD') + 7) <= p_before
  loop
    execute format('drop table %I', v_part);
  end loop;
  foreach v_part in array array['ranger_track_before', 'ranger_track_other'] loop
    execute format('delete from %I where ctid = any(array(select ctid from %I where received_at < %L limit %s))', v_part, v_part, p_before,
      p_most - v_deleted);
    get diagnostics v_more = row_count;
    v_deleted := v_deleted + v_more;
  end loop;
  return v_deleted;
end $$;
revoke execute on function turn_track_weeks from public;
`,
};
