// The live topics of all features: who may subscribe, and where a message is published. They are those of the features' messages.

import { type Topic, topicTable } from '@lookout/contract';
import type { Capability, GridNo } from '@lookout/domain';
import { TOPIC_MESSAGES } from './topics.generated.ts';

type AnyTopic = (typeof TOPIC_MESSAGES)[number]['topics'][number];
export type TopicKind = AnyTopic['name'];
/** Topics of events: numbered, and replayed by `since`. */
export type EventTopic = Extract<AnyTopic, Topic<string, true>>['name'];
/** The others: not numbered, and not replayed. */
export type DirectTopic = Exclude<TopicKind, EventTopic>;

/** Every topic on which a feature publishes, once. */
export const TOPICS: readonly Topic<TopicKind>[] = [
  ...new Set(TOPIC_MESSAGES.flatMap(({ topics }: { readonly topics: readonly Topic<TopicKind>[] }) => topics)),
];
export const TOPIC_KINDS: readonly TopicKind[] = TOPICS.map(({ name }) => name);
export const EVENT_TOPICS = TOPICS.filter(({ isLogged }) => isLogged).map(({ name }) => name as EventTopic);

/** The right that each topic needs in addition to the grid. */
export const topicRights = Object.fromEntries(TOPICS.map(({ name, right }) => [name, right])) as Readonly<Record<TopicKind, Capability>>;

export const { topicOf, topicsOf, gridsToSubscribe, isForDesk, mayReceive } = topicTable(TOPICS);

/**
 * The topics a desk subscribes to: every kind that its user has the right to, for its own grid, and for the grids above where messages come
 * from there; alarm changes by the topic of the cookie (§7).
 * @param alarmGrid the grid of the cookie
 */
export function topicsOfDesk(gridNo: GridNo, alarmGrid: GridNo, rights: ReadonlySet<Capability>): string[] {
  return TOPIC_KINDS.filter((kind) => rights.has(topicRights[kind])).flatMap((kind) =>
    gridsToSubscribe(kind, kind === 'fireAlarm' ? alarmGrid : gridNo).map((no) => topicOf(kind, no)),
  );
}
