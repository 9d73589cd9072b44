// Verifies a sealed package of a fire (封存包): exactly what was changed, by file and by line, and whether the manifest is signed by the key
// that it names. To learn whose key that is, compare it with the keys that an installation publishes. To learn whether the product sealed
// the manifest, query its database.
import { UnreadableFile, withZip, type ZipEntry } from '@lookout/ingest';
import { digestBy, HASH_NAMES, type HashName, hashBy } from '@lookout/server/access/digests.ts';
import { isSigned, SIGNATURE_ALGORITHMS } from '@lookout/server/access/signing.ts';
import canonicalize from 'canonicalize';
import { z } from 'zod';
import {
  CHAIN_BEGIN,
  EVENTS_FILE,
  MANIFEST_FILE,
  type Manifest,
  PACKAGE_FORMAT,
  SEAL_FILES,
  SIGNATURE_FILE,
  sealText,
  UNSIGNED_FORMAT,
} from './format.ts';

export type PackageFault =
  /** The file is not a .zip, or its directory is damaged. */
  | { readonly kind: 'unreadable'; readonly file: string | null }
  | { readonly kind: 'no-manifest' }
  | { readonly kind: 'missing'; readonly file: string }
  | { readonly kind: 'unlisted'; readonly file: string }
  | { readonly kind: 'twice'; readonly file: string }
  | { readonly kind: 'changed'; readonly file: string }
  /** The manifest does not match its seal. */
  | { readonly kind: 'other-seal'; readonly file: string }
  /** The signature is missing, or was not made by the key that the manifest names. */
  | { readonly kind: 'unsigned' }
  /**
   * A line is not a valid line of a chain, or does not contain the digest of the previous line: it or the previous one was changed, removed
   * or moved.
   */
  | { readonly kind: 'line'; readonly line: number }
  | { readonly kind: 'other-lines'; readonly found: number; readonly listed: number };

/** The fields read from a manifest. A manifest of the older format has no key, because it is not signed. */
export interface ReadManifest extends Pick<Manifest, 'fire' | 'made' | 'lines' | 'files' | 'hash'> {
  readonly signing: Manifest['signing'] | null;
}

export interface PackageCheck {
  readonly faults: readonly PackageFault[];
  /** null: the manifest could not be read. */
  readonly manifest: ReadManifest | null;
  /** SHA-256 of the manifest as found, in hexadecimal. The database is queried by it. */
  readonly sha256: string | null;
  /** Digest of the manifest by the hash of the package. */
  readonly digest: string | null;
}

const UNREADABLE = { manifest: null, sha256: null, digest: null } as const;

/** @param source the path of a file, or its bytes @throws the error of the file system when there is no such file */
export async function verifyPackage(source: string | Uint8Array): Promise<PackageCheck> {
  try {
    return await withZip(source, checkEntries);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { faults: [{ kind: 'unreadable', file: null }], ...UNREADABLE };
  }
}

async function checkEntries(entries: readonly ZipEntry[]): Promise<PackageCheck> {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const faults: PackageFault[] = doubles(entries).map((file) => ({ kind: 'twice', file }));
  const manifestEntry = byName.get(MANIFEST_FILE);
  const manifestBytes = manifestEntry && (await readOrNull(manifestEntry));
  const manifest = manifestBytes ? manifestOf(manifestBytes) : null;
  if (!manifestBytes || manifest === null) return { faults: [...faults, { kind: 'no-manifest' }], ...UNREADABLE };
  const { hash, signing } = manifest;
  const [sha256, digest] = [digestBy('SHA-256', manifestBytes), digestBy(hash, manifestBytes)];
  const textOf = async (name: string): Promise<string> => {
    const entry = byName.get(name);
    const bytes = entry && (await readOrNull(entry));
    return bytes ? Buffer.from(bytes).toString() : '';
  };
  if ((await textOf(SEAL_FILES[hash])) !== sealText(digest)) faults.push({ kind: 'other-seal', file: SEAL_FILES[hash] });
  const [signature = '', rest] = (await textOf(SIGNATURE_FILE)).split('\n');
  if (signing !== null && !(rest === '' && isSigned(manifestBytes, signature, signing))) faults.push({ kind: 'unsigned' });

  const listed = new Set<string>([MANIFEST_FILE, SEAL_FILES[hash], ...(signing === null ? [] : [SIGNATURE_FILE])]);
  for (const file of manifest.files) {
    listed.add(file.name);
    const entry = byName.get(file.name);
    if (entry === undefined) faults.push({ kind: 'missing', file: file.name });
    else faults.push(...(await checkFile(entry, file, hash)));
  }
  faults.push(...[...byName.keys()].filter((name) => !listed.has(name)).map((file) => ({ kind: 'unlisted', file }) as const));
  const events = byName.get(EVENTS_FILE);
  const lines = events && (await readOrNull(events));
  if (lines) faults.push(...checkChain(Buffer.from(lines).toString(), manifest));
  else if (!listed.has(EVENTS_FILE)) faults.push({ kind: 'missing', file: EVENTS_FILE });
  return { faults, manifest, sha256, digest };
}

