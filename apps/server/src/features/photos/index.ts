// Upload and download of photos. An upload belongs to its sender's grid until an alarm claims it, then to the alarm's grid.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { type Contract, fileUrl } from '@lookout/contract';
import { NATION } from '@lookout/domain';
import type { Store, Upload } from '@lookout/store';
import { invalid, notFound, Refusal, refused } from '../../acting/refusal.ts';
import type { ServerFeature } from '../../feature.ts';
import { accountOf, type Context, type Handlers, type RawRoute } from '../../serve/context.ts';
import { MOST_BYTES, MOST_MEGABYTES, type PictureFolder, readPicture } from '../../services/pictures.ts';

export const photos: ServerFeature<'photos'> = {
  open: ({ store, pictures }) => ({ calls: uploadHandlers(store, pictures), rawRoutes: [fileRoute(store, pictures)] }),
};

function uploadHandlers(store: Store, folder: PictureFolder): Handlers<Contract['photos']> {
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
 * `GET /files/{id}`: the photo, only within its grid. A task's members may see the task's photos in any grid; callers who may only see tasks see no
 * other photos.
 */
function fileRoute(store: Store, folder: PictureFolder): RawRoute {
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
  // Further files are refused, not silently dropped.
  let hasMore = false;
  form.on('filesLimit', () => {
    hasMore = true;
  });
  form.on('file', (_field, part) => {
    const file = collect(part).then((bytes) => {
      if (part.truncated) throw refused('picture-too-large', { megabytes: MOST_MEGABYTES });
      return bytes;
    });
    // Awaited at the end of the form; until then it must not count as an unhandled rejection.
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
