import { describe, expect, it } from 'vitest';
import { type Arrival, messages, type Occasion, type Outcome, outcomeOf } from './outcome.ts';

const dialog = { message: '你已被登出，可以取消继续留在该页面，或者重新登录', confirm: '重新登录', cancel: '取消' };
const error = (message: string, code: number, data: unknown = null): Outcome => ({ kind: 'error', message, seconds: 5, code, data });
const login = { access_token: 't', token_type: 'Bearer' };

// Specification §8 and docs/interface.md "Replies", row by row.
const table: readonly (readonly [rule: string, arrival: Arrival, occasion: Occasion, outcome: Outcome])[] = [
  // Proves §8.1
  ['a reply carrying token_type passes', { status: 200, body: login }, 'login', { kind: 'passed', data: login, message: null }],
  [
    'code 200 passes with its data',
    { status: 200, body: { code: 200, message: 'OK', data: [1] } },
    'act',
    { kind: 'passed', data: [1], message: 'OK' },
  ],
  [
    'a login that asks for a one-time code is told apart from a wrong password',
    { status: 401, body: { error: 'otp_required', code: 401, message: '请输入动态验证码' } },
    'login',
    { kind: 'warning', message: '请输入动态验证码', refusal: 'otp_required' },
  ],
  // Proves §8.2a
  [
    'code 501 shows its message for 5 s',
    { status: 200, body: { code: 501, message: '没有得到火点位置' } },
    'act',
    error('没有得到火点位置', 501),
  ],
  // Proves §8.2b
  ['any other code shows the server message', { status: 200, body: { code: 7, message: '不行' } }, 'act', error('不行', 7)],
  // Proves §8.2b
  ['any other code without a message is 未知错误', { status: 200, body: { code: 7 } }, 'act', error('未知错误', 7)],
  ['a body that is no envelope is 未知错误', { status: 200, body: '<html>' }, 'act', error('未知错误', 0)],
  // Proves §8.3
  ['HTTP 400 warns of the account or password', { status: 400, body: {} }, 'login', { kind: 'warning', message: '账户或密码错误！' }],
  // Proves §8.3
  [
    '401 with unauthorized warns the same',
    { status: 401, body: { error: 'unauthorized', code: 401, message: 'x' } },
    'login',
    { kind: 'warning', message: '账户或密码错误！' },
  ],
  // Proves §8.4a
  [
    'any other 401 asks whether to log in again',
    { status: 401, body: { code: 401, message: '请先登录' } },
    'act',
    { kind: 'logged-out', ...dialog },
  ],
  ['a dead session asks also in the background', { status: 401, body: null }, 'background', { kind: 'logged-out', ...dialog }],
  // Proves §8.4a
  ['no answer to an own act asks', { status: null }, 'act', { kind: 'line-lost', ask: true, ...dialog }],
  ['no answer in the background is the banner’s', { status: null }, 'background', { kind: 'line-lost', ask: false, ...dialog }],
  // Proves §8.5a
  ['other HTTP errors show their message', { status: 403, body: { code: 403, message: '无权限' } }, 'act', error('无权限', 403)],
  [
    'a wrong input keeps its fields',
    { status: 422, body: { code: 422, message: 'x', data: [{ path: 'a', message: 'x' }] } },
    'act',
    error('x', 422, [{ path: 'a', message: 'x' }]),
  ],
  ['an HTTP error without a body is 未知错误', { status: 502, body: null }, 'act', error('未知错误', 502)],
];

describe('the error catalogue', () => {
  it.each(table)('%s', (_rule, arrival, occasion, outcome) => expect(outcomeOf(arrival, occasion)).toEqual(outcome));

  it('has exactly the texts of the specification', () => {
    expect(messages).toMatchObject({
      unknownError: '未知错误',
      sent: '发送成功',
      processed: '处理成功',
      pushed: '推送成功',
      delegated: '委派成功',
      pushFailed: '推送失败',
      moveFailed: '更新火点位置信息失败',
      noPosition: '没有得到火点位置',
      verified: '验证成功',
      verifyFailed: '验证失败，请重试',
      passwordChanged: '修改密码成功',
      passwordNotChanged: '修改密码失败',
      otherDevice: '当前用户不是该设备绑定的用户',
    });
  });
});
