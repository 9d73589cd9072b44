import { expect, it } from 'vitest';
import { callsTable, pagesOfCalls, readSpecifiedCalls } from './pages-of-calls.ts';

const contract = {
  alarm: {
    list: { method: 'POST', path: '/fire/list' },
    one: { method: 'GET', path: '/fire/{id}' },
    judge: { method: 'PUT', path: '/fire', alias: [{ method: 'POST', path: '/fire' }] },
  },
  resource: { team: { method: 'POST', path: '/resource/api/team/list' } },
} as const;
const specified = readSpecifiedCalls(
  'method\tpath\tnote\nPOST\t/fire/list\tall\nGET\t/fire/{fireId}\t\nPOST\t/fire\t\nPOST\t/resource/api/{resource}/list\tkinds\n',
);
const found = (...files: [string, string][]) => pagesOfCalls(specified, contract, files);

it('a call is found where its row is used: by the client, over a line break, by an alarm’s request, or by a kind', () => {
  const { calls, faults } = found(
    ['a.tsx', 'client.alarm.list({}); await client.alarm\n  .one({});'],
    ['packages/client/src/alarm-requests.ts', 'calls.judge({})'],
    ['b.tsx', 'client.resource[kind]({})'],
  );
  expect(faults).toEqual([]);
  expect(calls.map(({ files }) => files)).toEqual([['a.tsx'], ['a.tsx'], ['packages/client/src/alarm-requests.ts'], ['b.tsx']]);
  expect(callsTable(calls)).toContain('| GET | `/fire/{fireId}` | `a.tsx` |');
});

it('a call that no page makes is a fault; another file’s `calls` do not count', () => {
  expect(found(['a.tsx', 'client.alarm.list(); calls.judge({})']).faults).toEqual([
    'GET /fire/{fireId}: no page calls it',
    'POST /fire: no page calls it',
    'POST /resource/api/{resource}/list: no page calls it',
  ]);
});
