// Login, user info, menus, areas, passwords.

import { gridNo, LIST_WEIGHT, optionalText, PERMISSION_CODES, row, text } from '@lookout/contract';
import { z } from 'zod';

/** Base64 of the ciphertext in the format of docs/interface.md "Login". A login that cannot be decrypted is answered with 400, not 422. */
const encrypted = { aeskey: text(2000), nonce: text(200) };

/** The second-factor code or a recovery code. The reply 401 `{ error: 'otp_required' }` asks for it. */
const otp = optionalText(64);

export const loginReply = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.number(),
  gridNo: z.string(),
  accid: z.string(),
  imToken: z.string(),
  groupId: z.string(),
  systemName: z.string(),
  fullName: z.string(),
});

export const menu = z.object({
  menuCode: z.string(),
  menuName: z.string(),
  icon: z.string().nullable(),
  path: z.string().nullable(),
  parentCode: z.string().nullable(),
  sort: z.number(),
  visible: z.boolean(),
});

export type MenuNode = z.output<typeof menu> & { readonly children: readonly MenuNode[] };
export const menuNode: z.ZodType<MenuNode> = menu.extend({
  get children() {
    return z.array(menuNode).readonly();
  },
});

export const userInfo = z.object({
  userDTO: z.object({
    groupId: z.string(),
    id: z.uuid(),
    userName: z.string(),
    fullName: z.string(),
    gridNo: z.string(),
    gridName: z.string(),
    headUrl: z.string().nullable(),
    topic: z.string(),
  }),
  menuDTOS: z.array(menu),
  elementCodes: z.array(z.enum(PERMISSION_CODES as [string, ...string[]])),
  /**
   * The session ends after this many minutes without a user action (`acted`); requests that the page sends by itself do not count. Absent:
   * an open page keeps the session alive.
   */
  idleMinutes: z.number().optional(),
  /** The browser stores no data of this user (PHONE_STORAGE=memory). */
  storesNothing: z.boolean().optional(),
  /** The session has no access until its account has a second factor (SECURITY_POLICY=strict). */
  mustSetUpSecondFactor: z.boolean().optional(),
  /** The session has no access until its user has changed the initial password that an administrator assigned. */
  mustChangePassword: z.boolean().optional(),
});

export const userArea = z.object({
  gridNo: z.string(),
  gridName: z.string(),
  /** GeoJSON geometry as text; null if no boundary is known. */
  areasPoint: z.string().nullable(),
  /** `POINT(lng lat)`. */
  centerLocationPoint: z.string().nullable(),
  /** 示意: not from an official boundary. */
  approximate: z.boolean(),
});

/** Describes this installation: its region and the targets of its header links. */
export const installation = z.object({
  /** A demo installation, with public accounts. */
  isDemo: z.boolean(),
  /**
   * The rule for new passwords: `standard` is the rule of the specification, `strict` requires 12 to 64 characters and applies a block
   * list.
   */
  passwordPolicy: z.enum(['standard', 'strict']).optional(),
  region: z.string(),
  regionName: z.string(),
  /** `url` null: the link is not configured in this installation, and the item states this. */
  externalLinks: z.array(z.object({ id: z.string(), label: z.string(), url: z.string().nullable() })),
  /** Videos and PDFs; empty if none are configured. */
  digitalForestry: z.array(z.object({ title: z.string(), kind: z.enum(['pdf', 'video']), url: z.string() })),
  /** The user whose live-video menu item opens a dropdown (specification §2); null: no user. */
  replayMenuFullName: z.string().nullable(),
  /** Retention of camera recordings. Recordings that are older, or that exceed the size limit, are deleted. */
  recordings: z.object({ days: z.number(), gigabytes: z.number() }),
});

/**
 * A public key of this installation. For each algorithm the newest key is listed first. To verify a signature, compare its key with these
 * keys.
 */
export const signingKey = z.object({
  algorithm: z.enum(['ECDSA-P256-SHA256', 'SM2-SM3']),
  /** SHA-256 or SM3 (depending on the algorithm) of the public key's 65 bytes, in hexadecimal. */
  keyId: z.string(),
  /** 04 ‖ x ‖ y in hexadecimal. */
  publicKey: z.string(),
  /** The key that signs at present. The other keys signed before they were rotated out. */
  isCurrent: z.boolean(),
});

const passwordChange = z.object({ oldPasswd: text(2000), newPasswd: text(2000), ...encrypted });

