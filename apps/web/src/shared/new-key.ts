/** Names one sending (Idempotency-Key) or one thing of a form; randomUUID would need https. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
