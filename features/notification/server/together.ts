// The combined messages to one person: of the quiet hours, and of a flood. Each message that waited records the combined message that
// included it.
import { randomUUID } from 'node:crypto';
import { codedError, errorText, type Language } from '@lookout/contract';
import type { Repositories } from '../../store.ts';
import { type NotificationKind, type NotificationStage, PERSONAL_CHANNELS } from '../notification.ts';
import { type NotificationText, notificationSummary, notificationsGathered } from '../notification-message.wire.ts';
import type { Recipient } from '../notification-settings.store.ts';
import type { NewNotification, Notification } from '../notifications.store.ts';
import { countyOf, type NotificationFacts } from './fire-notifications.ts';

type Together = Extract<NotificationKind, 'summary' | 'gathered'>;
interface Facts extends Pick<NotificationFacts, 'nameOf' | 'isSetUp' | 'now'> {
  /** For a reminder: whether the fire is still not handled. */
  readonly isUnanswered: (alarmId: string) => boolean;
}

/** Builds the text from the newest message of each fire. */
const WORDS: Readonly<Record<Together, (newest: readonly Notification[], language: Language, facts: Facts) => NotificationText>> = {
  summary: (newest, language) => notificationSummary(newest, language),
  gathered: (newest, language, { nameOf }) =>
    notificationsGathered(
      newest.map(({ stage, danger, gridNo, title, content }) => ({
        // Only messages about a fire wait.
        stage: stage as NotificationStage,
        danger,
        gridName: nameOf(countyOf(gridNo)),
        title,
        content,
      })),
      language,
    ),
};

/** One message for each person and channel. @param waiting locked, oldest first @returns the number of messages */
export async function notifyTogether(
  { notifications, notificationSettings }: Pick<Repositories, 'notifications' | 'notificationSettings'>,
  kind: Together,
  waiting: readonly Notification[],
  facts: Facts,
): Promise<number> {
  if (waiting.length === 0) return 0;
  const people = await notificationSettings.byAccounts([...new Set(waiting.flatMap(({ accountId }) => accountId ?? []))]);
  const into = new Map<string, string | null>(waiting.map(({ id }) => [id, null]));
  const messages: NewNotification[] = [];
  const due = waiting.filter(({ repeat, alarmId }) => repeat === 0 || facts.isUnanswered(alarmId ?? ''));
  for (const own of Map.groupBy(due, ({ accountId, channel }) => `${accountId} ${channel}`).values()) {
    const recipient = people.get(own[0]?.accountId ?? '');
    // The person has left in the meantime, or no longer uses the channel.
    if (recipient === undefined || !isUsed(own, recipient)) continue;
    const message = messageOf(kind, own, recipient, facts);
    messages.push(message);
    for (const { id } of own) into.set(id, message.id);
  }
  await notifications.summed(into, errorText(codedError('notify-no-longer')), facts.now);
  return notifications.add(messages);
}

/** Whether the channel is used by the person's choice, or because the person is on a duty list. */
const isUsed = (own: readonly Notification[], { choice }: Recipient): boolean =>
  own.some(({ isDuty }) => isDuty) ||
  PERSONAL_CHANNELS.some((channel) => channel === own[0]?.channel && choice?.channels[channel] !== undefined);

/** @param own at least one; for a fire with several messages only the newest is included */
function messageOf(kind: Together, own: readonly Notification[], recipient: Recipient, facts: Facts): NewNotification {
  const { isSetUp, now } = facts;
  const [first] = own as [Notification, ...Notification[]];
  const newest = [...new Map(own.map((one) => [one.fireId, one])).values()];
  const canSend = isSetUp(first.channel);
  return {
    id: randomUUID(),
    onceKey: [kind, first.id].join('/'),
    kind,
    fireId: null,
    alarmId: null,
    gridNo: recipient.gridNo,
    accountId: recipient.accountId,
    webhookId: null,
    receiver: recipient.fullName,
    channel: first.channel,
    address: first.address,
    stage: null,
    repeat: 0,
    danger: null,
    isDuty: false,
    ...WORDS[kind](newest, recipient.choice?.language ?? 'zh', facts),
    payload: null,
    state: canSend ? 'waiting' : 'kept',
    nextAttemptAt: canSend ? now : null,
    createdAt: now,
  };
}
