// Files attached to plans: PDFs and pictures. A picture is re-encoded like any photo; a PDF is stored unchanged and only displayed.

import { NATION } from '@lookout/domain';
import { invalid, notFound } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context, type Handlers, type RawRoute } from '@lookout/server/serve/context.ts';
import { cachedByBrowsers, inlineAs } from '@lookout/server/serve/send-file.ts';
import { fileOf } from '@lookout/server/serve/uploaded-file.ts';
import { whoseOf } from '@lookout/server/serve/whose.ts';
import type { Room } from '@lookout/server/services/open.ts';
import { MOST_MEGABYTES, readPicture, storeUpload } from '@lookout/server/services/pictures.ts';
import { fileTypeFromBuffer } from 'file-type';
import { sessionOf } from '../../camera/service/operating.ts';
import type { Contract } from '../../contract.ts';

/** The browser's PDF viewer needs a style and a plug-in, and runs no script. */
const FILE_POLICY = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'";

const PDF = { mime: 'application/pdf', extension: 'pdf', widthPixels: 0, heightPixels: 0, gps: null } as const;

const ticketName = (id: string): string => `plan-file/${id}`;

/** @throws Refusal 404 when the file is missing or the caller may not read it */
async function readableFile(store: Room['store'], context: Context, id: string) {
  const upload = await store.uploads.find(NATION, id);
  if (!upload) throw notFound();
  if (upload.accountId !== accountOf(context).accountId && !(await store.plans.showsFile(context.scope, id))) throw notFound();
  return upload;
}

export function planFiles({
  store,
  pictures,
  tickets,
  scanner,
}: Pick<Room, 'store' | 'pictures' | 'tickets' | 'scanner'>): Handlers<Pick<Contract['plan'], 'uploadPlanFile' | 'planFileTicket'>> {
  return {
    async planFileTicket(context, { body: { id } }) {
      await readableFile(store, context, id);
      return { ticket: await tickets.issue(sessionOf(accountOf(context)), ticketName(id)) };
    },

    async uploadPlanFile(context) {
      const { accountId, gridNo } = accountOf(context);
      if (context.stream === null) throw invalid('file', 'plan-file-kind');
      const bytes = await fileOf(context.stream, context.headers.contentType ?? '', MOST_MEGABYTES);
      const kind = (await fileTypeFromBuffer(bytes))?.mime;
      if (kind !== 'application/pdf' && kind !== 'image/png' && kind !== 'image/jpeg') throw invalid('file', 'plan-file-kind');
      await scanner.look(bytes, whoseOf(context));
      const file = kind === 'application/pdf' ? { ...PDF, bytes } : await readPicture(bytes, whoseOf(context));
      const id = await storeUpload({ store, pictures }, file, { gridNo, accountId });
      context.audit.target('upload', id, gridNo);
      return { id, mime: file.mime };
    },
  };
}

/**
 * `GET /files/plan/{id}`: a file of a plan that the caller may read, including a superior's; and the caller's own upload before a plan
 * contains it.
 */
export function planFileRoute({ store, pictures, config }: Pick<Room, 'store' | 'pictures' | 'config'>): RawRoute {
  return {
    name: 'plan-file',
    method: 'GET',
    path: '/files/plan/{id}',
    summary: '附件',
    permission: 'officer',
    scope: 'object',
    // The browser's built-in PDF viewer sends no authorization header.
    ticketFor: ({ id = '' }) => ticketName(id),
    async handle(context, request, reply) {
      const { id } = request.params as { id: string };
      const upload = await readableFile(store, context, id);
      const file = await pictures.read(upload.name);
      return reply
        .header('content-type', upload.mime)
        .header('content-length', upload.byteSize)
        .header('content-security-policy', FILE_POLICY)
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', inlineAs(upload))
        .header('cache-control', cachedByBrowsers(config))
        .send(file);
    },
  };
}
