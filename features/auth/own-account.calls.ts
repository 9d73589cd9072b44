// The user's own account: the second factor and the open sessions.

import { errorCode, id, requiredText, row, schemaOf, text, time } from '@lookout/contract';
import { z } from 'zod';
import type { OwnSecondFactor, OwnSession } from './own-account.ts';

const encryptedPassword = { passwd: text(2000), aeskey: text(2000), nonce: text(200) };

const ownSecondFactor = schemaOf<OwnSecondFactor>()(
  z.object({ turnedOnAt: time.nullable(), isRequired: z.boolean(), recoveryCodesLeft: z.number() }),
);

const ownSession = schemaOf<OwnSession>()(
  z.object({
    id: z.uuid(),
    createdAt: time,
    usedAt: time,
    expiresAt: time,
    address: z.string().nullable(),
    userAgent: z.string().nullable(),
    way: z.enum(['password', 'portal', 'oidc']),
    isThis: z.boolean(),
  }),
);

export const ownAccountCalls = {
  secondFactor: row({
    method: 'GET',
    path: '/auth/api/auth/user/secondFactor',
    summary: '本人的两步验证',
    permission: 'session',
    scope: 'none',
    envelope: 'data',
    effect: 'read',
    whileSettingUp: true,
    reply: ownSecondFactor,
  }),
  beginSecondFactor: row({
    method: 'POST',
    path: '/auth/api/auth/user/secondFactor/begin',
    summary: '两步验证：生成密钥（须再输入密码；输入验证码后才生效）',
    permission: 'session',
    scope: 'none',
    envelope: 'data',
    effect: 'write',
    act: 'begin-second-factor',
    whileSettingUp: true,
    input: z.object(encryptedPassword),
    /** `uri`: the content of the QR code. `secret`: the same secret in base32, for manual entry. */
    reply: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmSecondFactor: row({
    method: 'POST',
    path: '/auth/api/auth/user/secondFactor/confirm',
    summary: '两步验证：用第一个验证码开启，得到恢复码（只给这一次）',
    permission: 'session',
    scope: 'none',
    envelope: 'data',
    effect: 'write',
    act: 'turn-on-second-factor',
    whileSettingUp: true,
    input: z.object({ code: requiredText(64, errorCode('one-time-code-empty')) }),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  turnOffSecondFactor: row({
    method: 'POST',
    path: '/auth/api/auth/user/secondFactor/off',
    summary: '两步验证：关闭（须密码和验证码或恢复码）',
    permission: 'session',
    scope: 'none',
    envelope: 'message',
    effect: 'write',
    act: 'turn-off-second-factor',
    input: z.object({ ...encryptedPassword, code: requiredText(64, errorCode('one-time-code-empty')) }),
    reply: z.null(),
  }),
  acted: row({
    method: 'POST',
    path: '/auth/api/auth/user/acted',
    summary: '本人在页面上按了键或动了指针：闲置时间从此刻重新计',
    permission: 'session',
    scope: 'none',
    envelope: 'message',
    // Updating the last-used time of a session does not count as a change to the installation.
    effect: 'read',
    whileSettingUp: true,
    reply: z.null(),
  }),
  ownSessions: row({
    method: 'GET',
    path: '/auth/api/auth/user/sessions',
    summary: '本人的登录会话，本会话在前',
    permission: 'session',
    scope: 'none',
    envelope: 'list',
    effect: 'read',
    whileSettingUp: true,
    reply: ownSession,
  }),
  endOwnSession: row({
    method: 'POST',
    path: '/auth/api/auth/user/sessions/end',
    summary: '结束本人的一个登录会话',
    permission: 'session',
    scope: 'none',
    envelope: 'message',
    effect: 'write',
    act: 'end-own-session',
    verified: 'strict',
    whileSettingUp: true,
    input: z.object({ id }),
    reply: z.null(),
  }),
  endOtherSessions: row({
    method: 'POST',
    path: '/auth/api/auth/user/sessions/endOthers',
    summary: '结束本人除本会话以外的全部登录会话',
    permission: 'session',
    scope: 'none',
    envelope: 'data',
    effect: 'write',
    act: 'end-other-sessions',
    verified: 'strict',
    whileSettingUp: true,
    reply: z.object({ ended: z.number() }),
  }),
};
