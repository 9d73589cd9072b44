import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonText } from './json-text.ts';

/** Values that answers contain in addition to JSON's own: times, and undefined fields. */
const VALUE = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.string({ unit: 'grapheme' }),
    fc.double(),
    fc.boolean(),
    fc.constantFrom(null, undefined, new Date(0)),
    fc.array(tie('value'), { maxLength: 70 }),
    fc.dictionary(fc.string(), tie('value'), { maxKeys: 5 }),
  ),
})).value;

it('writes what JSON.stringify writes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ code: fc.constant(200), data: fc.oneof(VALUE, fc.record({ list: fc.array(VALUE, { minLength: 21, maxLength: 90 }) })) }),
      async (answer) => {
        expect((await jsonText(answer)).toString()).toBe(JSON.stringify(answer));
      },
    ),
    { numRuns: 60 },
  );
});

it('yields to other work while it writes a long list', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  const list = Array.from({ length: 20_000 }, (_, n) => ({ n, text: '山坡有烟，向东北移动。'.repeat(30) }));
  await jsonText({ data: { list } });
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
});
