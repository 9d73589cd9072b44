// Errors of logging in, passwords, users and organisation.

import { business, conflict, forbidden, formatTime, invalid, messages, noSession, notFound, tooMany, unavailable } from '@lookout/contract';
import { type PasswordFault, passwordMessage, type StrictFault } from '../auth/password.ts';

const strictEn: Readonly<Record<StrictFault, string>> = {
  'strict-length': 'Please enter a password of 12 to 64 characters with letters, digits and symbols',
  common: 'The password is too common and easily guessed; please choose another',
  'own-name': 'The password must not contain the user name or the full name',
};

const passwordEn = (fault: PasswordFault): string =>
  Object.hasOwn(strictEn, fault)
    ? strictEn[fault as StrictFault]
    : fault === 'empty'
      ? 'Please enter a password of 6 to 18 characters with letters, digits and symbols'
      : 'Please check the length of the password, and that it has letters, digits and symbols';

export const accountErrors = {
  'wrong-account-or-password': noSession(messages.badAccount, 'Wrong account or password!'),
  'login-expired': noSession('登录已过期，请重试', 'The login has expired; please try again'),
  'one-time-code-needed': noSession('请输入动态验证码', 'Please enter the one-time code'),
  'second-factor-needed': forbidden('请先为本账号开启两步验证', 'Please turn on the second factor of your account first'),
  'password-change-needed': forbidden(
    '这个密码不是您自己设的，请先修改密码',
    'This password was not chosen by you; please change it first',
  ),
  'given-password-ended': business(
    '初始密码已过期，请联系管理员重新设置',
    'The password that you were given has expired; please ask your administrator for a new one',
  ),
  'second-factor-on': business('两步验证已经开启', 'The second factor is turned on already'),
  'second-factor-off': business('两步验证没有开启', 'The second factor is not turned on'),
  'second-factor-not-begun': business('请先扫描二维码，再输入验证码', 'Please scan the code first, then enter what your app shows'),
  'wrong-one-time-code': invalid(
    '验证码不正确或已用过，请等下一个验证码，并检查手机时间',
    'The code is wrong or has already been used; please wait for the next one, and check the clock of your phone',
  ),
  'one-time-code-empty': invalid('请输入验证码', 'Please enter the code'),
  'wrong-own-password': business('密码不正确', 'The password is wrong'),
  'wrong-password-or-code': business('密码或验证码不正确', 'The password or the code is wrong'),
  'account-locked': tooMany(messages.locked, 'The account is locked; please try again in 15 minutes'),
  /** Shown to a user who is logged in; a login has the message of docs/interface.md "Login". */
  'account-locked-until': tooMany<{ until: Date }>(
    ({ until }) => `账户已锁定至 ${formatTime(until)}，请届时再试`,
    ({ until }) => `The account is locked until ${formatTime(until)}; please try again then`,
  ),
  'address-locked': tooMany(
    '此地址的错误密码或密钥过多，请15分钟后再试',
    'Too many wrong passwords or keys from this address; please try again in 15 minutes',
  ),
  'logins-too-many': unavailable('登录人数过多，请稍后再试', 'Too many people are logging in; please try again later'),
  'other-device': business(messages.otherDevice, 'You are not the user whom this device is bound to'),
  'nonce-spent': invalid(
    '随机数无效、已用过或已过期，请重新获取',
    'The nonce is not valid, was used already or has expired; please get a new one',
  ),
  'not-decipherable': invalid('无法解密', 'It cannot be decrypted'),
  'not-decipherable-or-spent': invalid('无法解密，或随机数已用过', 'It cannot be decrypted, or the nonce was used already'),
  'wrong-old-password': business('原密码不正确', 'The old password is wrong'),
  'verify-failed': business(messages.verifyFailed, 'Not verified; please try again'),
  'verification-needed': business('请先验证后台管理密码', 'Please verify the back-office password first'),
  /** Used under SECURITY_POLICY=strict. */
  'own-verification-needed': business(
    '请先输入本人的登录密码或动态验证码；由门户或统一身份登录的，也可重新登录后10分钟内操作',
    'Please enter your own password or one-time code first; if you sign on through an identity provider, you may instead sign on again and act within ten minutes',
  ),
  'verify-password-needed': invalid('请输入包含字母，数字的密码', 'Please enter the password of letters and digits'),
  'weak-password': invalid<{ fault: PasswordFault }>(
    ({ fault }) => passwordMessage(fault),
    ({ fault }) => passwordEn(fault),
  ),

  'user-name-taken': conflict('用户名已存在', 'This user name exists already'),
  'locks-oneself-out': business(
    '不能停用自己，也不能取消自己的用户管理权限或更换自己的网格',
    'You cannot disable yourself, nor give up your own right to administer users, nor change your own grid',
  ),
  'rights-beyond-yours': forbidden('该用户的权限超出您的权限', 'This user has more rights than you have'),
  'topic-outside-grid': invalid('主题应在该用户的网格之内', "The topic must lie in the user's grid"),
  'outside-own-group': invalid('超出您的组织机构', 'The organisation is outside your own'),
  'right-not-held': invalid('不能授予自己没有的权限', 'You cannot give a right that you do not have'),
  'no-such-group': invalid('没有这个组织', 'There is no such organisation'),
  'group-digits': invalid('组织编号应为数字，每级三位', "An organisation's number has three digits for each level"),
  'no-parent-group': invalid('上级组织不存在', 'The organisation above it does not exist'),
  'no-such-menu': notFound('没有这个菜单', 'There is no such menu'),
} as const;
