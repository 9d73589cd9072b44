// External sign-on (a portal's token, an OpenID Connect provider) and switching between grids: /oss, /authredirect, /switch.

import { gridNo, optionalText, row, text } from '@lookout/contract';
import { z } from 'zod';
import { loginReply } from './auth.calls.ts';

/** A cookie is limited to 4 kB, and contains this system's secret in addition to the token. */
const TOKEN_CHARACTERS = 3_600;

const level = z.enum(['nation', 'province', 'prefecture', 'county', 'town', 'village']);

/** Where a provider reports that its session has ended. It receives a form, and its reply has no envelope. */
export const oidcLogout = { path: '/auth/api/auth/oidc/logout', summary: 'OpenID Connect 后端注销通知（back-channel logout）' } as const;

export const signOnCalls = {
  signOnWays: row({
    method: 'GET',
    path: '/auth/api/auth/signOn/ways',
    summary: '登录方式：门户、身份提供方，演示时还有演示账号',
    permission: 'public',
    scope: 'none',
    envelope: 'data',
    effect: 'read',
    reply: z.object({
      /** `isDemo`: the built-in portal. `url`: the page where its users sign on. null: no portal is set up. */
      portal: z.object({ isDemo: z.boolean(), url: z.string().nullable() }).nullable(),
      oidc: z.boolean(),
      /** The demo accounts and their common password, for one-click login; null: not a demo. `sees`: a summary of the account's rights. */
      demo: z
        .object({
          password: z.string(),
          accounts: z.array(
            z.object({
              userName: z.string(),
              fullName: z.string(),
              gridNo: z.string(),
              gridName: z.string(),
              sees: z.enum(['administration', 'all-menus', 'alarms', 'ranger']),
            }),
          ),
        })
        .nullable(),
    }),
  }),
  portalLogin: row({
    method: 'POST',
    path: '/auth/api/auth/oss/login',
    summary: '门户令牌登录；不带令牌时用七天内保存的凭据',
    permission: 'public',
    scope: 'none',
    envelope: 'bare',
    effect: 'write',
    act: 'portal-login',
    input: z.object({ token: optionalText(TOKEN_CHARACTERS) }),
    reply: loginReply,
  }),
  portalUser: row({
    method: 'POST',
    // The path is below the login's, so that the browser sends the login's cookie.
    path: '/auth/api/auth/oss/login/user',
    summary: '门户令牌是谁的：页面在用户确认进入之前显示；不带令牌时用七天内保存的凭据',
    permission: 'public',
    scope: 'none',
    envelope: 'data',
    // Binding a token to a browser does not count as a change to the installation.
    effect: 'read',
    input: z.object({ token: optionalText(TOKEN_CHARACTERS) }),
    reply: z.object({ userName: z.string(), fullName: z.string(), gridName: z.string() }),
  }),
  oidcBegin: row({
    method: 'POST',
    path: '/auth/api/auth/oidc/begin',
    summary: 'OpenID Connect 登录：取得身份提供方的地址',
    permission: 'public',
    scope: 'none',
    envelope: 'data',
    // An attempt belongs to the browser and does not count as a change to the installation.
    effect: 'read',
    /** `redirect`: the page to open afterwards. */
    input: z.object({ redirect: optionalText(2_000) }),
    reply: z.object({ url: z.string() }),
  }),
  oidcFinish: row({
    method: 'POST',
    path: '/auth/api/auth/oidc/finish',
    summary: 'OpenID Connect 登录：身份提供方的应答',
    permission: 'public',
    scope: 'none',
    envelope: 'bare',
    effect: 'write',
    act: 'oidc-login',
    /** The parameters of the provider's answer, unchanged (RFC 6749 §4.1.2, RFC 9207). */
    input: z.object({
      state: text(500),
      code: optionalText(4_000),
      iss: optionalText(500),
      error: optionalText(200),
      error_description: optionalText(1_000),
    }),
    reply: loginReply.extend({ redirect: z.string().nullable() }),
  }),
  grantedGrids: row({
    method: 'GET',
    path: '/auth/api/auth/user/grids',
    summary: '本账号可切换的网格；给出 parentNo 时为其下一级',
    permission: 'session',
    scope: 'none',
    envelope: 'list',
    effect: 'read',
    query: z.object({ parentNo: gridNo.nullish() }),
    reply: z.object({
      gridNo: z.string(),
      gridName: z.string(),
      fullName: z.string(),
      level,
      /** The account's own grid. The other top-level grids were granted to it. */
      own: z.boolean(),
      hasChildren: z.boolean(),
    }),
  }),
  switchGrid: row({
    method: 'POST',
    path: '/auth/api/auth/user/switchGrid',
    summary: '切换本次登录所代表的网格',
    permission: 'session',
    scope: 'none',
    envelope: 'data',
    effect: 'write',
    act: 'switch-grid',
    input: z.object({ gridNo }),
    reply: z.object({ gridNo: z.string(), gridName: z.string(), topic: z.string() }),
  }),
  demoPortalAccounts: row({
    method: 'GET',
    path: '/auth/api/auth/demoPortal/accounts',
    summary: '演示门户：可进入的演示账号（仅演示）',
    permission: 'public',
    scope: 'none',
    envelope: 'list',
    effect: 'read',
    reply: z.object({ userName: z.string(), fullName: z.string(), gridName: z.string() }),
  }),
  demoPortalToken: row({
    method: 'POST',
    path: '/auth/api/auth/demoPortal/token',
    summary: '演示门户：签发令牌（仅演示）',
    permission: 'public',
    scope: 'none',
    envelope: 'data',
    effect: 'read',
    input: z.object({ userName: text(64) }),
    reply: z.object({ token: z.string() }),
  }),
  demoPortalVerify: row({
    method: 'GET',
    path: '/auth/api/auth/demoPortal/verify',
    summary: '演示门户：验证令牌，同 SSO_VERIFY_URL 的约定（仅演示）',
    permission: 'public',
    scope: 'none',
    envelope: 'bare',
    effect: 'read',
    query: z.object({ token: text(TOKEN_CHARACTERS) }),
    reply: z.object({ userName: z.string() }),
  }),
};
