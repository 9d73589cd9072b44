// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { GridNo } from '@lookout/domain';
import type { DocumentFields, FireDocument, FireDocumentKind } from '@lookout/features/situation/fire-document.ts';
import type { Json } from '@lookout/store/tables.ts';

export interface FireOrderTable {
  id: string;
  fire_id: string;
  /** The value as parsed from JSON, in which times are text. */
  receivers: Json<unknown>;
  content: string;
  due_at: Date | null;
  issued_by: string;
  /** The grid for which the officer acted when he gave the order; null: no longer known. */
  issued_in: GridNo | null;
  issued_at: Date;
  withdrawal: Json<unknown> | null;
}

export interface FireDocumentTable {
  id: string;
  fire_id: string;
  grid_no: GridNo;
  kind: FireDocumentKind;
  language: 'zh' | 'en';
  is_drill: boolean;
  revision: number;
  fields: Json<DocumentFields>;
  corrects: Json<NonNullable<FireDocument['corrects']>> | null;
  created_by: string;
  created_at: Date;
  changed_by: string;
  changed_at: Date;
  number_year: number | null;
  number_count: number | null;
  issued_by: string | null;
  issued_at: Date | null;
  sha256: string | null;
  content: string | null;
}

export interface SituationTables {
  fire_order: FireOrderTable;
  fire_document: FireDocumentTable;
  fire_document_count: { grid_no: GridNo; kind: FireDocumentKind; is_drill: boolean; year: number; last: number };
}
