// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { GridNo } from '@lookout/domain';

export interface FireStoryTables {
  fire_package: { sha256: string; incident_id: string; grid_no: GridNo; made_by: string; made_at: Date; lines: number };
}
