// Separate from sql.ts, so that a worker thread that only writes rows need not load the query builder.

const unstorable = /\\u(?:0000|d[89a-f])/i;

/** JSON text that PostgreSQL accepts: no NUL, no unpaired surrogate. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  // The first check is much cheaper and nearly always sufficient.
  if (!text.includes('\\u') || !unstorable.test(text)) return text;
  return JSON.stringify(value, (_key, one: unknown) => (typeof one === 'string' ? one.replaceAll('\0', '').toWellFormed() : one)) ?? 'null';
}
