import { type AlarmWorld, judgedAs, openAlarmWorld } from '@lookout/server/testing/alarm-world.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let world: AlarmWorld;
beforeAll(async () => {
  world = await openAlarmWorld();
});
afterAll(() => world?.stop());

const WENCHUAN_OFFICER = '汶川县值班员';
const ABA_OFFICER = '阿坝州值班员';
const HANDLED = { note: null, isRenovated: false };
const DELETED = /^该火警已由阿坝州值班员于 2\d{3}-\d\d-\d\d \d\d:\d\d:\d\d 删除$/;

describe('acknowledging', () => {
  it('is published to every desk above, and to no sibling', async () => {
    const id = await world.raise('monitor');
    for (const [user, topics] of [
      ['wenchuan', ['lookout/fireAlarm/513221']],
      ['guojia', ['lookout/fireAlarm/513221']],
      ['lixian', []],
      ['weihui', []],
    ] as const) {
      const other = await world.raise('monitor');
      const messages = await world.receivedDuring(user, () => world.act('wenchuan', 'acknowledge', { id: other }));
      expect(messages.map(({ topic }) => topic)).toEqual(topics);
      for (const { data } of messages)
        expect(data).toMatchObject({ id: other, change: 'acknowledged', changedBy: WENCHUAN_OFFICER, acknowledgedBy: WENCHUAN_OFFICER });
    }
    const reply = await world.act('wenchuan', 'acknowledge', { id, kind: 'monitor' });
    expect(reply.body).toMatchObject({ code: 200, data: { id, acknowledgedBy: WENCHUAN_OFFICER, isHandle: 0, isReal: null } });
    expect(reply.body.data.acknowledgedTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it('belongs to the first officer until a colleague explicitly takes it over', async () => {
    const id = await world.raise('report');
    const replies = await Promise.all([world.act('wenchuan', 'acknowledge', { id }), world.act('aba', 'acknowledge', { id })]);
    const [won, lost] = replies.toSorted((a, b) => a.status - b.status);
    expect([won?.status, lost?.status]).toEqual([200, 409]);
    const holder = won?.body.data.acknowledgedBy;
    expect(lost?.body).toMatchObject({ code: 409, message: `已由${holder}接警`, data: { id, acknowledgedBy: holder } });

    const [first, second] = holder === ABA_OFFICER ? (['aba', 'wenchuan'] as const) : (['wenchuan', 'aba'] as const);
    const messages = await world.receivedDuring('guojia', () => world.act(first, 'acknowledge', { id }));
    expect(messages).toEqual([]);
    const over = await world.act(second, 'acknowledge', { id, takeOver: '1' });
    expect(over.body.data.acknowledgedBy).not.toBe(holder);
    expect((await world.linesOf(id)).slice(1)).toEqual([
      { act: 'acknowledged', by: holder, detail: {} },
      { act: 'taken-over', by: over.body.data.acknowledgedBy, detail: { from: holder } },
    ]);
  });

  it('is refused if the alarm is of another kind or has been judged false', async () => {
    const id = await world.raise('monitor');
    expect((await world.act('wenchuan', 'acknowledge', { id, kind: 'report' })).status).toBe(404);
    await world.act('wenchuan', 'monitorJudge', { fireId: id, isReal: 0 });
    expect(await world.act('aba', 'acknowledge', { id })).toMatchObject({ status: 409, body: { data: { isReal: 0 } } });
  });
});

describe('seeing', () => {
  it('is recorded once for each officer, in history and audit, and is not published', async () => {
    const id = await world.raise('satellite');
    const messages = await world.receivedDuring('guojia', async () => {
      for (const user of ['wenchuan', 'viewer', 'wenchuan', 'wenchuan'] as const)
        expect((await world.act(user, 'seen', { id })).body).toEqual({ code: 200, message: 'OK', data: null });
      await Promise.all([world.act('aba', 'seen', { id }), world.act('aba', 'seen', { id })]);
    });
    expect(messages).toEqual([]);
    expect((await world.linesOf(id)).map(({ act, by }) => [act, by])).toEqual([
      ['arrived', null],
      ['seen', WENCHUAN_OFFICER],
      ['seen', '阿坝州观察员'],
      ['seen', ABA_OFFICER],
    ]);
    expect(await world.auditOf(id)).toEqual(
      Array(3).fill({ act: 'see-alarm', outcome: 'ok', detail: { events: [{ kind: 'alarm.seen', detail: {} }] } }),
    );
    expect((await world.act('lixian', 'seen', { id })).status).toBe(404);
  });
});

describe('judging', () => {
  it.each(['satellite', 'monitor', 'report'] as const)(
    'a %s real stores the note, removes it from the queue and makes it a fire in progress',
    async (kind) => {
      const id = await world.raise(kind);
      const type = kind === 'report' ? undefined : 7;
      const judgement = { isReal: 1, isTrueNote: '山火，风大', trueAlarmType: type ?? null };
      let reply = null as Awaited<ReturnType<AlarmWorld['act']>> | null;
      const messages = await world.receivedDuring('sichuan', async () => {
        reply = await world.act('wenchuan', 'monitorJudge', {
          fireId: id,
          isReal: '1',
          isTrueNote: judgement.isTrueNote,
          trueAlarmType: type,
        });
      });
      const expected = { id, ...judgement, isHandle: 1, judgedBy: WENCHUAN_OFFICER, closeTime: null };
      expect(reply?.body).toMatchObject({ code: 200, data: expected });
      expect(messages).toEqual([
        { topic: 'lookout/fireAlarm/513221', data: { ...reply?.body.data, change: 'judged', changedBy: WENCHUAN_OFFICER } },
      ]);
      const ids = async (name: 'latestAlarms' | 'inProgress') => (await world.read('aba', name)).body.data.map((a: { id: string }) => a.id);
      expect(await ids('latestAlarms')).not.toContain(id);
      expect(await ids('inProgress')).toContain(id);
      expect((await world.linesOf(id)).at(-1)).toEqual({ act: 'judged', by: WENCHUAN_OFFICER, detail: judgement });
      expect(await world.auditOf(id)).toEqual([
        {
          act: 'judge-alarm',
          outcome: 'ok',
          detail: {
            events: [
              {
                kind: 'alarm.judged',
                detail: { judgement: { verdict: 'real', note: judgement.isTrueNote, realFireType: type ? 'forest' : null } },
              },
            ],
          },
        },
      ]);
    },
  );

  it('by several at once succeeds for the first; the others get 409 with the current alarm, which does not change', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await world.raise('monitor');
      const replies = await Promise.all([
        world.act('wenchuan', 'monitorJudge', { fireId: id, isReal: 1, trueAlarmType: 3 }),
        world.act('aba', 'monitorJudge', { fireId: id, isReal: 0, isTrueNote: '炊烟' }),
        world.act('sichuan', 'monitorStates', { id, isReal: 0 }),
        world.act('guojia', 'monitorJudge', { fireId: id, isReal: 1 }),
      ]);
      const won = replies.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      const { data } = won[0]?.body ?? {};
      for (const lost of replies.filter(({ status }) => status !== 200)) {
        expect(lost.status).toBe(409);
        expect(lost.body).toEqual({
          code: 409,
          message: `已由${data.judgedBy}研判为${data.isReal === 1 ? '真实火情' : '误报或疑似'}`,
          data,
          error: { code: 'already-judged', params: { by: data.judgedBy, verdict: data.isReal === 1 ? 'real' : 'false' } },
        });
      }
      expect((await world.read('aba', 'monitorOne', { id })).body.data).toEqual(data);
      expect((await world.linesOf(id)).map(({ act }) => act)).toEqual(['arrived', 'judged']);
      const outcomes = (await world.auditOf(id)).map(({ outcome }) => outcome).toSorted();
      expect(outcomes).toEqual(['ok', 'refused:409', 'refused:409', 'refused:409']);
    }
  });

  it('through the satellite’s own calls works the same, and finds no other kind', async () => {
    const [satellite, camera] = [await world.raise('satellite'), await world.raise('monitor')];
    expect((await world.act('wenchuan', 'satelliteJudge', { id: camera, isReal: 1 })).status).toBe(404);
    expect((await world.act('wenchuan', 'satelliteJudge', { id: satellite, isReal: 0, isTrueNote: '工业热源' })).body.data).toMatchObject({
      isReal: 0,
      isTrueNote: '工业热源',
      isHandle: 1,
    });
    expect((await world.act('aba', 'satelliteUpdate', { id: satellite, isReal: 1 })).status).toBe(409);
  });

  it('accepts a type only for a real fire that no person reported, and refuses smoke alarms and danger checks', async () => {
    const [camera, report, smoke, danger] = await Promise.all(
      (['monitor', 'report', 'smoke', 'danger'] as const).map((kind) => world.raise(kind)),
    );
    expect((await world.act('wenchuan', 'monitorJudge', { fireId: camera, isReal: 0, trueAlarmType: 1 })).body.data).toEqual([
      { path: 'trueAlarmType', message: '只有真实火情才有类型' },
    ]);
    expect((await world.act('wenchuan', 'monitorJudge', { fireId: report, isReal: 1, trueAlarmType: 1 })).body.data).toEqual([
      { path: 'trueAlarmType', message: '人员上报的火情不选类型' },
    ]);
    for (const [id, message] of [
      [smoke, '烟感报警不作研判，请推送'],
      [danger, '隐患检查不作研判，请处置'],
    ]) {
      expect(await world.act('wenchuan', 'monitorJudge', { fireId: id, isReal: 1 })).toMatchObject({
        status: 200,
        body: { code: 501, message },
      });
    }
    expect((await world.linesOf(camera ?? '')).map(({ act }) => act)).toEqual(['arrived']);
  });
});

describe('correcting', () => {
  it('needs a judgement and a reason, keeps the old and the new judgement, and is recorded as its own act', async () => {
    const id = await world.raise('monitor');
    expect((await world.act('wenchuan', 'correct', { id, ...judgedAs('false'), reason: '看错' })).body).toMatchObject({
      code: 501,
      message: '尚未研判，不能更正',
    });
    await world.act('wenchuan', 'monitorJudge', { fireId: id, isReal: 1, trueAlarmType: 7, isTrueNote: '山火' });
    expect((await world.act('aba', 'correct', { id, ...judgedAs('false'), reason: ' ' })).body.data).toEqual([
      { path: 'reason', message: '请填写更正原因' },
    ]);
    const messages = await world.receivedDuring('guojia', () =>
      world.act('aba', 'correct', { id, kind: 'camera', ...judgedAs('false', '炊烟'), reason: '现场核实' }),
    );
    expect(messages).toMatchObject([{ data: { id, change: 'corrected', isReal: 0, trueAlarmType: null, judgedBy: ABA_OFFICER } }]);
    expect((await world.linesOf(id)).at(-1)).toEqual({
      act: 'corrected',
      by: ABA_OFFICER,
      detail: {
        from: { isReal: 1, isTrueNote: '山火', trueAlarmType: 7 },
        to: { isReal: 0, isTrueNote: '炊烟', trueAlarmType: null },
        reason: '现场核实',
      },
    });
    expect((await world.read('aba', 'inProgress')).body.data.map((a: { id: string }) => a.id)).not.toContain(id);
    expect((await world.act('wenchuan', 'monitorJudge', { fireId: id, isReal: 1 })).status).toBe(409);
    await world.act('aba', 'correct', { id, ...judgedAs('false', '炊烟'), reason: '再说一次' });
    expect((await world.linesOf(id)).filter(({ act }) => act === 'corrected')).toHaveLength(1);
    await world.act('aba', 'correct', { id, ...judgedAs('real'), reason: '复燃' });
    expect((await world.read('aba', 'inProgress')).body.data.map((a: { id: string }) => a.id)).toContain(id);
  });
});

describe('handling', () => {
  it('can put a danger right, also after it was handled', async () => {
    const id = await world.raise('danger');
    const handled = { stage: 'handled' };
    expect((await world.act('wenchuan', 'handle', { id, note: '已通知', isRenovated: false })).body.data).toMatchObject({
      response: handled,
      facts: { checkStatus: 'open' },
    });
    expect((await world.act('wenchuan', 'handle', { id, note: null, isRenovated: true })).body.data).toMatchObject({
      response: handled,
      facts: { checkStatus: 'renovated' },
    });
    expect(await world.act('aba', 'handle', { id, note: null, isRenovated: true })).toMatchObject({
      status: 409,
      body: { message: '该火警已不在待处理中' },
    });
    expect((await world.linesOf(id)).slice(1).map(({ detail }) => detail)).toEqual([{ note: '已通知' }, { renovated: 1 }]);
    const camera = await world.raise('monitor');
    expect((await world.act('aba', 'handle', { id: camera, note: null, isRenovated: true })).body.data[0].path).toBe('isRenovated');
    expect((await world.read('aba', 'monitorOne', { id: camera })).body.data.isHandle).toBe(0);
  });

  it('removes a satellite alarm from the queue and returns it, until it is judged', async () => {
    const id = await world.raise('satellite');
    expect((await world.act('wenchuan', 'satelliteHandle', { id, isHandle: 0 })).body.message).toBe('尚未处置，不能重新打开');
    expect((await world.act('wenchuan', 'satelliteHandle', { id, isHandle: 1 })).body.data.isHandle).toBe(1);
    expect((await world.act('aba', 'satelliteHandle', { id, isHandle: 1 })).status).toBe(409);
    expect((await world.act('aba', 'satelliteHandle', { id, isHandle: 0 })).body.data.isHandle).toBe(0);
    await world.act('wenchuan', 'satelliteJudge', { id, isReal: 1 });
    expect(await world.act('aba', 'satelliteHandle', { id, isHandle: 0 })).toMatchObject({ status: 409, body: { data: { isReal: 1 } } });
    expect((await world.linesOf(id)).map(({ act }) => act)).toEqual(['arrived', 'handled', 'reopened', 'judged']);
  });
});

it('an alarm of any source that was removed from the queue can be returned to it', async () => {
  for (const kind of ['smoke', 'danger', 'report'] as const) {
    const id = await world.raise(kind);
    expect((await world.act('wenchuan', 'handle', { id, ...HANDLED })).body.data.response.stage).toBe('handled');
    expect((await world.act('aba', 'reopen', { id })).body.data.response.stage).toBe('open');
    expect((await world.linesOf(id)).map(({ act }) => act)).toEqual(['arrived', 'handled', 'reopened']);
  }
});

describe('closing', () => {
  const fire = async () => {
    const id = await world.raise('monitor');
    await world.act('wenchuan', 'monitorJudge', { fireId: id, isReal: 1 });
    return id;
  };

  it.each([
    ['extinguished', null, 'extinguished', null],
    ['2', '自己灭了', 'burnt-out', '自己灭了'],
    [3, null, 'no-fire', null],
    ['移交', '交森林公安', 'handed-over', '交森林公安'],
    ['其他', '下雨', 'other', '下雨'],
    ['人工增雨扑灭', '两架次', 'other', '人工增雨扑灭：两架次'],
    ['人工增雨扑灭', null, 'other', '人工增雨扑灭'],
  ])('with %s and the note %s', async (outcome, note, expected, closeNote) => {
    const id = await fire();
    const reply = await world.act('aba', 'close', { id, kind: 'monitor', outcome, ...(note !== null && { note }) });
    expect(reply.body.data).toMatchObject({ outcome: expected, closeNote, closedBy: ABA_OFFICER, isReal: 1, isHandle: 1 });
    expect((await world.linesOf(id)).at(-1)).toEqual({ act: 'closed', by: ABA_OFFICER, detail: { outcome: expected, note: closeNote } });
    expect((await world.read('aba', 'inProgress')).body.data.map((a: { id: string }) => a.id)).not.toContain(id);
  });

  it('ends only a fire in progress, once; every later action is refused with the officer who closed it', async () => {
    const unjudged = await world.raise('monitor');
    expect((await world.act('aba', 'close', { id: unjudged, outcome: '1' })).body).toMatchObject({
      code: 501,
      message: '不是在燃火情，不能关闭',
    });
    const id = await fire();
    const replies = await Promise.all([
      world.act('aba', 'close', { id, outcome: '1' }),
      world.act('wenchuan', 'close', { id, outcome: '2' }),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const stands = replies.find(({ status }) => status === 200)?.body.data;
    const message = `该火情已由${stands.closedBy}关闭`;
    const error = { code: 'closed', params: { by: stands.closedBy } };
    const later = [
      ['acknowledge', { id }],
      ['monitorJudge', { fireId: id, isReal: 0 }],
      ['correct', { id, ...judgedAs('false'), reason: '错' }],
      ['handle', { id, ...HANDLED }],
      ['close', { id, outcome: '1' }],
      ['monitorPush', { id, isPut: 1 }],
      ['monitorPush', { id, isPut: 0 }],
      ['monitorStates', { id, isReal: 0 }],
      ['monitorStates', { id, isHandle: 0 }],
      ['monitorUpdate', { id, handleOpinions: '又看了一次' }],
      ['monitorMove', { fireId: id, editLongitude: 103.6, editLatitude: 31.5 }],
    ] as const;
    const messages = await world.receivedDuring('guojia', async () => {
      const own = (await world.read('aba', 'one', { id })).body.data;
      for (const [name, given] of later) {
        const { status, body } = await world.act('aba', name, given);
        const data = name === 'correct' || name === 'handle' ? own : stands;
        expect({ name, status, body }).toEqual({ name, status: 409, body: { code: 409, message, data, error } });
      }
    });
    expect(messages).toEqual([]);
  });
});

describe('deleting', () => {
  // Proves §6.7
  it.each([
    ['monitor', 'monitorDelete', 'smokeDelete'],
    ['smoke', 'smokeDelete', 'monitorDelete'],
  ] as const)('a %s alarm removes it from every desk, with a reason, and keeps its history', async (kind, name, other) => {
    const id = await world.raise(kind);
    expect((await world.act('aba', name, { id })).body.data).toMatchObject([{ path: 'reason' }]);
    expect((await world.act('aba', name, { id, reason: '  ' })).body.data).toEqual([{ path: 'reason', message: '请填写删除原因' }]);
    expect((await world.act('wenchuan', name, { id, reason: '测试' })).status).toBe(403);
    expect((await world.act('aba', other, { id, reason: '测试' })).status).toBe(404);
    const messages = await world.receivedDuring('wenchuan', () => world.act('aba', name, { id, reason: '演习数据' }));
    expect(messages).toEqual([
      { topic: 'lookout/fireAlarm/513221', data: { id, deleted: true, change: 'deleted', changedBy: ABA_OFFICER } },
    ]);
    expect((await world.read('wenchuan', 'latestAlarms')).body.data.map((a: { id: string }) => a.id)).not.toContain(id);
    expect((await world.linesOf(id, 'wenchuan')).at(-1)).toEqual({ act: 'deleted', by: ABA_OFFICER, detail: { reason: '演习数据' } });
    expect((await world.auditOf(id)).at(-1)).toEqual({
      act: 'delete-alarm',
      outcome: 'ok',
      detail: { events: [{ kind: 'alarm.deleted', detail: { reason: '演习数据' } }] },
    });
    for (const [user, message] of [
      ['wenchuan', DELETED],
      ['lixian', /^没有找到，或不在您的网格内$/],
    ] as const) {
      const reply = await world.act(user, 'acknowledge', { id });
      expect(reply).toMatchObject({ status: 404, body: { code: 404, message: expect.stringMatching(message) } });
    }
  });

  it('by two officers at once succeeds once, and the other is refused with who deleted it', async () => {
    const id = await world.raise('smoke');
    const replies = await Promise.all([1, 2].map((n) => world.act('aba', 'smokeDelete', { id, reason: `第${n}次` })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect(replies.find(({ status }) => status === 404)?.body.message).toMatch(DELETED);
  });
});
