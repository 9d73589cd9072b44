// Which menus a person sees, and in which tree. The list comes from the store, where an administrator may rename and reorder it.
import type { MenuNode } from '@lookout/contract';
import { isRightCode, type RightCode } from '@lookout/domain';
import type { Menu } from '@lookout/store';

/**
 * A menu is seen by who holds its code. One whose code is no right belongs to its parent (任务管理 needs bpRecord like 灾后评估),
 * and without a parent to everybody (用火报备).
 */
export function isSeenBy(menu: Pick<Menu, 'code' | 'parentCode'>, rights: ReadonlySet<RightCode>): boolean {
  const code = isRightCode(menu.code) ? menu.code : menu.parentCode;
  return code === null || (isRightCode(code) && rights.has(code));
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
