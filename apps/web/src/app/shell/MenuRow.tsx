// Menu items in one line. What has no room goes behind 更多: the line wraps, and whatever wrapped is shown there.
import { DownOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useLayoutEffect, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { type PageRow, useTitle } from '../../manifest/web-feature.ts';
import { useSharedMessages } from '../../shared/text/messages.ts';
import { MANAGE, type MenuItem, type PairedItem } from '../pages.ts';

const pathOf = ({ path }: Pick<PageRow, 'path'>): string => `${MANAGE}/${path}`;

interface Props {
  readonly items: readonly MenuItem[];
  readonly english: boolean;
  /** The item that opens a dropdown of two; null: this user has none. */
  readonly paired: PairedItem | null;
}

export function MenuRow({ items, english, paired }: Props) {
  const shared = useSharedMessages();
  const titleOf = useTitle();
  const { pathname } = useLocation();
  const row = useRef<HTMLDivElement>(null);
  const [fitting, setFitting] = useState(items.length);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other items and other words take other room
  useLayoutEffect(() => {
    const element = row.current;
    if (element === null) return;
    const look = () => setFitting(countFitting(element));
    look();
    const size = new ResizeObserver(look);
    size.observe(element);
    return () => size.disconnect();
  }, [items.length, english, paired === null]);

  const nameOf = (item: MenuItem): string => {
    const own = titleOf(item.page.title);
    // The menu list gives the name (specification §6); in English the texts do, for the list is Chinese.
    return english ? own : (item.name ?? own);
  };
  const linkOf = (item: MenuItem, className: string) => {
    const target = item.page.opensNewTab ? { target: '_blank' } : {};
    return (
      <NavLink key={item.page.path} to={pathOf(item.page)} className={className} {...target}>
        {nameOf(item)}
      </NavLink>
    );
  };
  const entriesOf = (item: MenuItem): readonly MenuItem[] => (paired?.first === item.page.path ? [item, paired.second] : [item]);
  const dropdownItems = (some: readonly MenuItem[]) => some.map((item) => ({ key: item.page.path, label: linkOf(item, '') }));
  const shownIn = (item: MenuItem, className: string) => {
    const entries = entriesOf(item);
    if (entries.length === 1) return linkOf(item, className);
    const isActive = entries.some(({ page }) => pathOf(page) === pathname);
    return (
      <Dropdown key={item.page.path} trigger={['click']} menu={{ items: dropdownItems(entries) }}>
        <button type="button" className={`${className} menu-item-dropdown${isActive ? ' active' : ''}`} aria-haspopup="menu">
          {nameOf(item)} <DownOutlined aria-hidden="true" />
        </button>
      </Dropdown>
    );
  };
  const behind = items.slice(fitting).flatMap(entriesOf);
  return (
    <>
      <div ref={row} className="menu-row">
        {items.map((item, index) => shownIn(item, index < fitting ? 'menu-item' : 'menu-item menu-item-behind'))}
      </div>
      {behind.length > 0 && (
        <Dropdown trigger={['click']} placement="bottomRight" menu={{ items: dropdownItems(behind) }}>
          <button type="button" className="header-button line" data-active={behind.some(({ page }) => pathOf(page) === pathname)}>
            {shared.menu.others} <DownOutlined aria-hidden="true" />
          </button>
        </Dropdown>
      )}
    </>
  );
}

/** As many as stand whole in the first line. */
function countFitting(row: HTMLElement): number {
  const { left, right, top, height } = row.getBoundingClientRect();
  const isWhole = (item: Element): boolean => {
    const box = item.getBoundingClientRect();
    return box.top < top + height / 2 && box.left >= left - 1 && box.right <= right + 1;
  };
  const first = [...row.children].findIndex((item) => !isWhole(item));
  return first < 0 ? row.children.length : first;
}
