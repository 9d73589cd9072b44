import type { Client } from '@lookout/client';
import { createHoldings } from '@lookout/web/stores/live-records.ts';
import { expect, it, vi } from 'vitest';
import { alarmRecords } from '../../alarm/parts/alarm-records.ts';
import { memberRecords } from '../../incident/parts/member-records.ts';
import { rangerRecords } from '../../ranger/parts/ranger-records.ts';
import type { ListedRanger } from '../../ranger/ranger.ts';
import { taskRecords } from '../../task/parts/task-records.ts';
import { createPastClient } from './past-client.ts';

const AT = Date.parse('2026-11-27T02:00:00Z');

function aMoment() {
  const history = vi.fn(async () => [
    { id: 'acknowledged', at: new Date(AT - 1) },
    { id: 'judged', at: new Date(AT + 1) },
  ]);
  const planRunPage = vi.fn(async () => ({
    total: 2,
    pageNo: 1,
    pageSize: 20,
    list: [{ startedAt: new Date(AT) }, { startedAt: new Date(AT + 1) }],
  }));
  const rangerList = vi.fn();
  const reader = { alarm: { history }, plan: { planRunPage }, ranger: { rangerList } } as unknown as Client;
  const holdings = createHoldings([alarmRecords, memberRecords, taskRecords, rangerRecords], (run) => run());
  let now = AT;
  const client = createPastClient({ reader, records: holdings.of, now: () => now });
  return {
    client,
    history,
    rangerList,
    rangers: holdings.of(rangerRecords),
    go: (to: number) => {
      now = to;
    },
  };
}

it('the past client replies with the state known at the moment, and sends each request to the server once however often panels repeat it', async () => {
  const { client, history, go } = aMoment();
  const acts = async () =>
    (await client.alarm.history({ query: { id: 'a' }, signal: new AbortController().signal })).map(
      (line) => (line as unknown as { id: string }).id,
    );
  expect(await acts()).toEqual(['acknowledged']);
  go(AT + 1);
  expect(await acts()).toEqual(['acknowledged', 'judged']);
  expect(history).toHaveBeenCalledTimes(1);
  await client.alarm.history({ query: { id: 'b' } });
  expect(history).toHaveBeenCalledTimes(2);
});

it('a failed request is repeated', async () => {
  const { client, history } = aMoment();
  history.mockRejectedValueOnce(new Error('no line'));
  await expect(client.alarm.history({ query: { id: 'a' } })).rejects.toThrow('no line');
  expect(await client.alarm.history({ query: { id: 'a' } })).toHaveLength(1);
});

it('plans started later are not yet running', async () => {
  const { client } = aMoment();
  expect(await client.plan.planRunPage({ body: { fireId: '0197f0c0-0000-7000-8000-000000000001' } })).toMatchObject({ total: 1 });
});

it('people near a fire are listed by their positions at the moment', async () => {
  const { client, rangers, rangerList } = aMoment();
  const at = (userId: string, lat: number) =>
    ({
      userId,
      fullName: userId,
      taskIds: [],
      last: { position: { lng: 103, lat }, at: new Date(AT), receivedAt: new Date(AT) },
    }) as unknown as ListedRanger;
  rangers.load([at('far', 31.1), at('near', 31.001), at('beyond', 32)], 1);
  const found = await client.ranger.rangerList({ body: { position: { lng: 103, lat: 31 }, radiusMetres: 20_000 } });
  expect(found.map(({ userId, distanceMetres }) => [userId, Math.round((distanceMetres ?? 0) / 100)])).toEqual([
    ['near', 1],
    ['far', 111],
  ]);
  expect(rangerList).not.toHaveBeenCalled();
});
