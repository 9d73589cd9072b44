// Verifies a sealed package of a fire (封存包): what exactly was changed, by file and by line. Without a database it shows only that the files agree with the
// manifest; whether the manifest is one that the product sealed, the database says.
import { createHash } from 'node:crypto';
import { UnreadableFile, withZip, type ZipEntry } from '@lookout/ingest';
import canonicalize from 'canonicalize';
import { z } from 'zod';
import { CHAIN_BEGIN, EVENTS_FILE, MANIFEST_FILE, type Manifest, PACKAGE_FORMAT, SEAL_FILE, sealText, sha256Of } from './format.ts';

export type PackageFault =
  /** No .zip, or its directory is damaged. */
  | { readonly kind: 'unreadable'; readonly file: string | null }
  | { readonly kind: 'no-manifest' }
  | { readonly kind: 'missing'; readonly file: string }
  | { readonly kind: 'unlisted'; readonly file: string }
  | { readonly kind: 'twice'; readonly file: string }
  | { readonly kind: 'changed'; readonly file: string }
  /** The manifest is not the one that `manifest.sha256` names. */
  | { readonly kind: 'other-seal' }
  /** A line that is no line of a chain, or does not name the one before it: it or the one before was changed, removed or moved. */
  | { readonly kind: 'line'; readonly line: number }
  | { readonly kind: 'other-lines'; readonly found: number; readonly listed: number };

export interface PackageCheck {
  readonly faults: readonly PackageFault[];
  /** null: it could not be read. */
  readonly manifest: Manifest | null;
  /** Of the manifest as it is, in hexadecimal. */
  readonly sha256: string | null;
}

/** @param source the path of a file, or its bytes @throws the error of the file system when there is no such file */
export async function verifyPackage(source: string | Uint8Array): Promise<PackageCheck> {
  try {
    return await withZip(source, checkEntries);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { faults: [{ kind: 'unreadable', file: null }], manifest: null, sha256: null };
  }
}

async function checkEntries(entries: readonly ZipEntry[]): Promise<PackageCheck> {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const faults: PackageFault[] = doubles(entries).map((file) => ({ kind: 'twice', file }));
  const manifestEntry = byName.get(MANIFEST_FILE);
  const manifestBytes = manifestEntry && (await readOrNull(manifestEntry));
  const manifest = manifestBytes ? manifestOf(manifestBytes) : null;
  if (!manifestBytes || manifest === null) return { faults: [...faults, { kind: 'no-manifest' }], manifest: null, sha256: null };
  const sha256 = sha256Of(manifestBytes);
  const seal = byName.get(SEAL_FILE);
  const sealed = seal && (await readOrNull(seal));
  if (!sealed || Buffer.from(sealed).toString() !== sealText(sha256)) faults.push({ kind: 'other-seal' });

  const listed = new Set<string>([MANIFEST_FILE, SEAL_FILE]);
  for (const file of manifest.files) {
    listed.add(file.name);
    const entry = byName.get(file.name);
    if (entry === undefined) faults.push({ kind: 'missing', file: file.name });
    else faults.push(...(await checkFile(entry, file)));
  }
  faults.push(...[...byName.keys()].filter((name) => !listed.has(name)).map((file) => ({ kind: 'unlisted', file }) as const));
  const events = byName.get(EVENTS_FILE);
  const lines = events && (await readOrNull(events));
  if (lines) faults.push(...checkChain(Buffer.from(lines).toString(), manifest));
  else if (!listed.has(EVENTS_FILE)) faults.push({ kind: 'missing', file: EVENTS_FILE });
  return { faults, manifest, sha256 };
}

const doubles = (entries: readonly ZipEntry[]): string[] => {
  const seen = new Set<string>();
  return entries.flatMap(({ name }) => {
    if (seen.has(name)) return [name];
    seen.add(name);
    return [];
  });
};

async function checkFile(entry: ZipEntry, { name, bytes, sha256 }: Manifest['files'][number]): Promise<PackageFault[]> {
  const hash = createHash('sha256');
  let count = 0;
  try {
    for await (const piece of entry.content()) {
      hash.update(piece);
      count += piece.length;
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    // The .zip has a checksum of its own, which a changed byte fails too.
    return [{ kind: 'changed', file: name }];
  }
  return count === bytes && hash.digest('hex') === sha256 ? [] : [{ kind: 'changed', file: name }];
}

const readOrNull = async (entry: ZipEntry): Promise<Uint8Array | null> => {
  try {
    return await entry.read();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return null;
  }
};

const hash = z.string().regex(/^[0-9a-f]{64}$/);
/** What is read of a manifest; a later version may say more. */
const manifestSchema = z.looseObject({
  format: z.literal(PACKAGE_FORMAT),
  fire: z.looseObject({ id: z.string(), gridName: z.string() }),
  made: z.looseObject({ by: z.string(), at: z.iso.datetime() }),
  lines: z.object({ count: z.int().min(0), last: hash }),
  files: z.array(z.looseObject({ name: z.string(), bytes: z.int().min(0), sha256: hash })),
});

function manifestOf(bytes: Uint8Array): Manifest | null {
  const read = manifestSchema.safeParse(jsonOf(Buffer.from(bytes).toString()));
  // Whoever changed another part of it has changed its hash.
  return read.success ? (read.data as unknown as Manifest) : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Every line is canonical, has its number and names the hash of the one before. */
function checkChain(text: string, manifest: Manifest): PackageFault[] {
  const lines = text.split('\n');
  const faults: PackageFault[] = [];
  // The last line ends too.
  if (lines.pop() !== '') faults.push({ kind: 'line', line: lines.length + 1 });
  let prev = CHAIN_BEGIN;
  for (const [index, line] of lines.entries()) {
    const read = jsonOf(line) as { readonly n?: unknown; readonly prev?: unknown } | null;
    const isNext = read?.n === index + 1 && read.prev === prev && canonicalize(read) === line;
    if (!isNext) faults.push({ kind: 'line', line: index + 1 });
    prev = sha256Of(line);
  }
  if (lines.length !== manifest.lines.count || prev !== manifest.lines.last)
    faults.push({ kind: 'other-lines', found: lines.length, listed: manifest.lines.count });
  return faults;
}
