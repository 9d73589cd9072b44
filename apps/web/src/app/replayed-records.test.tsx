import { RECORDS } from '@lookout/features/records.generated.ts';
import { REPLAYED_KINDS } from '@lookout/features/replay/web/replay-desk.ts';
import { expect, it } from 'vitest';

it('a replay has every kind of record that a live desk has', () => {
  expect(new Set<unknown>(REPLAYED_KINDS.map(({ kind }) => kind))).toEqual(new Set<unknown>(RECORDS));
});
