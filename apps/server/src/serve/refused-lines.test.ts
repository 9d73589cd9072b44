import { expect, it } from 'vitest';
import { createRefusedLines } from './refused-lines.ts';

it('The first refusal is recorded at once, and those that follow within a minute are counted in the next line', () => {
  let now = 0;
  const lines = createRefusedLines(() => now);
  const officer = { kind: 'account', accountId: 'a' } as never;
  const refused = (name = 'audit.page', caller = officer) => lines.due(name, caller, { code: 'no-right', fields: [] });
  expect([refused(), refused(), refused(), refused('alarm.one')]).toEqual([1, null, null, 1]);
  now = 60_000;
  expect([refused(), refused()]).toEqual([3, null]);
  expect(refused('audit.page', { kind: 'nobody' } as never)).toBeNull();
  expect(lines.due('alarm.page', officer, { code: 'not-found', fields: [] })).toBeNull();
  const outside = { path: 'gridNo', code: 'outside-own-grid', params: {} } as const;
  expect(lines.due('alarm.page', officer, { code: 'input-faults' as never, fields: [outside] })).toBe(1);
});
