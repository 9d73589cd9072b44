// Passwords at rest: scrypt, with its cost parameters written into each hash, and a bounded number of concurrent computations.
import { type BinaryLike, randomBytes, randomInt, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { refused } from '../acting/refusal.ts';
import { createTurns } from '../acting/turns.ts';

export interface PasswordCost {
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

/**
 * N = 2^15, r = 8: 32 MB and some 80 ms each. The cost is stored with the hash. A hash of another cost is replaced at the next successful
 * login.
 */
export const COST: PasswordCost = { logN: 15, r: 8, p: 1 };
/**
 * The cost under strict, as OWASP recommends (Password Storage Cheat Sheet): N = 2^17, 128 MB and four times as long. It is not the default
 * because the logins at the start of a shift would take four times as long.
 */
export const STRICT_COST: PasswordCost = { logN: 17, r: 8, p: 1 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** scrypt shares the thread pool with files and DNS: two computations at a time leave threads for them. */
const AT_ONCE = 2;
const MOST_WAITING = 400;
/**
 * Upper limit, more than an office behind one address sends at the beginning of a shift. An attacker fills only the queue of his own
 * address.
 */
const MOST_WAITING_OF_ONE = 200;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Returns whether a hash has another cost than new hashes. */
  isOutdated(hash: string): boolean;
  /**
   * Runs `work` when the queue reaches it, so that what it checks before comparing is current at the time of the comparison. Addresses take
   * turns: many logins from one address do not delay the others.
   * @throws Refusal `logins-too-many`
   */
  queued<T>(address: string, work: (compare: Compare) => Promise<T>): Promise<T>;
}

/** @param hash null if the account does not exist: the comparison takes the same time and returns false */
export type Compare = (hash: string | null, password: string) => Promise<boolean>;

/** Queue key for hashing new passwords, which only users who are already logged in request. It takes turns with the addresses. */
const OF_THE_HOUSE = '';

/** @param cost cost of new hashes, and of the comparison for an account that does not exist */
export function createPasswords(cost = COST): Passwords {
  const turns = createTurns({
    atOnce: AT_ONCE,
    mostWaiting: MOST_WAITING,
    mostWaitingOfOne: MOST_WAITING_OF_ONE,
    refusal: () => refused('logins-too-many'),
  });
  // The hash that is compared when the account does not exist. Any key serves, so that the start need not wait for scrypt to derive one.
  const dummyHash = written(cost, randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));
  const compare: Compare = async (hash, password) => {
    const matches = await isHashOf(hash ?? dummyHash, password);
    return hash !== null && matches;
  };
  return {
    isOutdated: (hash) => !hash.startsWith(prefixOf(cost)),
    hash: (password) => turns.take(OF_THE_HOUSE, () => hashOf(password, cost)),
    queued: (address, work) => turns.take(address, () => work(compare)),
  };
}

/** Hashes without the queue, for commands, which run without a server. */
export async function hashOf(password: string, cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, cost);
  return written(cost, salt, key);
}

const prefixOf = ({ logN, r, p }: PasswordCost): string => `scrypt$${logN}$${r}$${p}$`;
const written = (cost: PasswordCost, salt: Buffer, key: Buffer): string =>
  `${prefixOf(cost)}${salt.toString('base64')}$${key.toString('base64')}`;

async function isHashOf(hash: string, password: string): Promise<boolean> {
  const [scheme, logN, r, p, salt, key] = hash.split('$');
  if (scheme !== 'scrypt' || !salt || !key) return false;
  const wanted = Buffer.from(key, 'base64');
  const given = await derive(password, Buffer.from(salt, 'base64'), { logN: Number(logN), r: Number(r), p: Number(p) });
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

function derive(password: BinaryLike, salt: Buffer, { logN, r, p }: PasswordCost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 256 * r * 2 ** logN };
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** Setting: the hash of the back office's separate password; set with `npm run admin -- back-office-password`. */
export const BACK_OFFICE_SETTING = 'back-office-password';

// The characters omit those that are easily confused when copied from paper.
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz';
const NUMBERS = '23456789';
const SYMBOLS = '#%+-=@';

const pick = (from: string, count: number) => Array.from({ length: count }, () => from[randomInt(from.length)] ?? '').join('');

/** 12 letters and digits, for the back office (specification §5). */
export const randomBackOfficePassword = (): string => `${pick(LETTERS, 1)}${pick(LETTERS + NUMBERS, 10)}${pick(NUMBERS, 1)}`;

/** 18 characters that satisfy the rule of specification §5. */
export function randomPassword(): string {
  return `${pick(LETTERS, 8)}${pick(SYMBOLS, 1)}${pick(LETTERS + NUMBERS, 8)}${pick(NUMBERS, 1)}`;
}
