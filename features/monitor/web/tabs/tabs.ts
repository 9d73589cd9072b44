// The open panels and their form in the URL. Pure functions. The queue is at the right edge, with at most one further panel on the left and
// one on the right.

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
  /** The panel next to the queue. */
  readonly right: string | null;
  readonly queue: boolean;
}

/** 实时预警, the queue: the monitor page's own tab. */
export const QUEUE_TAB = 'warning';

export const isOpen = ({ left, right, queue }: OpenTabs, tab: string): boolean =>
  tab === QUEUE_TAB ? queue : left === tab || right === tab;

/** The panels that have room next to the map: one panel; the queue and another panel; the queue and one on each side. */
export type Room = 'one' | 'two' | 'three';

/** If there is room for two, the queue is open initially. */
export const firstTabs = (room: Room): OpenTabs => ({ left: null, right: null, queue: room !== 'one' });

/** The open panels that have room. The queue is opened if there is room for it. */
export function fitting({ left, right }: OpenTabs, room: Room): OpenTabs {
  if (room === 'one') return firstTabs(room);
  return { left, right: room === 'three' || left === null ? right : null, queue: true };
}

const NONE = 'none';

/** The right panels in the URL, including the queue: `right=posts,warning`. */
const rightOf = ({ right, queue }: OpenTabs): readonly string[] => [...(right === null ? [] : [right]), ...(queue ? [QUEUE_TAB] : [])];

/** @param search the query; unknown tabs are ignored */
export function readTabs(search: string, room: Room, known: KnownTabs): OpenTabs {
  const query = new URLSearchParams(search);
  const first = firstTabs(room);
  const left = known.left.find((tab) => tab === query.get('left')) ?? null;
  const named = query.get('right')?.split(',') ?? [];
  const right = known.right.filter((tab) => named.includes(tab));
  if (right.length === 0 && !named.includes(NONE)) return { ...first, left };
  return { left, right: right.find((tab) => tab !== QUEUE_TAB) ?? null, queue: right.includes(QUEUE_TAB) };
}

/** @param search the current query; other parameters are preserved */
export function writeTabs(search: string, open: OpenTabs, room: Room): string {
  const query = new URLSearchParams(search);
  const set = (name: string, value: string | null) => (value === null ? query.delete(name) : query.set(name, value));
  const [right, first] = [open, firstTabs(room)].map((tabs) => rightOf(tabs).join(','));
  set('left', open.left);
  set('right', right === first ? null : right || NONE);
  const text = query.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

/** Toggles a tab, and closes the panels that then have no room. */
export function toggled(open: OpenTabs, tab: string, room: Room, known: KnownTabs): OpenTabs {
  const others: OpenTabs = room === 'one' ? { left: null, right: null, queue: false } : open;
  if (tab === QUEUE_TAB) return { ...others, queue: !open.queue };
  const side = known.left.includes(tab) ? 'left' : 'right';
  const beside = room === 'three' ? others : { ...others, left: null, right: null };
  return { ...beside, [side]: open[side] === tab ? null : tab };
}
