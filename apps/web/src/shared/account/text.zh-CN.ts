import { outcomeWords } from '@lookout/contract';
import { passwordWords } from '@lookout/domain';

export const accountZh = {
  changeTitle: '修改密码',
  oldPassword: '原密码',
  confirmPassword: '确认密码',
  oldPlaceholder: '请输入原密码',
  confirmPlaceholder: '请确认新密码',
  mismatch: passwordWords.mismatch,
  check: passwordWords.check,
  notChanged: outcomeWords.zh.passwordNotChanged,
  verifyTitle: '验证密码',
  verifyLabel: '后台管理密码',
  verifyPlaceholder: '请输入后台管理验证密码',
  verifyRule: '请输入包含字母，数字的密码',
  verified: outcomeWords.zh.verified,
  verifyFailed: outcomeWords.zh.verifyFailed,
};
export type AccountWords = typeof accountZh;
