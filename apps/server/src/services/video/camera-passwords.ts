// Passwords of cameras at rest: AES-256-GCM under a key of the settings, so that restarts and several servers share it, and a list of
// cameras that somebody got hold of holds no password.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Store } from '@lookout/store';

export interface CameraPasswords {
  encrypt(password: string): string;
  /** @returns null: encrypted under another key, or no such text */
  decrypt(encrypted: string): string | null;
}

const KEY_SETTING = 'camera-key';
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

export async function createCameraPasswords(settings: Store['settings']): Promise<CameraPasswords> {
  const key = Buffer.from(String(await settings.settle(KEY_SETTING, randomBytes(32).toString('base64'))), 'base64');
  return {
    encrypt(password) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, key, iv);
      return Buffer.concat([iv, cipher.update(password, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64');
    },
    decrypt(encrypted) {
      const bytes = Buffer.from(encrypted, 'base64');
      if (bytes.length < IV_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return null; // the tag does not fit: not encrypted under this key
      }
    },
  };
}
