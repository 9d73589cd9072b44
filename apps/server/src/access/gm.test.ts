import { createHash, createHmac, randomBytes } from 'node:crypto';
import { sm4 } from 'sm-crypto-v2';
import { describe, expect, it } from 'vitest';
import { hmacSm3, openBySm4, sealBySm4, sm3Of } from './gm.ts';
import { createStoredSecrets } from './stored-secrets.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('SM3', () => {
  it.each([
    ['abc', '66c7f0f4 62eeedd9 d1f2d46b dc10e4e2 4167c487 5cf2f7a2 297da02b 8f4ba8e0'],
    ['abcd'.repeat(16), 'debe9ff9 2275b8a1 38604889 c18e5a4d 6fdb70e5 387e5765 293dcba3 9c0c5732'],
  ])('gives the digests of GB/T 32905-2016, annex A: %s', (text, digest) => {
    expect(sm3Of(Buffer.from(text))).toEqual(hex(digest));
  });

  it('agrees with OpenSSL, as a plain hash and in an HMAC', () => {
    const [key, bytes] = [randomBytes(32), randomBytes(300)];
    expect(sm3Of(bytes)).toEqual(createHash('sm3').update(bytes).digest());
    expect(hmacSm3(key, bytes)).toEqual(createHmac('sm3', key).update(bytes).digest());
  });
});

describe('SM4', () => {
  it('encrypts the block of GB/T 32907-2016, annex A', () => {
    const key = hex('0123456789abcdef fedcba9876543210');
    const block = sm4.encrypt(key, key, { mode: 'ecb', padding: 'none', output: 'array' });
    expect(Buffer.from(block)).toEqual(hex('681edf34 d206965e 86b3e94f 536e4246'));
  });

  it('in GCM gives the ciphertext and the tag of RFC 8998, appendix A.1', () => {
    const plain = hex(
      'aaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbb cccccccccccccccc dddddddddddddddd eeeeeeeeeeeeeeee ffffffffffffffff eeeeeeeeeeeeeeee aaaaaaaaaaaaaaaa',
    );
    const { output, tag } = sm4.encrypt(plain, hex('0123456789abcdef fedcba9876543210'), {
      mode: 'gcm',
      iv: hex('00001234567800000000abcd'),
      associatedData: hex('feedfacedeadbeef feedfacedeadbeef abaddad2'),
      padding: 'none',
      output: 'array',
      outputTag: true,
    });
    expect(Buffer.from(output)).toEqual(
      hex(
        '17f399f08c67d5ee 19d0dc9969c4bb7d 5fd46fd375648906 9157b282bb200735 d82710ca5c22f0cc fa7cbf93d496ac15 a56834cbcf98c397 b4024a2691233b8d',
      ),
    );
    expect(Buffer.from(tag ?? [])).toEqual(hex('83de3541e4c2b581 77e065a9bf7b62ec'));
  });

  it('decrypts what it encrypted, and nothing that was changed or encrypted under another key', () => {
    const [key, iv] = [randomBytes(32), randomBytes(12)];
    const sealed = sealBySm4(key, iv, Buffer.from('摄像头密码'));
    expect(openBySm4(key, iv, sealed)?.toString()).toBe('摄像头密码');
    expect(openBySm4(randomBytes(32), iv, sealed)).toBeNull();
    for (const at of [0, sealed.length - 1])
      expect(openBySm4(key, iv, Buffer.from(sealed.map((byte, i) => (i === at ? byte ^ 1 : byte))))).toBeNull();
  });
});

it('Stored secrets are encrypted by the configured suite, and decrypted whichever suite encrypted them', () => {
  const keys = { cameras: [{ id: 'k1', key: randomBytes(32).toString('base64') }] };
  const ring = { current: () => keys, reread: () => keys } as never;
  const [aes, gm] = (['international', 'gm'] as const).map((suite) => createStoredSecrets({ ...(ring as object), suite } as never));
  const [byAes, byGm] = [aes?.encrypt('hunter2') ?? '', gm?.encrypt('hunter2') ?? ''];
  expect([/^k1\.[^.]+$/.test(byAes), /^k1\.sm4\.[^.]+$/.test(byGm)]).toEqual([true, true]);
  for (const secrets of [aes, gm]) expect([secrets?.decrypt(byAes), secrets?.decrypt(byGm)]).toEqual(['hunter2', 'hunter2']);
  expect(gm?.decrypt(byGm.slice(0, -8))).toBeNull();
});
