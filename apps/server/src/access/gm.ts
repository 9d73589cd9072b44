// China's commercial ciphers, used under CRYPTO=gm (decision 0099): SM3 (GB/T 32905-2016) and SM4 (GB/T 32907-2016) in Galois/Counter Mode,
// both from sm-crypto-v2. Node's OpenSSL offers SM4 only in modes that do not detect changes.
import { sm3, sm4 } from 'sm-crypto-v2';

export const SM4_IV_BYTES = 12;
export const SM4_TAG_BYTES = 16;
const SM4_KEY_BYTES = 16;

/** @returns 32 bytes */
export const sm3Of = (bytes: Uint8Array): Buffer => Buffer.from(sm3(bytes), 'hex');
export const hmacSm3 = (key: Uint8Array, bytes: Uint8Array): Buffer => Buffer.from(sm3(bytes, { key, mode: 'hmac' }), 'hex');

/** Derives an SM4 key from a 32-byte key that AES uses, so that the two ciphers never share a key. */
const sm4KeyOf = (key: Uint8Array): Buffer => hmacSm3(key, Buffer.from('lookout sm4')).subarray(0, SM4_KEY_BYTES);

/** @returns ciphertext followed by the tag */
export function sealBySm4(key: Uint8Array, iv: Uint8Array, plain: Uint8Array): Buffer {
  const { output, tag } = sm4.encrypt(plain, sm4KeyOf(key), { mode: 'gcm', iv, padding: 'none', output: 'array', outputTag: true });
  if (tag === undefined) throw new Error('SM4 in GCM gave no tag');
  return Buffer.concat([output, tag]);
}

/** @returns null if the tag does not match: the content was changed or encrypted under another key */
export function openBySm4(key: Uint8Array, iv: Uint8Array, sealed: Uint8Array): Buffer | null {
  const [body, tag] = [sealed.subarray(0, -SM4_TAG_BYTES), sealed.subarray(-SM4_TAG_BYTES)];
  try {
    return Buffer.from(sm4.decrypt(body, sm4KeyOf(key), { mode: 'gcm', iv, tag, padding: 'none', output: 'array' }));
  } catch {
    return null;
  }
}
