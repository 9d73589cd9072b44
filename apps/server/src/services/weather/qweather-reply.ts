// What all replies of QWeather have in common: a status word of their own, whatever HTTP says.

/** One question may take so long. */
export const BUDGET_MS = 5_000;

/** @returns its status word, HTTP's when it has none of its own */
export function readReply(body: unknown, status: string): { readonly word: string; readonly fields: Readonly<Record<string, unknown>> } {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;
  return { word: typeof fields.code === 'string' ? fields.code : status, fields };
}
