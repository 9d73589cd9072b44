// Settings, the event log (outbox), the audit chain, and the one row that both take their numbers from.
import type { Migration } from './migration.ts';

export const journal: Migration = {
  name: '0001-journal',
  sql: `
create table setting (
  key text primary key,
  value jsonb not null
);

-- One row: whoever numbers an event or an audit row holds its lock until commit.
-- So numbers have no gaps, their order is the order of commits, and two writers can never wait for each other crosswise.
create table journal_head (
  single boolean primary key default true check (single),
  event_last bigint not null default 0,
  audit_last bigint not null default 0,
  audit_hash bytea not null default decode(repeat('00', 32), 'hex')
) with (fillfactor = 20);
insert into journal_head default values;

-- data is json, not jsonb: it is stored to be sent on as it came, never searched.
create table event (
  seq bigint primary key,
  kind text collate "C" not null,
  grid_no text collate "C" not null,
  at timestamptz not null,
  data json not null
);

create table audit (
  id bigint primary key,
  at timestamptz not null,
  account_id text,
  user_name text,
  address text,
  act text not null,
  target_kind text,
  target_id text,
  grid_no text collate "C",
  outcome text not null,
  detail jsonb not null,
  prev_hash bytea not null,
  hash bytea not null
);
create index audit_at on audit (at);
create index audit_target on audit (target_kind, target_id);

-- p_drafts: [{ kind, gridNo, data }]. Returns the first number given; the others follow without a gap.
create function append_events(p_drafts json, p_at timestamptz) returns bigint language plpgsql as $$
declare
  v_count bigint := json_array_length(p_drafts);
  v_last bigint;
begin
  if v_count = 0 then
    return null;
  end if;
  update journal_head set event_last = event_last + v_count returning event_last into v_last;
  insert into event (seq, kind, grid_no, at, data)
  select v_last - v_count + d.ord, d.draft ->> 'kind', d.draft ->> 'gridNo', p_at, coalesce(d.draft -> 'data', 'null')
  from json_array_elements(p_drafts) with ordinality as d(draft, ord);
  return v_last - v_count + 1;
end $$;

-- The canonical text is a JSON array of every column: null and '' differ, and no value can spill into its neighbour.
create function audit_digest(
  p_prev bytea, p_id bigint, p_at timestamptz, p_account_id text, p_user_name text, p_address text, p_act text,
  p_target_kind text, p_target_id text, p_grid_no text, p_outcome text, p_detail jsonb
) returns bytea language sql stable as $$
  select sha256(p_prev || convert_to(jsonb_build_array(
    p_id, (extract(epoch from p_at) * 1000000)::bigint, p_account_id, p_user_name, p_address, p_act,
    p_target_kind, p_target_id, p_grid_no, p_outcome, p_detail)::text, 'UTF8'))
$$;

-- p_entries: [{ accountId, userName, address, act, targetKind, targetId, gridNo, outcome, detail }]. Returns the last id given.
create function append_audit(p_entries json, p_at timestamptz) returns bigint language plpgsql as $$
declare
  v_id bigint;
  v_prev bytea;
  v_hash bytea;
  e json;
begin
  if json_array_length(p_entries) = 0 then
    return null;
  end if;
  select audit_last, audit_hash into v_id, v_hash from journal_head for update;
  for e in select value from json_array_elements(p_entries) loop
    v_id := v_id + 1;
    v_prev := v_hash;
    v_hash := audit_digest(v_prev, v_id, p_at, e ->> 'accountId', e ->> 'userName', e ->> 'address', e ->> 'act',
      e ->> 'targetKind', e ->> 'targetId', e ->> 'gridNo', e ->> 'outcome', coalesce(e -> 'detail', '{}')::jsonb);
    insert into audit values (v_id, p_at, e ->> 'accountId', e ->> 'userName', e ->> 'address', e ->> 'act',
      e ->> 'targetKind', e ->> 'targetId', e ->> 'gridNo', e ->> 'outcome', coalesce(e -> 'detail', '{}')::jsonb, v_prev, v_hash);
  end loop;
  update journal_head set audit_last = v_id, audit_hash = v_hash;
  return v_id;
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;
create trigger audit_append_only before update or delete on audit for each row execute function refuse_change();
create trigger audit_no_truncate before truncate on audit for each statement execute function refuse_change();
create trigger event_append_only before update on event for each row execute function refuse_change();
`,
};
