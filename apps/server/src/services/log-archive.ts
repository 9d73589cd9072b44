// The archive of a month that leaves a log: its rows as lines of JSON, compressed, in the data folder, and in the bucket if one is
// configured. A separate file contains its signature (decision 0100).
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Store } from '@lookout/features/store.ts';
import { type LeavingPart, LinesDigest, type WrittenArchive } from '@lookout/store';
import { z } from 'zod';
import { HASH_NAMES, type HashName, hashBy } from '../access/digests.ts';
import { isSigned, type PublicSigningKey, SIGNATURE_ALGORITHMS, type TakenKey } from '../access/signing.ts';
import { copyFile } from './files/copy.ts';
import type { FileStore } from './files/file-store.ts';

/** A folder in the data folder. */
export const LOG_ARCHIVES = 'log-archives';

/** The properties of a part that determine the name of its archive. */
type Stretch = Pick<LeavingPart, 'log' | 'first' | 'last'>;

/** The same part always has the same name, so that a run after an interruption replaces the file. */
export const archiveNameOf = ({ log, first, last }: Stretch): string => `${LOG_ARCHIVES}/${log}-${first}-${last}.ndjson.gz`;

const signatureNameOf = (file: string): string => `${file}.signature`;

/** The signed content of an archive. No other signed content of this system begins like this. */
const signedText = (name: string, hash: HashName, digest: string): Buffer =>
  Buffer.from(`lookout-log-archive-1\n${name}\n${hash}\n${digest}\n`);

/** The hash and the key of an archive. */
export interface ArchiveSigning {
  readonly hash: HashName;
  readonly key: TakenKey;
}

/**
 * Writes the lines atomically, and the signature in a separate file.
 * @param folder the data folder
 * @param shared the file store that all servers share
 * @throws StorageUnavailable when a bucket is configured and does not accept the archive
 */
export async function writeArchive(
  folder: FileStore,
  shared: FileStore,
  part: Stretch,
  lines: AsyncIterable<string>,
  { hash: name, key }: ArchiveSigning,
): Promise<WrittenArchive> {
  const file = archiveNameOf(part);
  const hash = createHash('sha256');
  const own = hashBy(name);
  const zip = createGzip();
  const hashed = async function* () {
    for await (const chunk of zip) {
      hash.update(chunk as Buffer);
      own.update(chunk as Buffer);
      yield chunk;
    }
  };
  const ended = async function* () {
    for await (const line of lines) yield `${line}\n`;
  };
  // A folder does not need the size in advance.
  const content = { content: Readable.from(hashed()), bytes: 0, contentType: 'application/gzip' };
  await Promise.all([pipeline(Readable.from(ended()), zip), folder.put(file, content)]);
  const digest = own.digest('hex');
  const signed = Buffer.from(
    `${JSON.stringify({ hash: name, digest, ...key.by, signature: key.sign(signedText(path.basename(file), name, digest)) })}\n`,
  );
  await folder.put(signatureNameOf(file), { content: signed, bytes: signed.length, contentType: 'application/json' });
  if (shared.isShared) for (const one of [file, signatureNameOf(file)]) await copyFile(folder, shared, { name: one, bytes: 0 });
  return { file, sha256: hash.digest('hex') };
}

/** The faults of an archive. Without a fault it is exactly what left the log. */
export type ArchiveFault = 'unknown' | 'changed' | 'other-lines' | 'other-count' | 'no-audit-row' | 'broken-chain';

export interface ArchiveReading {
  /** The range of numbers, from its file name; null: the name is not that of an archive. */
  readonly stretch: Stretch | null;
  readonly count: number;
  readonly faults: readonly ArchiveFault[];
}

const NAME = /(event|audit)-(\d+)-(\d+)\.ndjson\.gz$/;
/** Number of audit lines whose hashes are computed together. */
const LINES_AT_ONCE = 2_000;

