// Determines the messages that a fire requires now: who is notified of it by which channel, once for each level it reaches, and which
// officers on duty are reminded. Pure functions: earlier notifications, recipients and time are parameters.
import { randomUUID } from 'node:crypto';
import { formatTime } from '@lookout/contract';
import { ancestorAt, commonGrid, covers, type GridNo, lineage } from '@lookout/domain';
import { type Alarm, judgementOf } from '../../alarm/alarm.ts';
import {
  isAnswered,
  isAtLeast,
  type NotificationChannel,
  type NotificationLevel,
  type NotificationPolicy,
  type NotificationStage,
  nextNotification,
  notificationDanger,
  notificationStage,
  PERSONAL_CHANNELS,
  type PersonalChannel,
  quietUntil,
  repeatDue,
  type StageFacts,
  subscribedGrids,
  type Webhook,
} from '../notification.ts';
import { notificationText } from '../notification-message.wire.ts';
import type { Recipient } from '../notification-settings.store.ts';
import type { MemberOfFire, NewNotification, SentNotification } from '../notifications.store.ts';
import type { PushedAbout } from '../service/outbox/channels.ts';
import { phoneOf } from '../service/outbox/sms-gateway.ts';

export interface FireToNotify {
  readonly fireId: string;
  /** The alarms of the fire, at least one, in order of arrival. */
  readonly members: readonly MemberOfFire[];
  /** The notifications about this fire so far, oldest first. */
  readonly told: readonly SentNotification[];
}

/** All possible recipients. */
export interface Audience {
  readonly choosers: readonly Recipient[];
  readonly webhooks: readonly Webhook[];
  /** The duty list of exactly this grid. */
  readonly dutyListOf: (gridNo: GridNo) => readonly Recipient[];
  /** The account on duty at the desk of this grid; null: none. */
  readonly presentAt: (gridNo: GridNo) => string | null;
  readonly policyOf: (gridNo: GridNo) => NotificationPolicy;
}

export interface NotificationFacts extends StageFacts {
  readonly nameOf: (gridNo: GridNo) => string;
  readonly isSetUp: (channel: NotificationChannel) => boolean;
  readonly now: Date;
}

/** Older events are not notified: a server that was down for days, or a file of last week, must not wake anyone. */
const RECENT_MS = 24 * 3_600_000;

export const countyOf = (gridNo: GridNo): GridNo => ancestorAt(gridNo, 'county') ?? gridNo;

/** The first messages for the level that the fire has reached. */
export function firstNotifications(fire: FireToNotify, audience: Audience, facts: NotificationFacts): NewNotification[] {
  const seen = seeing(fire, facts);
  const counties = [...new Set(fire.members.map(({ alarm }) => countyOf(alarm.gridNo)))];
  const duty = new Map(counties.flatMap((county) => audience.dutyListOf(county).map((one) => [one.accountId, one])));
  const people = new Map([...audience.choosers.map((one) => [one.accountId, one] as const), ...duty]);
  const personal = [...people.values()].flatMap((recipient) => {
    const isDuty = duty.has(recipient.accountId);
    const view = seen(gridsOf(recipient, isDuty));
    if (view === null) return [];
    const leasts = channelsOf(recipient, isDuty ? audience.policyOf(recipient.gridNo) : null);
    return leasts.flatMap(([channel, least]): NewNotification[] => {
      const stagesBefore = stagesSent(fire.told, channel, ({ accountId }) => accountId === recipient.accountId);
      const next = nextNotification(view.stage, { least, tellsEnd: recipient.choice?.tellsEnd ?? true }, stagesBefore);
      if (next === null || !isRecent(view.members, next.stage, facts.now)) return [];
      // Quiet hours do not apply to the officer on duty at the desk.
      const isPresent = audience.presentAt(recipient.gridNo) === recipient.accountId;
      const until = isPresent ? null : quietUntil(recipient.choice?.quiet ?? null, next.stage, facts.now);
      return [toPerson({ fire, view, recipient, channel, ...next, repeat: 0, isDuty, until }, facts)];
    });
  });
  const systems = audience.webhooks.flatMap((webhook): NewNotification[] => {
    const view = seen([webhook.gridNo]);
    if (view === null) return [];
    const stagesBefore = stagesSent(fire.told, 'webhook', ({ webhookId }) => webhookId === webhook.id);
    const next = nextNotification(view.stage, { least: webhook.least, tellsEnd: true }, stagesBefore);
    if (next === null || !isRecent(view.members, next.stage, facts.now)) return [];
    return [toWebhook({ fire, view, webhook, ...next }, facts)];
  });
  return [...personal, ...systems];
}

/** The grids whose desks are reminded in turn of a fire that is not handled. */
export const deskLine = (county: GridNo): readonly GridNo[] => lineage(county);

