// A kind of live message: the topics that it is published on, its data, and what a client makes of them.
import type { z } from 'zod';
import type { Topic } from './topics.ts';

export interface TopicMessage<T extends Topic, S extends z.ZodType, U extends { readonly kind: string }> {
  readonly topics: readonly T[];
  /** The schema of the message's `data`. Of the kinds on one topic, only one matches a message. */
  readonly data: S;
  /** What the message adds to the summary of another feature's topic, in Chinese. */
  readonly summary?: string;
  /** @returns the update in domain types */
  read(data: z.output<S>): U;
}

/**
 * A misspelt topic has the type of an error, which would widen every type derived from the topics. So it is an error only where it is
 * written. In brackets, because a condition on the type of an error is an error itself.
 */
type Declared<T extends Topic> = [string] extends [T['name']] ? never : T;

/** Infers the topics and types of a message. */
export const topicMessage = <T extends Topic, S extends z.ZodType, U extends { readonly kind: string }>(
  message: TopicMessage<T, S, U>,
): TopicMessage<Declared<T>, S, U> => message as TopicMessage<Declared<T>, S, U>;