export const authCalls = {
  publicKey: row({
    method: 'GET',
    path: '/auth/api/auth/publicKey',
    summary: '登录加密公钥与一次性随机数（2 分钟有效）',
    permission: 'public',
    scope: 'none',
    envelope: 'data',
    effect: 'read',
    reply: z.object({ publicKey: z.string(), nonce: z.string() }),
  }),
  signingKeys: row({
    method: 'GET',
    path: '/auth/api/auth/signingKeys',
    summary: '本系统公布的签名公钥：封存包、日志归档与审计锚点的签名由此核对',
    permission: 'public',
    scope: 'none',
    envelope: 'list',
    effect: 'read',
    reply: signingKey,
  }),
  login: row({
    method: 'POST',
    path: '/auth/api/auth/user/loginNew',
    summary: '登录',
    permission: 'public',
    scope: 'none',
    envelope: 'bare',
    effect: 'write',
    act: 'login',
    unreadable: 400,
    input: z.object({
      userName: text(64),
      userPasswd: text(2000),
      ...encrypted,
      grant_type: z.literal('password'),
      client_id: text(64),
      client_secret: text(200).nullish(),
      accountType: z.union([text(20), z.number()]).nullish(),
      otp,
    }),
    reply: loginReply,
  }),
  loginByGet: row({
    method: 'GET',
    path: '/auth/api/auth/user/appOrWeb/login',
    summary: '登录（GET，密码同样加密）',
    permission: 'public',
    scope: 'none',
    envelope: 'bare',
    effect: 'write',
    act: 'login',
    unreadable: 400,
    query: z.object({ username: text(64), password: text(2000), ...encrypted, accountType: text(20).nullish(), otp }),
    reply: loginReply,
  }),
  logout: row({
    method: 'POST',
    path: '/api/auth/jwt/invalid',
    summary: '退出登录，令牌失效',
    permission: 'session',
    scope: 'none',
    envelope: 'message',
    effect: 'write',
    act: 'logout',
    whileSettingUp: true,
    tokenInQuery: true,
    input: z.object({ token: text(500).nullish() }).nullish(),
    reply: z.null(),
  }),
  userInfo: row({
    method: 'GET',
    path: '/auth/api/auth/auth/user/auth',
    summary: '当前用户与其菜单',
    permission: 'session',
    scope: 'none',
    envelope: 'data',
    effect: 'read',
    whileSettingUp: true,
    reply: userInfo,
  }),
  installation: row({
    method: 'GET',
    path: '/auth/api/auth/installation',
    summary: '本系统的地区、外部系统链接与数字林业资料',
    permission: 'session',
    scope: 'none',
    envelope: 'data',
    effect: 'read',
    whileSettingUp: true,
    reply: installation,
  }),
  menuTreeOfUser: row({
    method: 'GET',
    path: '/auth/api/auth/auth/list/menu/tree/by/user',
    summary: '当前用户的菜单树',
    permission: 'session',
    scope: 'none',
    envelope: 'list',
    effect: 'read',
    reply: menuNode,
  }),
  allMenus: row({
    method: 'GET',
    path: '/auth/api/auth/menu/list/all/menu',
    summary: '全部菜单',
    permission: 'session',
    scope: 'none',
    envelope: 'list',
    effect: 'read',
    reply: menu,
  }),
  menuElements: row({
    method: 'GET',
    path: '/auth/api/auth/auth/list/element/from/menu',
    summary: '当前用户在菜单下的元素权限',
    permission: 'session',
    scope: 'none',
    envelope: 'list',
    effect: 'read',
    query: z.object({ menuCode: optionalText(64) }),
    reply: z.object({ menuCode: z.string().nullable(), elementCode: z.string(), elementName: z.string() }),
  }),
  userArea: row({
    method: 'GET',
    path: '/auth/api/auth/user/get/userArea',
    summary: '用户区域：边界与中心',
    permission: 'session',
    embeds: 'every',
    scope: 'list',
    envelope: 'data',
    effect: 'read',
    query: z.object({ gridNo: gridNo.nullish() }),
    reply: userArea,
  }),
  userAreaNew: row({
    method: 'GET',
    path: '/auth/api/auth/user/get/userAreaNew',
    summary: '用户区域及其下一级区域',
    permission: 'session',
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    weight: 5,
    query: z.object({ gridNo: gridNo.nullish() }),
    reply: userArea,
  }),
  userList: row({
    method: 'POST',
    path: '/auth/api/auth/user/list',
    summary: '网格内的用户',
    permission: { anyOf: ['watch-alarms'] },
    scope: 'list',
    envelope: 'list',
    effect: 'read',
    weight: LIST_WEIGHT,
    input: z.object({ gridNo: gridNo.nullish(), fullName: optionalText(64), groupId: optionalText(64) }),
    reply: z.object({
      id: z.uuid(),
      userName: z.string(),
      fullName: z.string(),
      gridNo: z.string(),
      gridName: z.string(),
      groupId: z.string(),
      headUrl: z.string().nullable(),
    }),
  }),
  changePassword: row({
    method: 'PUT',
    path: '/auth/api/auth/user/modfiy/passwd',
    alias: [{ method: 'POST', path: '/auth/api/auth/user/modfiy/passwd' }],
    summary: '修改密码',
    permission: 'session',
    scope: 'none',
    envelope: 'message',
    effect: 'write',
    act: 'change-password',
    whileSettingUp: true,
    input: passwordChange,
    reply: z.null(),
  }),
  verifyPassword: row({
    method: 'POST',
    path: '/auth/api/auth/user/verifyPasswd',
    summary: '后台管理密码验证',
    permission: 'session',
    scope: 'none',
    envelope: 'message',
    effect: 'write',
    act: 'verify-password',
    input: z.object({ passwd: text(2000), ...encrypted }),
    reply: z.null(),
  }),
};
