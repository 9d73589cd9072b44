// DEMO=off: somebody must be able to come in first. Made when nobody can administer users for the whole country.
import { randomInt, randomUUID } from 'node:crypto';
import { NATION, RIGHT_CODES } from '@lookout/domain';
import type { Store } from '@lookout/store';

const USER_NAME = 'admin';
const ROOT_GROUP = '001';

/** @returns the account and its password, to be shown once; null when there is an administrator already */
export async function ensureFirstAdministrator(
  { accounts }: Pick<Store, 'accounts'>,
  hash: (password: string) => Promise<string>,
): Promise<{ userName: string; password: string } | null> {
  const { list } = await accounts.list(NATION, { right: 'userAdmin', enabled: true }, { limit: 1_000_000 });
  if (list.some(({ gridNo, demo }) => gridNo === NATION && !demo)) return null;
  const taken = await accounts.findByUserName(USER_NAME);
  const userName = taken ? `${USER_NAME}-${randomInt(1000, 10_000)}` : USER_NAME;
  const password = randomPassword();
  const passwordHash = await hash(password);
  await accounts.create({
    id: randomUUID(),
    userName,
    passwordHash,
    fullName: '系统管理员',
    gridNo: NATION,
    groupId: ROOT_GROUP,
    rights: RIGHT_CODES,
    grids: [],
    headUrl: null,
    phone: null,
    deviceId: null,
    topic: null,
    enabled: true,
    demo: false,
  });
  return { userName, password };
}

// Nothing that looks like something else when it is copied from a screen by hand.
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz';
const NUMBERS = '23456789';
const SYMBOLS = '#%+-=@';

/** 18 characters that keep the rule of specification §5. */
export function randomPassword(): string {
  const pick = (from: string, count: number) => Array.from({ length: count }, () => from[randomInt(from.length)] ?? '').join('');
  return `${pick(LETTERS, 8)}${pick(SYMBOLS, 1)}${pick(LETTERS + NUMBERS, 8)}${pick(NUMBERS, 1)}`;
}
