// A .zip written as it is read: one file after the other, without compression (pictures have theirs), so that no more than a piece of it is in memory.
import { Zip, ZipPassThrough } from 'fflate';

export interface FileToZip {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

const NOTHING = new Uint8Array();

/** @param at the time that the archive gives its files */
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
