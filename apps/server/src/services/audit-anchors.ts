// Anchors of the audit: its newest number and hash, written outside of its table every ten minutes and signed (decision 0100), so that
// anyone with a copy of the file can detect a chain that was recomputed.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Store } from '@lookout/features/store.ts';
import type { AuditHash } from '@lookout/store';
import { z } from 'zod';
import { HASH_OF_SUITE } from '../access/digests.ts';
import { isSigned, type PublicSigningKey, type TakenKey } from '../access/signing.ts';
import type { CryptoSuite } from '../settings/security-policy.ts';

/** A file in the data folder. */
export const ANCHORS_FILE = 'audit-anchors.jsonl';

interface Anchor {
  /** ISO 8601. */
  readonly at: string;
  readonly id: number;
  /** Hash of the row with this id, in hexadecimal. */
  readonly hash: string;
}

/** The signed content of an anchor. No other signed content of this system begins like this. */
const signedText = ({ at, id, hash }: Anchor): Buffer => Buffer.from(`lookout-audit-anchor-1\n${at}\n${id}\n${hash}\n`);

/** @returns a line of the file, with its line break */
export function anchorLine(anchor: Anchor, { by, sign }: TakenKey): string {
  const { algorithm, keyId } = by;
  return `${JSON.stringify({ ...anchor, algorithm, keyId, signature: sign(signedText(anchor)) })}\n`;
}

/**
 * From now on rows are chained by the hash function of the setting. The change has its own row, the first by the new hash.
 * @returns the previous hash function, if it was different
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

/** The faults of an anchor. */
export type AnchorFault =
  /** The line is not a valid anchor. */
  | 'unreadable'
  /** The signature does not match the key that the anchor names, or this installation does not publish that key. */
  | 'other-signature'
  | 'foreign-key'
  /** The row has another hash: the chain was recomputed. */
  | 'other-hash'
  /** The row does not exist: the end was cut off, or an older backup was restored. */
  | 'no-row';

export interface AnchorsCheck {
  readonly count: number;
  /** Number of anchors that older versions wrote without a signature. */
  readonly unsigned: number;
  /** Number of anchors whose rows have left the log. Of these only the rows at the end of a month can be compared. */
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
/** The start of the chain, before the first row. */
const BEGIN = { id: 0, hash: '0'.repeat(64) };

interface CheckDeps {
  readonly audit: Pick<Store['audit'], 'hashesAt'>;
  readonly logParts: Pick<Store['logParts'], 'archives'>;
  readonly published: readonly PublicSigningKey[];
}

/**
 * Compares each anchor with its row, and its signature with the public keys of this installation.
 * @param file may be a copy from another place
 * @throws the error of the file system when the file does not exist
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
    return null; // The caller counts the line as a fault.
  }
}

function signatureFault(anchor: ReadAnchor, published: readonly PublicSigningKey[]): AnchorFault | null {
  const { algorithm, keyId, signature } = anchor;
  if (signature === undefined) return algorithm === undefined && keyId === undefined ? null : 'other-signature';
  const key = published.find((one) => one.keyId === keyId && one.algorithm === algorithm);
  if (key === undefined) return 'foreign-key';
  return isSigned(signedText(anchor), signature, key) ? null : 'other-signature';
}

/** @param hash the row's hash; null: it cannot be compared; undefined: the row does not exist */
function hashFault(anchor: ReadAnchor, hash: string | null | undefined): AnchorFault | null {
  if (hash === null) return null;
  if (hash === undefined) return 'no-row';
  return hash === anchor.hash ? null : 'other-hash';
}
