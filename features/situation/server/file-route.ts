// `GET …/document/file?id=&format=pdf|docx`: 404 outside the grid, like every object.

import { invalid, notFound } from '@lookout/server/acting/refusal.ts';
import type { Context, RawRoute } from '@lookout/server/serve/context.ts';
import { sendFile } from '@lookout/server/serve/send-file.ts';
import { errandOf } from '@lookout/server/serve/whose.ts';
import { DOCUMENT_MEDIA_TYPES } from '@lookout/server/services/documents/document.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { REPORT_FORMATS } from '../../fire-archive/fire-archive.calls.ts';
import { contentOf, type DocumentContent, MOST_PLOTS } from '../service/fire-documents/content.ts';
import { FILE_SUMMARY } from '../service/fire-documents/texts.ts';
import { fireDocumentPath } from '../situation.calls.ts';
import { printedDocument } from './print.ts';

type Needs = Pick<Room, 'store' | 'grids' | 'mapPictures' | 'documents'>;

export const fileRoute = (room: Needs): RawRoute => ({
  name: 'fire-document-file',
  method: 'GET',
  path: fireDocumentPath,
  summary: FILE_SUMMARY,
  weight: 20,
  permission: { anyOf: ['support-decisions'] },
  scope: 'object',
  async handle(context, request, reply) {
    const { id = '', format: asked = 'pdf' } = request.query as Record<string, string | undefined>;
    const format = REPORT_FORMATS.find((one) => one === asked);
    if (format === undefined) throw invalid('format', 'report-format');
    const { content, sha256 } = await storedDocument(room, context, id);
    const printed = await printedDocument((order) => room.mapPictures.draw(errandOf(context), order), content, sha256);
    const bytes = await room.documents.print(errandOf(context), printed, format);
    return sendFile(reply, { name: `${printed.title}.${format}`, mediaType: DOCUMENT_MEDIA_TYPES[format], bytes });
  },
});

/** The content stored with an issue, or the current content of a draft. @throws Refusal 404 */
async function storedDocument(
  { store, grids }: Needs,
  { scope }: Context,
  id: string,
): Promise<{ readonly content: DocumentContent; readonly sha256: string | null }> {
  const stored = await store.fireDocuments.find(scope, id);
  if (stored === null) throw notFound();
  const { document } = stored;
  if (stored.content !== null) return { content: JSON.parse(stored.content) as DocumentContent, sha256: document.issue?.sha256 ?? null };
  const alarm = await store.alarms.find(scope, document.fireId);
  if (!alarm) throw notFound();
  const { list: plots } = await store.plots.list(scope, { fireId: alarm.id }, { limit: MOST_PLOTS });
  return {
    content: contentOf(document, { alarm, plots, at: document.changedAt, by: document.changedBy, number: null }, grids()),
    sha256: null,
  };
}
