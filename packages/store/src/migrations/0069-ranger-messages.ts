// Messages between desks and rangers about a fire. See docs/decisions/0088.
import type { Migration } from './migration.ts';

export const rangerMessages: Migration = {
  name: '0069-ranger-messages',
  sql: `
create table ranger_message (
  -- Made by the sender: sent again, it is the same one.
  id uuid primary key,
  fire_id uuid not null,
  fire_name text not null,
  -- The fire's.
  grid_no text collate "C" not null,
  user_id uuid not null,
  full_name text not null,
  sender text collate "C" not null check (sender in ('desk', 'ranger')),
  author_id uuid not null,
  author text not null,
  content text not null,
  written_at timestamptz not null,
  received_at timestamptz not null,
  read_at timestamptz,
  read_by text,
  check ((read_at is null) = (read_by is null))
);
create index ranger_message_user on ranger_message (user_id, received_at desc, id desc);
create index ranger_message_fire on ranger_message (fire_id);
create index ranger_message_received on ranger_message (received_at desc, id desc);
create index ranger_message_waiting on ranger_message (grid_no) where sender = 'ranger' and read_at is null;
`,
};
