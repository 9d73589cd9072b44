// One outbox (发件箱) for all outgoing messages: the tables of short messages and notifications record why something was written, the outbox
// records its delivery. See docs/decisions/0064.
import type { Migration } from './migration.ts';

export const outbox: Migration = {
  name: '0054-outbox',
  sql: `
create table outbox (
  id uuid primary key,
  origin text collate "C" not null check (origin in ('message', 'notification')),
  channel text collate "C" not null check (channel in ('sms', 'push', 'email', 'webhook')),
  -- What its channel sends to: a telephone number, an e-mail address, the account of the browsers, the webhook.
  address text not null,
  title text,
  content text not null,
  -- What a program is given: the webhook, the browser's worker.
  payload jsonb,
  state text collate "C" not null check (state in ('held', 'gathering', 'summed', 'waiting', 'sent', 'delivered', 'failed', 'kept')),
  attempts integer not null,
  next_attempt_at timestamptz,
  reason text,
  put_at timestamptz not null,
  settled_at timestamptz
);

insert into outbox
  select id, 'message', 'sms', phone, null, content, null, state, attempts, next_attempt_at, reason, created_at,
    case when state = 'waiting' then null else coalesce(sent_at, created_at) end
  from sms;
insert into outbox
  select id, 'notification', channel, coalesce(address, account_id::text, webhook_id::text, ''), title, content,
    coalesce(payload, case when alarm_id is not null then jsonb_build_object('alarmId', alarm_id) end),
    state, attempts, next_attempt_at, reason, created_at, settled_at
  from notification;

create index outbox_due on outbox (next_attempt_at) where state in ('waiting', 'held', 'gathering');
create index outbox_done on outbox (settled_at) where settled_at is not null;

alter table sms drop column phone, drop column content, drop column state, drop column attempts, drop column next_attempt_at, drop column reason,
  drop column sent_at, add foreign key (id) references outbox on delete cascade;
alter table notification drop column channel, drop column address, drop column title, drop column content, drop column payload, drop column state,
  drop column attempts, drop column next_attempt_at, drop column reason, drop column settled_at,
  -- The message that tells of it together with others.
  add column gathered_into uuid,
  -- How dangerous the fire was when it was told, 0 to 2: of several the most dangerous is named.
  add column danger double precision, add foreign key (id) references outbox on delete cascade;
alter table notification drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in ('fire', 'summary', 'gathered', 'test'));
create index notification_account on notification (account_id, created_at) where account_id is not null;

-- Where the page was opened: push services ask for a contact (RFC 8292), and this is one where no sender of e-mails is set. null: not known, or not by https.
alter table push_subscription add column site text;
-- Who is disabled has no browsers any more.
delete from push_subscription where account_id in (select id from account where not enabled);
`,
};