const doubles = (entries: readonly ZipEntry[]): string[] => {
  const seen = new Set<string>();
  return entries.flatMap(({ name }) => {
    if (seen.has(name)) return [name];
    seen.add(name);
    return [];
  });
};

async function checkFile(entry: ZipEntry, { name, bytes, digest }: Manifest['files'][number], by: HashName): Promise<PackageFault[]> {
  const hash = hashBy(by);
  let count = 0;
  try {
    for await (const piece of entry.content()) {
      hash.update(piece);
      count += piece.length;
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    // The .zip has its own checksum, which also fails when a byte is changed.
    return [{ kind: 'changed', file: name }];
  }
  return count === bytes && hash.digest('hex') === digest ? [] : [{ kind: 'changed', file: name }];
}

const readOrNull = async (entry: ZipEntry): Promise<Uint8Array | null> => {
  try {
    return await entry.read();
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return null;
  }
};

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const fileBase = { name: z.string(), bytes: z.int().min(0) };
/** The fields read from a manifest; a later version may have more. */
const manifestBase = {
  fire: z.looseObject({ id: z.string(), gridName: z.string() }),
  made: z.looseObject({ by: z.string(), at: z.iso.datetime() }),
  lines: z.object({ count: z.int().min(0), last: digest }),
};
const manifestSchema = z.discriminatedUnion('format', [
  z.looseObject({
    ...manifestBase,
    format: z.literal(PACKAGE_FORMAT),
    hash: z.enum(HASH_NAMES),
    signing: z.object({ algorithm: z.enum(SIGNATURE_ALGORITHMS), keyId: digest, publicKey: z.string() }),
    files: z.array(z.looseObject({ ...fileBase, digest })),
  }),
  z
    .looseObject({
      ...manifestBase,
      format: z.literal(UNSIGNED_FORMAT),
      files: z.array(z.looseObject({ ...fileBase, sha256: digest })),
    })
    .transform(({ files, ...manifest }) => ({
      ...manifest,
      hash: 'SHA-256' as const,
      signing: null,
      files: files.map(({ sha256, ...file }) => ({ ...file, digest: sha256 })),
    })),
]);

function manifestOf(bytes: Uint8Array): ReadManifest | null {
  const read = manifestSchema.safeParse(jsonOf(Buffer.from(bytes).toString()));
  // A change of any other part of the manifest changes its hash.
  return read.success ? (read.data as unknown as ReadManifest) : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Checks that every line is canonical, has the right number and states the hash of the previous line. */
function checkChain(text: string, manifest: ReadManifest): PackageFault[] {
  const lines = text.split('\n');
  const faults: PackageFault[] = [];
  // The last line must also end with a line end.
  if (lines.pop() !== '') faults.push({ kind: 'line', line: lines.length + 1 });
  let prev = CHAIN_BEGIN;
  for (const [index, line] of lines.entries()) {
    const read = jsonOf(line) as { readonly n?: unknown; readonly prev?: unknown } | null;
    const isNext = read?.n === index + 1 && read.prev === prev && canonicalize(read) === line;
    if (!isNext) faults.push({ kind: 'line', line: index + 1 });
    prev = digestBy(manifest.hash, line);
  }
  if (lines.length !== manifest.lines.count || prev !== manifest.lines.last)
    faults.push({ kind: 'other-lines', found: lines.length, listed: manifest.lines.count });
  return faults;
}
