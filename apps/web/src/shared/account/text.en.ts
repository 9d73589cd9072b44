import type { AccountWords } from './text.zh-CN.ts';

export const accountEn: AccountWords = {
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
