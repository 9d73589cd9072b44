import { CallFailed } from '@lookout/client';
import { describe, expect, it } from 'vitest';
import { anAlarm, judgedBy } from '../../../testing/builders.ts';
import type { NamedAlarm } from '../../alarm.ts';
import type { AlarmRequest } from './alarm-requests.ts';
import { createPendingRequests, UNDO_MS } from './pending-requests.ts';

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
  const pendingRequests = createPendingRequests({
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
  return { pendingRequests, sent, pass, state: pendingRequests.store.getState };
}

describe('the undo time of five seconds', () => {
  it('passes before a judgement is sent, and the judgement is then sent once', async () => {
    const { pendingRequests, sent, pass, state } = aDesk();
    pendingRequests.hold(anAlarm('satellite'), REAL);
    await pass(UNDO_MS - 1);
    expect([sent, state().held?.sendsAt]).toEqual([[], UNDO_MS]);
    await pass(1);
    pendingRequests.flush();
    expect([sent, state().held]).toEqual([['send judge satellite-1 at 5000'], null]);
  });

  it('an undone action is never sent, and its input is restored', async () => {
    const { pendingRequests, sent, pass } = aDesk();
    pendingRequests.hold(anAlarm('satellite'), REAL);
    pendingRequests.undo();
    await pass(UNDO_MS);
    pendingRequests.flush();
    expect(sent).toEqual([]);
    expect(pendingRequests.draft('satellite-1', 'judge')).toEqual(REAL);
    expect(pendingRequests.draft('satellite-1', 'push')).toBeNull();
  });

  it('ends early with the next action, on leaving the alarm, and on closing the page', async () => {
    const { pendingRequests, sent, pass } = aDesk();
    pendingRequests.hold(anAlarm('satellite'), REAL);
    pendingRequests.hold(anAlarm('report'), { kind: 'push', note: '' });
    expect(sent).toEqual(['send judge satellite-1 at 0']);
    pendingRequests.flush();
    pendingRequests.hold(anAlarm('smoke'), { kind: 'push-smoke' });
    pendingRequests.leave();
    await pass(UNDO_MS);
    expect(sent.slice(1)).toEqual(['send push report-1 at 0', 'leave push-smoke smoke-1 at 0']);
  });
});

describe('a failed action', () => {
  it('if held, shows who was first and the current state, and keeps the input until it is dismissed', async () => {
    const changed = anAlarm('satellite', { response: judgedBy('false', '阿坝州值班员') });
    const { pendingRequests, pass, state } = aDesk(() => Promise.reject(conflict(changed)));
    pendingRequests.hold(anAlarm('satellite'), REAL);
    await pass(UNDO_MS);
    expect(state().failed).toMatchObject({ why: 'conflict', message: '已由阿坝州值班员研判为误报或疑似', current: changed, request: REAL });
    expect(pendingRequests.draft('satellite-1', 'judge')).toEqual(REAL);
    pendingRequests.dismiss();
    expect(state().failed).toBeNull();
  });

  it('if sent at once, is returned to the dialog and keeps its input; a success keeps no draft', async () => {
    let failing = true;
    const gone = new CallFailed({ kind: 'error', message: '没有找到', seconds: 5, code: 404, data: null });
    const { pendingRequests } = aDesk(() => (failing ? Promise.reject(gone) : Promise.resolve()));
    const done: string[] = [];
    pendingRequests.onDone(({ kind }) => done.push(kind));
    const end = { kind: 'close', outcome: 'extinguished', note: '人员已撤离', tasks: null } as const;
    expect(await pendingRequests.send(anAlarm('satellite'), end)).toEqual({ why: 'gone', message: '没有找到', current: null });
    expect([pendingRequests.draft('satellite-1', 'close'), done]).toEqual([end, []]);
    failing = false;
    expect(await pendingRequests.send(anAlarm('satellite'), end)).toBeNull();
    expect([pendingRequests.draft('satellite-1', 'close'), done]).toEqual([null, ['close']]);
  });

  it('without a reply is not a refusal: the request may have arrived', async () => {
    const lost = new CallFailed({ kind: 'line-lost', ask: true, message: '你已被登出', confirm: '', cancel: '' });
    const { pendingRequests } = aDesk(() => Promise.reject(lost));
    expect((await pendingRequests.send(anAlarm('satellite'), { kind: 'withdraw-push' }))?.why).toBe('line');
  });

  it('a refused field carries the message of the refusal', async () => {
    const data = [{ path: 'note', message: '备注最多70个字' }];
    const refused = new CallFailed({ kind: 'error', message: '输入有误', seconds: 5, code: 422, data });
    const { pendingRequests } = aDesk(() => Promise.reject(refused));
    expect(await pendingRequests.send(anAlarm('satellite'), REAL)).toMatchObject({ why: 'refused', message: '备注最多70个字' });
  });

  it('an error that is not a failed call is rethrown', async () => {
    const { pendingRequests } = aDesk(() => Promise.reject(new TypeError('a fault of ours')));
    await expect(pendingRequests.send(anAlarm('satellite'), REAL)).rejects.toThrow('a fault of ours');
  });
});
