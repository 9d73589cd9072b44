// Live topics: what a topic states of itself, who may subscribe, and where a message for an object in a grid is published (docs/interface.md
// "Live"). The topics are written in the features (`<feature>.topics.ts`) and assembled in features/live-topics.ts.
import { type Capability, covers, type GridNo, levelOf, lineage, NATION, parseGridNo } from '@lookout/domain';

/**
 * `upwards`: a message goes to its grid and each grid above; a desk subscribes to its own grid. `downwards`: a message goes to its own grid
 * only; a desk subscribes to its own grid and each above.
 */
export const TOPIC_SCOPES = ['upwards', 'downwards'] as const;

export interface Topic<N extends string = string, L extends boolean = boolean> {
  /** The second level of the topic: `lookout/<name>/<gridNo>`. */
  readonly name: N;
  /** The right that a subscriber needs in addition to the grid. The server does not start if a topic has none. */
  readonly right: Capability;
  readonly scope: (typeof TOPIC_SCOPES)[number];
  /** Its messages are events: numbered, and replayed by `since`. Positions are not. */
  readonly isLogged: L;
  /** What it carries, in Chinese, for the documents. Messages of other features on it add their own. */
  readonly summary: string;
}

interface TopicSpec<N extends string, L extends boolean> extends Omit<Topic<N>, 'isLogged'> {
  /** Default: true. */
  readonly isLogged?: L;
}

/** Declares a topic. */
export const topic = <const N extends string, L extends boolean = true>({ isLogged, ...spec }: TopicSpec<N, L>): Topic<N, L> => ({
  ...spec,
  // Without the field its type is `true`.
  isLogged: (isLogged ?? true) as L,
});

/** @returns the faults of these topics: a missing right, a missing scope, a name that two of them have */
export function topicFaults(topics: readonly Topic[]): string[] {
  const faults = topics.flatMap(({ name, right, scope }) => [
    ...(right ? [] : [`topic ${name}: no right`]),
    ...(TOPIC_SCOPES.includes(scope) ? [] : [`topic ${name}: no scope`]),
  ]);
  const names = topics.map(({ name }) => name);
  return [...faults, ...names.filter((name, n) => names.indexOf(name) !== n).map((name) => `topic ${name}: declared twice`)];
}

const ROOT = 'lookout';

/** Who subscribes to these topics, and where their messages are published. */
export interface TopicTable<K extends string> {
  topicOf(kind: K, gridNo: GridNo): string;
  /** The grids whose topic of this kind a desk subscribes to. */
  gridsToSubscribe(kind: K, own: GridNo): GridNo[];
  /**
   * The topics on which a message for an object in a grid is published. Upwards these are the county's, its prefecture's, its province's
   * and 100000; a town's message goes to its county first. Downwards it is only its own: a neighbouring grid, which subscribes to the grid
   * above both, must not receive it.
   */
  topicsOf(kind: K, gridNo: GridNo): string[];
  /** Whether a desk of grid `holder` may receive messages of this kind from the topic of `gridNo`. */
  isForDesk(kind: K, holder: GridNo, gridNo: GridNo): boolean;
  /**
   * Whether an account with this grid and these rights may subscribe to this filter. `lookout/newFire/+` and `lookout/newFire/#` match
   * every grid, so only the nation may subscribe to them. A wildcard in place of the kind, `#` alone and shared subscriptions are always
   * refused.
   */
  mayReceive(holder: { readonly gridNo: GridNo; readonly rights: ReadonlySet<Capability> }, filter: string): boolean;
}

export function topicTable<K extends string>(topics: readonly Topic<K>[]): TopicTable<K> {
  const byName = new Map<string, Topic<K>>(topics.map((one) => [one.name, one]));
  const isDownwards = (kind: string): boolean => byName.get(kind)?.scope === 'downwards';
  const topicOf = (kind: string, gridNo: GridNo): string => `${ROOT}/${kind}/${gridNo}`;
  const isForDesk = (kind: string, holder: GridNo, gridNo: GridNo): boolean =>
    covers(holder, gridNo) || (isDownwards(kind) && covers(gridNo, holder));
  return {
    topicOf,
    gridsToSubscribe: (kind, own) => (isDownwards(kind) ? lineage(own) : [own]),
    topicsOf(kind, gridNo) {
      if (isDownwards(kind)) return [topicOf(kind, gridNo)];
      const line = lineage(gridNo);
      return (levelOf(gridNo) === 'town' ? line.slice(1) : line).map((g) => topicOf(kind, g));
    },
    isForDesk,
    mayReceive(holder, filter) {
      const [root, name, last, ...rest] = filter.split('/');
      const known = name === undefined ? undefined : byName.get(name);
      if (root !== ROOT || known === undefined || last === undefined || rest.length > 0) return false;
      if (!holder.rights.has(known.right)) return false;
      if (last === '+' || last === '#') return holder.gridNo === NATION;
      const gridNo = parseGridNo(last);
      return gridNo !== null && isForDesk(known.name, holder.gridNo, gridNo);
    },
  };
}
