// One-time codes of an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds), and the recovery codes for whoever has lost it. Secrets are kept
// as the cameras' passwords are: encrypted under a key outside the database.
import { createHash, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { KeyRing } from './keys.ts';
import { createStoredSecrets } from './stored-secrets.ts';

/** 160 bits, as long as SHA-1's own output (RFC 4226, section 4). */
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
const DIGITS = 6;
const ONE_TIME_CODE = /^[0-9]{6}$/;
/** Steps before and after: a phone's clock may be half a minute off, and typing takes time. */
const WINDOW = 1;

export interface OneTimeCodes {
  /** A new secret, with the address that an authenticator app reads from a QR code. */
  create(userName: string, issuer: string): { readonly encrypted: string; readonly secret: string; readonly uri: string };
  /**
   * @returns the step that the code is of; null: it is of none near `now`
   * @throws LostSecret
   */
  stepOf(encrypted: string, code: string, now: Date): number | null;
}

/** The secret cannot be opened: it was encrypted under a key that is not there any more. */
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

/** @param secret base32 @returns the step that the code is of; null: it is of none near `now` */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  // The library throws at what has six characters and more bytes.
  if (!ONE_TIME_CODE.test(code)) return null;
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: DIGITS, period: STEP_SECONDS });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta;
}

// Recovery codes: 24 characters of 32, 120 bits, so that a plain hash is enough.

const RECOVERY_CODES = 10;
/** Without characters that are mistaken for each other. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 6;
const IN_A_GROUP = 4;

const group = (): string => Array.from({ length: IN_A_GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Ten new ones, as they are shown. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, group).join('-'));

/** As somebody types it: without regard to case, hyphens and spaces. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
    .digest();
