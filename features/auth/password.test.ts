import { describe, expect, it } from 'vitest';
import { parsePassword, passwordMessage } from './password.ts';

const faultOf = (text: string) => {
  const result = parsePassword(text);
  return result.ok ? null : result.error;
};

describe('a new password', () => {
  // Proves §5.9a, §9.2g
  it('with 6 to 18 characters, a letter, a digit and a symbol is accepted unchanged', () => {
    for (const text of ['Lookout@2026', 'a1!aaa', 'A1~zzzzzzzzzzzzzzz', '#1aaaa'])
      expect(parsePassword(text)).toEqual({ ok: true, value: text });
  });

  // Proves §5.9a, §9.2g
  it('is refused by the first rule it breaks', () => {
    expect(faultOf('')).toBe('empty');
    expect(faultOf('a1!aa')).toBe('length');
    expect(faultOf('a1!aaaaaaaaaaaaaaaa')).toBe('length');
    expect(faultOf('123456!')).toBe('no-letter');
    expect(faultOf('abcdef!')).toBe('no-digit');
    expect(faultOf('abcdef1')).toBe('no-symbol');
  });

  // Proves §5.9a
  it('contains no white space, quote, backslash, angle bracket or ampersand', () => {
    for (const bad of [' ', '\t', '\u3000', '"', "'", '`', '“', '’', '\\', '<', '>', '&'])
      expect(faultOf(`ab1!${bad}cd`)).toBe('forbidden-character');
  });

  it('contains no invisible characters', () => {
    for (const bad of ['\0', '\u200b', '\u202e', '\ud800']) expect(faultOf(`ab1!${bad}cd`)).toBe('forbidden-character');
  });

  it('needs a letter, a digit and a symbol of the keyboard; full-width characters do not count', () => {
    expect(faultOf('密码密码1!')).toBe('no-letter');
    expect(faultOf('abcde１!')).toBe('no-digit');
    expect(faultOf('abcde1！')).toBe('no-symbol');
  });

  it('is refused with the messages of the specification', () => {
    expect(passwordMessage('empty')).toBe('请输入包含字母，数字和符号的6-18位的密码');
    expect(passwordMessage('length')).toBe('请检查密码位数及是否包含字母数字和符号');
  });
});
