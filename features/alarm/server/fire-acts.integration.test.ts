// An action on one alarm of a fire applies to all its alarms that the officer may see.

import { type AlarmWorld, judgedAs, LIXIAN, openAlarmWorld } from '@lookout/server/testing/alarm-world.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import * as domain from '../alarm.ts';

let world: AlarmWorld;
beforeAll(async () => {
  world = await openAlarmWorld();
});
afterAll(() => world?.stop());

const EVIDENCE = {
  look: 'test',
  covariance: { eastEast: 1e4, eastNorth: 0, northNorth: 1e4 },
  probability: 0.7,
  calmedBy: [],
  threatens: null,
};
/** One fire of these alarms, as the grouping of alarms into fires would store it. */
async function fireOf(...alarmIds: string[]): Promise<string[]> {
  await world.server.store.incidents.saveMembers(
    alarmIds.map((alarmId) => ({ alarmId, incidentId: alarmIds[0] as string, evidence: EVIDENCE, confirmedAs: null, knownHeat: null })),
  );
  return alarmIds;
}
const alarmsOf = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await world.read('guojia', 'one', { id })).body.data));
const verdictOf = ({ response }: domain.Alarm) => domain.verdictOf(response);
const outcomeOf = ({ response }: domain.Alarm) => domain.closureOf(response)?.outcome ?? null;
const actsOf = async (id: string) => (await world.linesOf(id)).map(({ act }) => act);

