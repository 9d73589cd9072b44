import { Secret } from 'otpauth';
import { expect, it } from 'vitest';
import { createOneTimeCodes, hashRecoveryCode, LostSecret, newRecoveryCodes, stepOfCode } from './one-time-codes.ts';

/** RFC 6238, appendix B: the secret of its test vectors. */
const SECRET = Secret.fromLatin1('12345678901234567890').base32;
const at = (seconds: number) => new Date(seconds * 1000);

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('RFC 6238 at %i: %s', (seconds, code) => {
  const step = Math.floor(seconds / 30);
  expect(stepOfCode(SECRET, code, at(seconds))).toBe(step);
  // A code is valid one step before and after its own, and no further.
  expect(stepOfCode(SECRET, code, at(seconds + 30))).toBe(step);
  expect(stepOfCode(SECRET, code, at(seconds - 30))).toBe(step);
  expect(stepOfCode(SECRET, code, at(seconds + 60))).toBeNull();
  expect(stepOfCode(SECRET, code, at(seconds - 60))).toBeNull();
});

it.each(['', '12345', '1234567', 'abcdef', '００５９２４', '005 924'])('%j is not a one-time code', (code) => {
  expect(stepOfCode(SECRET, code, at(1_234_567_890))).toBeNull();
});

const keyOf = (id: string) => ({ id, key: Buffer.alloc(32, id).toString('base64') });
const ringOf = (...ids: string[]) => {
  const keys = { id: '', login: [], relay: '', cameras: ids.map(keyOf) } as never;
  return { current: () => keys, reread: () => keys, suite: 'international' as const };
};

it('A secret is decrypted under its own key only; the URI names issuer and user', () => {
  const { encrypted, secret, uri } = createOneTimeCodes(ringOf('a')).create('aba', '林火瞭望');
  expect(encrypted).not.toContain(secret);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(new URL(uri).searchParams.get('secret')).toBe(secret);
  expect(decodeURIComponent(uri)).toContain('林火瞭望:aba');
  expect(createOneTimeCodes(ringOf('b', 'a')).stepOf(encrypted, '', at(0))).toBeNull();
  expect(() => createOneTimeCodes(ringOf('b')).stepOf(encrypted, '', at(0))).toThrow(LostSecret);
});

it('Ten recovery codes are all different and are read without regard to case and hyphens', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([A-HJ-NP-Z2-9]{4}-){5}[A-HJ-NP-Z2-9]{4}$/);
  const [first = ''] = codes;
  expect(hashRecoveryCode(` ${first.toLowerCase().replaceAll('-', ' ')} `)).toEqual(hashRecoveryCode(first));
});
