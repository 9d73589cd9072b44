// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.

import type { GridNo } from '@lookout/domain';
import type {
  NotificationChoice,
  NotificationKind,
  NotificationLevel,
  NotificationStage,
  QuietHours,
} from '@lookout/features/notification/notification.ts';
import type { OutboxChannel, OutboxOrigin, OutboxState } from '@lookout/features/notification/outbox.ts';
import type { Json } from '@lookout/store/tables.ts';

export interface OutboxTable {
  id: string;
  origin: OutboxOrigin;
  channel: OutboxChannel;
  address: string;
  title: string | null;
  content: string;
  payload: Json<unknown> | null;
  state: OutboxState;
  attempts: number;
  next_attempt_at: Date | null;
  reason: string | null;
  put_at: Date;
  settled_at: Date | null;
  share_grid: GridNo | null;
  share_account: string | null;
  goes_first: boolean;
}

export interface NotificationTable {
  id: string;
  once_key: string;
  kind: NotificationKind;
  fire_id: string | null;
  alarm_id: string | null;
  grid_no: GridNo;
  account_id: string | null;
  webhook_id: string | null;
  receiver: string;
  stage: NotificationStage | null;
  repeat: number;
  is_duty: boolean;
  created_at: Date;
  gathered_into: string | null;
  danger: number | null;
}

export interface NotificationChoiceTable {
  account_id: string;
  channels: Json<NotificationChoice['channels']>;
  email: string | null;
  grids: GridNo[];
  quiet: Json<QuietHours> | null;
  tells_end: boolean;
  language: NotificationChoice['language'];
  changed_at: Date;
}

export interface NotificationPolicyTable {
  grid_no: GridNo;
  duty_level: NotificationLevel | null;
  repeat_minutes: number;
  repeats: number;
  changed_by: string;
  changed_at: Date;
}

export interface WebhookTable {
  id: string;
  grid_no: GridNo;
  name: string;
  url: string;
  secret: string;
  least: NotificationLevel;
  enabled: boolean;
  version: number;
  created_by: string;
  created_at: Date;
  changed_by: string;
  changed_at: Date;
}

export interface NotificationTables {
  outbox: OutboxTable;
  notification: NotificationTable;
  notification_choice: NotificationChoiceTable;
  notification_policy: NotificationPolicyTable;
  notification_reading: { seq: number };
  push_subscription: { endpoint: string; account_id: string; p256dh: string; auth: string; site: string | null; created_at: Date };
  webhook: WebhookTable;
}
