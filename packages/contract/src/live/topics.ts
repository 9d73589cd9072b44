// Live topics: their names, who may subscribe, and the topics of a message for an object in a grid (contract.md "Live").
import { type Capability, covers, type GridNo, levelOf, lineage, NATION, parseGridNo } from '@lookout/domain';

export const EVENT_TOPICS = ['newFire', 'fireAlarm', 'countyReport', 'cityReport', 'delegate', 'plotDetail'] as const;
/** Topics of events: numbered, and replayed by `since`. */
export type EventTopic = (typeof EVENT_TOPICS)[number];

/** `teamTrajectory` carries positions: no `seq`, not replayed. */
export const TOPIC_KINDS = [...EVENT_TOPICS, 'teamTrajectory'] as const;
export type TopicKind = (typeof TOPIC_KINDS)[number];

/** The right each topic needs beside the grid. The server refuses to start with a kind that has none. */
export const topicRights = {
  newFire: 'watch-alarms',
  fireAlarm: 'watch-alarms',
  countyReport: 'watch-alarms',
  cityReport: 'watch-alarms',
  delegate: 'watch-alarms',
  plotDetail: 'watch-alarms',
  teamTrajectory: 'see-rangers',
} as const satisfies Record<TopicKind, Capability>;

const ROOT = 'lookout';
const kinds = new Set<string>(TOPIC_KINDS);
const isTopicKind = (word: string): word is TopicKind => kinds.has(word);

export const topicOf = (kind: TopicKind, gridNo: GridNo): string => `${ROOT}/${kind}/${gridNo}`;

/** A message for an object in a county goes to the county, its prefecture, its province and 100000. A town's goes to its county first. */
export function topicsOf(kind: TopicKind, gridNo: GridNo): string[] {
  const line = lineage(gridNo);
  return (levelOf(gridNo) === 'town' ? line.slice(1) : line).map((g) => topicOf(kind, g));
}

/**
 * May somebody with this grid and these rights subscribe to this filter?
 * `lookout/newFire/+` and `lookout/newFire/#` match every grid, so only the nation may subscribe to them; a wildcard in place of the kind,
 * `#` alone and shared subscriptions are always refused.
 */
export function mayReceive(holder: { readonly gridNo: GridNo; readonly rights: ReadonlySet<Capability> }, filter: string): boolean {
  const [root, kind, last, ...rest] = filter.split('/');
  if (root !== ROOT || kind === undefined || last === undefined || rest.length > 0 || !isTopicKind(kind)) return false;
  if (!holder.rights.has(topicRights[kind])) return false;
  if (last === '+' || last === '#') return holder.gridNo === NATION;
  const gridNo = parseGridNo(last);
  return gridNo !== null && covers(holder.gridNo, gridNo);
}
