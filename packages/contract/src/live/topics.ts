// Live topics: their names, who may subscribe, and the topics of a message for an object in a grid (docs/interface.md "Live").
import { type Capability, covers, type GridNo, levelOf, lineage, NATION, parseGridNo } from '@lookout/domain';

export const EVENT_TOPICS = [
  'newFire',
  'fireAlarm',
  'countyReport',
  'cityReport',
  'delegate',
  'plotDetail',
  'operatingMode',
  'exercise',
  'hazardWarning',
  'incident',
  'dueReport',
  'personSafety',
] as const;
/** Topics of events: numbered, and replayed by `since`. */
export type EventTopic = (typeof EVENT_TOPICS)[number];

/** `teamTrajectory` carries positions: no `seq`, not replayed. */
export const TOPIC_KINDS = [...EVENT_TOPICS, 'teamTrajectory'] as const;
export type TopicKind = (typeof TOPIC_KINDS)[number];

/** The right that each topic needs in addition to the grid. The server refuses to start if a kind has none. */
export const topicRights = {
  newFire: 'watch-alarms',
  fireAlarm: 'watch-alarms',
  countyReport: 'watch-alarms',
  cityReport: 'watch-alarms',
  delegate: 'watch-alarms',
  plotDetail: 'watch-alarms',
  operatingMode: 'watch-alarms',
  exercise: 'watch-alarms',
  hazardWarning: 'set-up-cameras',
  incident: 'watch-alarms',
  dueReport: 'watch-alarms',
  personSafety: 'watch-alarms',
  teamTrajectory: 'see-rangers',
} as const satisfies Record<TopicKind, Capability>;

const ROOT = 'lookout';
const kinds = new Set<string>(TOPIC_KINDS);
const isTopicKind = (word: string): word is TopicKind => kinds.has(word);

export const topicOf = (kind: TopicKind, gridNo: GridNo): string => `${ROOT}/${kind}/${gridNo}`;

/** An operating mode is published from above: a desk subscribes to its own grid and each above it. Other messages go upwards. */
const COMES_FROM_ABOVE: TopicKind = 'operatingMode';

/** The grids whose topic of this kind a desk subscribes to. */
export const gridsToHear = (kind: TopicKind, own: GridNo): GridNo[] => (kind === COMES_FROM_ABOVE ? lineage(own) : [own]);

/**
 * A message for an object in a county goes to the county, its prefecture, its province and 100000. A town's message goes to its county
 * first. A mode is published only for its own grid: a neighbouring grid, which subscribes to the grid above both, must not receive it.
 */
export function topicsOf(kind: TopicKind, gridNo: GridNo): string[] {
  if (kind === COMES_FROM_ABOVE) return [topicOf(kind, gridNo)];
  const line = lineage(gridNo);
  return (levelOf(gridNo) === 'town' ? line.slice(1) : line).map((g) => topicOf(kind, g));
}

/** Whether a desk of grid `holder` may receive messages of this kind from the topic of `gridNo`. */
export const mayHear = (kind: TopicKind, holder: GridNo, gridNo: GridNo): boolean =>
  covers(holder, gridNo) || (kind === COMES_FROM_ABOVE && covers(gridNo, holder));

/**
 * Whether an account with this grid and these rights may subscribe to this filter. `lookout/newFire/+` and `lookout/newFire/#` match every
 * grid, so only the nation may subscribe to them. A wildcard in place of the kind, `#` alone and shared subscriptions are always refused.
 */
export function mayReceive(holder: { readonly gridNo: GridNo; readonly rights: ReadonlySet<Capability> }, filter: string): boolean {
  const [root, kind, last, ...rest] = filter.split('/');
  if (root !== ROOT || kind === undefined || last === undefined || rest.length > 0 || !isTopicKind(kind)) return false;
  if (!holder.rights.has(topicRights[kind])) return false;
  if (last === '+' || last === '#') return holder.gridNo === NATION;
  const gridNo = parseGridNo(last);
  return gridNo !== null && mayHear(kind, holder.gridNo, gridNo);
}
