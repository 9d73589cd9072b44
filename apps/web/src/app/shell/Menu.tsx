// The header's menu: one line of items on each side. Items that do not fit are listed in the single menu 更多, with the pages outside
// /manage.
import { DownOutlined } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import { type RefObject, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { NavLink, useLocation } from 'react-router';
import { type PageRow, useTitle } from '../../manifest/web-feature.ts';
import { useLanguage } from '../../shared/language.ts';
import { MenuIcon } from '../../shared/MenuIcon.tsx';
import { useSharedMessages } from '../../shared/text/messages.ts';
import { MANAGE, type MenuItem, type PairedItem } from '../pages.ts';

export type MenuEntries = NonNullable<MenuProps['items']>;

const pathOf = ({ path }: Pick<PageRow, 'path'>): string => `${MANAGE}/${path}`;

/** One line of items. */
export interface Row {
  readonly items: readonly MenuItem[];
  readonly row: RefObject<HTMLDivElement | null>;
  /** How many of the items fit. */
  readonly fitting: number;
}

/** Measures how many items fit whenever their line's width changes. @param names changes when the items' widths do */
export function useRow(items: readonly MenuItem[], names: string): Row {
  const row = useRef<HTMLDivElement>(null);
  const [fitting, setFitting] = useState(items.length);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the widths depend on the items and their names
  useLayoutEffect(() => {
    const element = row.current;
    if (element === null) return;
    const measure = () => setFitting(countFitting(element));
    measure();
    // Measured in the same frame, because items that no longer fit would briefly overlap their neighbours.
    const size = new ResizeObserver(() => flushSync(measure));
    size.observe(element);
    return () => size.disconnect();
  }, [items.length, names]);
  return { items, row, fitting };
}

/** Counts the items that fit on the first line. */
function countFitting(row: HTMLElement): number {
  const { left, right, top, height } = row.getBoundingClientRect();
  const isWhole = (item: Element): boolean => {
    const box = item.getBoundingClientRect();
    return box.top < top + height / 2 && box.left >= left - 1 && box.right <= right + 1;
  };
  const first = [...row.children].findIndex((item) => !isWhole(item));
  return first < 0 ? row.children.length : first;
}

/** Returns two entries for the item that opens a dropdown (specification §2), otherwise the item itself. */
const entriesOf = (item: MenuItem, paired: PairedItem | null): readonly MenuItem[] =>
  paired?.first === item.page.path ? [item, paired.second] : [item];

/** Names come from the menu list (specification §6), which is Chinese; in English they come from the manifests. */
function useItemName(): (item: MenuItem) => string {
  const titleOf = useTitle();
  const english = useLanguage() === 'en';
  return ({ name, page }) => (english ? titleOf(page.title) : (name ?? titleOf(page.title)));
}

function ItemLink({ item, className = '' }: { readonly item: MenuItem; readonly className?: string }) {
  const nameOf = useItemName();
  return (
    <NavLink to={pathOf(item.page)} className={className} {...(item.page.opensNewTab && { target: '_blank' })}>
      <MenuIcon name={item.icon ?? item.page.path} />
      {nameOf(item)}
      <Badge of={item.page} />
    </NavLink>
  );
}

const Badge = ({ of: { MenuBadge } }: { readonly of: PageRow }) =>
  MenuBadge && (
    <Suspense fallback={null}>
      <MenuBadge />
    </Suspense>
  );

const entriesIn = (items: readonly MenuItem[]): MenuEntries =>
  items.map((item) => ({ key: item.page.path, label: <ItemLink item={item} /> }));

export function MenuRow({ row: { items, row, fitting }, paired }: { readonly row: Row; readonly paired: PairedItem | null }) {
  return (
    <div ref={row} className="menu-row">
      {items.map((item, index) => (
        <ShownItem
          key={item.page.path}
          item={item}
          entries={entriesOf(item, paired)}
          className={index < fitting ? 'menu-item' : 'menu-item menu-item-behind'}
        />
      ))}
    </div>
  );
}

interface ShownProps {
  readonly item: MenuItem;
  readonly entries: readonly MenuItem[];
  readonly className: string;
}

function ShownItem({ item, entries, className }: ShownProps) {
  const nameOf = useItemName();
  const { pathname } = useLocation();
  if (entries.length === 1) return <ItemLink item={item} className={className} />;
  const isActive = entries.some(({ page }) => pathOf(page) === pathname);
  return (
    <Dropdown trigger={['click']} menu={{ items: entriesIn(entries) }}>
      <button type="button" className={`${className} menu-item-dropdown${isActive ? ' active' : ''}`} aria-haspopup="menu">
        <MenuIcon name={item.icon ?? item.page.path} />
        {nameOf(item)} <DownOutlined aria-hidden="true" />
      </button>
    </Dropdown>
  );
}

interface MoreProps {
  /** The left row first, in menu order. */
  readonly rows: readonly Row[];
  readonly paired: PairedItem | null;
  /** Further entries, before and after the items. */
  readonly above: MenuEntries;
  readonly below: MenuEntries;
}

/** 更多, once in the header: the items that did not fit on either side, and the entries that have no place in the line. */
export function MoreMenu({ rows, paired, above, below }: MoreProps) {
  const shared = useSharedMessages();
  const { pathname } = useLocation();
  const behind = rows.flatMap(({ items, fitting }) => items.slice(fitting)).flatMap((item) => entriesOf(item, paired));
  if (behind.length + above.length + below.length === 0) return null;
  const items: MenuEntries =
    behind.length === 0 ? [] : [{ key: 'menu', type: 'group', label: shared.menu.main, children: entriesIn(behind) }];
  return (
    <Dropdown trigger={['click']} placement="bottomRight" rootClassName="more-menu" menu={{ items: [...above, ...items, ...below] }}>
      <button type="button" className="header-button line" data-active={behind.some(({ page }) => pathOf(page) === pathname)}>
        {shared.menu.others} <DownOutlined aria-hidden="true" />
      </button>
    </Dropdown>
  );
}
