// The rule for a new password (specification §5; contract.md "Password"), with its messages for people.
import { ok, type Result, refuse } from './result.ts';

export type PasswordFault = 'empty' | 'length' | 'no-letter' | 'no-digit' | 'no-symbol' | 'forbidden-character';

/** §5: 6–18 characters. */
export const PASSWORD_LENGTH = { min: 6, max: 18 } as const;

// contract.md: the characters to avoid are white space, quotes, backslash, <, >, &. Quotes of every kind, also the typographic ones;
// and invisible characters (control, format, half a surrogate pair), which nobody could type a second time.
const FORBIDDEN = /[\s"'`“”‘’„‚«»‹›＂＇\\<>&\p{C}]/u;
const LETTER = /[A-Za-z]/;
const DIGIT = /[0-9]/;
// On every keyboard, and neither letter nor digit.
const SYMBOL = /[!#$%()*+,\-./:;=?@[\]^_{|}~]/;

/** The texts of §5. */
export const passwordMessages: Readonly<Record<'required' | 'check' | 'mismatch', string>> = {
  required: '请输入包含字母，数字和符号的6-18位的密码',
  check: '请检查密码位数及是否包含字母数字和符号',
  mismatch: '两次密码输入不一致',
};

/** The message for a fault. */
export const passwordMessage = (fault: PasswordFault): string => (fault === 'empty' ? passwordMessages.required : passwordMessages.check);

/**
 * Checks a new password.
 * @returns the password as it is (never trimmed), or the first rule that it breaks
 */
export function parsePassword(text: string): Result<string, PasswordFault> {
  if (text === '') return refuse('empty');
  if (FORBIDDEN.test(text)) return refuse('forbidden-character');
  const length = [...text].length;
  if (length < PASSWORD_LENGTH.min || length > PASSWORD_LENGTH.max) return refuse('length');
  if (!LETTER.test(text)) return refuse('no-letter');
  if (!DIGIT.test(text)) return refuse('no-digit');
  if (!SYMBOL.test(text)) return refuse('no-symbol');
  return ok(text);
}
