// Encryption of passwords for the server (docs/interface.md "Login"): AES-256-GCM under a fresh key, the key under the server's RSA key.
// Pure JavaScript on purpose: on plain http in a local network the browser has no crypto.subtle, only getRandomValues. Loaded only when a
// password is sent (index.ts `loadEncryption`).
import { gcm } from '@noble/ciphers/aes.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { mgf1, OAEP } from 'micro-rsa-dsa-dh/rsa.js';

/** The reply to `GET /auth/api/auth/publicKey`. */
export interface EncryptionKey {
  /** RSA (≥ 2048) SPKI DER in base64. */
  readonly publicKey: string;
  /** Valid for one use, within 2 minutes. */
  readonly nonce: string;
}

export interface Encrypted<Name extends string> {
  /** base64(iv 12 bytes ‖ ciphertext ‖ tag 16 bytes) for each password. */
  readonly encrypted: Readonly<Record<Name, string>>;
  readonly aeskey: string;
  readonly nonce: string;
}

type RandomBytes = (length: number) => Uint8Array;

const webRandom: RandomBytes = (length) => crypto.getRandomValues(new Uint8Array(length));

/**
 * Encrypts all passwords of one request under one key, each with its own iv and with the nonce's UTF-8 bytes as additional data.
 * @throws when the public key cannot be read or is shorter than 2048 bits
 */
export function encryptPasswords<Name extends string>(
  key: EncryptionKey,
  passwords: Readonly<Record<Name, string>>,
  random: RandomBytes = webRandom,
): Encrypted<Name> {
  const aesKey = random(32);
  const bound = new TextEncoder().encode(key.nonce);
  const encryptOne = (text: string): string => {
    const iv = random(12);
    const body = gcm(aesKey, iv, bound).encrypt(new TextEncoder().encode(text));
    return toBase64(Uint8Array.of(...iv, ...body));
  };
  const encrypted = Object.fromEntries(Object.entries<string>(passwords).map(([name, text]) => [name, encryptOne(text)]));
  const wrapped = OAEP(sha256, mgf1(sha256)).encrypt(readRsaKey(fromBase64(key.publicKey)), aesKey);
  return { encrypted: encrypted as Record<Name, string>, aeskey: toBase64(wrapped), nonce: key.nonce };
}

/** Reads modulus and exponent of a SubjectPublicKeyInfo (RFC 5280 §4.1, RFC 8017 A.1.1). */
export function readRsaKey(der: Uint8Array): { readonly n: bigint; readonly e: bigint } {
  const info = readElement(der, 0, 0x30);
  const algorithm = readElement(der, info.start, 0x30);
  const bits = readElement(der, algorithm.end, 0x03);
  // A BIT STRING begins with the number of unused bits, here 0.
  const key = readElement(der, bits.start + 1, 0x30);
  const modulus = readElement(der, key.start, 0x02);
  const exponent = readElement(der, modulus.end, 0x02);
  const n = toInteger(der.subarray(modulus.start, modulus.end));
  if (n < 1n << 2047n) throw new Error('The public key is shorter than 2048 bits');
  return { n, e: toInteger(der.subarray(exponent.start, exponent.end)) };
}

function readElement(der: Uint8Array, at: number, tag: number): { readonly start: number; readonly end: number } {
  if (der[at] !== tag) throw new Error(`The public key is no SPKI: tag ${der[at]} at ${at}, expected ${tag}`);
  const first = der[at + 1] ?? 0;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  let length = lengthBytes === 0 ? first : 0;
  for (let i = 0; i < lengthBytes; i++) length = length * 256 + (der[at + 2 + i] ?? 0);
  const start = at + 2 + lengthBytes;
  const end = start + length;
  if (end > der.length) throw new Error('The public key is cut off');
  return { start, end };
}

const toInteger = (bytes: Uint8Array): bigint => BigInt(`0x${[...bytes].map((b) => b.toString(16).padStart(2, '0')).join('')}`);
const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
