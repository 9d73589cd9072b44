// The types of the tables for kysely. The tables themselves are defined in migrations/. Features add theirs (`<feature>.tables.ts`).
import type { Actor, GridNo } from '@lookout/domain';
import type { ColumnType, Generated } from 'kysely';
import type { AuditHash } from './audit-chain.ts';

import type { PartedLog } from './parted-log.ts';

/** Written as JSON text (`jsonb(value)`), read as a value. */
export type Json<T> = ColumnType<T, T, T>;

export interface Tables {
  setting: { key: string; value: Json<unknown> };
  journal_head: {
    single: Generated<boolean>;
    event_first: Generated<number>;
    event_last: number;
    audit_last: number;
    audit_hash: Buffer;
    audit_hash_name: Generated<AuditHash>;
  };
  event: EventTable;
  audit: AuditTable;
  log_retention: { log: PartedLog; months: number };
  log_archive: LogArchiveTable;
  job_lease: { job: string; holder: string; until: Date; done_at: Date | null };
  upload: UploadTable;
}

export interface EventTable {
  /** The last number of the event. */
  seq: number;
  numbers: number;
  id: string;
  kind: string;
  /** null for a run of recorded alarms, as are grid and payload. */
  object_id: string | null;
  grid_no: GridNo | null;
  left_grid_no: GridNo | null;
  happened_at: Date;
  recorded_at: Date;
  actor: Actor['kind'];
  account_id: string | null;
  actor_name: string;
  full_name: string | null;
  post: string | null;
  actor_grid_no: GridNo | null;
  desk: string | null;
  request_id: string | null;
  payload: Json<unknown>;
  first_alarm: string | null;
  last_alarm: string | null;
}

export interface LogArchiveTable {
  log: PartedLog;
  first: number;
  last: number;
  count: number;
  began_at: Date;
  ended_at: Date;
  file: string;
  sha256: string;
  content_sha256: string;
  last_hash: Buffer | null;
  left_at: Date;
}

export interface AuditTable {
  id: number;
  at: Date;
  account_id: string | null;
  user_name: string | null;
  address: string | null;
  act: string;
  target_kind: string | null;
  target_id: string | null;
  grid_no: GridNo | null;
  outcome: string;
  detail: Json<Record<string, unknown>>;
  prev_hash: Buffer;
  hash: Buffer;
}

export interface UploadTable {
  id: string;
  name: string;
  grid_no: GridNo;
  account_id: string | null;
  mime: string;
  byte_size: number;
  width: number;
  height: number;
  gps_lng: number | null;
  gps_lat: number | null;
  created_at: Date;
  /** When an object began to use the picture; null: none does. */
  claimed_at: Date | null;
}
