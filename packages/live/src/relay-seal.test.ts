import { expect, it } from 'vitest';
import { createRelaySeal } from './relay-seal.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

it('a message opens with the same secret on the same topic, and with nothing changed', () => {
  const ours = createRelaySeal('secret');
  const sealed = ours.seal('a/b', bytes('payload'));
  expect(Buffer.from(ours.open('a/b', sealed) ?? []).toString()).toBe('payload');
  expect(ours.open('a/c', sealed)).toBeNull();
  expect(createRelaySeal('other').open('a/b', sealed)).toBeNull();
  expect(ours.open('a/b', bytes('payload'))).toBeNull();
  for (let i = 0; i < sealed.length; i += 1) {
    const changed = Uint8Array.from(sealed);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(ours.open('a/b', changed)).toBeNull();
  }
});
