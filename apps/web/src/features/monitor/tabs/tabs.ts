// The open tabs and their form in the URL. Pure. At most one on the left and one on the right.

/** The tabs of each side, by their names in the URL. */
export interface KnownTabs {
  readonly left: readonly string[];
  readonly right: readonly string[];
}

export function knownOf(rows: readonly { readonly id: string; readonly side: keyof KnownTabs }[]): KnownTabs {
  const on = (side: keyof KnownTabs) => rows.filter((row) => row.side === side).map(({ id }) => id);
  return { left: on('left'), right: on('right') };
}

export interface OpenTabs {
  readonly left: string | null;
  readonly right: string | null;
}

/** 实时预警, the queue: the page's own tab. */
export const QUEUE_TAB = 'warning';

/** On a wide screen the queue is open initially; a narrow one leaves the map free (ui.md: side panels collapse to a rail). */
export const firstTabs = (isWide: boolean): OpenTabs => ({ left: null, right: isWide ? QUEUE_TAB : null });

const NONE = 'none';

/** @param search the query; unknown tabs are ignored */
export function readTabs(search: string, isWide: boolean, known: KnownTabs): OpenTabs {
  const query = new URLSearchParams(search);
  const first = firstTabs(isWide);
  const right = query.get('right');
  return {
    left: known.left.find((tab) => tab === query.get('left')) ?? null,
    right: right === NONE ? null : (known.right.find((tab) => tab === right) ?? first.right),
  };
}

/** @param search the current query; other parameters are kept */
export function writeTabs(search: string, { left, right }: OpenTabs, isWide: boolean): string {
  const query = new URLSearchParams(search);
  const set = (name: string, value: string | null) => (value === null ? query.delete(name) : query.set(name, value));
  set('left', left);
  set('right', right === firstTabs(isWide).right ? null : (right ?? NONE));
  const text = query.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

/** Toggles a tab. On a narrow screen only one side is open: two panels would cover the map. */
export function toggled(open: OpenTabs, tab: string, isWide: boolean, known: KnownTabs): OpenTabs {
  if (known.left.includes(tab)) return { left: open.left === tab ? null : tab, right: isWide ? open.right : null };
  const right = known.right.includes(tab) ? tab : null;
  return { left: isWide ? open.left : null, right: open.right === right ? null : right };
}
