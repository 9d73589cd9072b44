// What a store must hold before anybody can work: places, menus, groups, accounts. Harmless on every start.
import { type Store, seedPlaces } from '@lookout/store';
import { placesSeed } from '@lookout/store/seed';
import type { DemoMode } from './config.ts';
import { disableDemoAccounts, enableDemoAccounts, seedGroups } from './demo-accounts.ts';
import { ensureFirstAdministrator } from './first-administrator.ts';
import { seedMenus } from './menu-seed.ts';

/** @returns the first administrator, when this start had to make one: shown once */
export async function seedStore(
  store: Store,
  demo: DemoMode,
  hash: (password: string) => Promise<string>,
): Promise<{ userName: string; password: string } | null> {
  await seedPlaces(store, placesSeed());
  await seedMenus(store);
  await seedGroups(store, demo !== 'off');
  if (demo !== 'off') {
    await enableDemoAccounts(store, hash);
    return null;
  }
  await disableDemoAccounts(store);
  return ensureFirstAdministrator(store, hash);
}
