// The app's paths and the menu of its pages (specification §2). Pages are rows of the manifests in features/web.ts, which are loaded behind
// the login, so nothing here names them.
import { capabilityOf } from '@lookout/contract';
import { type Capability, hasRight } from '@lookout/domain';
import type { MoreGroup, OwnPage, PageRow } from '../manifest/web-feature.ts';
import { patrol } from '../patrol/feature.ts';
import type { UserInfo } from '../stores/session.ts';

export const MANAGE = '/manage';
export const HOME = `${MANAGE}/monitor`;
/**
 * Where / and /manage lead: to the ranger's page for users with only the ranger's right, otherwise to the monitor, which shows 无权限 where
 * needed.
 */
export const landingFor = (rights: ReadonlySet<Capability>): string =>
  !rights.has('watch-alarms') && rights.has('report-as-ranger') ? patrol.path : HOME;

export interface MenuItem {
  readonly page: PageRow;
  /** The name from the menu list; null: the page's own title is used. */
  readonly name: string | null;
  readonly icon: string | null;
}

/** The header's items: pages the user has the right to, named and ordered by the menu list, without hidden and disabled menus. */
export function menuFor(pages: readonly PageRow[], info: UserInfo, rights: ReadonlySet<Capability>): MenuItem[] {
  return pages
    .filter((page) => !page.hidden && hasRight(rights, page.right))
    .map((page, index) => {
      const menu = menuOf(page, info);
      return { ...itemOf(page, menu), visible: menu?.visible ?? true, sort: menu?.sort ?? 1000 + index };
    })
    .filter((item) => item.visible)
    .sort((a, b) => a.sort - b.sort)
    .map(({ page, name, icon }) => ({ page, name, icon }));
}

type Menu = UserInfo['menuDTOS'][number];

/** Two pages may need the same right (灾后评估 and 任务管理), so a menu's path is compared before its code. */
const menuOf = (page: PageRow, { menuDTOS }: UserInfo): Menu | null =>
  menuDTOS.find(({ path }) => path === `${MANAGE}/${page.path}`) ??
  menuDTOS.find(({ path, menuCode }) => path === null && capabilityOf(menuCode) === page.right) ??
  null;

const itemOf = (page: PageRow, menu: Menu | null): MenuItem => ({ page, name: menu?.menuName ?? null, icon: menu?.icon ?? null });

/** Links to the pages outside /manage that the user may open. */
export const ownLinksFor = (pages: readonly OwnPage[], rights: ReadonlySet<Capability>, place: 'header' | MoreGroup): readonly OwnPage[] =>
  pages.filter(({ link, right }) => link?.place === place && hasRight(rights, right));

/** The second entry of a menu item with a dropdown. */
export interface PairedItem {
  /** The path of the menu item with the dropdown. */
  readonly first: string;
  readonly second: MenuItem;
}

/**
 * §2: "For the user whose full name is {name}, the replay item (live video) opens a two-entry dropdown: video preview and device correction."
 * The menu list marks device correction as hidden; here it only supplies the entry's name.
 */
export function liveVideoPair(
  pages: readonly PageRow[],
  info: UserInfo,
  rights: ReadonlySet<Capability>,
  fullName: string | null,
): PairedItem | null {
  const device = pages.find(({ path }) => path === 'device');
  if (fullName === null || info.userDTO.fullName !== fullName || device === undefined) return null;
  if (!hasRight(rights, device.right)) return null;
  return { first: 'replay', second: itemOf(device, menuOf(device, info)) };
}

/** §2: "The first five visible menu items go left, the rest right." */
export const splitMenu = (items: readonly MenuItem[]): { readonly left: readonly MenuItem[]; readonly right: readonly MenuItem[] } => ({
  left: items.slice(0, 5),
  right: items.slice(5),
});
