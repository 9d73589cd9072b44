import type { CallContext } from '@lookout/client';
import { messages, type Occasion, outcomeOf } from '@lookout/contract';
import { describe, expect, it } from 'vitest';
import { createPresenter } from './present.ts';

function aDesk() {
  const shown: string[] = [];
  const questions: { onConfirm: () => void; onCancel: () => void; text: string; confirm: string; cancel: string }[] = [];
  let token: string | null = 't1';
  let left = 0;
  const calls: string[] = [];
  const presenter = createPresenter({
    token: () => token,
    language: () => 'zh',
    leave: () => left++,
    callLost: () => calls.push('lost'),
    callPassed: () => calls.push('passed'),
  });
  presenter.attach({
    error: (text, seconds) => shown.push(`error ${seconds}s ${text}`),
    warning: (text) => shown.push(`warning ${text}`),
    ask: (q) => questions.push(q),
  });
  const arrive = (arrival: Parameters<typeof outcomeOf>[0], occasion: Occasion = 'act', over: Partial<CallContext> = {}) =>
    presenter.report(outcomeOf(arrival, occasion), { occasion, silent: false, isWrite: true, token: 't1', ...over });
  return {
    presenter,
    arrive,
    shown,
    questions,
    calls,
    left: () => left,
    relog: (next: string | null) => {
      token = next;
    },
  };
}
const dead = { status: 401, body: { code: 401, message: 'x' } };
const nothing = { status: null };

describe('what an outcome shows on the screen', () => {
  // Proves §8.2a, §8.2b
  it('501 and every other code: the message as an error for 5 s; 未知错误 where there is none', () => {
    const desk = aDesk();
    desk.arrive({ status: 200, body: { code: 501, message: '没有得到火点位置' } });
    desk.arrive({ status: 200, body: { code: 777 } });
    desk.arrive({ status: 503, body: { code: 503, message: '服务暂不可用' } });
    expect(desk.shown).toEqual(['error 5s 没有得到火点位置', 'error 5s 未知错误', 'error 5s 服务暂不可用']);
  });

  it('a login that failed is a warning', () => {
    const desk = aDesk();
    desk.arrive({ status: 400, body: null });
    desk.arrive({ status: 401, body: { error: 'unauthorized' } });
    expect(desk.shown).toEqual([`warning ${messages.badAccount}`, `warning ${messages.badAccount}`]);
  });

  it('a silent read shows no message, but still reports a dead session; a write shows its message whatever its page shows', () => {
    const desk = aDesk();
    const refused = { status: 200, body: { code: 501, message: 'x' } };
    desk.arrive(refused, 'act', { silent: true, isWrite: false });
    desk.arrive(refused, 'background', { silent: true });
    desk.arrive(dead, 'background', { silent: true });
    expect([desk.shown, desk.presenter.refusal.getState()]).toEqual([[], null]);
    expect(desk.questions.length).toBe(1);
    desk.arrive(refused, 'act', { silent: true });
    expect(desk.shown).toEqual(['error 5s x']);
  });

  it('the reason of a refused act is shown until another act succeeds', () => {
    const desk = aDesk();
    desk.arrive({ status: 200, body: { code: 501, message: '没有得到火点位置' } });
    desk.arrive({ status: 200, body: { code: 200, message: 'OK', data: null } }, 'background');
    desk.arrive({ status: 200, body: { code: 200, message: 'OK', data: null } }, 'act', { isWrite: false });
    expect(desk.presenter.refusal.getState()).toBe('没有得到火点位置');
    desk.arrive({ status: 200, body: { code: 200, message: 'OK', data: null } });
    expect(desk.presenter.refusal.getState()).toBeNull();
  });

  // Proves §8.4a, §8.4b
  it('a dead session asks once, with the text of §8; confirming logs out', () => {
    const desk = aDesk();
    desk.arrive(dead);
    desk.arrive(dead, 'background');
    expect(desk.questions.map(({ text, confirm, cancel }) => [text, confirm, cancel])).toEqual([[messages.loggedOut, '重新登录', '取消']]);
    desk.questions[0]?.onConfirm();
    expect(desk.left()).toBe(1);
  });

  it('after 取消 background calls do not ask again, but the user’s own action does', () => {
    const desk = aDesk();
    desk.arrive(dead, 'background');
    desk.questions[0]?.onCancel();
    desk.arrive(dead, 'background');
    desk.presenter.sessionDied('t1');
    expect(desk.questions.length).toBe(1);
    desk.arrive(dead, 'act');
    expect(desk.questions.length).toBe(2);
    expect(desk.left()).toBe(0);
  });

  it('a dead session reported by the live connection asks too', () => {
    const desk = aDesk();
    desk.presenter.sessionDied('t1');
    expect(desk.questions.length).toBe(1);
  });

  it('a late reply for a replaced session is ignored', () => {
    const desk = aDesk();
    desk.relog('t2');
    desk.arrive(dead, 'act', { token: 't1' });
    expect(desk.questions).toEqual([]);
  });

  it('no answer: a background call only shows the banner', () => {
    const desk = aDesk();
    desk.arrive(nothing, 'background');
    expect(desk.questions).toEqual([]);
    expect(desk.calls).toEqual(['lost']);
  });

  it('a user’s own action without a reply asks once per outage', () => {
    const desk = aDesk();
    desk.arrive(nothing);
    desk.questions[0]?.onCancel();
    desk.arrive(nothing);
    expect(desk.questions.length).toBe(1);
    desk.arrive({ status: 200, body: { code: 200, data: null } });
    desk.arrive(nothing);
    expect(desk.questions.length).toBe(2);
    expect(desk.calls).toEqual(['lost', 'lost', 'passed', 'lost']);
  });

  it('without a screen nothing is shown, then or later', () => {
    const desk = aDesk();
    const leave = desk.presenter.attach({ error: () => {}, warning: () => {}, ask: () => {} });
    leave();
    desk.arrive(dead);
    expect(desk.questions).toEqual([]);
  });
});
