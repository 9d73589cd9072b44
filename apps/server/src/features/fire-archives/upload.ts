// The one file of a multipart form, with its name.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { invalid, Refusal } from '../../acting/refusal.ts';

/** @throws Refusal 422 when there is no form, no file in it, or it broke off */
export async function oneFile(
  stream: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<{ readonly fileName: string; readonly bytes: Buffer }> {
  if (!contentType.toLowerCase().startsWith('multipart/form-data')) throw invalid('file', 'upload-unreadable');
  const found: { fileName: string; bytes: Buffer }[] = [];
  try {
    const form = new Busboy({ headers: { 'content-type': contentType }, limits: { files: 1, fields: 5, fieldSize: 1_000 } });
    form.on('file', (_field, part, fileName) => {
      const chunks: Buffer[] = [];
      part.on('data', (chunk: Buffer) => chunks.push(chunk));
      part.on('end', () => found.push({ fileName: fileName ?? '', bytes: Buffer.concat(chunks) }));
    });
    await pipeline(Readable.from(stream), form);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw invalid('file', 'upload-incomplete');
  }
  const [file] = found;
  if (file === undefined || file.bytes.length === 0) throw invalid('file', 'no-file-received');
  return file;
}
