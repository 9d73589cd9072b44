// The sealed package of a fire (封存包): the names of its files, its chain of lines and its manifest. Written by write.ts, verified by
// verify.ts. See docs/decisions/0062 and 0100.

import { digestBy, type HashName } from '@lookout/server/access/digests.ts';
import type { PublicSigningKey } from '@lookout/server/access/signing.ts';
import canonicalize from 'canonicalize';

export const PACKAGE_FORMAT = 'lookout-fire-package-2';
/** The format of older versions: SHA-256 throughout, and no signature. */
export const UNSIGNED_FORMAT = 'lookout-fire-package-1';

/**
 * The package's files, in the order in which they are written: the manifest lists all files before it, and the seal covers the manifest.
 */
export const EVENTS_FILE = 'events.jsonl';
export const PICTURES_FOLDER = 'pictures/';
export const KMZ_FILE = 'fire.kmz';
export const PAGE_FILE = 'index.html';
export const MANIFEST_FILE = 'manifest.json';
/** The seal file by the hash of the package, in the format read by `sha256sum -c` and `cksum -a sm3 --untagged -c`. */
export const SEAL_FILES: Readonly<Record<HashName, string>> = { 'SHA-256': 'manifest.sha256', SM3: 'manifest.sm3' };
/** Signature of the manifest's bytes: r ‖ s in base64, by the key that the manifest names. */
export const SIGNATURE_FILE = 'manifest.signature';

/** The previous digest stated in the first line. */
export const CHAIN_BEGIN = '0'.repeat(64);

export const sealText = (digest: string): string => `${digest}  ${MANIFEST_FILE}\n`;

export interface ManifestFile {
  readonly name: string;
  readonly bytes: number;
  /** Digest by the hash that the manifest names. */
  readonly digest: string;
}

export interface Manifest {
  readonly format: typeof PACKAGE_FORMAT;
  /** The hash of the files, the lines and the manifest itself. */
  readonly hash: HashName;
  readonly signing: PublicSigningKey;
  readonly product: { readonly name: string; readonly version: string };
  readonly fire: {
    readonly id: string;
    readonly gridNo: string;
    readonly gridName: string;
    readonly alarmIds: readonly string[];
    readonly drill: boolean;
  };
  /** Who created the package, and that user's grid: another reader may see more or less of the same fire. */
  readonly made: { readonly by: string; readonly accountId: string; readonly at: string; readonly gridNo: string };
  /** Times of the first and the last line, ISO 8601; null: no line. */
  readonly from: string | null;
  readonly to: string | null;
  /** The log was too long: later lines were left out. */
  readonly isCut: boolean;
  readonly lines: { readonly count: number; readonly last: string };
  /** Pictures referenced by the lines that could no longer be read. */
  readonly missingPictures: readonly string[];
  readonly files: readonly ManifestFile[];
}

/** @param value plain JSON @returns its canonical JSON (RFC 8785) */
export function canonicalOf(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('what is packed has no canonical JSON');
  return text;
}

export interface ChainLine {
  /** Line number, from 1. */
  readonly n: number;
  /** The digest of the previous line, without its line end. */
  readonly prev: string;
  readonly line: unknown;
}

/** The lines as a chain, each as canonical JSON and without a line end. */
export function chained(lines: readonly unknown[], hash: HashName): string[] {
  let prev = CHAIN_BEGIN;
  return lines.map((line, index) => {
    const text = canonicalOf({ n: index + 1, prev, line } satisfies ChainLine);
    prev = digestBy(hash, text);
    return text;
  });
}

export const lastHash = (chain: readonly string[], hash: HashName): string => {
  const last = chain.at(-1);
  return last === undefined ? CHAIN_BEGIN : digestBy(hash, last);
};
