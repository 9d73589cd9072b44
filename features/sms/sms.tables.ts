// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { GridNo } from '@lookout/domain';

export interface SmsTable {
  id: string;
  fire_id: string | null;
  fire_name: string | null;
  receiver: string | null;
  account_id: string | null;
  full_name: string;
  grid_no: GridNo;
  created_at: Date;
  exercise_id: string | null;
}

export interface SmsTables {
  sms_template: { id: string; grid_no: GridNo; name: string; content: string; updated_at: Date };
  sms: SmsTable;
}
