// 消息: short texts between the desk and a ranger about a fire. Sent once whatever the line does, and read by somebody or not yet.
import { eventObject, type GridNo } from '@lookout/domain';

/** Characters (code points) of one message: it is read on a phone, walking. */
export const MOST_MESSAGE_CHARACTERS = 200;

export const MESSAGE_SENDERS = ['desk', 'ranger'] as const;
export type MessageSender = (typeof MESSAGE_SENDERS)[number];

export interface RangerMessage {
  /** Made by the sender: sent again, it is the same one. */
  readonly id: string;
  /** An alarm of the fire that it is about. */
  readonly fireId: string;
  /** Where the fire is, as it was called when this was written. */
  readonly fireName: string;
  /** The fire's: its desks read what is written about it. */
  readonly gridNo: GridNo;
  /** The ranger, whoever wrote. */
  readonly userId: string;
  readonly fullName: string;
  readonly sender: MessageSender;
  /** Who wrote. */
  readonly authorId: string;
  readonly author: string;
  readonly content: string;
  /** By the sender's time; a phone without signal sends late. */
  readonly writtenAt: Date;
  readonly receivedAt: Date;
  /** By the other side: the ranger himself, or the first officer. null: not yet. */
  readonly read: { readonly at: Date; readonly by: string } | null;
}

export interface RangerMessagePayloads {
  'ranger-message.sent': { readonly message: RangerMessage };
  /** States the whole of it. */
  'ranger-message.read': { readonly message: RangerMessage };
}

/** Somebody at the desk still has to read it. */
export const waitsForDesk = ({ sender, read }: Pick<RangerMessage, 'sender' | 'read'>): boolean => sender === 'ranger' && read === null;

/** The ranger still has to read it. */
export const waitsForRanger = ({ sender, read }: Pick<RangerMessage, 'sender' | 'read'>): boolean => sender === 'desk' && read === null;

const messageSummary = ({ fireId, userId, fullName, sender, content }: RangerMessage) => ({
  fireId,
  userId,
  fullName,
  sender,
  content,
});

export const rangerMessageObject = eventObject<RangerMessagePayloads, RangerMessage>()({
  apply: (_message, event) => event.payload.message,
  keeping: {
    // The messages are rows beside the log.
    'ranger-message.sent': 'never',
    'ranger-message.read': 'never',
  },
  summaries: {
    'ranger-message.sent': ({ message }) => messageSummary(message),
    'ranger-message.read': ({ message }) => messageSummary(message),
  },
});
