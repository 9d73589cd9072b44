// The key of a new plot.
import { createHash, randomUUID } from 'node:crypto';

/**
 * Sent again with the same Idempotency-Key, a drawing has the same id (RFC 9562, version 8: our own hash), so that it is drawn once.
 * A key is its sender's own: two accounts may use the same one.
 */
export function plotId(accountId: string, idempotencyKey: string | null): string {
  if (idempotencyKey === null) return randomUUID();
  const hash = createHash('sha256').update(`lookout/plot/${accountId}/${idempotencyKey}`).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}
