// A password as it may travel (contract.md "Login"): AES-256-GCM under a random key that travels under RSA-OAEP, bound to a nonce.
import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const KEY_BYTES = 32;

export interface SealedPassword {
  readonly userPasswd: string;
  readonly aeskey: string;
  readonly nonce: string;
}

/** @param publicKey RSA, SPKI DER in base64 */
export function sealPassword({ publicKey, nonce }: { publicKey: string; nonce: string }, password: string): SealedPassword {
  const key = randomBytes(KEY_BYTES);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(nonce, 'utf8'));
  const box = Buffer.concat([iv, cipher.update(password, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  const rsa = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  const aeskey = publicEncrypt({ key: rsa, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, key);
  return { userPasswd: box.toString('base64'), aeskey: aeskey.toString('base64'), nonce };
}
