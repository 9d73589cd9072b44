// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { GridNo } from '@lookout/domain';
import type { Assessment, FireArchive } from '@lookout/features/fire-archive/fire-archive.ts';
import type { Json } from '@lookout/store/tables.ts';

export interface FireArchiveTable {
  id: string;
  fire_id: string;
  grid_no: GridNo;
  version: number;
  revision: number;
  corrects: Json<FireArchive['corrects']>;
  assessment: Json<Assessment>;
  created_by: string;
  created_at: Date;
  changed_by: string;
  changed_at: Date;
  sealed_by: string | null;
  sealed_at: Date | null;
  sha256: string | null;
  content: string | null;
}

export interface FireArchiveTables {
  fire_archive: FireArchiveTable;
}
