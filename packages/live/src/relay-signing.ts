// What servers say to each other through an external broker is signed with a secret from their common database: whoever else may write
// there can neither forge an event nor a position. HMAC-SHA-256 (RFC 2104) over topic and payload, in front of the payload.
import { createHmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE_BYTES = 32;

export interface RelaySigning {
  sign(topic: string, payload: Uint8Array): Uint8Array;
  /** The payload, or null when nobody of ours signed it for this topic. */
  verified(topic: string, signed: Uint8Array): Uint8Array | null;
}

export function createRelaySigning(secret: string): RelaySigning {
  const mark = (topic: string, payload: Uint8Array): Buffer => createHmac('sha256', secret).update(`${topic}\n`).update(payload).digest();
  return {
    sign: (topic, payload) => Buffer.concat([mark(topic, payload), payload]),
    verified(topic, signed) {
      if (signed.length < SIGNATURE_BYTES) return null;
      const payload = signed.subarray(SIGNATURE_BYTES);
      return timingSafeEqual(mark(topic, payload), signed.subarray(0, SIGNATURE_BYTES)) ? payload : null;
    },
  };
}
