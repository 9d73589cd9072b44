import { CallFailed } from '@lookout/client';
import { describe, expect, it } from 'vitest';
import { anAlarm, judgedBy } from '../../../testing/builders.ts';
import type { NamedAlarm } from '../../alarm.ts';
import { createAlarmActions, UNDO_MS } from './alarm-actions.ts';
import type { AlarmRequest } from './alarm-requests.ts';

const REAL = { kind: 'judge', judgement: { verdict: 'real', realFireType: 'forest', note: '山脊' } } as const;
const conflict = (changed: NamedAlarm) =>
  new CallFailed({ kind: 'error', message: '已由阿坝州值班员研判为误报或疑似', seconds: 5, code: 409, data: changed });

function aDesk(answer: (alarm: NamedAlarm, request: AlarmRequest) => Promise<void> = async () => undefined) {
  let now = 0;
  let due: { at: number; run: () => void } | null = null;
  const sent: string[] = [];
  const note = (way: string) => (alarm: NamedAlarm, request: AlarmRequest) => {
    sent.push(`${way} ${request.kind} ${alarm.id} at ${now}`);
    return answer(alarm, request);
  };
  const alarmActions = createAlarmActions({
    send: note('send'),
    sendLeaving: note('leave'),
    clock: () => now,
    after: (milliseconds, run) => {
      const scheduled = { at: now + milliseconds, run };
      due = scheduled;
      return () => {
        if (due === scheduled) due = null;
      };
    },
  });
  const pass = async (milliseconds: number) => {
    now += milliseconds;
    if (due && due.at <= now) {
      const { run } = due;
      due = null;
      run();
    }
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { alarmActions, sent, pass, state: alarmActions.store.getState };
}

describe('the undo time of five seconds', () => {
  it('passes before a judgement is sent, and the judgement is then sent once', async () => {
    const { alarmActions, sent, pass, state } = aDesk();
    alarmActions.hold(anAlarm('satellite'), REAL);
    await pass(UNDO_MS - 1);
    expect([sent, state().held?.sendsAt]).toEqual([[], UNDO_MS]);
    await pass(1);
    alarmActions.flush();
    expect([sent, state().held]).toEqual([['send judge satellite-1 at 5000'], null]);
  });

  it('an undone action is never sent, and its input is restored', async () => {
    const { alarmActions, sent, pass } = aDesk();
    alarmActions.hold(anAlarm('satellite'), REAL);
    alarmActions.undo();
    await pass(UNDO_MS);
    alarmActions.flush();
    expect(sent).toEqual([]);
    expect(alarmActions.draft('satellite-1', 'judge')).toEqual(REAL);
    expect(alarmActions.draft('satellite-1', 'push')).toBeNull();
  });

  it('ends early with the next action, on leaving the alarm, and on closing the page', async () => {
    const { alarmActions, sent, pass } = aDesk();
    alarmActions.hold(anAlarm('satellite'), REAL);
    alarmActions.hold(anAlarm('report'), { kind: 'push', note: '' });
    expect(sent).toEqual(['send judge satellite-1 at 0']);
    alarmActions.flush();
    alarmActions.hold(anAlarm('smoke'), { kind: 'push-smoke' });
    alarmActions.leave();
    await pass(UNDO_MS);
    expect(sent.slice(1)).toEqual(['send push report-1 at 0', 'leave push-smoke smoke-1 at 0']);
  });
});

describe('a failed action', () => {
  it('if held, shows who was first and the current state, and keeps the input until it is dismissed', async () => {
    const changed = anAlarm('satellite', { response: judgedBy('false', '阿坝州值班员') });
    const { alarmActions, pass, state } = aDesk(() => Promise.reject(conflict(changed)));
    alarmActions.hold(anAlarm('satellite'), REAL);
    await pass(UNDO_MS);
    expect(state().failed).toMatchObject({ why: 'conflict', message: '已由阿坝州值班员研判为误报或疑似', current: changed, request: REAL });
    expect(alarmActions.draft('satellite-1', 'judge')).toEqual(REAL);
    alarmActions.dismiss();
    expect(state().failed).toBeNull();
  });

  it('if sent at once, is returned to the dialog and keeps its input; a success keeps no draft', async () => {
    let failing = true;
    const gone = new CallFailed({ kind: 'error', message: '没有找到', seconds: 5, code: 404, data: null });
    const { alarmActions } = aDesk(() => (failing ? Promise.reject(gone) : Promise.resolve()));
    const done: string[] = [];
    alarmActions.onDone(({ kind }) => done.push(kind));
    const end = { kind: 'close', outcome: 'extinguished', note: '人员已撤离', tasks: null } as const;
    expect(await alarmActions.send(anAlarm('satellite'), end)).toEqual({ why: 'gone', message: '没有找到', current: null });
    expect([alarmActions.draft('satellite-1', 'close'), done]).toEqual([end, []]);
    failing = false;
    expect(await alarmActions.send(anAlarm('satellite'), end)).toBeNull();
    expect([alarmActions.draft('satellite-1', 'close'), done]).toEqual([null, ['close']]);
  });

  it('without a reply is not a refusal: the request may have arrived', async () => {
    const lost = new CallFailed({ kind: 'line-lost', ask: true, message: '你已被登出', confirm: '', cancel: '' });
    const { alarmActions } = aDesk(() => Promise.reject(lost));
    expect((await alarmActions.send(anAlarm('satellite'), { kind: 'withdraw-push' }))?.why).toBe('line');
  });

  it('a refused field carries the message of the refusal', async () => {
    const data = [{ path: 'note', message: '备注最多70个字' }];
    const refused = new CallFailed({ kind: 'error', message: '输入有误', seconds: 5, code: 422, data });
    const { alarmActions } = aDesk(() => Promise.reject(refused));
    expect(await alarmActions.send(anAlarm('satellite'), REAL)).toMatchObject({ why: 'refused', message: '备注最多70个字' });
  });

  it('an error that is not a failed call is rethrown', async () => {
    const { alarmActions } = aDesk(() => Promise.reject(new TypeError('a fault of ours')));
    await expect(alarmActions.send(anAlarm('satellite'), REAL)).rejects.toThrow('a fault of ours');
  });
});
