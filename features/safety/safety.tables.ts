// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { GridNo } from '@lookout/domain';
import type { PersonSafety } from '@lookout/features/safety/safety.ts';
import type { Json } from '@lookout/store/tables.ts';

export interface PersonSafetyTable {
  id: string;
  user_id: string;
  fire_id: string;
  grid_no: GridNo;
  state: Json<PersonSafety>;
  is_watched: boolean;
  began_at: Date;
  checked_at: Date;
}

export interface SafetyTables {
  person_safety: PersonSafetyTable;
}
