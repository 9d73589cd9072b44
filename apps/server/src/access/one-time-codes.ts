// One-time codes of an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds), and the recovery codes for a user who has lost the app.
// Secrets are stored like camera passwords: encrypted under a key outside the database.
import { createHash, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { KeyRing } from './keys.ts';
import { createStoredSecrets } from './stored-secrets.ts';

/** 160 bits, as long as SHA-1's own output (RFC 4226, section 4). */
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
const DIGITS = 6;
const ONE_TIME_CODE = /^[0-9]{6}$/;
/** Steps accepted before and after the current one: a phone's clock may be half a minute off, and typing takes time. */
const WINDOW = 1;

export interface OneTimeCodes {
  /** Creates a secret, with the URI that an authenticator app reads from a QR code. */
  create(userName: string, issuer: string): { readonly encrypted: string; readonly secret: string; readonly uri: string };
  /**
   * @returns the time step of the code, or null if it matches no step near `now`
   * @throws LostSecret
   */
  stepOf(encrypted: string, code: string, now: Date): number | null;
}

/** The secret cannot be decrypted: its key is no longer in the keys file. */
export class LostSecret extends Error {
  override readonly name = 'LostSecret';
}

export function createOneTimeCodes(ring: Pick<KeyRing, 'current' | 'reread' | 'suite'>): OneTimeCodes {
  const sealed = createStoredSecrets(ring);
  return {
    create(userName, issuer) {
      const secret = new Secret({ size: SECRET_BYTES });
      const totp = new TOTP({ issuer, label: userName, secret, algorithm: 'SHA1', digits: DIGITS, period: STEP_SECONDS });
      return { encrypted: sealed.encrypt(secret.base32), secret: secret.base32, uri: totp.toString() };
    },

    stepOf(encrypted, code, now) {
      const secret = sealed.decrypt(encrypted);
      if (secret === null) throw new LostSecret('the secret of a second factor cannot be opened with the keys that are there');
      return stepOfCode(secret, code, now);
    },
  };
}

/** @param secret base32 @returns the time step of the code, or null if it matches no step near `now` */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  // The library throws on input of six characters that has more than six bytes.
  if (!ONE_TIME_CODE.test(code)) return null;
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: DIGITS, period: STEP_SECONDS });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta;
}

// A recovery code has 24 characters out of 32, which is 120 bits, so that a plain hash is enough.

const RECOVERY_CODES = 10;
/** The alphabet omits characters that are easily confused. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 6;
const IN_A_GROUP = 4;

const group = (): string => Array.from({ length: IN_A_GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Creates ten new codes in the form in which they are displayed. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, group).join('-'));

/** Hashes a code as a user types it, without regard to case, hyphens and spaces. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
    .digest();
