// The rule for a new password (specification §5; docs/interface.md "Accounts"), with its user-visible messages.
import { characterCount, ok, type Result, refuse } from '@lookout/domain';

export type PasswordFault = 'empty' | 'length' | 'no-letter' | 'no-digit' | 'no-symbol' | 'forbidden-character' | StrictFault;
/** Faults that only SECURITY_POLICY=strict reports. */
export type StrictFault = 'strict-length' | 'common' | 'own-name';

/** §5: 6–18 characters. */
export const PASSWORD_LENGTH = { min: 6, max: 18 } as const;
/** SECURITY_POLICY=strict requires a longer minimum than the specification. */
export const STRICT_PASSWORD_LENGTH = { min: 12, max: 64 } as const;
export type PasswordPolicy = 'standard' | 'strict';

// Forbidden characters: white space, quotes, backslash, <, >, &. This includes typographic quotes and invisible characters (control,
// format, half a surrogate pair), which a user could not type a second time.
const FORBIDDEN = /[\s"'`“”‘’„‚«»‹›＂＇\\<>&\p{C}]/u;
const LETTER = /[A-Za-z]/;
const DIGIT = /[0-9]/;
// Symbols that are on every keyboard.
const SYMBOL = /[!#$%()*+,\-./:;=?@[\]^_{|}~]/;

/** The texts of §5. */
export const passwordMessages: Readonly<Record<'required' | 'check' | 'mismatch', string>> = {
  required: '请输入包含字母，数字和符号的6-18位的密码',
  check: '请检查密码位数及是否包含字母数字和符号',
  mismatch: '两次密码输入不一致',
};

/** Additional messages of the strict policy. */
export const strictPasswordMessages: Readonly<Record<StrictFault, string>> = {
  'strict-length': '请输入包含字母，数字和符号的12-64位的密码',
  common: '密码过于常见，容易被猜中，请换一个',
  'own-name': '密码不能包含用户名或姓名',
};

const isStrictFault = (fault: PasswordFault): fault is StrictFault => Object.hasOwn(strictPasswordMessages, fault);

export const passwordMessage = (fault: PasswordFault): string =>
  isStrictFault(fault) ? strictPasswordMessages[fault] : fault === 'empty' ? passwordMessages.required : passwordMessages.check;

/**
 * Checks a new password.
 * @returns the password unchanged (never trimmed), or the first rule that it breaks
 */
export function parsePassword(text: string, policy: PasswordPolicy = 'standard'): Result<string, PasswordFault> {
  const { min, max, fault } =
    policy === 'strict'
      ? ({ ...STRICT_PASSWORD_LENGTH, fault: 'strict-length' } as const)
      : ({ ...PASSWORD_LENGTH, fault: 'length' } as const);
  if (text === '') return refuse(policy === 'strict' ? fault : 'empty');
  if (FORBIDDEN.test(text)) return refuse('forbidden-character');
  const length = characterCount(text);
  if (length < min || length > max) return refuse(fault);
  if (!LETTER.test(text)) return refuse('no-letter');
  if (!DIGIT.test(text)) return refuse('no-digit');
  if (!SYMBOL.test(text)) return refuse('no-symbol');
  return ok(text);
}
