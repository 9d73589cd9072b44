// The file of an upload: of a multipart form, or the bare body.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { invalid, Refusal, refused } from '../acting/refusal.ts';

const MEGABYTE = 1024 * 1024;

/** The one file of a multipart form, or the bare body when it is sent as it is. @throws Refusal over `megabytes`, for several files or none */
export async function fileOf(stream: AsyncIterable<Uint8Array>, contentType: string, megabytes: number): Promise<Buffer> {
  if (!contentType.toLowerCase().startsWith('multipart/form-data')) return collect(stream, megabytes);
  const files: Promise<Buffer>[] = [];
  const form = formReader(contentType, megabytes);
  // Further files are refused, not silently dropped.
  let hasMore = false;
  form.on('filesLimit', () => {
    hasMore = true;
  });
  form.on('file', (_field, part) => {
    const file = collect(part, megabytes).then((bytes) => {
      if (part.truncated) throw refused('picture-too-large', { megabytes });
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

function formReader(contentType: string, megabytes: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { files: 1, fileSize: megabytes * MEGABYTE, fields: 20, fieldSize: 10_000 },
    });
  } catch {
    throw invalid('file', 'upload-unreadable');
  }
}

async function collect(stream: AsyncIterable<Uint8Array>, megabytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > megabytes * MEGABYTE) throw refused('picture-too-large', { megabytes });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
