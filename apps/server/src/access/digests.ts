// Hashes of content that leaves the database: SHA-256, or SM3 (GB/T 32905-2016) under CRYPTO=gm. Both are implemented by Node's OpenSSL.
import { createHash, type Hash } from 'node:crypto';
import type { CryptoSuite } from '../settings/security-policy.ts';

/** The names of the hashes in exported files. */
export const HASH_NAMES = ['SHA-256', 'SM3'] as const;
export type HashName = (typeof HASH_NAMES)[number];

const ALGORITHMS: Readonly<Record<HashName, string>> = { 'SHA-256': 'sha256', SM3: 'sm3' };

export const HASH_OF_SUITE: Readonly<Record<CryptoSuite, HashName>> = { international: 'SHA-256', gm: 'SM3' };

/** Creates a hash for content that is streamed through it. */
export const hashBy = (name: HashName): Hash => createHash(ALGORITHMS[name]);

/** @returns 64 hexadecimal digits, lower case */
export const digestBy = (name: HashName, content: string | Uint8Array): string => hashBy(name).update(content).digest('hex');
