import { expect, it } from 'vitest';
import { publicationIdOf, traceIdOf } from './trace-ids.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

it.each([
  ['a UUID without its dashes', '4bf92f35-77b3-4da6-a3ce-929d0e0e4736', TRACE],
  ['in lower case', '4BF92F35-77B3-4DA6-A3CE-929D0E0E4736', TRACE],
  ['a trace id as it is', TRACE, TRACE],
])('a trace id is derived from the id of its call: %s', (_what, requestId, traceId) => {
  expect(traceIdOf(requestId)).toBe(traceId);
});

it.each(['desk-7', '0'.repeat(32), '00000000-0000-0000-0000-000000000000', `${TRACE}0`])(
  'any other id (%s) is hashed into a valid one, always the same',
  (requestId) => {
    expect(traceIdOf(requestId)).toMatch(/^[\da-f]{32}$/);
    expect(traceIdOf(requestId)).not.toMatch(/^0+$/);
    expect(traceIdOf(requestId)).toBe(traceIdOf(requestId));
  },
);

it('each message of the log has a separate publication id, the same at every server', () => {
  const ids = [1, 2, 12].map((seq) => publicationIdOf(TRACE, seq));
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{16}$/);
  expect(publicationIdOf(TRACE, 12)).toBe(ids[2]);
});
