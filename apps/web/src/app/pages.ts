// The pages of the main shell as ONE table (specification §2). A later page is one more row; header, guard and router read it from here.
import type { RightCode } from '@lookout/domain';
import type { ComponentType } from 'react';
import type { UserInfo } from '../stores/session.ts';

export interface PageRow {
  /** Below /manage. */
  readonly path: string;
  /** The title in the texts when the menu list gives none. */
  readonly titleKey: 'monitor' | 'replay' | 'task' | 'alarm' | 'ranger' | 'fireReport' | 'admin' | 'device' | 'monitorConfig';
  /** The menu or element code it needs; null: everybody. */
  readonly right: RightCode | null;
  /** Not in the header; the page itself always exists (contract.md "Hidden routes"). */
  readonly hidden: boolean;
  readonly opensNewTab: boolean;
  /** No globe on this page: it takes the whole room and scrolls. The others leave the ground to the globe and float over it. */
  readonly hidesMap: boolean;
  readonly load: () => Promise<ComponentType>;
}

export const PAGES: readonly PageRow[] = [
  {
    path: 'monitor',
    titleKey: 'monitor',
    right: 'bpMonitor',
    hidden: false,
    opensNewTab: false,
    hidesMap: false,
    load: async () => (await import('../features/monitor/index.tsx')).MonitorPage,
  },
  {
    path: 'replay',
    titleKey: 'replay',
    right: 'bpReplay',
    hidden: false,
    opensNewTab: true,
    hidesMap: true,
    load: async () => (await import('../features/replay/index.tsx')).ReplayPage,
  },
  {
    path: 'task',
    titleKey: 'task',
    right: 'bpRecord',
    hidden: false,
    opensNewTab: false,
    hidesMap: true,
    load: async () => (await import('../features/task/index.tsx')).TaskPage,
  },
  {
    path: 'alarm',
    titleKey: 'alarm',
    right: 'bpAlarm',
    hidden: false,
    opensNewTab: false,
    hidesMap: true,
    load: async () => (await import('../features/alarm/index.tsx')).AlarmPage,
  },
  {
    path: 'ranger',
    titleKey: 'ranger',
    right: 'bpRanger',
    hidden: false,
    opensNewTab: false,
    hidesMap: false,
    load: async () => (await import('../features/ranger/index.tsx')).RangerPage,
  },
  {
    path: 'FireReport',
    titleKey: 'fireReport',
    right: null,
    hidden: false,
    opensNewTab: false,
    hidesMap: true,
    load: async () => (await import('../features/fire-report/index.tsx')).FireReportPage,
  },
  {
    path: 'admin',
    titleKey: 'admin',
    right: 'userAdmin',
    hidden: false,
    opensNewTab: false,
    hidesMap: true,
    load: async () => (await import('../features/admin/index.tsx')).AdminPage,
  },
  {
    path: 'device',
    titleKey: 'device',
    right: 'bpReplay',
    hidden: true,
    opensNewTab: false,
    hidesMap: true,
    load: async () => (await import('../features/device/index.tsx')).DevicePage,
  },
  {
    path: 'monitorConfig',
    titleKey: 'monitorConfig',
    right: 'bpGeologicHazard',
    hidden: true,
    opensNewTab: false,
    hidesMap: true,
    load: async () => (await import('../features/monitor-config/index.tsx')).MonitorConfigPage,
  },
];

export const MANAGE = '/manage';
export const HOME = `${MANAGE}/monitor`;
/** The ranger's page: a room of its own, made for a phone. */
export const PATROL = '/patrol';

/** Where / and /manage lead: the ranger's page for those who carry the ranger's app and see no alarms; else the monitor, which says 无权限 to whom it must. */
export const landingFor = (rights: ReadonlySet<RightCode>): typeof HOME | typeof PATROL =>
  !rights.has('bpMonitor') && rights.has('rangerApp') ? PATROL : HOME;

export interface MenuItem {
  readonly page: PageRow;
  /** From the menu list, else null: the texts' own title serves. */
  readonly name: string | null;
  readonly icon: string | null;
}

/** The header's items: pages whose right the user holds, named and ordered by the menu list; hidden ones and switched-off menus are left out. */
export function menuFor(pages: readonly PageRow[], info: UserInfo, rights: ReadonlySet<RightCode>): MenuItem[] {
  return pages
    .filter((page) => !page.hidden && (page.right === null || rights.has(page.right)))
    .map((page, index) => {
      const menu = menuOf(page, info);
      return { ...itemOf(page, menu), visible: menu?.visible ?? true, sort: menu?.sort ?? 1000 + index };
    })
    .filter((item) => item.visible)
    .sort((a, b) => a.sort - b.sort)
    .map(({ page, name, icon }) => ({ page, name, icon }));
}

type Menu = UserInfo['menuDTOS'][number];

/** Two pages may need one right (灾后评估 and 任务管理 both bpRecord), so a menu's path speaks before its code. */
const menuOf = (page: PageRow, { menuDTOS }: UserInfo): Menu | null =>
  menuDTOS.find(({ path }) => path === `${MANAGE}/${page.path}`) ??
  menuDTOS.find(({ path, menuCode }) => path === null && menuCode === page.right) ??
  null;

const itemOf = (page: PageRow, menu: Menu | null): MenuItem => ({ page, name: menu?.menuName ?? null, icon: menu?.icon ?? null });

/** What a menu item that opens a dropdown offers beside its own page. */
export interface PairedItem {
  /** The path of the item that opens it. */
  readonly first: string;
  readonly second: MenuItem;
}

/**
 * §2: "For the user whose full name is {name}, the replay item opens a two-entry dropdown: video preview and device correction."
 * The menu list, too, calls device correction hidden: it names the entry and does not take it away.
 */
export function replayPair(
  pages: readonly PageRow[],
  info: UserInfo,
  rights: ReadonlySet<RightCode>,
  fullName: string | null,
): PairedItem | null {
  const device = pages.find(({ path }) => path === 'device');
  if (fullName === null || info.userDTO.fullName !== fullName || device === undefined) return null;
  if (device.right !== null && !rights.has(device.right)) return null;
  return { first: 'replay', second: itemOf(device, menuOf(device, info)) };
}

/** §2: "The first five visible menu items go left, the rest right." */
export const splitMenu = (items: readonly MenuItem[]): { readonly left: readonly MenuItem[]; readonly right: readonly MenuItem[] } => ({
  left: items.slice(0, 5),
  right: items.slice(5),
});
