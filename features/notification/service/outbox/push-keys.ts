// The keys with which a browser subscribes (Push API). Keys that cannot be used for encryption are refused, and stored ones are removed.
import { ECDH } from 'node:crypto';

const LEAST_SECRET_BYTES = 16;

/** Whether the keys can be used to encrypt messages (RFC 8291, 3.1 and 3.2): a point on P-256 and a secret of 16 bytes, both base64url. */
export function isPushKeys({ p256dh, auth }: { readonly p256dh: string; readonly auth: string }): boolean {
  if (Buffer.from(auth, 'base64url').length < LEAST_SECRET_BYTES) return false;
  const point = Buffer.from(p256dh, 'base64url');
  try {
    return point.equals(ECDH.convertKey(point, 'prime256v1', undefined, undefined, 'uncompressed') as Buffer);
  } catch {
    // The key is not a point on the curve.
    return false;
  }
}
