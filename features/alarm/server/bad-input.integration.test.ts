// Invalid input of an action is refused with its field, changes nothing, and is never a server error.

import { type ActionName, type AlarmWorld, judgedAs, openAlarmWorld } from '@lookout/server/testing/alarm-world.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let world: AlarmWorld;
let ids: Readonly<Record<'satellite' | 'monitor' | 'report' | 'smoke', string>>;
beforeAll(async () => {
  world = await openAlarmWorld();
  const [satellite, monitor, report, smoke] = await Promise.all([
    world.raise('satellite'),
    world.raise('monitor'),
    world.raise('report'),
    world.raise('smoke'),
  ]);
  ids = { satellite: satellite ?? '', monitor: monitor ?? '', report: report ?? '', smoke: smoke ?? '' };
});
afterAll(() => world?.stop());

const LONG = '长'.repeat(71);
const LONGER = '长'.repeat(501);
const NUL = 'a\0b';
const LONE = 'a\ud800';
type Wrong = readonly [field: string, ...values: unknown[]];

/** For each action: the kind of alarm, the name of its id field, other required fields, and the invalid values by field. */
const cases: { readonly [A in ActionName]: readonly [kind: keyof typeof ids, idField: 'id' | 'fireId', needs: object, ...wrong: Wrong[]] } =
  {
    acknowledge: ['monitor', 'id', {}, ['kind', 'camera', 1], ['takeOver', 2, 'yes', true]],
    seen: ['monitor', 'id', {}],
    monitorJudge: [
      ...(['monitor', 'fireId', { isReal: 1 }] as const),
      ['isReal', null, 2, 'x', true, []],
      ['isTrueNote', LONG, NUL, LONE, 5, {}],
      ['trueAlarmType', 0, 9, 1.5, 'x', '', []],
    ],
    correct: [
      ...(['monitor', 'id', { ...judgedAs('real'), reason: '错' }] as const),
      ['verdict', null, -1],
      ['reason', null, '', '   ', LONGER, NUL, 1],
      ['note', LONG],
      ['realFireType', 9],
      ['kind', 'x'],
    ],
    handle: ['monitor', 'id', { note: null, isRenovated: false }, ['note', LONGER, NUL], ['isRenovated', 3], ['kind', 'x']],
    reopen: ['monitor', 'id', {}, ['kind', 'x']],
    close: [
      ...(['monitor', 'id', { outcome: '1' }] as const),
      ['outcome', null, '', '  ', LONG, NUL, [], {}, true],
      ['note', LONGER, LONE, 7],
      ['kind', 'fire'],
      ['tasks', 'stop', 1],
    ],
    rekindle: ['monitor', 'id', { reason: '复燃' }, ['reason', undefined, '', ' ', LONGER, NUL], ['kind', 'fire']],
    satelliteUpdate: [
      ...(['satellite', 'id', {}] as const),
      ['isReal', 2, 'true'],
      ['area', -1, 'x', 1e9, [], true],
      ['woodland', -0.1, 100.1],
      ['strength', '强'],
      ['strengthLevel', 1.5, -1, 101],
      ['observationFrequency', 0.5],
      ['address', LONGER, NUL, 3],
      ['isHandle', 2],
      ['isTrueNote', LONG],
      ['trueAlarmType', 9],
    ],
    satelliteUpdateDto: ['satellite', 'id', {}, ['farmland', -1], ['otherland', 'x'], ['grassland', {}]],
    satelliteHandle: ['satellite', 'id', { isHandle: 1 }, ['isHandle', null, 2, 'x']],
    satelliteJudge: ['satellite', 'id', { isReal: 1 }, ['isReal', null, 'x'], ['isTrueNote', LONG], ['trueAlarmType', 10]],
    satellitePush: ['satellite', 'id', { isPut: 1 }, ['isPut', undefined, 2, 'x'], ['isPutOutNote', LONGER, NUL]],
    monitorPush: ['monitor', 'id', { isPut: 1 }, ['isPut', undefined, ''], ['isPutOutNote', LONGER], ['note', LONGER]],
    reportPush: ['report', 'id', { isPut: 1 }, ['isPut', undefined, '-1']],
    monitorStates: ['monitor', 'id', {}, ['isReal', 2], ['handleOpinions', LONGER, NUL, 3], ['isHandle', 'x']],
    monitorUpdate: ['monitor', 'id', {}, ['maxHeat', -300, 5001, '热'], ['alarmType', LONG, NUL], ['address', LONGER]],
    monitorMove: [
      ...(['monitor', 'fireId', { editLongitude: 103.6, editLatitude: 31.5 }] as const),
      ['editLongitude', undefined, '', 'x', 181, -180.1, 'NaN', '1e400'],
      ['editLatitude', undefined, 90.1, 'Infinity'],
      ['height', 'x', 10_000, -501],
    ],
    reportUpdate: ['report', 'id', {}, ['description', LONGER, NUL], ['comment', LONGER, 1], ['isReal', 'x']],
    smokePush: ['smoke', 'id', {}],
    monitorDelete: ['monitor', 'id', { reason: '错' }, ['reason', undefined, '', ' ', LONGER, NUL]],
    smokeDelete: ['smoke', 'id', { reason: '错' }, ['reason', undefined, '\t']],
  };

/** Two fields that are valid alone but not together. */
const together: readonly (readonly [ActionName, object, string])[] = [
  ['correct', { verdict: 'false', realFireType: 'farm' }, 'realFireType'],
  ['monitorJudge', { isReal: 0, trueAlarmType: 1 }, 'trueAlarmType'],
  ['satelliteUpdate', { isTrueNote: '山火' }, 'isReal'],
  ['monitorStates', { trueAlarmType: 3 }, 'isReal'],
  ['handle', { isRenovated: true }, 'isRenovated'],
];

describe.each(Object.entries(cases) as [ActionName, (typeof cases)[ActionName]][])('%s', (name, [kind, idField, needs, ...wrong]) => {
  it('names the field that is invalid', async () => {
    const id = ids[kind];
    const before = await world.server.store.events.head();
    for (const [field, ...values] of [...wrong, [idField, undefined, '', 'x', `${id}0`, "' or 1=1 --"] as Wrong]) {
      for (const value of values) {
        const { status, body } = await world.act('aba', name, { ...needs, [idField]: id, [field]: value });
        expect({ field, value, status, path: body.data?.[0]?.path }).toEqual({ field, value, status: 422, path: field });
        expect(body).toMatchObject({ code: 422, message: expect.stringMatching(/\S/) });
      }
    }
    for (const [, more, field] of together.filter(([act]) => act === name)) {
      expect((await world.act('aba', name, { ...needs, [idField]: id, ...more })).body).toMatchObject({
        code: 422,
        data: [{ path: field }],
      });
    }
    expect((await world.linesOf(id)).map(({ act }) => act)).toEqual(['arrived']);
    expect(await world.server.store.events.head()).toBe(before);
  });
});

// Proves §5.5a, §9.2e
it('a note that is too long is refused with the specification’s limit', async () => {
  const reply = await world.act('aba', 'monitorJudge', { fireId: ids.monitor, isReal: 1, isTrueNote: LONG });
  expect(reply.body).toMatchObject({
    message: '备注最多 70 个字，现有 71 个字',
    data: [{ path: 'isTrueNote', message: '备注最多 70 个字，现有 71 个字' }],
  });
  const exact = await world.raise('monitor');
  expect((await world.act('aba', 'monitorJudge', { fireId: exact, isReal: 1, isTrueNote: '长'.repeat(70) })).body.code).toBe(200);
});
