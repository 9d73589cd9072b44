// Reads the files of an upload, from a multipart form or the bare body. All forms are read here; each call states what its form may
// contain.
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { invalid, Refusal, refused } from '../acting/refusal.ts';

const MEGABYTE = 1024 * 1024;

/** A file of a form while it arrives. It must be read or skipped. */
export interface FormPart {
  /** The name of its form field. */
  readonly field: string;
  /** The file name as the sender wrote it; '': none. */
  readonly fileName: string;
  /** @throws Refusal when it is larger than the form's `megabytes` */
  bytes(): Promise<Buffer>;
  saveAs(path: string): Promise<void>;
  skip(): void;
}

interface FormLimits {
  readonly files: number;
  readonly fields: number;
  readonly fieldSize?: number;
  /** The limit for each file; absent: only the limit of the call's body applies. */
  readonly megabytes?: number;
}

interface FormOrder<T> {
  /** The field that a refusal names. */
  readonly path: string;
  readonly limits: FormLimits;
  /** Called as each file begins; null: it was skipped. */
  take(part: FormPart): Promise<T | null>;
}

interface FormFiles<T> {
  readonly files: readonly T[];
  /** The form contained more files than it may. */
  readonly hasMore: boolean;
}

const isForm = (contentType: string): boolean => contentType.toLowerCase().startsWith('multipart/form-data');

/**
 * @throws Refusal 422 when the body is not a form or is incomplete; any Refusal that `take` throws; the disk's error when the disk is full
 */
export async function filesOfForm<T>(
  stream: AsyncIterable<Uint8Array>,
  contentType: string,
  { path, limits, take }: FormOrder<T>,
): Promise<FormFiles<T>> {
  const { megabytes } = limits;
  const form = formReader(contentType, path, limits);
  const taken: Promise<T | null>[] = [];
  let hasMore = false;
  form.on('filesLimit', () => {
    hasMore = true;
  });
  form.on('file', (field, part, fileName) => {
    const file = take({
      field,
      fileName: fileName ?? '',
      async bytes() {
        const bytes = await collect(part);
        if (part.truncated && megabytes !== undefined) throw refused('picture-too-large', { megabytes });
        return bytes;
      },
      saveAs: (place) => pipeline(part, createWriteStream(place, { mode: 0o600 })),
      skip: () => part.resume(),
    });
    // Awaited at the end of the form; until then it must not count as an unhandled rejection.
    file.catch(() => undefined);
    taken.push(file);
  });
  try {
    await pipeline(Readable.from(stream), form);
    const files = await Promise.all(taken);
    return { files: files.filter((file) => file !== null), hasMore };
  } catch (error) {
    if (error instanceof Refusal || (error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
    throw invalid(path, 'upload-incomplete');
  }
}

function formReader(contentType: string, path: string, { megabytes, ...limits }: FormLimits): BusboyInstance {
  if (!isForm(contentType)) throw invalid(path, 'upload-unreadable');
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { ...limits, ...(megabytes !== undefined && { fileSize: megabytes * MEGABYTE }) },
    });
  } catch {
    throw invalid(path, 'upload-unreadable');
  }
}

/**
 * Reads the one picture of a form, or the bare body when it is sent without a form. @throws Refusal over `megabytes`, for several files or
 * none
 */
export async function fileOf(stream: AsyncIterable<Uint8Array>, contentType: string, megabytes: number): Promise<Buffer> {
  if (!isForm(contentType)) return collect(stream, megabytes);
  const { files, hasMore } = await filesOfForm(stream, contentType, {
    path: 'file',
    limits: { files: 1, fields: 20, fieldSize: 10_000, megabytes },
    take: (part) => part.bytes(),
  });
  // Further files are refused, not silently dropped.
  if (hasMore) throw invalid('file', 'one-picture-at-a-time');
  const [file] = files;
  if (file === undefined) throw invalid('file', 'no-picture-received');
  return file;
}

interface NamedFile {
  readonly fileName: string;
  readonly bytes: Buffer;
}

/**
 * Reads the one file of a form, with its name; the call's own limit applies to its size. @throws Refusal 422 when the body is not a form,
 * contains no file, or is incomplete
 */
export async function namedFileOf(stream: AsyncIterable<Uint8Array>, contentType: string): Promise<NamedFile> {
  const { files } = await filesOfForm<NamedFile>(stream, contentType, {
    path: 'file',
    limits: { files: 1, fields: 5, fieldSize: 1_000 },
    take: async (part) => ({ fileName: part.fileName, bytes: await part.bytes() }),
  });
  const [file] = files;
  if (file === undefined || file.bytes.length === 0) throw invalid('file', 'no-file-received');
  return file;
}

async function collect(stream: AsyncIterable<Uint8Array>, megabytes?: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (megabytes !== undefined && size > megabytes * MEGABYTE) throw refused('picture-too-large', { megabytes });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
