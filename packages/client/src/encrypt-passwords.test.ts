import { constants, createDecipheriv, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encryptPasswords, readRsaKey } from './encrypt-passwords.ts';

const keysOf = (bits: number) => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: bits });
  return { publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'), privateKey };
};

function open(encrypted: string, aeskey: string, nonce: string, privateKey: ReturnType<typeof keysOf>['privateKey']): string {
  const key = privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(aeskey, 'base64'),
  );
  const bytes = Buffer.from(encrypted, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(nonce, 'utf8'));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
}

describe('encryption', () => {
  const two = keysOf(2048);

  it('node:crypto decrypts what the browser encrypts, for every password and key size', () => {
    for (const { keys, password } of [
      { keys: two, password: 'Lookout@2026' },
      { keys: two, password: '' },
      { keys: two, password: '火情-🔥-pass' },
      { keys: keysOf(3072), password: 'Lookout@2026' },
      { keys: keysOf(2560), password: 'x'.repeat(400) },
    ]) {
      const { encrypted, aeskey, nonce } = encryptPasswords(
        { publicKey: keys.publicKey, nonce: '随机-n0nce' },
        { old: password, fresh: 'b' },
      );
      expect(open(encrypted.old, aeskey, nonce, keys.privateKey)).toBe(password);
      expect(open(encrypted.fresh, aeskey, nonce, keys.privateKey)).toBe('b');
    }
  });

  it('works for many keys and ivs: no leading zero is lost', () => {
    for (let i = 0; i < 300; i++) {
      const { encrypted, aeskey, nonce } = encryptPasswords({ publicKey: two.publicKey, nonce: String(i) }, { p: `p${i}` });
      expect(Buffer.from(aeskey, 'base64').length).toBe(256);
      expect(open(encrypted.p, aeskey, nonce, two.privateKey)).toBe(`p${i}`);
    }
  });

  it('a password encrypted for one nonce cannot be decrypted with another', () => {
    const { encrypted, aeskey } = encryptPasswords({ publicKey: two.publicKey, nonce: 'one' }, { p: 'secret' });
    expect(() => open(encrypted.p, aeskey, 'two', two.privateKey)).toThrow();
  });

  it('needs no crypto.subtle', () => {
    const before = Object.getOwnPropertyDescriptor(globalThis.crypto, 'subtle');
    Object.defineProperty(globalThis.crypto, 'subtle', { value: undefined, configurable: true });
    try {
      const { encrypted, aeskey, nonce } = encryptPasswords({ publicKey: two.publicKey, nonce: 'n' }, { p: 'secret' });
      expect(open(encrypted.p, aeskey, nonce, two.privateKey)).toBe('secret');
    } finally {
      if (before) Object.defineProperty(globalThis.crypto, 'subtle', before);
      else Reflect.deleteProperty(globalThis.crypto, 'subtle');
    }
  });

  it('refuses a key that is not RSA or is too short', () => {
    expect(() => readRsaKey(Uint8Array.of(1, 2, 3))).toThrow('no SPKI');
    expect(() => readRsaKey(Buffer.from(two.publicKey, 'base64').subarray(0, 100))).toThrow('cut off');
    expect(() => readRsaKey(Buffer.from(keysOf(1024).publicKey, 'base64'))).toThrow('2048');
  });
});
