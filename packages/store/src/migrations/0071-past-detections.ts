// Detections that are only history and raise no alarm, and a single number for each detection regardless of how its satellite is spelt. See
// docs/decisions/0092.
import type { Migration } from './migration.ts';

export const pastDetections: Migration = {
  name: '0071-past-detections',
  sql: `
create table past_detection (
  -- As of an alarm: a detection is one or the other.
  dedupe_key text collate "C" primary key,
  observed_at timestamptz not null,
  lng double precision not null,
  lat double precision not null,
  grid_no text collate "C" not null,
  -- Why it is no news: of more than two days ago, of a file of archives, or of a heat source that its own product knows.
  reason text collate "C" not null check (reason in ('age', 'archive', 'source')),
  -- JSON, as of an alarm.
  facts text not null,
  arrived_at timestamptz not null
);
create index past_detection_observed on past_detection using brin (observed_at);
create index past_detection_grid on past_detection (grid_no, observed_at);

-- Detections of before have the number under which they were announced, in a column of its own, and the key by which they are found again from now on. Where
-- a detection came in two spellings, the first alarm has that key and the others keep theirs.
with spelling (written, code) as (values
  ('T', 'Terra'), ('A', 'Aqua'), ('1', 'N20'), ('2', 'N21'),
  ('NPP', 'N'), ('SNPP', 'N'), ('S-NPP', 'N'), ('Suomi NPP', 'N'), ('Suomi-NPP', 'N'),
  ('NOAA-20', 'N20'), ('NOAA20', 'N20'), ('J1', 'N20'), ('J01', 'N20'), ('JPSS-1', 'N20'), ('JPSS1', 'N20'),
  ('NOAA-21', 'N21'), ('NOAA21', 'N21'), ('J2', 'N21'), ('J02', 'N21'), ('JPSS-2', 'N21'), ('JPSS2', 'N21')
), old as (
  select alarm.id, alarm.dedupe_key, 'firms:' || spelling.code || substr(alarm.dedupe_key, 7 + length(spelling.written)) as key,
    row_number() over (partition by spelling.code || substr(alarm.dedupe_key, 7 + length(spelling.written)) order by alarm.arrived_at, alarm.id) as place
  from alarm join spelling on spelling.written = substring(alarm.dedupe_key from '^firms:(.*)-[0-9]{12}-[EW][0-9.]+[NS][0-9.]+$')
  where alarm.kind = 'satellite'
)
update alarm set dedupe_key = old.key, fire_no = coalesce(alarm.fire_no, substr(old.dedupe_key, 7))
from old where alarm.id = old.id and old.place = 1 and not exists (select from alarm other where other.dedupe_key = old.key);
`,
};
