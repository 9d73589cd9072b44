// Documents of a fire: begun with what is known, edited, issued with a number. What was issued is kept as text with its hash and never changed.
import { randomUUID } from 'node:crypto';
import { type Contract, formatTime, type Received, writeFireDocument } from '@lookout/contract';
import {
  applyToFireDocument,
  blankFields,
  type ChangesOf,
  DOCUMENT_FIELDS,
  type DocumentField,
  type DocumentFields,
  type EventOf,
  type FireDocument,
  type FireDocumentPayloads,
  isDrill,
  type LengthFault,
  lengthFaults,
  mayIssueDocument,
  mayReviseDocument,
  verdictOf,
} from '@lookout/domain';
import type { Repositories } from '@lookout/store';
import { conflict, type FieldFault, fieldFault, invalid, notFound, refused, refuseFaults } from '../../acting/refusal.ts';
import { accountOf, type Context, type Handlers } from '../../serve/context.ts';
import { hashedContent } from '../../services/hashed-content.ts';
import { eventOf, type Happened } from '../../services/journal.ts';
import type { Room } from '../../services/open.ts';
import { contentOf, MOST_PLOTS } from './content.ts';
import { knownFields } from './facts.ts';

type Calls = Contract['situation'];
type DocumentCalls = Pick<Calls, 'documentList' | 'beginDocument' | 'reviseDocument' | 'issueDocument' | 'discardDocument'>;

/** More than any fire has. */
const MOST_DOCUMENTS = 500;

