// Documents of a fire, as used by features: begun, changed and issued in the transaction of the act, each with its event. Called when an
// officer edits a document, and when one is sent as a report.
import { randomUUID } from 'node:crypto';
import { formatTime } from '@lookout/contract';
import { actorName, type ChangesOf, type EventOf } from '@lookout/domain';
import type { Act } from '@lookout/server/acting/act.ts';
import { type FieldFault, fieldFault, refused, refuseFaults } from '@lookout/server/acting/refusal.ts';
import { hashedContent } from '@lookout/server/services/hashed-content.ts';
import { eventOf, type Happened } from '@lookout/server/services/journal.ts';
import { type Alarm, verdictOf } from '../../../alarm/alarm.ts';
import { isDrill } from '../../../exercise/drill.ts';
import type { GridCatalogue } from '../../../grid/service/grid-catalogue.ts';
import type { Repositories } from '../../../store.ts';
import {
  applyToFireDocument,
  blankFields,
  DOCUMENT_FIELDS,
  type DocumentFields,
  type FireDocument,
  type FireDocumentPayloads,
  type LengthFault,
  lengthFaults,
  mayIssueDocument,
} from '../../fire-document.ts';
import { contentOf, MOST_PLOTS } from './content.ts';

interface DocumentChanged {
  /** null: the draft was discarded. */
  readonly after: FireDocument | null;
  readonly happened: readonly Happened[];
}

/** The event of a change, and the document after it. */
export function changeDocument(
  act: Act,
  before: FireDocument | null,
  change: ChangesOf<FireDocumentPayloads>,
  { id, gridNo }: Pick<FireDocument, 'id' | 'gridNo'>,
): DocumentChanged {
  const event = eventOf(act, change, { objectId: id, gridNo }) as EventOf<'document'>;
  const after = applyToFireDocument(before, event, actorName(act.actor));
  return { after, happened: [{ event, after }] };
}

/** A first draft for a fire, not yet saved. */
export function newDraft(
  { actor, now }: Act,
  alarm: Alarm,
  first: Pick<FireDocument, 'kind' | 'fields' | 'language' | 'corrects'>,
): FireDocument {
  const by = actorName(actor);
  return {
    ...first,
    id: randomUUID(),
    fireId: alarm.id,
    gridNo: alarm.gridNo,
    isDrill: isDrill(alarm),
    revision: 1,
    createdBy: by,
    createdAt: now,
    changedBy: by,
    changedAt: now,
    issue: null,
  };
}

/**
 * Issues a locked draft with its number and hash, and saves it. The alarm is locked too, which orders a simultaneous judgement before or
 * after.
 * @param revision the next one
 * @throws Refusal when the document may not be issued yet, naming its fields
 */
export async function issueDraft(
  tx: Repositories,
  act: Act,
  { alarm, draft, revision }: { readonly alarm: Alarm; readonly draft: FireDocument; readonly revision: number },
  grids: GridCatalogue,
): Promise<{ readonly after: FireDocument; readonly happened: readonly Happened[] }> {
  const may = mayIssueDocument(draft, verdictOf(alarm.response));
  if (!may.ok) throw refused(may.error === 'unjudged' ? 'document-fire-unjudged' : 'document-fire-false');
  const blank = blankFields(draft);
  if (blank.length > 0) throw refused('document-incomplete', { blank });
  refuseFaults(lengthFaults(draft).map(lengthFault));
  const { list: plots } = await tx.plots.list(act.scope, { fireId: alarm.id }, { limit: MOST_PLOTS });
  const { now: at } = act;
  const year = Number(formatTime(at).slice(0, 4));
  const number = { year, count: await tx.fireDocuments.nextNumber({ ...draft, year }) };
  const { content, sha256 } = hashedContent(contentOf(draft, { alarm, plots, at, by: actorName(act.actor), number }, grids));
  const change = { kind: 'document.issued', payload: { number, sha256, revision } } as const;
  const { after, happened } = changeDocument(act, draft, change, draft);
  if (after === null) throw new Error('a document that was issued is gone');
  await tx.fireDocuments.save(after, content);
  return { after, happened };
}

function lengthFault(fault: LengthFault): FieldFault {
  const { field, most } = fault;
  return fault.kind === 'page'
    ? fieldFault(field, 'document-too-long', { field, lines: fault.lines, most })
    : fieldFault(field, 'document-field-too-long', { field, length: fault.length, most });
}

/** The fields of the document's kind, trimmed; blank ones are left out. */
export function fieldsOfKind({ kind }: Pick<FireDocument, 'kind'>, given: Readonly<Record<string, string | undefined>>): DocumentFields {
  const names: readonly string[] = DOCUMENT_FIELDS[kind];
  return Object.fromEntries(names.flatMap((name) => (given[name]?.trim() ? [[name, given[name].trim()]] : [])));
}
