// Seeds what a store needs before anyone can work: places, menus, groups, accounts. Does nothing where they exist.
import { randomInt, randomUUID } from 'node:crypto';
import { CAPABILITIES, NATION } from '@lookout/domain';
import { seedGazetteer } from '@lookout/features/grid/gazetteer-seed.store.ts';
import type { Store } from '@lookout/features/store.ts';
import { gazetteerSeed } from '@lookout/store/seed';
import { BACK_OFFICE_SETTING, randomBackOfficePassword, randomPassword } from '../access/passwords.ts';
import type { DemoMode } from '../settings/config.ts';
import { disableDemoAccounts, enableDemoAccounts, seedGroups } from '../settings/demo-accounts.ts';
import { seedMenus } from './menu-seed.ts';

/** @returns the first administrator if this start created one, to be shown once */
export async function seedStore(
  store: Store,
  demo: DemoMode,
  hash: (password: string) => Promise<string>,
): Promise<{ userName: string; password: string } | null> {
  await seedGazetteer(store, gazetteerSeed());
  await seedMenus(store);
  await seedGroups(store, demo !== 'off');
  if (demo !== 'off') {
    await enableDemoAccounts(store, hash);
    return null;
  }
  await disableDemoAccounts(store);
  return ensureFirstAdministrator(store, hash);
}

/** Without the demo, generates a back-office password if there is none. @returns the password, to be shown once */
export async function ensureBackOfficePassword(
  { settings }: Pick<Store, 'settings'>,
  hash: (password: string) => Promise<string>,
): Promise<string | null> {
  if (typeof (await settings.get(BACK_OFFICE_SETTING)) === 'string') return null;
  const password = randomBackOfficePassword();
  await settings.set(BACK_OFFICE_SETTING, await hash(password));
  return password;
}

// DEMO=off: an administrator for the whole country is created if there is none.

const USER_NAME = 'admin';
const ROOT_GROUP = '001';

/** @returns the account and its password, to be shown once; null if an administrator exists already */
async function ensureFirstAdministrator(
  { accounts }: Pick<Store, 'accounts'>,
  hash: (password: string) => Promise<string>,
): Promise<{ userName: string; password: string } | null> {
  const { list } = await accounts.list(NATION, { right: 'administer-users', enabled: true }, { limit: 1_000_000 });
  if (list.some(({ gridNo, demo }) => gridNo === NATION && !demo)) return null;
  const taken = await accounts.findByUserName(USER_NAME);
  const userName = taken ? `${USER_NAME}-${randomInt(1000, 10_000)}` : USER_NAME;
  const password = randomPassword();
  const passwordHash = await hash(password);
  await accounts.create({
    id: randomUUID(),
    userName,
    passwordHash,
    passwordGivenAt: new Date(),
    fullName: '系统管理员',
    gridNo: NATION,
    groupId: ROOT_GROUP,
    rights: CAPABILITIES,
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
