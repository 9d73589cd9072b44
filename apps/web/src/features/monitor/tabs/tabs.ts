// Which tabs stand open, and how the address says it. Pure. At most one at the left and one at the right.

export const LEFT_TABS = ['forest', 'monitors', 'weather', 'risk'] as const;
export type LeftTab = (typeof LEFT_TABS)[number];

export const RIGHT_TABS = ['search', 'burning', 'warning', 'posts'] as const;
export type RightTab = (typeof RIGHT_TABS)[number];

export type TabId = LeftTab | RightTab;

export interface OpenTabs {
  readonly left: LeftTab | null;
  readonly right: RightTab | null;
}

/** A wide screen begins with the queue open; a narrow one leaves the map free (ui.md: side panels fold to a rail). */
export const firstTabs = (isWide: boolean): OpenTabs => ({ left: null, right: isWide ? 'warning' : null });

const NONE = 'none';

/** @param search the query; a word that names no tab counts as nothing */
export function readTabs(search: string, isWide: boolean): OpenTabs {
  const query = new URLSearchParams(search);
  const first = firstTabs(isWide);
  const right = query.get('right');
  return {
    left: LEFT_TABS.find((tab) => tab === query.get('left')) ?? null,
    right: right === NONE ? null : (RIGHT_TABS.find((tab) => tab === right) ?? first.right),
  };
}

/** @param search the present query; parameters of others are kept */
export function writeTabs(search: string, { left, right }: OpenTabs, isWide: boolean): string {
  const query = new URLSearchParams(search);
  const set = (name: string, value: string | null) => (value === null ? query.delete(name) : query.set(name, value));
  set('left', left);
  set('right', right === firstTabs(isWide).right ? null : (right ?? NONE));
  const text = query.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

/** Opens a tab, or closes it when it is open. On a narrow screen one side at a time: two panels would leave no map between them. */
export function toggled(open: OpenTabs, tab: TabId, isWide: boolean): OpenTabs {
  const left = LEFT_TABS.find((one) => one === tab);
  if (left !== undefined) return { left: open.left === left ? null : left, right: isWide ? open.right : null };
  const right = RIGHT_TABS.find((one) => one === tab) ?? null;
  return { left: isWide ? open.left : null, right: open.right === right ? null : right };
}
