// Encryption of secrets in the database, such as passwords of cameras and secrets of second factors: AES-256-GCM, or SM4-GCM with
// CRYPTO=gm, under a key of the keys file, so that a leaked database discloses none of them. The keys file names these keys `cameras`,
// after their first use.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { openBySm4, SM4_IV_BYTES, SM4_TAG_BYTES, sealBySm4 } from './gm.ts';
import { type CameraKey, type KeyRing, UNNAMED_KEY } from './keys.ts';

export interface StoredSecrets {
  encrypt(secret: string): string;
  /** @returns null if the key is no longer in the keys file, or the text is malformed */
  decrypt(encrypted: string): string | null;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Marks text that was encrypted by SM4. Text encrypted by AES has no mark, as before there was a choice. */
const SM4 = 'sm4';

/** The format is `<key id>.[sm4.]<base64 of iv 12 ‖ ciphertext ‖ tag 16>`; an older version wrote no id. */
export function createStoredSecrets(ring: Pick<KeyRing, 'current' | 'reread' | 'suite'>): StoredSecrets {
  return {
    encrypt(secret) {
      const [newest] = ring.current().cameras as [CameraKey, ...CameraKey[]];
      return ring.suite === 'gm' ? `${newest.id}.${SM4}.${sealGm(newest, secret)}` : `${newest.id}.${seal(newest, secret)}`;
    },
    decrypt(encrypted) {
      const parts = encrypted.split('.');
      const text = parts.at(-1) ?? '';
      const isGm = parts.length === 3 && parts[1] === SM4;
      const id = parts.length > 1 ? parts[0] : UNNAMED_KEY;
      const keyIn = ({ cameras }: { readonly cameras: readonly CameraKey[] }) => cameras.find((key) => key.id === id);
      // Another server may have rotated the keys within the last second.
      const key = keyIn(ring.current()) ?? keyIn(ring.reread());
      return key === undefined ? null : (isGm ? unsealedGm : unsealed)(key, text);
    },
  };
}

function seal({ key }: CameraKey, secret: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, Buffer.from(key, 'base64'), iv);
  return Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
}

function sealGm({ key }: CameraKey, secret: string): string {
  const iv = randomBytes(SM4_IV_BYTES);
  return Buffer.concat([iv, sealBySm4(Buffer.from(key, 'base64'), iv, Buffer.from(secret, 'utf8'))]).toString('base64');
}

function unsealedGm({ key }: CameraKey, text: string): string | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length < SM4_IV_BYTES + SM4_TAG_BYTES) return null;
  const opened = openBySm4(Buffer.from(key, 'base64'), bytes.subarray(0, SM4_IV_BYTES), bytes.subarray(SM4_IV_BYTES));
  return opened?.toString('utf8') ?? null;
}

function unsealed({ key }: CameraKey, text: string): string | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length < IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, Buffer.from(key, 'base64'), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null; // The tag does not match: the text was not encrypted under this key.
  }
}
