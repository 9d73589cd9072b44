// Encrypted passwords in requests (docs/interface.md "Login"): AES-256-GCM under a random key that is itself encrypted by RSA-OAEP, bound
// to a single-use nonce.
import { constants, createDecipheriv, createPrivateKey, createPublicKey, type KeyObject, privateDecrypt, randomBytes } from 'node:crypto';
import { ok, type Result, refuse } from '@lookout/domain';
import type { Store } from '@lookout/features/store.ts';
import type { KeyRing } from './keys.ts';

const NONCE_MINUTES = 2;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

export interface DecryptionFault {
  /** The field that could not be decrypted. */
  readonly field: string;
  readonly reason: 'spent-nonce' | 'unreadable';
}

export interface PasswordDecryption {
  issue(now: Date): Promise<{ publicKey: string; nonce: string }>;
  /** Decrypts fields that were encrypted with one key and one nonce. The nonce is used up even when decryption fails. */
  decrypt<K extends string>(
    envelope: { readonly aeskey: string; readonly nonce: string },
    encrypted: Readonly<Record<K, string>>,
  ): Promise<Result<Record<K, string>, DecryptionFault>>;
}

/** A key that was rotated out still decrypts what a page encrypted just before. */
export function createPasswordDecryption(store: Pick<Store, 'nonces'>, ring: Pick<KeyRing, 'current'>): PasswordDecryption {
  const read = new Map<string, KeyObject>();
  const privateKeys = (): readonly KeyObject[] =>
    ring.current().login.map((pem) => {
      const key = read.get(pem) ?? createPrivateKey(pem);
      read.set(pem, key);
      return key;
    });
  const publicKeyOf = (key: KeyObject): string => createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');

  const aesKeyOf = (aeskey: string): Buffer | null => {
    const bytes = fromBase64(aeskey);
    if (!bytes) return null;
    for (const privateKey of privateKeys()) {
      try {
        const key = privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, bytes);
        return key.length === KEY_BYTES ? key : null;
      } catch {
        // The key is malformed or was encrypted for another public key.
      }
    }
    return null;
  };

  return {
    async issue(now) {
      const nonce = randomBytes(24).toString('base64url');
      await store.nonces.put(nonce, new Date(now.getTime() + NONCE_MINUTES * 60_000));
      const [newest] = privateKeys();
      return { publicKey: publicKeyOf(newest as KeyObject), nonce };
    },

    async decrypt<K extends string>({ aeskey, nonce }: { aeskey: string; nonce: string }, encrypted: Readonly<Record<K, string>>) {
      const key = aesKeyOf(aeskey);
      if (!key) return refuse<DecryptionFault>({ field: 'aeskey', reason: 'unreadable' });
      const ciphertexts = Object.entries(encrypted) as [K, string][];
      const malformed = ciphertexts.find(([, text]) => (fromBase64(text)?.length ?? 0) < IV_BYTES + TAG_BYTES);
      if (malformed) return refuse<DecryptionFault>({ field: malformed[0], reason: 'unreadable' });
      if (!(await store.nonces.take(nonce))) return refuse<DecryptionFault>({ field: 'nonce', reason: 'spent-nonce' });
      const opened = {} as Record<K, string>;
      for (const [field, text] of ciphertexts) {
        const plain = decryptOne(key, nonce, fromBase64(text) ?? Buffer.alloc(0));
        if (plain === null) return refuse<DecryptionFault>({ field, reason: 'unreadable' });
        opened[field] = plain;
      }
      return ok(opened);
    },
  };
}

/** base64(iv 12 ‖ ciphertext ‖ tag 16), additional data: the nonce's UTF-8 bytes. null when the tag does not match. */
function decryptOne(key: Buffer, nonce: string, box: Buffer): string | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(nonce, 'utf8'));
    decipher.setAuthTag(box.subarray(-TAG_BYTES));
    const plain = Buffer.concat([decipher.update(box.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
    return new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch {
    return null;
  }
}

function fromBase64(text: string): Buffer | null {
  // In a query string an unescaped + arrives as a space.
  const tidy = text.replaceAll(' ', '+');
  return /^[A-Za-z0-9+/]+={0,2}$/.test(tidy) ? Buffer.from(tidy, 'base64') : null;
}
