// Sealed packages of fires (封存包): the seal of each package that was created, so that it can be checked against this database years later.
// See docs/decisions/0062.
import type { Migration } from './migration.ts';

export const firePackages: Migration = {
  name: '0052-fire-packages',
  sql: `
create table fire_package (
  -- Of its manifest, in hexadecimal.
  sha256 text collate "C" primary key,
  incident_id uuid not null,
  grid_no text collate "C" not null,
  made_by text not null,
  made_at timestamptz not null,
  lines integer not null
);
create trigger fire_package_append_only before update or delete on fire_package for each row execute function refuse_change();
create trigger fire_package_no_truncate before truncate on fire_package for each statement execute function refuse_change();

-- What a story gathers by its alarm.
create index plan_run_fire on plan_run (fire_id);
`,
};
