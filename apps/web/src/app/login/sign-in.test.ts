import { CallFailed } from '@lookout/client';
import { outcomeOf } from '@lookout/contract';
import { describe, expect, it } from 'vitest';
import { loginMessage } from './sign-in.ts';

const failed = (arrival: Parameters<typeof outcomeOf>[0]) => {
  const outcome = outcomeOf(arrival, 'login');
  if (outcome.kind === 'passed') throw new Error('passed');
  return new CallFailed(outcome);
};

describe('the message of a failed login', () => {
  it.each([
    ['wrong password', { status: 401, body: { error: 'unauthorized', code: 401, message: 'x' } }, '账户或密码错误！'],
    ['unreadable', { status: 400, body: { code: 400 } }, '账户或密码错误！'],
    ['locked', { status: 429, body: { code: 429, message: '账户已锁定，请15分钟后再试' } }, '账户已锁定，请15分钟后再试'],
    ['another device', { status: 200, body: { code: 501, message: '当前用户不是该设备绑定的用户' } }, '当前用户不是该设备绑定的用户'],
    ['no answer', { status: null }, 'no answer'],
  ] as const)('%s', (_, arrival, message) => expect(loginMessage(failed(arrival), 'no answer')).toBe(message));

  it('a bug is not reported as a wrong password', () => {
    expect(() => loginMessage(new TypeError('bug'), '')).toThrow('bug');
  });
});
