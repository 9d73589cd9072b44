// The map's layers and the user's choices: parts register rows, the layer tree shows them. Choices are stored per account, also for rows
// that are registered later or not in this session.
import { createStore } from 'zustand/vanilla';

/** Groups in the order of the tree. */
export const LAYER_GROUPS = [
  'ground',
  'basemaps',
  'boundaries',
  'alarms',
  'resources',
  'monitoring',
  'people',
  'weather',
  'vector',
  'scenes',
] as const;
export type LayerGroup = (typeof LAYER_GROUPS)[number];

/** A name given by the installation is the same in both languages. */
export interface LayerTitle {
  readonly zh: string;
  readonly en: string;
}

export interface LayerRow {
  /** Unique and stable, because the choice is stored under it. */
  readonly id: string;
  readonly group: LayerGroup;
  readonly title: LayerTitle;
  /** Position in the group: lower first, equal ones in order of registration; default 0. */
  readonly rank?: number;
  /** The default visibility. */
  readonly visible: boolean;
  /** The default opacity, 0 … 1. */
  readonly opacity?: number;
  /** Called on registration if the stored choice differs, and with each change. */
  readonly setVisible: (visible: boolean) => void;
  readonly setOpacity?: (opacity: number) => void;
  /** Makes the row sortable within its group; 0 is lowest. Called for all rows of the group whenever the order changes. */
  readonly setOrder?: (index: number) => void;
}

/** The state of the row's data; `failed` offers a retry. */
export type LayerState =
  | { readonly kind: 'ready'; readonly count?: number }
  | { readonly kind: 'loading' }
  | { readonly kind: 'empty' }
  /** Truncated: only `drawn` of a larger number are drawn. */
  | { readonly kind: 'cut'; readonly drawn: number }
  | { readonly kind: 'failed'; readonly retry: () => void };

export interface ShownLayer extends Pick<LayerRow, 'id' | 'group' | 'title' | 'visible'> {
  readonly opacity: number | null;
  readonly isOrdered: boolean;
  readonly state: LayerState;
}

export interface LayerHandle {
  readonly setState: (state: LayerState) => void;
  /** Idempotent. */
  readonly remove: () => void;
}

/** The state of a group whose rows are fetched. */
export type GroupStates = Readonly<Partial<Record<LayerGroup, LayerState>>>;

export interface LayerRegistry {
  /** Registers a row and replaces one of the same id. */
  readonly register: (row: LayerRow) => LayerHandle;
  readonly setGroupState: (group: LayerGroup, state: LayerState | null) => void;
  /** Rows by group: sortable rows from top to bottom of the map, then the others by rank. The same array until something changes. */
  readonly list: () => readonly ShownLayer[];
  readonly groups: () => GroupStates;
  readonly subscribe: (listener: () => void) => () => void;
  readonly setVisible: (id: string, visible: boolean) => void;
  readonly setOpacity: (id: string, opacity: number) => void;
  /** Moves a row one step up or down within its group. */
  readonly move: (id: string, step: 'up' | 'down') => void;
}

interface Choices {
  readonly rows: Readonly<Record<string, { readonly visible?: boolean; readonly opacity?: number }>>;
  /** Row ids by group, lowest first. */
  readonly order: Readonly<Record<string, readonly string[]>>;
}

interface Entry {
  readonly row: LayerRow;
  visible: boolean;
  opacity: number | null;
  state: LayerState;
}

