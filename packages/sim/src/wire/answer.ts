// What the server said to something sent, in the few words that the demo world needs.

/** What became of something sent. `later`: the server cannot take it now; the same again may be sent without harm. */
export type Outcome =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'later'; readonly why: string }
  | { readonly kind: 'key-refused' };

/** @template T what the answer's `data` holds */
export type Answer<T> = Exclude<Outcome, { kind: 'delivered' }> | { readonly kind: 'delivered'; readonly data: T };

/** Statuses that pass by themselves: the server starts, is busy, or a proxy before it has lost it. */
const passing = new Set([408, 425, 429, 500, 502, 503, 504, 507]);

/** @param bare the answer stands there without an envelope (contract.md: only the login) */
export function readAnswer(status: number, text: string, { bare = false } = {}): Answer<unknown> {
  const body = bodyOf(text);
  const { code, message, data } = body;
  if (status === 200 && bare && code === undefined && Object.keys(body).length > 0) return { kind: 'delivered', data: body };
  if (status === 200 && code === 200) return { kind: 'delivered', data };
  if (status === 401 || status === 403) return { kind: 'key-refused' };
  // Success that cannot be read was cut off on its way, or comes from a page that stands in for the server.
  if (passing.has(status) || (status === 200 && code === undefined)) return { kind: 'later', why: `HTTP ${status}` };
  const where = Array.isArray(data)
    ? data.map((fault) => `${(fault as { path?: string }).path}: ${(fault as { message?: string }).message}`).join('; ')
    : '';
  return { kind: 'refused', why: [`HTTP ${status}`, message, where].filter(Boolean).join(' ') };
}

function bodyOf(text: string): { code?: unknown; message?: unknown; data?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    // A proxy's page, or half an answer: the status alone speaks.
    return {};
  }
}
