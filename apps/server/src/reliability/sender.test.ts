import { expect, it } from 'vitest';
import { createLedger, NO_FINDINGS } from './sender.ts';

const filled = () => {
  const ledger = createLedger('t');
  const [kept, open, no] = [ledger.open(), ledger.open(), ledger.open()];
  ledger.close(kept, { kind: 'ok', id: 'a' });
  ledger.close(no, { kind: 'refused', why: '422' });
  return { ledger, kept, open, no };
};

it('an acknowledged entry must exist once; an unknown one may exist or not', () => {
  const { ledger, kept, open } = filled();
  expect(ledger.compare([{ id: 'a', marker: kept }])).toEqual(NO_FINDINGS);
  expect(
    ledger.compare([
      { id: 'a', marker: kept },
      { id: 'b', marker: open },
    ]),
  ).toEqual(NO_FINDINGS);
});

it('a lost, a duplicate, a refused and a foreign entry are each detected', () => {
  const { ledger, kept, open, no } = filled();
  expect(ledger.compare([]).lost).toEqual([`${kept} a`]);
  expect(ledger.compare([{ id: 'x', marker: kept }]).lost).toEqual([`${kept} a`]);
  const twice = [
    { id: 'a', marker: kept },
    { id: 'b', marker: open },
    { id: 'c', marker: open },
  ];
  expect(ledger.compare(twice)).toEqual({ ...NO_FINDINGS, doubled: [`${open} b c`] });
  const unexpected = [
    { id: 'a', marker: kept },
    { id: 'd', marker: no },
    { id: 'e', marker: 'nobody' },
  ];
  expect(ledger.compare(unexpected)).toEqual({ ...NO_FINDINGS, unexpected: [no, 'nobody'] });
});

it('two acknowledgements of one entry with different ids count as a loss', () => {
  const { ledger, kept } = filled();
  ledger.close(kept, { kind: 'ok', id: 'z' });
  expect(ledger.compare([{ id: 'a', marker: kept }]).lost).toEqual([`${kept} z`]);
});

it('the answer to a retry replaces `unknown`, and `unknown` never replaces `ok`', () => {
  const { ledger, kept, open } = filled();
  ledger.close(open, { kind: 'ok', id: 'b' });
  ledger.close(kept, { kind: 'unknown' });
  expect([ledger.markers('ok'), ledger.markers('unknown')]).toEqual([[kept, open], []]);
});