/** @param accid the current account, under which choices are stored */
export function createLayerRegistry(storage: Pick<Storage, 'getItem' | 'setItem'>, accid: () => string | null): LayerRegistry {
  const entries = new Map<string, Entry>();
  const store = createStore<{ readonly rows: readonly ShownLayer[]; readonly groups: GroupStates }>(() => ({ rows: [], groups: {} }));

  const key = () => `map.layers.${accid() ?? ''}`;
  const choices = (): Choices => readChoices(storage.getItem(key()));
  const keep = (next: Choices) => storage.setItem(key(), JSON.stringify(next));
  const keepRow = (id: string, change: Choices['rows'][string]) => {
    const { rows, order } = choices();
    keep({ rows: { ...rows, [id]: { ...rows[id], ...change } }, order });
  };

  /** Lowest first; rows without a stored position are on top. */
  const orderOf = (group: LayerGroup): Entry[] => {
    const stored = choices().order[group] ?? [];
    const rankOf = ({ row }: Entry) => {
      const index = stored.indexOf(row.id);
      return index < 0 ? stored.length : index;
    };
    const ordered = [...entries.values()].filter(({ row }) => row.group === group && row.setOrder);
    return ordered.toSorted((a, b) => rankOf(a) - rankOf(b));
  };
  const orderAll = (group: LayerGroup) => {
    for (const [index, { row }] of orderOf(group).entries()) row.setOrder?.(index);
  };
  const show = () => {
    const rows = LAYER_GROUPS.flatMap((group) => {
      const others = [...entries.values()].filter(({ row }) => row.group === group && !row.setOrder);
      return [...orderOf(group).reverse(), ...others.toSorted((a, b) => rankOf(a) - rankOf(b))].map(shownOf);
    });
    store.setState({ rows });
  };

  return {
    register: (row) => {
      const chosen = choices().rows[row.id];
      const visible = chosen?.visible ?? row.visible;
      const opacity = row.setOpacity ? (chosen?.opacity ?? row.opacity ?? 1) : null;
      const entry: Entry = { row, visible, opacity, state: { kind: 'ready' } };
      entries.set(row.id, entry);
      if (visible !== row.visible) row.setVisible(visible);
      if (opacity !== null && opacity !== row.opacity) row.setOpacity?.(opacity);
      if (row.setOrder) orderAll(row.group);
      show();
      return {
        setState: (state) => {
          entry.state = state;
          if (entries.get(row.id) === entry) show();
        },
        remove: () => {
          if (entries.get(row.id) !== entry) return;
          entries.delete(row.id);
          show();
        },
      };
    },
    setGroupState: (group, state) => {
      const { [group]: _before, ...others } = store.getState().groups;
      store.setState({ groups: state === null ? others : { ...others, [group]: state } });
    },
    list: () => store.getState().rows,
    groups: () => store.getState().groups,
    subscribe: store.subscribe,
    setVisible: (id, visible) => {
      const entry = entries.get(id);
      if (!entry) return;
      entry.visible = visible;
      keepRow(id, { visible });
      entry.row.setVisible(visible);
      show();
    },
    setOpacity: (id, opacity) => {
      const entry = entries.get(id);
      if (!entry?.row.setOpacity) return;
      entry.opacity = opacity;
      keepRow(id, { opacity });
      entry.row.setOpacity(opacity);
      show();
    },
    move: (id, step) => {
      const group = entries.get(id)?.row.group;
      if (group === undefined) return;
      const ids = orderOf(group).map(({ row }) => row.id);
      const from = ids.indexOf(id);
      const to = from + (step === 'up' ? 1 : -1);
      const other = ids[to];
      if (from < 0 || other === undefined) return;
      ids[from] = other;
      ids[to] = id;
      const { rows, order } = choices();
      keep({ rows, order: { ...order, [group]: ids } });
      orderAll(group);
      show();
    },
  };
}

const rankOf = ({ row }: Entry): number => row.rank ?? 0;

const shownOf = ({ row: { id, group, title, setOrder }, visible, opacity, state }: Entry): ShownLayer => ({
  id,
  group,
  title,
  visible,
  opacity,
  state,
  isOrdered: setOrder !== undefined,
});

const NOTHING: Choices = { rows: {}, order: {} };

/** Anything invalid counts as no choices, because the browser's storage may contain anything. */
function readChoices(text: string | null): Choices {
  if (text === null) return NOTHING;
  try {
    const value: unknown = JSON.parse(text);
    if (!isRecord(value) || !isRecord(value.rows) || !isRecord(value.order)) return NOTHING;
    const rows = Object.entries(value.rows).flatMap(([id, row]) => (isRecord(row) ? [[id, choiceOf(row)] as const] : []));
    const order = Object.entries(value.order).flatMap(([group, ids]) =>
      Array.isArray(ids) ? [[group, ids.filter((id) => typeof id === 'string')] as const] : [],
    );
    return { rows: Object.fromEntries(rows), order: Object.fromEntries(order) };
  } catch {
    return NOTHING;
  }
}

const choiceOf = ({ visible, opacity }: Record<string, unknown>) => ({
  ...(typeof visible === 'boolean' && { visible }),
  ...(typeof opacity === 'number' && opacity >= 0 && opacity <= 1 && { opacity }),
});

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
