// The sealed package of a fire (封存包): what its files are called, its chain of lines and its manifest. Written by write.ts, checked by verify.ts. See
// docs/decisions/0062 and 0100.

import { digestBy, type HashName } from '@lookout/server/access/digests.ts';
import type { PublicSigningKey } from '@lookout/server/access/signing.ts';
import canonicalize from 'canonicalize';

export const PACKAGE_FORMAT = 'lookout-fire-package-2';
/** Of older versions: SHA-256 throughout, and no signature. */
export const UNSIGNED_FORMAT = 'lookout-fire-package-1';

/** Its files, in the order in which they are written: the manifest names all before it, and the seal names the manifest. */
export const EVENTS_FILE = 'events.jsonl';
export const PICTURES_FOLDER = 'pictures/';
export const KMZ_FILE = 'fire.kmz';
export const PAGE_FILE = 'index.html';
export const MANIFEST_FILE = 'manifest.json';
/** By the hash of the package, as `sha256sum -c`, and `cksum -a sm3 --untagged -c`, read it. */
export const SEAL_FILES: Readonly<Record<HashName, string>> = { 'SHA-256': 'manifest.sha256', SM3: 'manifest.sm3' };
/** Of the manifest's bytes: r ‖ s in base64, by the key that the manifest names. */
export const SIGNATURE_FILE = 'manifest.signature';

/** What the first line names as the line before it. */
export const CHAIN_BEGIN = '0'.repeat(64);

export const sealText = (digest: string): string => `${digest}  ${MANIFEST_FILE}\n`;

export interface ManifestFile {
  readonly name: string;
  readonly bytes: number;
  /** By the hash that the manifest names. */
  readonly digest: string;
}

export interface Manifest {
  readonly format: typeof PACKAGE_FORMAT;
  /** Of the files, the lines and the manifest itself. */
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
  /** Who made it, and whose grid it shows: another reader may see more or less of the same fire. */
  readonly made: { readonly by: string; readonly accountId: string; readonly at: string; readonly gridNo: string };
  /** From the first line to the last, ISO 8601; null: no line. */
  readonly from: string | null;
  readonly to: string | null;
  /** The log was too long: later lines were left out. */
  readonly isCut: boolean;
  readonly lines: { readonly count: number; readonly last: string };
  /** Pictures that the lines name and that could not be read any more. */
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
  /** From 1. */
  readonly n: number;
  /** The digest of the line before, without its line end. */
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