/** The reminders to those on duty, if they are due and no officer has acknowledged or judged the fire. */
export function repeatedNotifications(fire: FireToNotify, audience: Audience, facts: NotificationFacts): NewNotification[] {
  if (isAnswered(fire.members)) return [];
  const seen = seeing(fire, facts);
  return [...firstDutyNotifications(fire)].flatMap(([county, firstNotifiedAt]) => {
    const policy = audience.policyOf(county);
    const due = repeatDue(firstNotifiedAt, policy, deskLine(county), facts.now);
    if (due === null) return [];
    const list = audience.dutyListOf(due.gridNo);
    // The officer on duty at the desk; if there is none, everyone on its list.
    const present = list.filter(({ accountId }) => accountId === audience.presentAt(due.gridNo));
    return (present.length > 0 ? present : list).flatMap((recipient) => {
      const view = seen(gridsOf(recipient, true));
      if (view === null || view.stage === null || view.stage === 'over') return [];
      const { stage, members } = view;
      if (!isRecent(members, stage, facts.now)) return [];
      return channelsOf(recipient, policy).flatMap(([channel, least]) =>
        isAtLeast(stage, least)
          ? [
              toPerson(
                { fire, view, recipient, channel, stage, round: roundOf(fire.told), repeat: due.number, isDuty: true, until: null },
                facts,
              ),
            ]
          : [],
      );
    });
  });
}

/** When the duty list of each county was first notified, since the fire was last over. */
export function firstDutyNotifications({ members, told }: Pick<FireToNotify, 'members' | 'told'>): Map<GridNo, Date> {
  const countyOfAlarm = new Map(members.map(({ alarm }) => [alarm.id, countyOf(alarm.gridNo)]));
  const since = told.findLastIndex(({ stage }) => stage === 'over');
  const first = new Map<GridNo, Date>();
  for (const { alarmId, isDuty, createdAt } of told.slice(since + 1)) {
    const county = countyOfAlarm.get(alarmId ?? '');
    if (isDuty && county !== undefined && !first.has(county)) first.set(county, createdAt);
  }
  return first;
}

const roundOf = (sent: readonly SentNotification[]): number =>
  new Set(sent.filter(({ stage }) => stage === 'over').map(({ createdAt }) => createdAt.getTime())).size;

/** The part of a fire that a user may see, and the level it reaches by that part. */
interface View {
  readonly members: readonly MemberOfFire[];
  readonly stage: NotificationStage | null;
  readonly danger: number | null;
}

/** Many users see the same part of a fire, so each part is computed once. null: no alarm of the fire lies there. */
function seeing({ members }: FireToNotify, facts: NotificationFacts): (grids: readonly GridNo[]) => View | null {
  const views = new Map<string, View | null>();
  return (grids) => {
    const key = grids.join();
    let view = views.get(key);
    if (view === undefined) {
      const visible = members.filter(({ alarm }) => grids.some((grid) => covers(grid, alarm.gridNo)));
      view =
        visible.length === 0
          ? null
          : { members: visible, stage: notificationStage(visible, facts), danger: notificationDanger(visible, facts) };
      views.set(key, view);
    }
    return view;
  };
}

/** A user on a duty list is notified of the whole own grid, whatever grids were chosen. */
const gridsOf = ({ choice, gridNo }: Recipient, isDuty: boolean): readonly GridNo[] =>
  isDuty || choice === null ? [gridNo] : subscribedGrids(choice, gridNo);

/**
 * The channels by which a person is notified, with the lowest level of each. @param policy of the person's duty list; null: the person is
 * on none
 */
export function channelsOf(recipient: Recipient, policy: NotificationPolicy | null): [PersonalChannel, NotificationLevel][] {
  const { choice } = recipient;
  const duty = policy?.dutyLevel ?? null;
  return PERSONAL_CHANNELS.flatMap((channel): [PersonalChannel, NotificationLevel][] => {
    const chosen = choice?.channels[channel];
    const level = channel === 'sms' && duty !== null && (chosen === undefined || !isAtLeast(duty, chosen)) ? duty : chosen;
    return level === undefined || addressOf(recipient, channel) === undefined ? [] : [[channel, level]];
  });
}

/** undefined: the person cannot be reached by this channel. Browsers are looked up when the message is sent. */
function addressOf({ choice, phone }: Recipient, channel: PersonalChannel): string | null | undefined {
  if (channel === 'push') return null;
  return (channel === 'sms' ? phoneOf({ phone }) : choice?.email) ?? undefined;
}

/** Only first notifications, of one receiver and one channel. */
const stagesSent = (
  sent: readonly SentNotification[],
  channel: NotificationChannel,
  isTo: (one: SentNotification) => boolean,
): NotificationStage[] => sent.filter((one) => one.channel === channel && one.repeat === 0 && isTo(one)).map(({ stage }) => stage);