interface VerifyDeps {
  readonly logParts: Pick<Store['logParts'], 'archives' | 'checkChain'>;
  /** Returns the details of the audit's rows about this file. */
  readonly auditedAs: (file: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/**
 * Compares an archive with its receipt and with its row in the audit; an archive of the audit also with the chain before and after it.
 * @param bytes content of the file
 */
export async function verifyArchive({ logParts, auditedAs }: VerifyDeps, name: string, bytes: Readable): Promise<ArchiveReading> {
  const [, log, first, last] = NAME.exec(name) ?? [];
  if (log === undefined) return { stretch: null, count: 0, faults: ['unknown'] };
  const stretch = { log: log as Stretch['log'], first: Number(first), last: Number(last) };
  const receipts = await logParts.archives(stretch.log);
  const at = receipts.findIndex((one) => one.first === stretch.first && one.last === stretch.last);
  const receipt = receipts[at];
  if (receipt === undefined) return { stretch, count: 0, faults: ['unknown'] };

  const hash = createHash('sha256');
  const digest = new LinesDigest();
  let chain: string | null = at === 0 ? null : (receipts[at - 1]?.lastHash ?? null);
  let isBroken = false;
  const check = async (lines: readonly string[]): Promise<void> => {
    if (stretch.log !== 'audit' || lines.length === 0 || isBroken) return;
    const { broken, lastHash } = await logParts.checkChain(lines, chain);
    isBroken = broken !== null;
    chain = lastHash;
  };
  const hashed = async function* () {
    for await (const chunk of bytes) {
      hash.update(chunk as Buffer);
      yield chunk;
    }
  };
  try {
    await pipeline(Readable.from(hashed()), createGunzip(), async (unzipped: AsyncIterable<Buffer>) => {
      let waiting: string[] = [];
      for await (const line of linesIn(unzipped)) {
        digest.add(line);
        waiting.push(line);
        if (waiting.length < LINES_AT_ONCE) continue;
        await check(waiting);
        waiting = [];
      }
      await check(waiting);
    });
  } catch (error) {
    // The file is not a valid compressed file any more.
    if (!(error as NodeJS.ErrnoException).code?.startsWith('Z_')) throw error;
    return { stretch, count: digest.count, faults: ['changed'] };
  }
  const sha256 = hash.digest('hex');
  const content = digest.hex();
  const isAudited = (await auditedAs(receipt.file)).some((detail) => detail.sha256 === sha256 && detail.contentSha256 === content);
  const wrong: Readonly<Record<Exclude<ArchiveFault, 'unknown'>, boolean>> = {
    changed: sha256 !== receipt.sha256,
    'other-lines': content !== receipt.contentSha256,
    'other-count': digest.count !== receipt.count,
    'no-audit-row': !isAudited,
    'broken-chain': stretch.log === 'audit' && (isBroken || chain !== receipt.lastHash),
  };
  const faults = (Object.keys(wrong) as (keyof typeof wrong)[]).filter((fault) => wrong[fault]);
  return { stretch, count: digest.count, faults };
}

const signatureSchema = z.object({
  hash: z.enum(HASH_NAMES),
  digest: z.string(),
  algorithm: z.enum(SIGNATURE_ALGORITHMS),
  keyId: z.string(),
  publicKey: z.string(),
  signature: z.string(),
});

export type ArchiveSignature =
  /** Archives of older versions are not signed. */
  | { readonly kind: 'none' }
  | { readonly kind: 'sound'; readonly hash: HashName; readonly by: PublicSigningKey }
  /** The signature is of another file, does not match the key that it names, or that key is not published. */
  | { readonly kind: 'unreadable' | 'other-file' | 'other-signature' | 'foreign-key' };

/** @param at the path of the archive, next to its signature file @param published the public keys of this installation */
export async function checkSignature(at: string, published: readonly PublicSigningKey[]): Promise<ArchiveSignature> {
  const text = await readFile(signatureNameOf(at), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return { kind: 'none' };
  const read = signatureSchema.safeParse(jsonOf(text));
  if (!read.success) return { kind: 'unreadable' };
  const { hash, digest, signature, ...by } = read.data;
  const own = hashBy(hash);
  for await (const chunk of createReadStream(at)) own.update(chunk as Buffer);
  if (own.digest('hex') !== digest) return { kind: 'other-file' };
  if (!isSigned(signedText(path.basename(at), hash, digest), signature, by)) return { kind: 'other-signature' };
  return published.some(({ publicKey }) => publicKey === by.publicKey) ? { kind: 'sound', hash, by } : { kind: 'foreign-key' };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // The caller reports an unreadable signature.
  }
}

async function* linesIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
