// The demo accounts of docs/interface.md "Accounts", and how DEMO=off disables them.
import { randomUUID } from 'node:crypto';
import { type Capability, type GridNo, MENU_CAPABILITIES, NATION } from '@lookout/domain';
import type { Account, Group } from '@lookout/features/admin/admin.ts';
import type { Store } from '@lookout/features/store.ts';

export const DEMO_PASSWORD = 'Lookout@2026';
/** For the field 验证密码, which accepts letters and digits only (specification §5). */
export const DEMO_BACK_OFFICE_PASSWORD = 'Lookout2026';

export interface DemoAccount {
  readonly userName: string;
  readonly gridNo: GridNo;
  readonly fullName: string;
  readonly groupId: string;
  readonly rights: readonly Capability[];
  readonly deviceId?: string;
}

const grid = (no: string): GridNo => no as GridNo;
const ALL_MENUS: readonly Capability[] = MENU_CAPABILITIES;
// An administrator of users needs every right that he grants, including the one for the rangers' page.
const BACK_OFFICE: readonly Capability[] = ['administer-users', 'read-audit', 'report-as-ranger'];

const OFFICERS: readonly DemoAccount[] = [
  { userName: 'guojia', gridNo: NATION, fullName: '国家林火值班', groupId: '001', rights: [...ALL_MENUS, ...BACK_OFFICE] },
  { userName: 'sichuan', gridNo: grid('510000'), fullName: '四川省值班员', groupId: '001003', rights: [...ALL_MENUS, ...BACK_OFFICE] },
  {
    userName: 'aba',
    gridNo: grid('513200'),
    fullName: '阿坝州值班员',
    groupId: '001003001',
    rights: [...ALL_MENUS, 'delete-alarms', ...BACK_OFFICE],
  },
  { userName: 'wenchuan', gridNo: grid('513221'), fullName: '汶川县值班员', groupId: '001003001001', rights: ALL_MENUS },
  { userName: 'lixian', gridNo: grid('513222'), fullName: '理县值班员', groupId: '001003001002', rights: ALL_MENUS },
  { userName: 'weihui', gridNo: grid('410781'), fullName: '卫辉市值班员', groupId: '001005001', rights: ALL_MENUS },
  { userName: 'heilongjiang', gridNo: grid('230000'), fullName: '黑龙江省值班员', groupId: '001006', rights: ALL_MENUS },
  { userName: 'qujing', gridNo: grid('530300'), fullName: '曲靖市值班员', groupId: '001007', rights: ALL_MENUS },
  { userName: 'viewer', gridNo: grid('513200'), fullName: '阿坝州观察员', groupId: '001003001', rights: ['watch-alarms'] },
];

/** The counties of 513200, each with its group under the prefecture's, in the order in which rangers are assigned to them. */
const ABA_COUNTIES: readonly (readonly [no: string, name: string])[] = [
  ['513221', '汶川县'],
  ['513222', '理县'],
  ['513223', '茂县'],
  ['513224', '松潘县'],
  ['513225', '九寨沟县'],
  ['513226', '金川县'],
  ['513227', '小金县'],
  ['513228', '黑水县'],
  ['513201', '马尔康市'],
  ['513230', '壤塘县'],
  ['513231', '阿坝县'],
  ['513232', '若尔盖县'],
  ['513233', '红原县'],
];
const ABA_GROUP = '001003001';
const digits = (number: number, width: number): string => String(number).padStart(width, '0');
const countyGroup = (index: number): string => ABA_GROUP + digits(index + 1, 3);

const RANGER_COUNT = 20;
/** The only bound device of the demo (docs/interface.md). */
export const BOUND_RANGER = { userName: 'ranger20', deviceId: 'demo-device-20' } as const;

