// A summary of each ranger's positions by day, stored so that a month of hundreds of rangers is returned without reading their millions of
// positions.
import type { Migration } from './migration.ts';

export const patrolDays: Migration = {
  name: '0026-patrol-days',
  sql: `
create table patrol_day (
  account_id uuid not null,
  -- Beijing's.
  day date not null,
  positions integer not null,
  left_out integer not null,
  begin_at timestamptz not null,
  end_at timestamptz not null,
  moving_seconds double precision not null,
  metres double precision not null,
  gap_seconds double precision not null,
  gaps jsonb not null,
  -- The cells seen (geo track/cells.ts): sets of several days are united when they are counted.
  cells bigint[] not null,
  -- Where counting goes on: the newest position read, the last sound one, and jumps that may prove true.
  read_to timestamptz not null,
  last jsonb not null,
  doubtful jsonb not null,
  primary key (account_id, day)
);

-- Days whose positions arrived and are not counted yet, with the first and the last of these. Written with every position.
create table patrol_due (
  account_id uuid not null,
  day date not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  primary key (account_id, day)
) with (fillfactor = 50);

-- Those that are being counted: apart, so that the writers of positions never wait for a count.
create table patrol_taken (like patrol_due including all);

-- The positions from before this table. By the key of the track: one look for each day and person, not a scan of all positions.
insert into patrol_due (account_id, day, from_at, to_at)
select l.account_id, day::date, (day - interval '8 hours') at time zone 'UTC', (day + interval '16 hours' - interval '1 microsecond') at time zone 'UTC'
from ranger_last l
cross join generate_series(date_trunc('day', now() at time zone 'UTC') - interval '120 days', date_trunc('day', now() at time zone 'UTC') + interval '1 day', interval '1 day') as day
where exists (
  select from ranger_track t
  where t.account_id = l.account_id
    and t.at >= (day - interval '8 hours') at time zone 'UTC'
    and t.at < (day + interval '16 hours') at time zone 'UTC'
);
`,
};
