// Months that are archived and removed from the logs: see docs/decisions/0054. The database itself decides whether a part may be removed;
// the server writes its archive.
import type { Migration } from './migration.ts';

export const departure: Migration = {
  name: '0041-departure',
  sql: `
-- How many whole months a log keeps; without a row, all. Written by the owner alone, at a start that knows it: a server cannot shorten it.
create table log_retention (
  log text collate "C" primary key check (log in ('event', 'audit')),
  months integer not null check (months >= case log when 'event' then 3 else 12 end)
);

-- What of an event stays when its month leaves, from the domain's table (packages/domain/src/keeping.ts), at each start that knows the owner. A kind
-- that is not here stays.
create table log_keeping (
  kind text collate "C" primary key,
  keeps text collate "C" not null check (keeps in ('always', 'while-open', 'until-next-state', 'until-next-line', 'never'))
);

-- The months that have left, each with the receipt of its archive.
create table log_archive (
  log text collate "C" not null check (log in ('event', 'audit')),
  first bigint not null,
  last bigint not null,
  count bigint not null,
  began_at timestamptz not null,
  ended_at timestamptz not null,
  file text collate "C" not null,
  -- Of the file, as the server says; of its lines, as computed here: SHA-256 of the SHA-256 of each line. Hexadecimal.
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  content_sha256 text collate "C" not null,
  -- Of the audit: the hash of the last row, from which the chain goes on.
  last_hash bytea,
  left_at timestamptz not null,
  primary key (log, first),
  check ((log = 'audit') = (last_hash is not null))
);

-- The lines of an archive: its rows, oldest first, as JSON. The session's time zone and the form of bytea must not change them.
create function log_lines(p_log text, p_first bigint, p_last bigint) returns table (key bigint, line text) language plpgsql stable
set timezone = 'UTC' set bytea_output = 'hex' as $$
begin
  if p_log = 'event' then
    return query select e.seq, replace(row_to_json(e)::text, chr(10), ' ') from event e where e.seq between p_first and p_last order by e.seq;
  else
    return query select a.id, replace(row_to_json(a)::text, chr(10), ' ') from audit a where a.id between p_first and p_last order by a.id;
  end if;
end $$;

-- The oldest part of a log that has not left, if it may leave now: when it ended before the months that are kept.
create function log_part_to_leave(p_log text) returns table (part integer, first bigint, last bigint, began_at timestamptz, ended_at timestamptz)
language sql stable as $$
  select oldest.part, oldest.first, next.first - 1, oldest.began_at, next.began_at
  from log_retention retention
  join log_part oldest on oldest.log = p_log
    and oldest.first = (select coalesce(max(a.last) + 1, 1) from log_archive a where a.log = p_log)
  cross join lateral (select * from log_part n where n.log = p_log and n.first > oldest.first order by n.first limit 1) next
  where retention.log = p_log and next.began_at <=
    (date_trunc('month', (now() at time zone 'UTC') + interval '8 hours') - make_interval(months => retention.months) - interval '8 hours')
      at time zone 'UTC'
$$;

-- Can nothing happen to it any more? The same as the domain's table. An object that is not found counts as open.
create function is_over_object(p_kind text, p_id text) returns boolean language sql stable as $$
  select coalesce(case p_kind
    when 'alarm' then (select a.deleted_at is not null or (a.stage in ('handled', 'dismissed', 'closed') and a.exercise_id is null)
      from alarm a where a.id = u.id)
    when 'task' then (select t.ended and t.exercise_id is null from task t where t.id = u.id)
    when 'shift' then (select s.ended_at is not null and (s.relieved or s.next_name is not null) from shift s where s.id = u.id)
    when 'burning' then (select b.ends_at < now() from burning b where b.id = u.id)
    when 'plan-run' then (select r.ended_at is not null from plan_run r where r.id = u.id)
    when 'warning' then (select w.lifted_at is not null or w.valid_to < now() from warning w where w.id = u.id)
    when 'sos' then (select s.cancelled is not null or s.closed is not null from sos s where s.id = u.id)
    when 'hazard-warning' then (select h.closed is not null from hazard_warning h where h.id = u.id)
  end, false)
  -- An id that is no uuid is in none of these tables.
  from (select case when p_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_id::uuid end as id) u
$$;

-- Lets the oldest part of a log leave, once its archive is written. What the folds still need of it stays, in part 1: part 1 is what stays of all that
-- lies before the first number that the log still has whole. All or nothing; false: another server is at it.
create function leave_log_part(p_log text, p_first bigint, p_last bigint, p_count bigint, p_file text, p_sha256 text, p_content_sha256 text)
returns boolean language plpgsql security definer
-- Shorter than deadlock_timeout, as for a cut: who is in the way goes on, and this is tried again later.
set lock_timeout = '500ms' as $$
declare
  v_part record;
  v_key text := case p_log when 'event' then 'seq' else 'id' end;
  v_stays text := format('%s_part_stays', p_log);
  v_count bigint;
  v_content text;
  v_hash bytea;
  v_old text;
  v_head bigint;
begin
  if not pg_try_advisory_xact_lock(7105116004) then
    return false;
  end if;
  select * into v_part from log_part_to_leave(p_log);
  if v_part.part is null or v_part.first <> p_first or v_part.last <> p_last then
    raise exception 'these numbers of % do not leave now', p_log using errcode = '42501';
  end if;
  select count(*), encode(sha256(coalesce(string_agg(sha256(convert_to(line, 'UTF8')), ''::bytea order by key), ''::bytea)), 'hex')
    into v_count, v_content from log_lines(p_log, p_first, p_last);
  if v_count is distinct from p_count or v_content is distinct from p_content_sha256 then
    raise exception 'the archive of % is not what is there', p_log using errcode = '42501';
  end if;

  -- What stays, beside the writers: nobody writes to an old part.
  execute format('create table %I (like %I including defaults including constraints including indexes)', v_stays, p_log);
  -- Attaching then reads no row.
  execute format('alter table %I add constraint log_part_end check (%I <= %s)', v_stays, v_key, p_last);
  select event_last into v_head from journal_head;
  if p_log = 'event' then
    insert into event_part_stays
    with old as materialized (
      select e.seq, split_part(e.kind, '.', 1) as object, e.object_id, k.keeps
      from event e join log_keeping k on k.kind = e.kind
      where e.seq <= p_last and k.keeps <> 'always'
    ), over as (
      select o.object, o.object_id from (select distinct object, object_id from old where keeps = 'while-open') o
      where is_over_object(o.object, o.object_id) and not exists (
        select from event later
        where later.object_id = o.object_id and later.seq > p_last and split_part(later.kind, '.', 1) = o.object)
    ), leaving as (
      select seq from old where keeps = 'never'
      union all select old.seq from old join over using (object, object_id) where old.keeps = 'while-open'
      union all select seq from (
        select seq, row_number() over (partition by keeps, object, object_id order by seq desc) as age from old where keeps like 'until-next-%'
      ) stated where age > 1
    )
    select e.* from event e where e.seq <= p_last and not exists (select from leaving where leaving.seq = e.seq) order by e.seq;
  else
    select hash into strict v_hash from audit where id = p_last;
  end if;

  -- From here on nobody takes a number, nor reads the log.
  perform from journal_head for update;
  -- Something happened meanwhile to what was over: later again.
  if p_log = 'event' then
    perform from event new join event old on old.object_id = new.object_id and split_part(old.kind, '.', 1) = split_part(new.kind, '.', 1)
      join log_keeping k on k.kind = old.kind and k.keeps = 'while-open'
      where new.seq > v_head and old.seq <= p_last and not exists (select from event_part_stays stays where stays.seq = old.seq);
    if found then
      raise exception 'an object of the month goes on' using errcode = '55P03';
    end if;
  end if;
  execute format('lock table %I in access exclusive mode', p_log);
  for v_old in select format('%s_part_%s', p.log, p.part) from log_part p where p.log = p_log and p.part <= v_part.part loop
    execute format('alter table %I detach partition %I', p_log, v_old);
    execute format('drop table %I', v_old);
  end loop;
  execute format('alter table %I rename to %I', v_stays, p_log || '_part_1');
  execute format('alter table %I attach partition %I for values from (minvalue) to (%s)', p_log, p_log || '_part_1', p_last + 1);
  execute format('alter table %I drop constraint log_part_end', p_log || '_part_1');
  execute format('create trigger %I before truncate on %I for each statement execute function refuse_change()', p_log || '_no_truncate',
    p_log || '_part_1');
  delete from log_part p where p.log = p_log and p.part between 2 and v_part.part;
  insert into log_archive values (p_log, p_first, p_last, p_count, v_part.began_at, v_part.ended_at, p_file, p_sha256, v_content, v_hash, now());
  perform append_audit(json_build_array(json_build_object('userName', 'log-departure', 'act', 'log-leaves', 'targetKind', 'database',
    'targetId', p_file, 'outcome', 'ok', 'detail', json_build_object('log', p_log, 'first', p_first, 'last', p_last, 'count', p_count,
    'sha256', p_sha256, 'contentSha256', v_content))), now());
  if p_log = 'event' then
    update journal_head set event_first = p_last + 1;
  end if;
  return true;
end $$;
-- The server's role gets it by server-role.ts.
revoke execute on function leave_log_part from public;
`,
};
