// A .zip written as it is read: one file after the other, without compression (pictures are already compressed), so that only one chunk is
// in memory.
import { Zip, ZipPassThrough } from 'fflate';

export interface FileToZip {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

const NOTHING = new Uint8Array();

/** @param at the modification time of the files in the archive */
export async function* zipOf(files: AsyncIterable<FileToZip>, at: Date): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    written.push(piece);
  });
  for await (const { name, content } of files) {
    const file = new ZipPassThrough(name);
    file.mtime = at;
    zip.add(file);
    for await (const piece of content) {
      file.push(piece);
      yield* written.splice(0);
    }
    file.push(NOTHING, true);
    yield* written.splice(0);
  }
  zip.end();
  yield* written.splice(0);
}