function isRecent(members: readonly MemberOfFire[], stage: NotificationStage, now: Date): boolean {
  // `nextTelling` returns `over` only to receivers that were notified of the fire.
  if (stage === 'over') return true;
  const newest = members.reduce((latest, { alarm }) => {
    const judgedAt = judgementOf(alarm.response)?.at.getTime() ?? 0;
    return Math.max(latest, alarm.observedAt.getTime(), judgedAt);
  }, 0);
  return now.getTime() - newest < RECENT_MS;
}

interface ToPerson {
  readonly fire: FireToNotify;
  readonly view: View;
  readonly recipient: Recipient;
  readonly channel: PersonalChannel;
  readonly stage: NotificationStage;
  readonly round: number;
  readonly repeat: number;
  readonly isDuty: boolean;
  /** The end of the quiet hours that hold the message back. */
  readonly until: Date | null;
}

function toPerson(
  { fire: { fireId }, view, recipient, channel, stage, round, repeat, isDuty, until }: ToPerson,
  { nameOf, isSetUp, now }: NotificationFacts,
): NewNotification {
  const { alarm, gridNo } = placeOf(view);
  const kinds = view.members.map((member) => member.alarm.facts.kind);
  const sent = { stage, repeat, gridName: nameOf(gridNo), address: alarm.formattedAddress, seenAt: alarm.observedAt, kinds };
  return {
    id: randomUUID(),
    // Only one message for each reminder, even if the fire has reached another level in the meantime.
    onceKey: [fireId, recipient.accountId, channel, round, repeat === 0 ? stage : 'again', repeat].join('/'),
    kind: 'fire',
    fireId,
    alarmId: alarm.id,
    gridNo,
    accountId: recipient.accountId,
    webhookId: null,
    receiver: recipient.fullName,
    channel,
    address: addressOf(recipient, channel) ?? null,
    stage,
    repeat,
    danger: view.danger,
    isDuty,
    ...notificationText(sent, recipient.choice?.language ?? 'zh'),
    payload: { alarmId: alarm.id } satisfies PushedAbout,
    state: until !== null ? 'held' : isSetUp(channel) ? 'waiting' : 'kept',
    nextAttemptAt: until ?? (isSetUp(channel) ? now : null),
    createdAt: now,
  };
}

interface ToWebhook {
  readonly fire: FireToNotify;
  readonly view: View;
  readonly webhook: Webhook;
  readonly stage: NotificationStage;
  readonly round: number;
}

function toWebhook({ fire: { fireId }, view, webhook, stage, round }: ToWebhook, { nameOf, now }: NotificationFacts): NewNotification {
  const { alarm, gridNo } = placeOf(view);
  const kinds = [...new Set(view.members.map((member) => member.alarm.facts.kind))];
  const id = randomUUID();
  const gridName = nameOf(gridNo);
  const text = notificationText({ stage, repeat: 0, gridName, address: alarm.formattedAddress, seenAt: alarm.observedAt, kinds }, 'zh');
  const observed = view.members.map((member) => member.alarm.observedAt.getTime());
  return {
    id,
    onceKey: [fireId, webhook.id, 'webhook', round, stage, 0].join('/'),
    kind: 'fire',
    fireId,
    alarmId: alarm.id,
    gridNo,
    accountId: null,
    webhookId: webhook.id,
    receiver: webhook.name,
    channel: 'webhook',
    address: null,
    stage,
    repeat: 0,
    danger: view.danger,
    isDuty: false,
    ...text,
    payload: {
      id,
      time: formatTime(now),
      kind: `fire.${stage}`,
      fire: {
        id: fireId,
        gridNo,
        gridName,
        address: alarm.formattedAddress,
        longitude: alarm.position.lng,
        latitude: alarm.position.lat,
        firstSeen: formatTime(new Date(Math.min(...observed))),
        lastSeen: formatTime(new Date(Math.max(...observed))),
        kinds,
        alarmIds: view.members.slice(0, MOST_ALARM_IDS).map((member) => member.alarm.id),
        alarms: view.members.length,
      },
    },
    state: 'waiting',
    nextAttemptAt: now,
    createdAt: now,
  };
}

/** Maximum number of alarm ids in a message; a large fire observed by satellites has thousands. */
const MOST_ALARM_IDS = 200;

/** The alarm by which a fire is described: the first without `calmedBy`. */
function placeOf({ members }: View): { readonly alarm: Alarm; readonly gridNo: GridNo } {
  const [first] = members as [MemberOfFire, ...MemberOfFire[]];
  const { alarm } = members.find(({ evidence }) => (evidence?.calmedBy ?? []).length === 0) ?? first;
  return { alarm, gridNo: commonGrid(members.map((member) => member.alarm.gridNo)) };
}
