// The addresses of the app and the menu over its pages (specification §2). Pages are rows of the manifests in features.ts; what they are is
// known behind the login only, so nothing here names them.
import { capabilityOf } from '@lookout/contract';
import type { Capability } from '@lookout/domain';
import { patrol } from '../features/patrol/feature.ts';
import type { PageRow } from '../manifest/web-feature.ts';
import type { UserInfo } from '../stores/session.ts';

export const MANAGE = '/manage';
export const HOME = `${MANAGE}/monitor`;
/** Where / and /manage lead: the ranger's page for those who carry the ranger's app and see no alarms; else the monitor, which says 无权限 to whom it must. */
export const landingFor = (rights: ReadonlySet<Capability>): string =>
  !rights.has('watch-alarms') && rights.has('report-as-ranger') ? patrol.path : HOME;

export interface MenuItem {
  readonly page: PageRow;
  /** From the menu list, else null: the page's own title serves. */
  readonly name: string | null;
  readonly icon: string | null;
}

/** The header's items: pages whose right the user holds, named and ordered by the menu list; hidden ones and switched-off menus are left out. */
export function menuFor(pages: readonly PageRow[], info: UserInfo, rights: ReadonlySet<Capability>): MenuItem[] {
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

/** Two pages may need one right (灾后评估 and 任务管理), so a menu's path speaks before its code. */
const menuOf = (page: PageRow, { menuDTOS }: UserInfo): Menu | null =>
  menuDTOS.find(({ path }) => path === `${MANAGE}/${page.path}`) ??
  menuDTOS.find(({ path, menuCode }) => path === null && page.right !== null && capabilityOf(menuCode) === page.right) ??
  null;

const itemOf = (page: PageRow, menu: Menu | null): MenuItem => ({ page, name: menu?.menuName ?? null, icon: menu?.icon ?? null });

/** What a menu item that opens a dropdown offers beside its own page. */
export interface PairedItem {
  /** The path of the item that opens it. */
  readonly first: string;
  readonly second: MenuItem;
}

/**
 * §2: "For the user whose full name is {name}, the replay item (live video) opens a two-entry dropdown: video preview and device correction."
 * The menu list, too, calls device correction hidden: it names the entry and does not take it away.
 */
export function liveVideoPair(
  pages: readonly PageRow[],
  info: UserInfo,
  rights: ReadonlySet<Capability>,
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
