import { outcomeMessages } from '@lookout/contract';
import { passwordMessages } from '@lookout/domain';
import { messagesIn } from '../../shared/language.ts';

export const accountZh = {
  changeTitle: '修改密码',
  oldPassword: '原密码',
  confirmPassword: '确认密码',
  oldPlaceholder: '请输入原密码',
  confirmPlaceholder: '请确认新密码',
  mismatch: passwordMessages.mismatch,
  check: passwordMessages.check,
  notChanged: outcomeMessages.zh.passwordNotChanged,
  verifyTitle: '验证密码',
  verifyLabel: '后台管理密码',
  verifyPlaceholder: '请输入后台管理验证密码',
  verifyRule: '请输入包含字母，数字的密码',
  verified: outcomeMessages.zh.verified,
  verifyFailed: outcomeMessages.zh.verifyFailed,
};
export type AccountMessages = typeof accountZh;

export const accountEn: AccountMessages = {
  changeTitle: 'Change password',
  oldPassword: 'Old password',
  confirmPassword: 'Confirm password',
  oldPlaceholder: 'Enter the old password',
  confirmPlaceholder: 'Repeat the new password',
  mismatch: 'The two passwords differ',
  check: 'Check the length and that letter, digit and symbol are there',
  notChanged: 'Password was not changed',
  verifyTitle: 'Verify password',
  verifyLabel: 'Back-office password',
  verifyPlaceholder: 'Enter the back-office password',
  verifyRule: 'Letters and digits only',
  verified: 'Verified',
  verifyFailed: 'Not verified, please try again',
};

export const useAccountMessages = messagesIn({ zh: accountZh, en: accountEn });