export function documentHandlers(room: Room): Handlers<DocumentCalls> {
  const { store, grids, journal } = room;
  const write = (document: FireDocument) => writeFireDocument(document, grids().nameOf);

  const happen = (
    context: Context,
    before: FireDocument | null,
    change: ChangesOf<FireDocumentPayloads>,
    { id, gridNo }: Pick<FireDocument, 'id' | 'gridNo'>,
  ) => {
    const event = eventOf(context, change, { objectId: id, gridNo }) as EventOf<'document'>;
    const after = applyToFireDocument(before, event, accountOf(context).fullName);
    return { after, happened: [{ event, after }] satisfies Happened[] };
  };

  const lock = async (tx: Repositories, context: Context, id: string): Promise<FireDocument> => {
    const document = await tx.fireDocuments.lockForUpdate(context.scope, id);
    if (!document) throw notFound();
    context.audit.target('document', document.id, document.gridNo);
    return document;
  };

  /** @returns the next revision @throws Refusal 409 with the document as it stands */
  const nextRevision = (document: FireDocument, seen: number): number => {
    const next = mayReviseDocument(document, seen);
    if (next.ok) return next.value;
    throw next.error === 'issued'
      ? conflict(write(document), 'document-issued', { by: document.issue?.by ?? '' })
      : conflict(write(document), 'document-revised', { by: document.changedBy });
  };

  /** The fields and language of a new draft: those of the issue that it corrects, else what is known of the fire. */
  const firstWords = async (
    context: Context,
    { fireId, kind, corrects, reason }: Received<Calls['beginDocument']>['body'],
  ): Promise<Pick<FireDocument, 'fields' | 'language' | 'corrects'>> => {
    const alarm = await store.alarms.find(context.scope, fireId);
    if (!alarm) throw notFound();
    if (corrects == null) {
      const { language } = context;
      return { fields: await knownFields(room, context, alarm, kind), language, corrects: null };
    }
    const kept = await store.fireDocuments.find(context.scope, corrects);
    const old = kept?.document;
    if (!old?.issue || old.fireId !== fireId || old.kind !== kind) throw invalid('corrects', 'document-not-issued');
    return { fields: old.fields, language: old.language, corrects: { id: old.id, number: old.issue.number, reason: reason?.trim() ?? '' } };
  };

  return {
    async documentList({ scope }, { query: { fireId } }) {
      if (!(await store.alarms.find(scope, fireId))) throw notFound();
      return { rows: (await store.fireDocuments.ofFire(scope, fireId, { limit: MOST_DOCUMENTS })).map(write) };
    },

    async beginDocument(context, { body }) {
      // Asks the weather service: before the transaction.
      const first = await firstWords(context, body);
      const { fullName: by } = accountOf(context);
      return journal.transact(context, async (tx) => {
        const alarm = await tx.alarms.lockForUpdate(context.scope, body.fireId);
        if (!alarm) throw notFound();
        const document: FireDocument = {
          ...first,
          id: randomUUID(),
          fireId: alarm.id,
          gridNo: alarm.gridNo,
          kind: body.kind,
          isDrill: isDrill(alarm),
          revision: 1,
          createdBy: by,
          createdAt: context.now,
          changedBy: by,
          changedAt: context.now,
          issue: null,
        };
        if (!(await tx.fireDocuments.begin(document))) {
          const standing = await tx.fireDocuments.draftOf(context.scope, alarm.id, body.kind);
          throw conflict(standing && write(standing), 'document-draft-open', { by: standing?.changedBy ?? '' });
        }
        const { happened } = happen(context, null, { kind: 'document.begun', payload: { document } }, document);
        return { value: write(document), happened };
      });
    },

    reviseDocument: (context, { params, body }) =>
      journal.transact(context, async (tx) => {
        const before = await lock(tx, context, params.id);
        const revision = nextRevision(before, body.revision);
        const change = { kind: 'document.revised', payload: { fields: fieldsOf(before, body.fields), revision } } as const;
        const { after, happened } = happen(context, before, change, before);
        if (after === null) throw new Error('a document that was revised is gone');
        await tx.fireDocuments.save(after, null);
        return { value: write(after), happened };
      }),

    issueDocument: (context, { body: { id, revision: seen } }) =>
      journal.transact(context, async (tx) => {
        const kept = await tx.fireDocuments.find(context.scope, id);
        if (!kept) throw notFound();
        // A judgement of this moment comes before the issue or after it. The alarm is locked first, as where a document is begun.
        const alarm = await tx.alarms.lockForUpdate(context.scope, kept.document.fireId);
        if (!alarm) throw notFound();
        const before = await lock(tx, context, id);
        const revision = nextRevision(before, seen);
        const may = mayIssueDocument(before, verdictOf(alarm.response));
        if (!may.ok) throw refused(may.error === 'unjudged' ? 'document-fire-unjudged' : 'document-fire-false');
        const blank = blankFields(before);
        if (blank.length > 0) throw refused('document-incomplete', { blank });
        refuseFaults(lengthFaults(before).map(lengthFault));
        const { list: plots } = await tx.plots.list(context.scope, { fireId: alarm.id }, { limit: MOST_PLOTS });
        const { now: at } = context;
        const year = Number(formatTime(at).slice(0, 4));
        const number = { year, count: await tx.fireDocuments.nextNumber({ ...before, year }) };
        const { content, sha256 } = hashedContent(
          contentOf(before, { alarm, plots, at, by: accountOf(context).fullName, number }, grids()),
        );
        const change = { kind: 'document.issued', payload: { number, sha256, revision } } as const;
        const { after, happened } = happen(context, before, change, before);
        if (after === null) throw new Error('a document that was issued is gone');
        await tx.fireDocuments.save(after, content);
        return { value: write(after), happened };
      }),

    discardDocument: (context, { params }) =>
      journal.transact(context, async (tx) => {
        const before = await lock(tx, context, params.id);
        if (before.issue !== null) throw conflict(write(before), 'document-issued', { by: before.issue.by });
        await tx.fireDocuments.discard(before.id);
        const change = { kind: 'document.discarded', payload: { documentKind: before.kind } } as const;
        return { value: undefined, happened: happen(context, before, change, before).happened };
      }),
  };
}

function lengthFault(fault: LengthFault): FieldFault {
  const { field, most } = fault;
  return fault.kind === 'page'
    ? fieldFault(field, 'document-too-long', { field, lines: fault.lines, most })
    : fieldFault(field, 'document-field-too-long', { field, length: fault.length, most });
}

/** Those of its kind, trimmed; blank ones are left out. */
function fieldsOf({ kind }: FireDocument, given: Received<Calls['reviseDocument']>['body']['fields']): DocumentFields {
  const names: readonly DocumentField[] = DOCUMENT_FIELDS[kind];
  return Object.fromEntries(names.flatMap((name) => (given[name]?.trim() ? [[name, given[name].trim()]] : [])));
}