const RANGERS: readonly DemoAccount[] = Array.from({ length: RANGER_COUNT }, (_, index) => {
  const countyIndex = index % ABA_COUNTIES.length;
  const [no, name] = ABA_COUNTIES[countyIndex] ?? ['513200', '阿坝州'];
  const userName = `ranger${digits(index + 1, 2)}`;
  return {
    userName,
    gridNo: grid(no),
    fullName: `${name}护林员${digits(index + 1, 2)}`,
    groupId: countyGroup(countyIndex),
    rights: ['report-as-ranger'] as const,
    ...(userName === BOUND_RANGER.userName && { deviceId: BOUND_RANGER.deviceId }),
  };
});

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [...OFFICERS, ...RANGERS];

const GROUPS: readonly (readonly [id: string, name: string])[] = [
  ['001', '国家林草局'],
  ['001003', '四川省林草局'],
  [ABA_GROUP, '阿坝州林草局'],
  ...ABA_COUNTIES.map(([, name], index) => [countyGroup(index), `${name}林草局`] as const),
  ['001005', '河南省林业局'],
  ['001005001', '卫辉市林业局'],
  ['001006', '黑龙江省林草局'],
  ['001007', '曲靖市林草局'],
];

/** The initial groups. With or without the demo, an administrator needs some to assign people to. */
export async function seedGroups({ groups }: Pick<Store, 'groups'>, demo: boolean): Promise<void> {
  const existing = new Set((await groups.list()).map(({ id }) => id));
  const wanted = demo ? GROUPS : GROUPS.slice(0, 1);
  const missing = wanted
    .filter(([id]) => !existing.has(id))
    .map(([id, name]): Group => ({ id, name, parentId: id.length > 3 ? id.slice(0, -3) : null }));
  if (missing.length > 0) await groups.put(missing);
}

/** Numbers that cannot belong to anyone: no Chinese number begins with so many zeros. */
const demoPhone = (userName: string): string =>
  `0000000${digits(DEMO_ACCOUNTS.findIndex((account) => account.userName === userName) + 1, 4)}`;

const LAST_MODE = 'demo-mode';
type Repositories = Pick<Store, 'accounts' | 'settings' | 'sessions'>;

/**
 * Creates the demo accounts that are missing, and enables those that an earlier start with DEMO=off had disabled.
 * @param hash of a password. All demo accounts share one hash: their password is no secret
 */
export async function enableDemoAccounts(store: Repositories, hash: (password: string) => Promise<string>): Promise<void> {
  const existing = new Set((await demoAccountsOf(store)).map(({ userName }) => userName));
  const missing = DEMO_ACCOUNTS.filter(({ userName }) => !existing.has(userName));
  if (missing.length > 0) {
    const passwordHash = await hash(DEMO_PASSWORD);
    await store.accounts.createMissing(
      missing.map(({ deviceId = null, ...account }) => ({
        ...account,
        id: randomUUID(),
        passwordHash,
        deviceId,
        headUrl: null,
        topic: null,
        enabled: true,
        demo: true,
        grids: [],
        phone: demoPhone(account.userName),
      })),
    );
  }
  if ((await store.settings.get(LAST_MODE)) === 'off') await setAllEnabled(store, true);
  await store.settings.set(LAST_MODE, 'on');
}

/** Without the demo, a password that is printed in a manual must not open an account. */
export async function disableDemoAccounts(store: Repositories): Promise<void> {
  await setAllEnabled(store, false);
  await store.settings.set(LAST_MODE, 'off');
}

async function setAllEnabled(store: Repositories, enabled: boolean): Promise<void> {
  for (const account of await demoAccountsOf(store)) {
    if (account.enabled !== enabled) await store.accounts.update(NATION, account.id, { enabled });
    if (!enabled) await store.sessions.endAllOf(account.id);
  }
}

async function demoAccountsOf({ accounts }: Pick<Store, 'accounts'>): Promise<Account[]> {
  const { list } = await accounts.list(NATION, {}, { limit: 1_000_000 });
  return list.filter(({ demo }) => demo);
}
