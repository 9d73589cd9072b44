import { expect, it } from 'vitest';
import { REPLAYED_KINDS } from '../features/replay/replay-desk.ts';
import { RECORDS } from './services.ts';

it('every kind of record that a live desk holds is there in a replay', () => {
  expect(new Set<unknown>(REPLAYED_KINDS.map(({ kind }) => kind))).toEqual(new Set<unknown>(RECORDS));
});
