// Photos up and down. An upload belongs to its sender's grid until an alarm claims it; then it lies where the alarm lies.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { type Contract, fileUrl } from '@lookout/contract';
import { NATION } from '@lookout/domain';
import type { Store, Upload } from '@lookout/store';
import { invalid, notFound, Refusal, refused } from '../../acting/refusal.ts';
import { accountOf, type Context, type Handlers, type RawRoute } from '../../serve/context.ts';
import { MOST_BYTES, MOST_MEGABYTES, type PictureFolder, readPicture } from '../../services/pictures.ts';

export function uploadHandlers(store: Store, folder: PictureFolder): Pick<Handlers<Contract['places']>, 'upload'> {
  return {
    async upload(context) {
      const { stream, headers, caller } = context;
      if (stream === null) throw invalid('file', 'no-picture-received');
      const picture = await readPicture(await fileOf(stream, headers.contentType ?? ''));
      const id = randomUUID();
      const name = `${id}.${picture.extension}`;
      const gridNo = caller.kind === 'account' ? caller.gridNo : NATION;
      await folder.save(name, picture.bytes);
      try {
        await store.uploads.create({
          id,
          name,
          gridNo,
          accountId: caller.kind === 'account' ? caller.accountId : null,
          mime: picture.mime,
          byteSize: picture.bytes.length,
          widthPixels: picture.widthPixels,
          heightPixels: picture.heightPixels,
          gps: picture.gps,
        });
      } catch (error) {
        await folder.remove(name);
        throw error;
      }
      context.audit.target('upload', id, gridNo);
      return {
        id,
        url: fileUrl(id) ?? '',
        width: picture.widthPixels,
        height: picture.heightPixels,
        longitude: picture.gps?.lng ?? null,
        latitude: picture.gps?.lat ?? null,
      };
    },
  };
}

/**
 * `GET /files/{id}`: the photo itself, only inside the grid it lies in. A task's photos are seen beyond that by those who were sent,
 * wherever they are at home; and who may only see tasks sees no others.
 */
export function fileRoute(store: Store, folder: PictureFolder): RawRoute {
  return {
    name: 'file',
    method: 'GET',
    path: '/files/{id}',
    summary: '照片',
    permission: { anyOf: ['watch-alarms', 'dispatch', 'report-as-ranger'] },
    scope: 'object',
    async handle(context, request, reply) {
      const { id } = request.params as { id: string };
      const upload = await visiblePhoto(store, context, id);
      if (!upload) throw notFound();
      return reply
        .header('content-type', upload.mime)
        .header('content-length', upload.byteSize)
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', 'inline')
        .header('cache-control', 'private, max-age=86400, immutable')
        .send(folder.read(upload.name));
    },
  };
}

async function visiblePhoto(store: Store, context: Context, id: string): Promise<Upload | null> {
  const { scope } = context;
  const { rights, accountId } = accountOf(context);
  if (rights.has('watch-alarms') || rights.has('report-as-ranger')) {
    const near = await store.uploads.find(scope, id);
    if (near) return near;
  } else if (await store.tasks.shows({ scope }, id)) return store.uploads.find(scope, id);
  return (await store.tasks.shows({ memberId: accountId }, id)) ? store.uploads.find(NATION, id) : null;
}

/** The one file of a multipart form, or the bare body when it is sent as an image. */
async function fileOf(stream: AsyncIterable<Uint8Array>, contentType: string): Promise<Buffer> {
  if (!contentType.toLowerCase().startsWith('multipart/form-data')) return collect(stream);
  const files: Promise<Buffer>[] = [];
  const form = formReader(contentType);
  // Taking the first and dropping the others in silence would lose somebody's photos.
  let hasMore = false;
  form.on('filesLimit', () => {
    hasMore = true;
  });
  form.on('file', (_field, part) => {
    const file = collect(part).then((bytes) => {
      if (part.truncated) throw refused('picture-too-large', { megabytes: MOST_MEGABYTES });
      return bytes;
    });
    // It is awaited when the form has ended; until then a refusal must not count as nobody's.
    file.catch(() => undefined);
    files.push(file);
  });
  try {
    await pipeline(Readable.from(stream), form);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw invalid('file', 'upload-incomplete');
  }
  if (hasMore) throw invalid('file', 'one-picture-at-a-time');
  const [file] = await Promise.all(files);
  if (file === undefined) throw invalid('file', 'no-picture-received');
  return file;
}

function formReader(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { files: 1, fileSize: MOST_BYTES, fields: 20, fieldSize: 10_000 },
    });
  } catch {
    throw invalid('file', 'upload-unreadable');
  }
}

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > MOST_BYTES) throw refused('picture-too-large', { megabytes: MOST_MEGABYTES });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
