import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Keys } from './keys.ts';
import { createSigner, isSigned, type PublicSigningKey, publishedKeys, rotatedSigningKeys, SIGNATURE_ALGORITHMS } from './signing.ts';

const keysWith = (more: Partial<Keys> = {}): Keys => ({
  id: 'b6a5e2f4-0000-4000-8000-000000000001',
  login: [],
  cameras: [],
  relay: 'r'.repeat(43),
  ...more,
});
const signerOf = (keys: Keys, suite: 'international' | 'gm') => createSigner({ current: () => keys, suite });
const base64 = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex').toString('base64');
const hex = (text: string) => text.replaceAll(' ', '').toLowerCase();

describe('a signature', () => {
  it.each([
    [
      'GB/T 32918.5-2017, annex A.2',
      'SM2-SM3',
      'message digest',
      '09F9DF31 1E5421A1 50DD7D16 1E4BC5C6 72179FAD 1833FC07 6BB08FF3 56F35020 CCEA490C E26775A5 2DC6EA71 8CC1AA60 0AED05FB F35E084A 6632F607 2DA9AD13',
      'F5A03B06 48D2C463 0EEAC513 E1BB81A1 5944DA38 27D5B741 43AC7EAC EEE720B3 B1B6AA29 DF212FD8 763182BC 0D421CA1 BB9038FD 1F7F42D4 840B69C4 85BBC1AA',
    ],
    [
      'RFC 6979, A.2.5',
      'ECDSA-P256-SHA256',
      'sample',
      '60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6 7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299',
      'EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716 F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8',
    ],
  ] as const)('verifies the known signature of %s', (_, algorithm, text, point, signature) => {
    const publicKey = `04${hex(point)}`;
    const [own] = publishedKeys(keysWith({ signing: [{ algorithm, publicKey, privateKey: base64('00'.repeat(32)) }] })).filter(
      (key) => key.publicKey === publicKey,
    );
    expect(isSigned(Buffer.from(text), base64(signature), own as PublicSigningKey)).toBe(true);
    expect(isSigned(Buffer.from(`${text}.`), base64(signature), own as PublicSigningKey)).toBe(false);
  });

  it('is valid for content signed by its key, and for nothing that differs by a bit', () => {
    for (const suite of ['international', 'gm'] as const) {
      const { by, sign } = signerOf(keysWith(), suite)();
      fc.assert(
        fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), fc.nat(), fc.integer({ min: 0, max: 7 }), (content, place, bit) => {
          const signature = sign(content);
          expect(isSigned(content, signature, by)).toBe(true);
          const turned = (bytes: Uint8Array) =>
            Buffer.from(bytes.map((byte, at) => (at === place % bytes.length ? byte ^ (1 << bit) : byte)));
          expect(isSigned(turned(content), signature, by)).toBe(false);
          expect(isSigned(content, turned(Buffer.from(signature, 'base64')).toString('base64'), by)).toBe(false);
        }),
        { numRuns: 10 },
      );
    }
  });

  it('is invalid if it is zero or out of range, has another length, or if the public key is not a point of the curve', () => {
    for (const suite of ['international', 'gm'] as const) {
      const { by, sign } = signerOf(keysWith(), suite)();
      const content = Buffer.from('a');
      const signature = Buffer.from(sign(content), 'base64');
      const zero = Buffer.alloc(32);
      for (const wrong of [
        Buffer.concat([zero, zero]),
        Buffer.concat([signature.subarray(0, 32), zero]),
        Buffer.alloc(64, 255),
        signature.subarray(1),
      ])
        expect(isSigned(content, wrong.toString('base64'), by)).toBe(false);
      for (const publicKey of ['', `04${'11'.repeat(64)}`, by.publicKey.replace(/^04/, '02')])
        expect(isSigned(content, signature.toString('base64'), { ...by, publicKey })).toBe(false);
    }
  });
});

describe('signing keys', () => {
  it('are the same for all servers with copies of a file that has no signing keys yet, and differ from another installation’s', () => {
    const published = (keys: Keys) => publishedKeys(keys).map(({ publicKey }) => publicKey);
    expect(published(keysWith())).toEqual(published(keysWith()));
    const all = [
      keysWith(),
      keysWith({ relay: randomBytes(32).toString('base64url') }),
      keysWith({ id: 'b6a5e2f4-0000-4000-8000-000000000002' }),
    ];
    expect(new Set(all.flatMap(published)).size).toBe(6);
  });

  it('remain listed after a rotation, without their private keys', () => {
    const before = keysWith();
    const signed = signerOf(before, 'gm')();
    const after = keysWith({ signing: [...rotatedSigningKeys(before)] });
    const last = keysWith({ signing: [...rotatedSigningKeys(after)] });
    expect(last.signing?.map(({ privateKey }) => privateKey !== undefined)).toEqual([true, true, false, false, false, false]);
    const found = publishedKeys(last).find(({ keyId }) => keyId === signed.by.keyId);
    expect(found).toMatchObject({ algorithm: 'SM2-SM3', isCurrent: false });
    expect(isSigned(Buffer.from('a'), signed.sign(Buffer.from('a')), found as PublicSigningKey)).toBe(true);
    expect(signerOf(last, 'gm')().by).not.toEqual(signed.by);
    for (const algorithm of SIGNATURE_ALGORITHMS)
      expect(publishedKeys(last).filter((key) => key.algorithm === algorithm && key.isCurrent)).toHaveLength(1);
  });
});
