// Users, groups, menus, grids of users, passwords, audit: the back office. All need `userAdmin` (audit: `audit`), held to the own grid.
import { CAPABILITIES } from '@lookout/domain';
import { z } from 'zod';
import { LENGTHS } from '../bounds.ts';
import { errorCode } from '../errors/entry.ts';
import { gridNo, id, optionalText, paging, requiredText, text, timeWindow } from '../fields.ts';
import { capabilitiesOf, PERMISSION_CODES, type PermissionCode } from '../permission-codes.ts';
import { row } from '../row.ts';

const userAdmin = { anyOf: ['administer-users'] } as const;
const codes = z
  .array(z.enum(PERMISSION_CODES as readonly [PermissionCode, ...PermissionCode[]]))
  .max(CAPABILITIES.length)
  .transform(capabilitiesOf);

const userFields = {
  fullName: requiredText(64, errorCode('full-name-needed')),
  gridNo,
  groupId: requiredText(64, errorCode('group-needed')),
  phone: optionalText(32),
  headUrl: optionalText(300),
  deviceId: optionalText(128),
  topic: gridNo.nullish(),
  codes,
  gridNos: z.array(gridNo).max(50).nullish(),
  enabled: z.boolean().default(true),
};

const encryptedPassword = { passwd: text(2000), aeskey: text(2000), nonce: text(200) };

export const adminUser = z.object({
  id: z.uuid(),
  userName: z.string(),
  fullName: z.string(),
  gridNo: z.string(),
  gridName: z.string(),
  groupId: z.string(),
  groupName: z.string().nullable(),
  phone: z.string().nullable(),
  headUrl: z.string().nullable(),
  deviceId: z.string().nullable(),
  topic: z.string(),
  codes: z.array(z.string()),
  gridNos: z.array(z.string()),
  enabled: z.boolean(),
  online: z.boolean(),
  hasSecondFactor: z.boolean().optional(),
  /** Bound to somebody outside (a portal, an OpenID Connect provider) at a first sign-on. */
  hasOutsideIdentity: z.boolean().optional(),
  createTime: z.string(),
});

export const group = z.object({ id: z.string(), name: z.string() });

const groupId = text(64).regex(/^[0-9]{3,63}$/, errorCode('group-digits'));

export const adminCalls = {
  adminUsers: row({
    method: 'POST',
    path: '/auth/api/auth/admin/user/page',
    summary: '用户（分页）',
    permission: userAdmin,
    scope: 'list',
    envelope: 'page',
    effect: 'read',
    input: z.object({
      ...paging,
      gridNo: gridNo.nullish(),
      text: optionalText(64),
      groupId: optionalText(64),
      enabled: z.boolean().nullish(),
    }),
    reply: adminUser,
  }),
  createUser: row({
    method: 'POST',
    path: '/auth/api/auth/admin/user',
    summary: '新建用户',
    permission: userAdmin,
    scope: 'position',
    envelope: 'created',
    effect: 'write',
    act: 'create-user',
    verified: true,
    input: z.object({
      userName: text(32).regex(/^[A-Za-z][A-Za-z0-9_.-]{1,31}$/, errorCode('user-name-format')),
      ...encryptedPassword,
      ...userFields,
    }),
    reply: z.object({ id: z.uuid() }),
  }),
  updateUser: row({
    method: 'PUT',
    path: '/auth/api/auth/admin/user/{id}',
    summary: '修改用户：网格、组织、菜单、状态',
    permission: userAdmin,
    scope: 'object',
    envelope: 'message',
    effect: 'write',
    act: 'update-user',
    verified: true,
    params: z.object({ id }),
    input: z.object(userFields),
    reply: z.null(),
  }),
  resetPassword: row({
    method: 'POST',
    path: '/auth/api/auth/admin/user/{id}/resetPasswd',
    summary: '重置密码',
    permission: userAdmin,
    scope: 'object',
    envelope: 'message',
    effect: 'write',
    act: 'reset-password',
    verified: true,
    params: z.object({ id }),
    input: z.object(encryptedPassword),
    reply: z.null(),
  }),
  forceLogout: row({
    method: 'POST',
    path: '/auth/api/auth/admin/user/{id}/logout',
    summary: '强制下线',
    permission: userAdmin,
    scope: 'object',
    envelope: 'message',
    effect: 'write',
    act: 'force-logout',
    verified: true,
    params: z.object({ id }),
    reply: z.null(),
  }),
  clearSecondFactor: row({
    method: 'POST',
    path: '/auth/api/auth/admin/user/{id}/clearSecondFactor',
    summary: '清除用户的两步验证（手机遗失时）',
    permission: userAdmin,
    scope: 'object',
    envelope: 'message',
    effect: 'write',
    act: 'clear-second-factor',
    verified: true,
    params: z.object({ id }),
    reply: z.null(),
  }),
  unbindIdentity: row({
    method: 'POST',
    path: '/auth/api/auth/admin/user/{id}/unbindIdentity',
    summary: '解除用户与统一身份的绑定（统一身份重新开户时）',
    permission: userAdmin,
    scope: 'object',
    envelope: 'message',
    effect: 'write',
    act: 'unbind-identity',
    verified: true,
    params: z.object({ id }),
    reply: z.null(),
  }),
  groups: row({
    method: 'GET',
    path: '/auth/api/auth/admin/group',
    summary: '组织',
    permission: userAdmin,
    scope: 'none',
    envelope: 'list',
    effect: 'read',
    reply: group,
  }),
  saveGroup: row({
    method: 'PUT',
    path: '/auth/api/auth/admin/group',
    summary: '新建或改名组织（仅全国管理员）',
    permission: userAdmin,
    scope: 'nation',
    envelope: 'message',
    effect: 'write',
    act: 'save-group',
    input: z.object({ id: groupId, name: requiredText(64, errorCode('group-name-needed')) }),
    reply: z.null(),
  }),
  saveMenu: row({
    method: 'PUT',
    path: '/auth/api/auth/admin/menu',
    summary: '修改菜单名称、图标、顺序、显隐（仅全国管理员）',
    permission: userAdmin,
    scope: 'nation',
    envelope: 'message',
    effect: 'write',
    act: 'save-menu',
    input: z.object({
      menuCode: text(LENGTHS.code),
      menuName: requiredText(32, errorCode('menu-name-needed')),
      icon: optionalText(64),
      sort: z.number().int().min(0).max(9999),
      visible: z.boolean(),
    }),
    reply: z.null(),
  }),
  auditPage: row({
    method: 'POST',
    path: '/auth/api/auth/admin/audit/page',
    summary: '操作审计（分页）',
    permission: { anyOf: ['read-audit'] },
    scope: 'list',
    envelope: 'page',
    effect: 'read',
    input: z.object({ ...paging, ...timeWindow, gridNo: gridNo.nullish(), userName: optionalText(64), act: optionalText(64) }),
    reply: z.object({
      id: z.number(),
      at: z.string(),
      userName: z.string().nullable(),
      address: z.string().nullable(),
      act: z.string(),
      targetKind: z.string().nullable(),
      targetId: z.string().nullable(),
      gridNo: z.string().nullable(),
      outcome: z.string(),
      detail: z.unknown(),
    }),
  }),
};
