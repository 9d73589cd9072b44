// Which account may do which action on which alarm: each action with each right alone, from each grid, and without a session. A refused
// action changes nothing.

import { CAPABILITIES, NATION } from '@lookout/domain';
import { type ActionName, type AlarmWorld, judgedAs, openAlarmWorld, WENCHUAN } from '@lookout/server/testing/alarm-world.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alarmActionCalls } from '../alarm-actions.calls.ts';

let world: AlarmWorld;
beforeAll(async () => {
  world = await openAlarmWorld();
});
afterAll(() => world?.stop());

type Given = Readonly<Record<string, unknown>>;
const real = async (kind: 'monitor' | 'report') => {
  const id = await world.raise(kind);
  await world.act('wenchuan', 'monitorJudge', { fireId: id, isReal: 1 });
  return id;
};
const handled = async (kind: 'smoke') => {
  const id = await world.raise(kind);
  await world.act('wenchuan', 'handle', { id, note: null, isRenovated: false });
  return id;
};
const closed = async (kind: 'monitor' | 'report') => {
  const id = await real(kind);
  await world.act('wenchuan', 'close', { id, outcome: '1' });
  return id;
};
const moved = { editLongitude: WENCHUAN.lng + 0.01, editLatitude: WENCHUAN.lat };

/** For each action, an alarm in 513221 that allows it, and the body of the call. */
const readyFor: { readonly [A in ActionName]: () => Promise<{ readonly id: string; readonly given: Given }> } = {
  acknowledge: () => on('report', (id) => ({ id })),
  seen: () => on('satellite', (id) => ({ id })),
  monitorJudge: () => on('report', (id) => ({ fireId: id, isReal: 1 })),
  correct: async () => to(await real('monitor'), (id) => ({ id, ...judgedAs('false'), reason: '看错' })),
  handle: () => on('danger', (id) => ({ id, note: null, isRenovated: true })),
  reopen: async () => to(await handled('smoke'), (id) => ({ id })),
  close: async () => to(await real('report'), (id) => ({ id, outcome: '1' })),
  rekindle: async () => to(await closed('report'), (id) => ({ id, reason: '余火复燃' })),
  satelliteUpdate: () => on('satellite', (id) => ({ id, isReal: 1 })),
  satelliteUpdateDto: () => on('satellite', (id) => ({ id, area: 3 })),
  satelliteHandle: () => on('satellite', (id) => ({ id, isHandle: 1 })),
  satelliteJudge: () => on('satellite', (id) => ({ id, isReal: 0 })),
  satellitePush: () => on('satellite', (id) => ({ id, isPut: 1 })),
  monitorPush: () => on('monitor', (id) => ({ id, isPut: 1 })),
  reportPush: () => on('report', (id) => ({ id, isPut: 1 })),
  monitorStates: () => on('monitor', (id) => ({ id, isReal: 1 })),
  monitorUpdate: () => on('monitor', (id) => ({ id, maxHeat: 60 })),
  monitorMove: () => on('monitor', (id) => ({ fireId: id, ...moved })),
  reportUpdate: () => on('report', (id) => ({ id, comment: '看' })),
  smokePush: () => on('smoke', (id) => ({ id })),
  monitorDelete: () => on('monitor', (id) => ({ id, reason: '测试' })),
  smokeDelete: () => on('smoke', (id) => ({ id, reason: '测试' })),
};
const to = (id: string, bodyOf: (id: string) => Given) => ({ id, given: bodyOf(id) });
const on = async (kind: Parameters<AlarmWorld['raise']>[0], bodyOf: (id: string) => Given) => to(await world.raise(kind), bodyOf);

const ACTS = Object.keys(readyFor) as ActionName[];
/** Everything that an action could have changed. */
const stateOf = async (id: string) => ({
  alarm: await world.server.store.alarms.findEver(NATION, id),
  history: await world.server.store.events.ofAlarm(NATION, id),
  events: await world.server.store.events.head(),
});

describe.each(ACTS)('%s', (name) => {
  const { permission } = alarmActionCalls[name];
  const rights: readonly string[] = permission.anyOf;

  it('succeeds with its right alone, and is 403 with any other right or none', async () => {
    const { id, given } = await readyFor[name]();
    const before = await stateOf(id);
    for (const right of [null, ...CAPABILITIES]) {
      const token = await world.newcomer('513221', right === null ? [] : [right]);
      if (right !== null && rights.includes(right)) {
        const own = await readyFor[name]();
        expect((await world.actBy(token, name, own.given)).body.code).toBe(200);
        before.events = await world.server.store.events.head();
        continue;
      }
      const { status, body } = await world.actBy(token, name, given);
      expect({ right, status, body }).toEqual({
        right,
        status: 403,
        body: { code: 403, message: '无权限', error: { code: 'no-right', params: {} } },
      });
    }
    // No other events: the head is where the allowed actions left it.
    expect(await stateOf(id)).toEqual(before);
  });

  it('is 401 without a session and with an expired one', async () => {
    const { id, given } = await readyFor[name]();
    const before = await stateOf(id);
    for (const token of [undefined, 'A'.repeat(43)]) expect((await world.actBy(token, name, given)).status).toBe(401);
    expect(await stateOf(id)).toEqual(before);
  });

  it.each([
    ['the county itself', '513221', 200],
    ['its prefecture', '513200', 200],
    ['its province', '510000', 200],
    ['the nation', '100000', 200],
    ['a sibling county', '513222', 404],
    ['a sibling prefecture', '513300', 404],
    ['another province', '410000', 404],
    ['a county of another province', '410781', 404],
  ])('from %s (%s): %i', async (_where, gridNo, expected) => {
    const { id, given } = await readyFor[name]();
    const before = await stateOf(id);
    const { status, body } = await world.actBy(await world.newcomer(gridNo, CAPABILITIES), name, given);
    expect(status).toBe(expected);
    if (expected === 404) {
      expect(body).toEqual({ code: 404, message: '没有找到，或不在您的网格内', error: { code: 'not-found', params: {} } });
      expect(await stateOf(id)).toEqual(before);
    } else if (gridNo === '100000' && /Push$/.test(name) && name !== 'smokePush') {
      expect(body.code).toBe(501);
    } else {
      expect(body.code).toBe(200);
      expect((await stateOf(id)).history.length).toBe(before.history.length + 1);
    }
  });
});
