// Signatures of this installation (decision 0100) on sealed packages of fires, archives of months and anchors of the audit. They are ECDSA
// on P-256 with SHA-256 (FIPS 186-5), or under CRYPTO=gm SM2 with SM3 (GB/T 32918.2-2016, curve of GB/T 32918.5-2017, the signer's identity
// as in GB/T 35276-2017).
import { createECDH, createHmac, createPrivateKey, createPublicKey, randomBytes, sign, verify } from 'node:crypto';
import { sm2 } from 'sm-crypto-v2';
import { messages } from '../settings/messages.ts';
import type { CryptoSuite } from '../settings/security-policy.ts';
import { digestBy, type HashName } from './digests.ts';
import { type KeyRing, type Keys, readKeys, type SigningKey } from './keys.ts';

export const SIGNATURE_ALGORITHMS = ['ECDSA-P256-SHA256', 'SM2-SM3'] as const;
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number];

/** The public half of a signing key: enough to verify a signature, and to find the key among those that an installation publishes. */
export interface PublicSigningKey {
  readonly algorithm: SignatureAlgorithm;
  /** Hash of the public key's 65 bytes by the algorithm's own hash, in hexadecimal. */
  readonly keyId: string;
  /** The point in uncompressed form, 04 ‖ x ‖ y, in hexadecimal. */
  readonly publicKey: string;
}

export interface PublishedKey extends PublicSigningKey {
  /** True for the key of its algorithm that signs now. The others only verify earlier signatures. */
  readonly isCurrent: boolean;
}

/** The current key, taken once: a document that names the key is signed by that same key even if a rotation happens in between. */
export interface TakenKey {
  readonly by: PublicSigningKey;
  /** @returns r ‖ s, 64 bytes in base64 */
  sign(content: Uint8Array): string;
}

export type Signer = () => TakenKey;

interface Curve {
  readonly hash: HashName;
  /** The OpenSSL name of the hash for the HMAC that derives a key. */
  readonly hmac: string;
  /** The order of the group. */
  readonly order: bigint;
  publicKeyOf(privateKey: Buffer): string;
  sign(content: Uint8Array, privateKey: Buffer, publicKey: string): Buffer;
  verify(content: Uint8Array, signature: Buffer, publicKey: string): boolean;
}

const base64url = (hex: string): string => Buffer.from(hex, 'hex').toString('base64url');
/** @param publicKey 04 ‖ x ‖ y in hexadecimal */
const jwkOf = (publicKey: string) => ({
  kty: 'EC',
  crv: 'P-256',
  x: base64url(publicKey.slice(2, 66)),
  y: base64url(publicKey.slice(66)),
});

const CURVES: Readonly<Record<SignatureAlgorithm, Curve>> = {
  'ECDSA-P256-SHA256': {
    hash: 'SHA-256',
    hmac: 'sha256',
    order: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
    publicKeyOf(privateKey) {
      const curve = createECDH('prime256v1');
      curve.setPrivateKey(privateKey);
      return curve.getPublicKey('hex');
    },
    sign(content, privateKey, publicKey) {
      const key = createPrivateKey({ key: { ...jwkOf(publicKey), d: privateKey.toString('base64url') }, format: 'jwk' });
      return sign('sha256', content, { key, dsaEncoding: 'ieee-p1363' });
    },
    verify: (content, signature, publicKey) =>
      verify('sha256', content, { key: createPublicKey({ key: jwkOf(publicKey), format: 'jwk' }), dsaEncoding: 'ieee-p1363' }, signature),
  },
  'SM2-SM3': {
    hash: 'SM3',
    hmac: 'sm3',
    order: 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n,
    publicKeyOf: (privateKey) => sm2.getPublicKeyFromPrivateKey(privateKey.toString('hex')),
    sign: (content, privateKey, publicKey) =>
      Buffer.from(sm2.doSignature(content, privateKey.toString('hex'), { hash: true, publicKey }), 'hex'),
    verify: (content, signature, publicKey) => sm2.doVerifySignature(content, signature.toString('hex'), publicKey, { hash: true }),
  },
};

const PUBLIC_KEY = /^04[0-9a-f]{128}$/;
const SIGNATURE_BYTES = 64;
const ALGORITHM_OF_SUITE: Readonly<Record<CryptoSuite, SignatureAlgorithm>> = { international: 'ECDSA-P256-SHA256', gm: 'SM2-SM3' };

const keyIdOf = (algorithm: SignatureAlgorithm, publicKey: string): string =>
  digestBy(CURVES[algorithm].hash, Buffer.from(publicKey, 'hex'));

