// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { GridNo } from '@lookout/domain';
import type { MessageSender } from '@lookout/features/ranger-message/ranger-message.ts';

export interface RangerMessageTable {
  id: string;
  fire_id: string;
  fire_name: string;
  grid_no: GridNo;
  user_id: string;
  full_name: string;
  sender: MessageSender;
  author_id: string;
  author: string;
  content: string;
  written_at: Date;
  received_at: Date;
  read_at: Date | null;
  read_by: string | null;
}

export interface RangerMessageTables {
  ranger_message: RangerMessageTable;
}