describe('an action on one alarm of a fire', () => {
  it('acknowledges all alarms once, with one audit row', async () => {
    const [camera, report] = (await fireOf(await world.raise('monitor'), await world.raise('report'))) as [string, string];
    const messages = await world.receivedDuring('guojia', () => world.act('wenchuan', 'acknowledge', { id: report }));
    expect(messages.map(({ data }) => [data.id, data.change])).toEqual([
      [report, 'acknowledged'],
      [camera, 'acknowledged'],
    ]);
    expect((await alarmsOf([camera, report])).map(({ response }) => response.acknowledgement.by)).toEqual(Array(2).fill('汶川县值班员'));
    expect(await world.auditOf(report)).toHaveLength(1);
    expect(await world.auditOf(camera)).toEqual([]);
    // A repetition changes nothing.
    expect(await world.receivedDuring('guojia', () => world.act('wenchuan', 'acknowledge', { id: camera }))).toEqual([]);
  });

  it('judges all alarms, each by its kind: a report gets no type', async () => {
    const ids = await fireOf(await world.raise('monitor'), await world.raise('report'), await world.raise('satellite'));
    await world.act('wenchuan', 'monitorJudge', { fireId: ids[0], isReal: 1, trueAlarmType: 1, isRealNote: '起火' });
    expect((await alarmsOf(ids)).map(({ response: { judgement } }) => [judgement.verdict, judgement.realFireType])).toEqual([
      ['real', 'farm'],
      ['real', null],
      ['real', 'farm'],
    ]);
    expect((await world.act('aba', 'monitorJudge', { fireId: ids[1], isReal: 0 })).status).toBe(409);
  });

  it('closes all alarms, so that none remains in progress', async () => {
    const ids = await fireOf(await world.raise('monitor'), await world.raise('satellite'));
    await world.act('wenchuan', 'monitorJudge', { fireId: ids[0], isReal: 1, trueAlarmType: 1 });
    await world.act('wenchuan', 'close', { id: ids[1], outcome: '已扑灭', note: '' });
    expect((await alarmsOf(ids)).map(outcomeOf)).toEqual(['extinguished', 'extinguished']);
  });

  it('closes all alarms and ends the tasks only if requested; an officer who may not cancel tasks may not end them', async () => {
    const ids = await fireOf(await world.raise('monitor'), await world.raise('satellite'));
    await world.act('wenchuan', 'monitorJudge', { fireId: ids[0], isReal: 1, trueAlarmType: 1 });
    const sent = await world.call('wenchuan', contract.task.delegate, {
      taskContent: '扑救',
      taskStartTime: '2036-11-21 14:00:00',
      taskEndTime: '2036-11-21 18:00:00',
      priority: 1,
      fireId: ids[0],
      taskMember: (await world.server.login('ranger01')).accid,
    });
    const task = async () =>
      (await world.server.call('GET', contract.task.taskOne.path.replace('{id}', sent.body.data.id), { token: world.tokens.guojia })).body
        .data;
    const close = (tasks?: 'end' | 'keep') => ({ id: ids[1], outcome: '已扑灭', note: '', ...(tasks && { tasks }) });
    const answering = await world.newcomer('513221', ['act-on-alarms']);
    expect((await world.actBy(answering, 'close', close('end'))).status).toBe(403);
    expect((await alarmsOf(ids)).map(outcomeOf)).toEqual([null, null]);

    await world.act('wenchuan', 'close', close());
    expect(await task()).toMatchObject({ cancelledAt: null });
    const whereHidden = await world.receivedDuring('guojia', () =>
      world.act('lixian', 'rekindle', { id: ids[0], reason: '余火复燃' }).then(({ status }) => expect(status).toBe(404)),
    );
    expect(whereHidden).toEqual([]);

    const messages = await world.receivedDuring('guojia', () => world.act('wenchuan', 'rekindle', { id: ids[0], reason: '余火复燃' }));
    expect(messages.map(({ data }) => [data.id, data.change, data.isReal, data.outcome])).toEqual([
      [ids[0], 'rekindled', 1, null],
      [ids[1], 'rekindled', 1, null],
    ]);
    expect((await world.act('wenchuan', 'rekindle', { id: ids[0], reason: '余火复燃' })).body).toMatchObject({
      code: 501,
      message: '该火情没有关闭，不能按复燃重新打开',
    });
    expect((await world.linesOf(ids[0] as string)).at(-1)).toMatchObject({ act: 'rekindled', detail: { reason: '余火复燃' } });

    await world.act('wenchuan', 'close', close('end'));
    expect((await alarmsOf(ids)).map(outcomeOf)).toEqual(['extinguished', 'extinguished']);
    expect(await task()).toMatchObject({ cancelReason: '火情已关闭' });
    expect((await world.auditOf(ids[1] as string)).filter(({ act }) => act === 'close-fire')).toHaveLength(2);
  });

  it('corrects all alarms', async () => {
    const ids = await fireOf(await world.raise('monitor'), await world.raise('report'));
    await world.act('wenchuan', 'monitorJudge', { fireId: ids[0], isReal: 0 });
    await world.act('aba', 'correct', { id: ids[1], ...judgedAs('real'), reason: '复核有火' });
    expect((await alarmsOf(ids)).map(verdictOf)).toEqual(['real', 'real']);
  });

  it('does not change alarms whose rules do not allow it: an alarm judged before keeps its judgement', async () => {
    const [first, second] = [await world.raise('monitor'), await world.raise('monitor')];
    await world.act('wenchuan', 'monitorJudge', { fireId: first, isReal: 0 });
    await fireOf(first, second);
    await world.act('wenchuan', 'monitorJudge', { fireId: second, isReal: 1, trueAlarmType: 2 });
    expect((await alarmsOf([first, second])).map(verdictOf)).toEqual(['false', 'real']);
    expect(await actsOf(first)).toEqual(['arrived', 'judged']);
  });

  it('reaches only the alarms in the officer’s grid', async () => {
    const [inWenchuan, inLixian] = (await fireOf(await world.raise('monitor'), await world.raise('monitor', LIXIAN))) as [string, string];
    await world.act('wenchuan', 'monitorJudge', { fireId: inWenchuan, isReal: 0 });
    expect((await alarmsOf([inWenchuan, inLixian])).map(verdictOf)).toEqual(['false', 'unjudged']);
    // An action of a superior reaches both alarms, where it is still possible.
    await world.act('aba', 'monitorJudge', { fireId: inLixian, isReal: 1, trueAlarmType: 1 });
    expect((await alarmsOf([inWenchuan, inLixian])).map(verdictOf)).toEqual(['false', 'real']);
  });

  it('is refused if the named alarm refuses it, and then does not change the others', async () => {
    const [judged, open] = [await world.raise('monitor'), await world.raise('monitor')];
    await world.act('wenchuan', 'monitorJudge', { fireId: judged, isReal: 0 });
    await fireOf(judged, open);
    expect((await world.act('aba', 'monitorJudge', { fireId: judged, isReal: 1, trueAlarmType: 1 })).status).toBe(409);
    expect((await alarmsOf([open])).map(verdictOf)).toEqual(['unjudged']);
  });

  it('of two officers at once, the first applies to the whole fire', async () => {
    const ids = await fireOf(await world.raise('monitor'), await world.raise('monitor'), await world.raise('report'));
    const replies = await Promise.all([
      world.act('wenchuan', 'monitorJudge', { fireId: ids[0], isReal: 1, trueAlarmType: 1 }),
      world.act('aba', 'monitorJudge', { fireId: ids[2], isReal: 0 }),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(new Set((await alarmsOf(ids)).map(verdictOf)).size).toBe(1);
  });

  it('moves, edits or deletes only that alarm', async () => {
    const ids = await fireOf(await world.raise('monitor'), await world.raise('monitor'));
    await world.act('wenchuan', 'monitorUpdate', { id: ids[0], handleOpinions: '看' });
    await world.act('aba', 'monitorDelete', { id: ids[0], reason: '重复' });
    expect(await actsOf(ids[1] as string)).toEqual(['arrived']);
  });
});
