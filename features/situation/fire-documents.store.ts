// Documents of fires (文书): drafts and issued documents, and the numbers already used.

import type { GridNo } from '@lookout/domain';
import type { Limit } from '@lookout/store';
import { type Db, isUuid, jsonb, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import type { FireDocument, FireDocumentKind } from './fire-document.ts';
import type { FireDocumentTable } from './situation.tables.ts';

/** A document with the canonical JSON as which it was issued; null: a draft. */
export interface StoredDocument {
  readonly document: FireDocument;
  readonly content: string | null;
}

/** The series of a number: 〔year〕n of a grid and kind, with a separate series for exercises. */
export interface NumberSeries extends Pick<FireDocument, 'gridNo' | 'kind' | 'isDrill'> {
  readonly year: number;
}

export function fireDocumentsRepository(db: Db) {
  const inScope = (scope: GridNo) => db.selectFrom('fire_document').selectAll().where(withinScope('fire_document.grid_no', scope));
  return {
    /** false: a draft of this kind already exists. */
    async begin(document: FireDocument): Promise<boolean> {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('fire_document')
        .values({
          id: document.id,
          fire_id: document.fireId,
          grid_no: document.gridNo,
          kind: document.kind,
          language: document.language,
          is_drill: document.isDrill,
          corrects: document.corrects && jsonb(document.corrects),
          created_by: document.createdBy,
          created_at: document.createdAt,
          ...changing(document, null),
        })
        .onConflict((conflict) => conflict.columns(['fire_id', 'kind']).where('issued_at', 'is', null).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },

    /** The current draft of a fire; null: none. */
    async draftOf(scope: GridNo, fireId: string, kind: FireDocumentKind): Promise<FireDocument | null> {
      const row = await inScope(scope)
        .where('fire_id', '=', fireId)
        .where('kind', '=', kind)
        .where('issued_at', 'is', null)
        .executeTakeFirst();
      return row ? documentOf(row) : null;
    },

    /** Returns the orders, newest first. */
    async ofFire(scope: GridNo, fireId: string, { limit }: Limit): Promise<FireDocument[]> {
      const rows = await inScope(scope)
        .where('fire_id', '=', fireId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(documentOf);
    },

    async find(scope: GridNo, id: string): Promise<StoredDocument | null> {
      if (!isUuid(id)) return null;
      const row = await inScope(scope).where('id', '=', id).executeTakeFirst();
      return row ? { document: documentOf(row), content: row.content } : null;
    },

    /** In a transaction: locks the document until commit. null: missing, or not in scope. */
    async lockForUpdate(scope: GridNo, id: string): Promise<FireDocument | null> {
      if (!isUuid(id)) return null;
      const row = await inScope(scope).where('id', '=', id).forUpdate().executeTakeFirst();
      return row ? documentOf(row) : null;
    },

    /** In a transaction: the next number of a series, reserved until the commit. */
    async nextNumber({ gridNo, kind, isDrill, year }: NumberSeries): Promise<number> {
      const { last } = await db
        .insertInto('fire_document_count')
        .values({ grid_no: gridNo, kind, is_drill: isDrill, year, last: 1 })
        .onConflict((conflict) =>
          conflict.columns(['grid_no', 'kind', 'is_drill', 'year']).doUpdateSet({ last: sql<number>`fire_document_count.last + 1` }),
        )
        .returning('last')
        .executeTakeFirstOrThrow();
      return last;
    },

    /**
     * Saves a locked draft after a change.
     * @param content the canonical JSON as which it was issued; null: still a draft
     */
    async save(document: FireDocument, content: string | null): Promise<void> {
      await db.updateTable('fire_document').set(changing(document, content)).where('id', '=', document.id).execute();
    },

    /** Removes a locked draft. */
    async discard(id: string): Promise<void> {
      await db.deleteFrom('fire_document').where('id', '=', id).execute();
    },
  };
}

const changing = ({ revision, fields, changedBy, changedAt, issue }: FireDocument, content: string | null) => ({
  revision,
  fields: jsonb(fields),
  changed_by: changedBy,
  changed_at: changedAt,
  number_year: issue?.number.year ?? null,
  number_count: issue?.number.count ?? null,
  issued_by: issue?.by ?? null,
  issued_at: issue?.at ?? null,
  sha256: issue?.sha256 ?? null,
  content,
});

const documentOf = (row: Selectable<FireDocumentTable>): FireDocument => ({
  id: row.id,
  fireId: row.fire_id,
  gridNo: row.grid_no,
  kind: row.kind,
  language: row.language,
  isDrill: row.is_drill,
  revision: row.revision,
  fields: row.fields,
  corrects: row.corrects,
  createdBy: row.created_by,
  createdAt: row.created_at,
  changedBy: row.changed_by,
  changedAt: row.changed_at,
  issue: issueOf(row),
});

function issueOf({ issued_at, issued_by, sha256, number_year, number_count }: Selectable<FireDocumentTable>): FireDocument['issue'] {
  if (issued_at === null || issued_by === null || sha256 === null || number_year === null || number_count === null) return null;
  return { number: { year: number_year, count: number_count }, by: issued_by, at: issued_at, sha256 };
}
