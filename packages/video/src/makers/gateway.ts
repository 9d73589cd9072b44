// Gateways that speak the product's own words (specification §7): a base address, JSON in and out, `code` 200 or 0 for yes, and a list of
// `{ code, result, url }` (or one `url`) for streams. Makers whose interface is not published are reached through one.
import { ok } from '@lookout/domain';
import { askJson, isRecord, type MakerDeps, type Question } from './http.ts';
import type { MakerAnswer } from './port.ts';
import { refusal } from './refusals.ts';

const YES: ReadonlySet<unknown> = new Set([0, 200, '0', '200']);

export type GatewayFields = Readonly<Record<string, string | number>>;

/** @param base ends anywhere; `path` is put behind it. Answers `data`, or the whole answer when it has none */
export async function callGateway(
  deps: MakerDeps,
  base: string,
  path: string,
  { query = {}, body }: { query?: GatewayFields; body?: GatewayFields } = {},
): MakerAnswer<unknown> {
  const url = new URL(`${base.replace(/\/$/, '')}/${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const question: Question = body ? { method: 'POST', body: JSON.stringify(body), contentType: 'application/json' } : {};
  const answer = await askJson(deps, url, question);
  if (!answer.ok) return answer;
  const { code, message, msg, result, data } = answer.value;
  if (code !== undefined && !YES.has(code)) {
    if (code === 401 || code === '401') return refusal('unauthorized');
    const words = [message, msg, result].find((one) => typeof one === 'string');
    return refusal('refused', typeof words === 'string' ? words : String(code));
  }
  return ok(data ?? answer.value);
}

/** The address in a stream's reply: `[{ code, result, url }]`, `{ url }`, or the address itself. */
export async function streamIn(answer: MakerAnswer<unknown>): MakerAnswer<{ readonly url: string }> {
  const read = await answer;
  if (!read.ok) return read;
  const first: unknown = Array.isArray(read.value) ? read.value[0] : read.value;
  if (typeof first === 'string' && URL.canParse(first)) return ok({ url: first });
  if (!isRecord(first)) return refusal('not-understood');
  if (typeof first.url === 'string' && URL.canParse(first.url)) return ok({ url: first.url });
  const words = first.result ?? first.msg;
  return typeof words === 'string' && words !== '' ? refusal('refused', words) : refusal('not-understood');
}

export async function done(answer: MakerAnswer<unknown>): MakerAnswer<void> {
  const read = await answer;
  return read.ok ? ok(undefined) : read;
}
