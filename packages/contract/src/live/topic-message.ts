// A kind of live message: the topics that it is published on, its data, and what a client makes of them.
import type { z } from 'zod';
import type { TopicKind } from './topics.ts';

export interface TopicMessage<K extends TopicKind, S extends z.ZodType, U extends { readonly kind: string }> {
  readonly topics: readonly K[];
  /** The schema of the message's `data`. Of the kinds on one topic, only one matches a message. */
  readonly data: S;
  /** @returns the update in domain types */
  read(data: z.output<S>): U;
}

/** Infers the topics and types of a message. */
export const topicMessage = <K extends TopicKind, S extends z.ZodType, U extends { readonly kind: string }>(
  message: TopicMessage<K, S, U>,
): TopicMessage<K, S, U> => message;
