/** A random key for a request (Idempotency-Key) or a form's item; randomUUID would need https. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
