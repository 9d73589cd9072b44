import { expect, it } from 'vitest';
import { readHidden } from './use-column-choice.ts';

it('what was remembered of columns is read; what is no list of keys hides nothing', () => {
  expect([...readHidden('["kind","who"]')]).toEqual(['kind', 'who']);
  for (const text of [null, '', '{', '7', '{"kind":1}', '[1,null]']) expect(readHidden(text).size).toBe(0);
});
