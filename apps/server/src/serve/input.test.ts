import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { boundedStream, createSlowBodies } from './input.ts';

const body = () => Object.assign(new PassThrough(), { headers: {} });
const read = async (from: PassThrough, patience: Parameters<typeof boundedStream>[2]) => {
  let size = 0;
  for await (const chunk of boundedStream(from as unknown as IncomingMessage, 1_000, patience)) size += chunk.length;
  return size;
};

describe('a slow body', () => {
  it('that does not arrive is refused and releases its slot', async () => {
    const slow = createSlowBodies(1);
    const claim = () => slow.claim('a');
    await expect(read(body(), { pace: { ms: 30, bytes: 10 }, slowAfterMs: 5, claim })).rejects.toMatchObject({ code: 'request-too-slow' });
    const place = slow.claim('a');
    expect(place).not.toBeNull();
    expect([slow.claim('a'), slow.claim('b') === null]).toEqual([null, false]);
    place?.[Symbol.dispose]();
    expect(slow.claim('a')).not.toBeNull();
  });

  it('is refused while its address sends as many slow bodies as it may', async () => {
    await expect(read(body(), { pace: { ms: 60_000, bytes: 10 }, slowAfterMs: 5, claim: () => null })).rejects.toMatchObject({
      code: 'too-many-calls',
    });
  });

  it('is accepted for longer if it makes progress', async () => {
    const from = body();
    const feeding = setInterval(() => from.write('0123456789'), 10);
    setTimeout(() => {
      clearInterval(feeding);
      from.end();
    }, 400);
    const size = await read(from, { pace: { ms: 200, bytes: 10 }, slowAfterMs: 5, claim: () => createSlowBodies().claim('a') });
    expect(size).toBeGreaterThan(10);
  });
});
