// Anchors of the audit: its newest number and hash, written outside of its table every ten minutes and signed (decision 0100), so that a chain that was
// computed anew is found by whoever has a copy of the file.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Store } from '@lookout/features/store.ts';
import type { AuditHash } from '@lookout/store';
import { z } from 'zod';
import { HASH_OF_SUITE } from '../access/digests.ts';
import type { CryptoSuite } from '../access/security-policy.ts';
import { isSigned, type PublicSigningKey, type TakenKey } from '../access/signing.ts';

/** In the data folder. */
export const ANCHORS_FILE = 'audit-anchors.jsonl';

interface Anchor {
  /** ISO 8601. */
  readonly at: string;
  readonly id: number;
  /** Of the row with this id, in hexadecimal. */
  readonly hash: string;
}

/** What is signed of an anchor: no other content of ours begins like this. */
const signedText = ({ at, id, hash }: Anchor): Buffer => Buffer.from(`lookout-audit-anchor-1\n${at}\n${id}\n${hash}\n`);

/** @returns a line of the file, with its end */
export function anchorLine(anchor: Anchor, { by, sign }: TakenKey): string {
  const { algorithm, keyId } = by;
  return `${JSON.stringify({ ...anchor, algorithm, keyId, signature: sign(signedText(anchor)) })}\n`;
}

/**
 * From now on rows are chained by the hash of the setting. The change has a row of its own, the first by the new hash.
 * @returns the hash before, when it was another
 */
export const chainAudit = (store: Pick<Store, 'transaction'>, suite: CryptoSuite): Promise<AuditHash | null> =>
  store.transaction(async (tx) => {
    const after = HASH_OF_SUITE[suite];
    const before = await tx.audit.chainBy(after);
    if (before === null) return null;
    const entry = { accountId: null, userName: 'CRYPTO', address: null, targetKind: null, targetId: null, gridNo: null, outcome: 'ok' };
    await tx.audit.append([{ ...entry, act: 'audit-hash', detail: { from: before, to: after } }]);
    return before;
  });

/** What is wrong with an anchor. */
export type AnchorFault =
  /** It is no line of this file. */
  | 'unreadable'
  /** It is not signed by the key that it names, or that key is not published by this installation. */
  | 'other-signature'
  | 'foreign-key'
  /** The row has another hash: the chain was computed anew. */
  | 'other-hash'
  /** There is no such row: the end was cut off, or an older backup was restored. */
  | 'no-row';

export interface AnchorsCheck {
  readonly count: number;
  /** Written by older versions. */
  readonly unsigned: number;
  /** Of rows that have left the log: only those at the end of a month can be compared. */
  readonly left: number;
  readonly faults: readonly { readonly line: number; readonly id: number | null; readonly fault: AnchorFault }[];
}

const anchorSchema = z.object({
  at: z.string(),
  id: z.int().min(0),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  algorithm: z.string().optional(),
  keyId: z.string().optional(),
  signature: z.string().optional(),
});
type ReadAnchor = z.infer<typeof anchorSchema>;

interface Numbered {
  readonly line: number;
  readonly anchor: ReadAnchor | null;
}

const LINES_AT_ONCE = 1_000;
/** The chain before the first row. */
const BEGIN = { id: 0, hash: '0'.repeat(64) };

interface CheckDeps {
  readonly audit: Pick<Store['audit'], 'hashesAt'>;
  readonly logParts: Pick<Store['logParts'], 'archives'>;
  readonly published: readonly PublicSigningKey[];
}

/**
 * Compares each anchor with its row, and its signature with the public keys of this installation.
 * @param file may be a copy from elsewhere
 * @throws the error of the file system when there is no such file
 */
export async function checkAnchors(file: string, { audit, logParts, published }: CheckDeps): Promise<AnchorsCheck> {
  const months = await logParts.archives('audit');
  const goneLast = months.at(-1)?.last ?? 0;
  const goneHashes = new Map([[BEGIN.id, BEGIN.hash], ...months.map(({ last, lastHash }) => [last, lastHash] as const)]);
  const check = { count: 0, unsigned: 0, left: 0, faults: [] as AnchorsCheck['faults'][number][] };

  const compare = async (lines: readonly Numbered[]): Promise<void> => {
    const ids = lines.flatMap(({ anchor }) => (anchor === null || anchor.id <= goneLast ? [] : [anchor.id]));
    const hashes = await audit.hashesAt(ids);
    for (const { line, anchor } of lines) {
      check.count += 1;
      if (anchor !== null && anchor.signature === undefined) check.unsigned += 1;
      const isGone = anchor !== null && anchor.id <= goneLast && !goneHashes.has(anchor.id);
      if (isGone) check.left += 1;
      const hash = anchor === null || isGone ? null : (hashes.get(anchor.id) ?? goneHashes.get(anchor.id));
      const fault = anchor === null ? 'unreadable' : (signatureFault(anchor, published) ?? hashFault(anchor, hash));
      if (fault !== null) check.faults.push({ line, id: anchor?.id ?? null, fault });
    }
  };
  let waiting: Numbered[] = [];
  let count = 0;
  const stream = createReadStream(file);
  for await (const text of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    count += 1;
    waiting.push({ line: count, anchor: readAnchor(text) });
    if (waiting.length < LINES_AT_ONCE) continue;
    await compare(waiting);
    waiting = [];
  }
  await compare(waiting);
  return check;
}

function readAnchor(text: string): ReadAnchor | null {
  try {
    return anchorSchema.parse(JSON.parse(text));
  } catch {
    return null; // counted as a fault by the caller
  }
}

function signatureFault(anchor: ReadAnchor, published: readonly PublicSigningKey[]): AnchorFault | null {
  const { algorithm, keyId, signature } = anchor;
  if (signature === undefined) return algorithm === undefined && keyId === undefined ? null : 'other-signature';
  const key = published.find((one) => one.keyId === keyId && one.algorithm === algorithm);
  if (key === undefined) return 'foreign-key';
  return isSigned(signedText(anchor), signature, key) ? null : 'other-signature';
}

/** @param hash of the row; null: it cannot be compared; undefined: there is none */
function hashFault(anchor: ReadAnchor, hash: string | null | undefined): AnchorFault | null {
  if (hash === null) return null;
  if (hash === undefined) return 'no-row';
  return hash === anchor.hash ? null : 'other-hash';
}
