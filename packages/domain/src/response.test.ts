import { describe, expect, it } from 'vitest';
import * as response from './response.ts';
import { type ActRefusal, type AlarmResponse, UNANSWERED } from './response.ts';

const at = new Date('2026-11-21T00:00:00Z');
const wang = { id: 'w', name: '王', at };
const li = { id: 'l', name: '李', at };
const real = { verdict: 'real', note: '浓烟', realFireType: 'forest' } as const;
const untrue = { verdict: 'false', note: null, realFireType: 'forest' } as const;
const answered = (answer: ReturnType<typeof response.judge>): AlarmResponse => {
  if (!answer.ok) throw new Error(answer.error);
  return answer.value;
};

const inProgress = answered(response.judge(UNANSWERED, real, wang));
const foundFalse = answered(response.judge(UNANSWERED, untrue, wang));
const closed = answered(response.close(inProgress, { outcome: 'extinguished', note: '已清理余火' }, li));
const handled = answered(response.handle(UNANSWERED));
const had = answered(response.acknowledge(UNANSWERED, wang, false));
const pushed = answered(response.push(UNANSWERED, '请支援', wang));

describe('an answer', () => {
  it('judged real it is a fire in progress with its type; judged false it keeps no type; both are handled', () => {
    expect(inProgress).toEqual({
      ...UNANSWERED,
      ...{ verdict: 'real', judgedAt: at, judgedBy: '王', verdictNote: '浓烟', realFireType: 'forest', handled: true },
    });
    expect(response.isInProgress(inProgress)).toBe(true);
    expect([foundFalse.realFireType, foundFalse.handled, response.isInProgress(foundFalse)]).toEqual([null, true, false]);
  });

  it('closed it is in progress no more, and says by whom and how it ended', () => {
    expect(response.isInProgress(closed)).toBe(false);
    expect([closed.closedBy, closed.outcome, closed.closeNote]).toEqual(['李', 'extinguished', '已清理余火']);
  });

  it('what somebody has is taken over only expressly', () => {
    expect(answered(response.acknowledge(had, li, true)).acknowledgedBy).toBe('李');
  });

  it('a correction turns a false one into a fire and a fire into a false one', () => {
    expect(response.isInProgress(answered(response.correct(foundFalse, real, li)))).toBe(true);
    expect(answered(response.correct(inProgress, untrue, li))).toMatchObject({ verdict: 'false', realFireType: null, judgedBy: '李' });
  });

  it('a withdrawn push may be pushed again', () => {
    const back = answered(response.withdrawPush(pushed));
    expect([back.pushed, back.pushNote]).toEqual([false, null]);
    expect(answered(response.push(back, null, li)).pushed).toBe(true);
  });

  it('more may be sent to what is handled already', () => {
    expect(answered(response.dispatch(inProgress))).toBe(inProgress);
    expect(answered(response.dispatch(UNANSWERED)).handled).toBe(true);
  });

  const refusals: readonly [string, ReturnType<typeof response.judge>, ActRefusal][] = [
    ['judge the judged', response.judge(inProgress, untrue, li), 'already-judged'],
    ['correct the unjudged', response.correct(UNANSWERED, real, li), 'not-judged'],
    ['correct into the same', response.correct(inProgress, real, li), 'nothing-changes'],
    ['acknowledge a colleague’s', response.acknowledge(had, li, false), 'already-acknowledged'],
    ['acknowledge one’s own again', response.acknowledge(had, wang, true), 'nothing-changes'],
    ['acknowledge the false', response.acknowledge(foundFalse, li, false), 'already-judged'],
    ['push the pushed', response.push(pushed, null, li), 'already-pushed'],
    ['withdraw what was not pushed', response.withdrawPush(UNANSWERED), 'not-pushed'],
    ['handle the handled', response.handle(handled), 'already-handled'],
    ['reopen the open', response.reopen(UNANSWERED), 'not-handled'],
    ['reopen the judged', response.reopen(inProgress), 'already-judged'],
    ['close what does not burn', response.close(foundFalse, { outcome: 'no-fire', note: null }, li), 'not-in-progress'],
    ['acknowledge the closed', response.acknowledge(closed, li, true), 'closed'],
    ['judge the closed', response.judge(closed, real, li), 'closed'],
    ['correct the closed', response.correct(closed, untrue, li), 'closed'],
    ['push the closed', response.push(closed, null, li), 'closed'],
    ['withdraw from the closed', response.withdrawPush(closed), 'closed'],
    ['handle the closed', response.handle(closed), 'closed'],
    ['reopen the closed', response.reopen(closed), 'closed'],
    ['dispatch to the closed', response.dispatch(closed), 'closed'],
    ['close the closed', response.close(closed, { outcome: 'no-fire', note: null }, li), 'closed'],
  ];
  it.each(refusals)('nobody can %s', (_name, answer, why) => expect(answer).toEqual({ ok: false, error: why }));
});
