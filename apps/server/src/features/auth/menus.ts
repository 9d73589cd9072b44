// Which menus a person sees, and in which tree. The list comes from the store, where an administrator may rename and reorder it.
import { capabilityOf, type MenuNode } from '@lookout/contract';
import type { Capability } from '@lookout/domain';
import type { Menu } from '@lookout/store';

/**
 * A menu is seen by who holds the capability of its code. One whose code is no permission belongs to its parent (任务管理 like 灾后评估),
 * and without a parent to everybody (用火报备).
 */
export function isSeenBy(menu: Pick<Menu, 'code' | 'parentCode'>, rights: ReadonlySet<Capability>): boolean {
  const capability = capabilityOf(menu.code) ?? (menu.parentCode === null ? 'everybody' : capabilityOf(menu.parentCode));
  return capability === 'everybody' || (capability !== null && rights.has(capability));
}

export const writeMenu = (menu: Menu) => ({
  menuCode: menu.code,
  menuName: menu.name,
  icon: menu.icon,
  path: menu.path,
  parentCode: menu.parentCode,
  sort: menu.order,
  visible: menu.visible,
});

/** @param menus in their order; one whose parent is not among them stands at the top */
export function menuTree(menus: readonly Menu[]): MenuNode[] {
  const present = new Set(menus.map(({ code }) => code));
  const below = (parent: string | null): MenuNode[] =>
    menus
      .filter(({ parentCode }) => (parentCode !== null && present.has(parentCode) ? parentCode : null) === parent)
      .map((menu) => ({ ...writeMenu(menu), children: below(menu.code) }));
  return below(null);
}
