import { expect, it } from 'vitest';
import { publishPacket } from './frames.ts';
import { createRelaySigning, readPublished } from './transport.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

it('a message verifies only with the same secret, on the same topic and unchanged', () => {
  const ours = createRelaySigning('secret');
  const signed = ours.sign('a/b', bytes('payload'));
  expect(Buffer.from(ours.verified('a/b', signed) ?? []).toString()).toBe('payload');
  expect(ours.verified('a/c', signed)).toBeNull();
  expect(createRelaySigning('other').verified('a/b', signed)).toBeNull();
  expect(ours.verified('a/b', bytes('payload'))).toBeNull();
  for (let i = 0; i < signed.length; i += 1) {
    const changed = Uint8Array.from(signed);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(ours.verified('a/b', changed)).toBeNull();
  }
});

it('messages sent together are read one by one; anything else throws', () => {
  const packets = Buffer.concat([publishPacket('a/b', 'one'), publishPacket('a/火', bytes('two'))]);
  expect(readPublished(packets).map(({ topic, payload }) => `${topic} ${Buffer.from(payload)}`)).toEqual(['a/b one', 'a/火 two']);
  expect(readPublished(new Uint8Array())).toEqual([]);
  expect(() => readPublished(bytes('no packet at all'))).toThrow();
  expect(() => readPublished(packets.subarray(0, -1))).toThrow('not whole');
});
