// What servers say to each other through an external broker is sealed with a secret from their common database: whoever else may write
// there can neither forge an event nor a position. HMAC-SHA-256 (RFC 2104) over topic and payload, in front of the payload.
import { createHmac, timingSafeEqual } from 'node:crypto';

const SEAL_BYTES = 32;

export interface RelaySeal {
  seal(topic: string, payload: Uint8Array): Uint8Array;
  /** The payload, or null when nobody of ours sealed it for this topic. */
  open(topic: string, sealed: Uint8Array): Uint8Array | null;
}

export function createRelaySeal(secret: string): RelaySeal {
  const mark = (topic: string, payload: Uint8Array): Buffer => createHmac('sha256', secret).update(`${topic}\n`).update(payload).digest();
  return {
    seal: (topic, payload) => Buffer.concat([mark(topic, payload), payload]),
    open(topic, sealed) {
      if (sealed.length < SEAL_BYTES) return null;
      const payload = sealed.subarray(SEAL_BYTES);
      return timingSafeEqual(mark(topic, payload), sealed.subarray(0, SEAL_BYTES)) ? payload : null;
    },
  };
}