const publicPart = (algorithm: SignatureAlgorithm, publicKey: string): PublicSigningKey => ({
  algorithm,
  keyId: keyIdOf(algorithm, publicKey),
  publicKey,
});

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);

/**
 * Derives a private key from 64 bytes that are unpredictable to others. They are so much longer than the order that no key is likelier than
 * another (FIPS 186-5, A.2.1).
 */
function keyOutOf(algorithm: SignatureAlgorithm, bytes: Uint8Array): SigningKey {
  const curve = CURVES[algorithm];
  const d = (numberOf(bytes) % (curve.order - 2n)) + 1n;
  const privateKey = Buffer.from(d.toString(16).padStart(64, '0'), 'hex');
  return { algorithm, publicKey: curve.publicKeyOf(privateKey), privateKey: privateKey.toString('base64') };
}

/**
 * Until the first rotation the key is derived from a secret that the keys file has always contained. Servers with copies of the file, or
 * that start at the same time, therefore need no agreement on a key.
 */
function firstKey({ id, relay }: Keys, algorithm: SignatureAlgorithm): SigningKey {
  const part = (n: number) => createHmac(CURVES[algorithm].hmac, relay).update(`lookout signing ${algorithm} ${id} ${n}`).digest();
  return keyOutOf(algorithm, Buffer.concat([part(1), part(2)]));
}

/** For each algorithm the current key, then the earlier ones, newest first. */
const known = new WeakMap<Keys, readonly SigningKey[]>();
function keysOf(keys: Keys): readonly SigningKey[] {
  const found = known.get(keys);
  if (found !== undefined) return found;
  const stored = keys.signing ?? [];
  const first = SIGNATURE_ALGORITHMS.filter((one) => !stored.some(({ algorithm }) => algorithm === one)).map((one) => firstKey(keys, one));
  const all = [...first, ...stored];
  known.set(keys, all);
  return all;
}

/** Creates a new key for every algorithm. Of the earlier keys only the public part is retained. */
export function rotatedSigningKeys(keys: Keys): readonly SigningKey[] {
  const before = keysOf(keys).map(({ algorithm, publicKey }) => ({ algorithm, publicKey }));
  return [...SIGNATURE_ALGORITHMS.map((algorithm) => keyOutOf(algorithm, randomBytes(64))), ...before];
}

/** Returns the public keys of an installation. None of this is secret: a verifier compares the key of a signature with these. */
export const publishedKeys = (keys: Keys): readonly PublishedKey[] =>
  keysOf(keys).map(({ algorithm, publicKey, privateKey }) => ({
    ...publicPart(algorithm, publicKey),
    isCurrent: privateKey !== undefined,
  }));

/** @throws Error that explains what to do, when the keys file is missing or invalid */
export async function publishedIn(keysFile: string): Promise<readonly PublishedKey[]> {
  const keys = await readKeys(keysFile);
  if (keys === null) throw new Error(messages.keysMissing(keysFile));
  return publishedKeys(keys);
}

export const createSigner =
  (ring: Pick<KeyRing, 'current' | 'suite'>): Signer =>
  () => {
    const algorithm = ALGORITHM_OF_SUITE[ring.suite];
    const found = keysOf(ring.current()).find((key) => key.algorithm === algorithm && key.privateKey !== undefined);
    if (found?.privateKey === undefined) throw new Error(`the keys file has no private key of ${algorithm}`);
    const { publicKey } = found;
    const privateKey = Buffer.from(found.privateKey, 'base64');
    return {
      by: publicPart(algorithm, publicKey),
      sign: (content) => CURVES[algorithm].sign(content, privateKey, publicKey).toString('base64'),
    };
  };

/**
 * Returns whether the signature is valid for this key and content. The owner of the key must be known from elsewhere.
 * @param signature r ‖ s in base64
 */
export function isSigned(content: Uint8Array, signature: string, { algorithm, keyId, publicKey }: PublicSigningKey): boolean {
  const bytes = Buffer.from(signature, 'base64');
  // Only the canonical base64 text is accepted, so that every change to a signature is detected even where it decodes to the same bytes.
  if (bytes.toString('base64') !== signature) return false;
  const { order, verify: verifies } = CURVES[algorithm];
  if (!PUBLIC_KEY.test(publicKey) || keyId !== keyIdOf(algorithm, publicKey) || bytes.length !== SIGNATURE_BYTES) return false;
  const [r, s] = [numberOf(bytes.subarray(0, 32)), numberOf(bytes.subarray(32))];
  if (r === 0n || s === 0n || r >= order || s >= order) return false;
  try {
    return verifies(content, bytes, publicKey);
  } catch {
    return false; // The given public key is not a point of the curve.
  }
}
