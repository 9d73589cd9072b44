// Documents of a fire: begun with the known facts, edited, issued with a number. An issue is stored as text with its hash and never
// changed.

import type { Received } from '@lookout/contract';
import { withGridName } from '@lookout/domain';
import { conflict, invalid, notFound } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import type { Repositories } from '../../store.ts';
import { type FireDocument, mayReviseDocument } from '../fire-document.ts';
import { knownFields } from '../service/fire-documents/facts.ts';
import { changeDocument, fieldsOfKind, issueDraft, newDraft } from '../service/fire-documents/fire-documents.ts';

type Calls = Contract['situation'];
type DocumentCalls = Pick<Calls, 'documentList' | 'beginDocument' | 'reviseDocument' | 'issueDocument' | 'discardDocument'>;

/** Upper limit, more than the documents of any fire. */
const MOST_DOCUMENTS = 500;

export function documentHandlers(room: Room): Handlers<DocumentCalls> {
  const { store, grids, journal } = room;
  const named = (document: FireDocument) => withGridName(document, grids().nameOf);

  const lock = async (tx: Repositories, context: Context, id: string): Promise<FireDocument> => {
    const document = await tx.fireDocuments.lockForUpdate(context.scope, id);
    if (!document) throw notFound();
    context.audit.target('document', document.id, document.gridNo);
    return document;
  };

  /** @returns the next revision @throws Refusal 409 with the current document */
  const nextRevision = (document: FireDocument, seen: number): number => {
    const next = mayReviseDocument(document, seen);
    if (next.ok) return next.value;
    throw next.error === 'issued'
      ? conflict(named(document), 'document-issued', { by: document.issue?.by ?? '' })
      : conflict(named(document), 'document-revised', { by: document.changedBy });
  };

  /** The fields and language of a new draft: those of the issue that it corrects, otherwise the known facts of the fire. */
  const firstTexts = async (
    context: Context,
    { fireId, kind, corrects, reason }: Received<Calls['beginDocument']>['body'],
  ): Promise<Pick<FireDocument, 'fields' | 'language' | 'corrects'>> => {
    const alarm = await store.alarms.find(context.scope, fireId);
    if (!alarm) throw notFound();
    if (corrects == null) {
      const { language, scope, now } = context;
      const reader = { ...accountOf(context), scope, now };
      return { fields: await knownFields(room, { reader, language }, alarm, kind), language, corrects: null };
    }
    const stored = await store.fireDocuments.find(context.scope, corrects);
    const old = stored?.document;
    if (!old?.issue || old.fireId !== fireId || old.kind !== kind) throw invalid('corrects', 'document-not-issued');
    return { fields: old.fields, language: old.language, corrects: { id: old.id, number: old.issue.number, reason: reason?.trim() ?? '' } };
  };

  return {
    async documentList({ scope }, { query: { fireId } }) {
      if (!(await store.alarms.find(scope, fireId))) throw notFound();
      return { rows: (await store.fireDocuments.ofFire(scope, fireId, { limit: MOST_DOCUMENTS })).map(named) };
    },

    async beginDocument(context, { body }) {
      // This queries the weather service, so it happens before the transaction.
      const first = await firstTexts(context, body);
      return journal.transact(context, async (tx) => {
        const alarm = await tx.alarms.lockForUpdate(context.scope, body.fireId);
        if (!alarm) throw notFound();
        const document = newDraft(context, alarm, { ...first, kind: body.kind });
        if (!(await tx.fireDocuments.begin(document))) {
          const existing = await tx.fireDocuments.draftOf(context.scope, alarm.id, body.kind);
          throw conflict(existing && named(existing), 'document-draft-open', { by: existing?.changedBy ?? '' });
        }
        const { happened } = changeDocument(context, null, { kind: 'document.begun', payload: { document } }, document);
        return { value: named(document), happened };
      });
    },

    reviseDocument: (context, { params, body }) =>
      journal.transact(context, async (tx) => {
        const before = await lock(tx, context, params.id);
        const revision = nextRevision(before, body.revision);
        const change = { kind: 'document.revised', payload: { fields: fieldsOfKind(before, body.fields), revision } } as const;
        const { after, happened } = changeDocument(context, before, change, before);
        if (after === null) throw new Error('a document that was revised is gone');
        await tx.fireDocuments.save(after, null);
        return { value: named(after), happened };
      }),

    issueDocument: (context, { body: { id, revision: seen } }) =>
      journal.transact(context, async (tx) => {
        const stored = await tx.fireDocuments.find(context.scope, id);
        if (!stored) throw notFound();
        // The lock orders a simultaneous judgement before or after the issue. The alarm is locked first, as when a document is begun.
        const alarm = await tx.alarms.lockForUpdate(context.scope, stored.document.fireId);
        if (!alarm) throw notFound();
        const before = await lock(tx, context, id);
        const revision = nextRevision(before, seen);
        const { after, happened } = await issueDraft(tx, context, { alarm, draft: before, revision }, grids());
        return { value: named(after), happened };
      }),

    discardDocument: (context, { params }) =>
      journal.transact(context, async (tx) => {
        const before = await lock(tx, context, params.id);
        if (before.issue !== null) throw conflict(named(before), 'document-issued', { by: before.issue.by });
        await tx.fireDocuments.discard(before.id);
        const change = { kind: 'document.discarded', payload: { documentKind: before.kind } } as const;
        return { value: undefined, happened: changeDocument(context, before, change, before).happened };
      }),
  };
}
