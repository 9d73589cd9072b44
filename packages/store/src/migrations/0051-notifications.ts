// Notifications (通知): the choices of persons and administrators, the browsers and other systems that are notified, and the outbox. See
// docs/decisions/0061.
import type { Migration } from './migration.ts';

export const notifications: Migration = {
  name: '0051-notifications',
  sql: `
create table notification_choice (
  account_id uuid primary key references account on delete cascade,
  channels jsonb not null,
  email text,
  grids text[] collate "C" not null,
  quiet jsonb,
  tells_end boolean not null,
  language text collate "C" not null check (language in ('zh', 'en')),
  changed_at timestamptz not null
);

-- Of a grid and those below it that have none of their own.
create table notification_policy (
  grid_no text collate "C" primary key,
  duty_level text collate "C",
  repeat_minutes integer not null check (repeat_minutes > 0),
  repeats integer not null check (repeats >= 0),
  changed_by text not null,
  changed_at timestamptz not null
);

create table push_subscription (
  endpoint text collate "C" primary key,
  account_id uuid not null references account on delete cascade,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscription_account on push_subscription (account_id);

create table webhook (
  id uuid primary key,
  grid_no text collate "C" not null,
  name text not null,
  url text not null,
  -- Encrypted under a key of the keys file.
  secret text not null,
  least text collate "C" not null,
  enabled boolean not null,
  version integer not null,
  created_by text not null,
  created_at timestamptz not null,
  changed_by text not null,
  changed_at timestamptz not null
);
create index webhook_grid on webhook (grid_no);

create table notification (
  id uuid primary key,
  -- Fire, receiver, channel, round, stage and repeat: what was told once is not told again.
  once_key text collate "C" not null unique,
  kind text collate "C" not null check (kind in ('fire', 'summary', 'test')),
  -- The name that the fire had, and one of its alarms that the receiver may see.
  fire_id uuid,
  alarm_id uuid,
  grid_no text collate "C" not null,
  account_id uuid,
  webhook_id uuid,
  receiver text not null,
  channel text collate "C" not null check (channel in ('sms', 'push', 'email', 'webhook')),
  -- A telephone number or e-mail address; the others are looked up when it is sent.
  address text,
  stage text collate "C",
  repeat integer not null,
  is_duty boolean not null,
  title text not null,
  content text not null,
  -- What a webhook is sent.
  payload jsonb,
  state text collate "C" not null check (state in ('held', 'summed', 'waiting', 'sent', 'delivered', 'failed', 'kept')),
  attempts integer not null,
  next_attempt_at timestamptz,
  reason text,
  created_at timestamptz not null,
  settled_at timestamptz
);
create index notification_due on notification (next_attempt_at) where state in ('waiting', 'held');
create index notification_alarm on notification (alarm_id);
create index notification_fire on notification (fire_id);
create index notification_grid on notification (grid_no, created_at desc, id);
create index notification_duty on notification (created_at) where is_duty;

-- How far the log has been read for them: nothing that happened before is told.
create table notification_reading (seq bigint not null);
insert into notification_reading select coalesce(max(event_last), 0) from journal_head;
create unique index notification_reading_one on notification_reading ((true));
`,
};
