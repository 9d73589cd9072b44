// Who is notified of a fire outside the application (通知), how often, and when: by fire, not by alarm. Pure functions: the server stores the
// records and sends the messages.

import { covers, type GridNo, MINUTE_MS, NATION, type Named } from '@lookout/domain';
import { type Alarm, isInProgress } from '../alarm/alarm.ts';
import { certaintyOf, type Evidence } from '../alarm/certainty.ts';
import type { FireLevel } from '../danger/fire-level.ts';
import { isDrill } from '../exercise/drill.ts';
import { alarmPriority, dangerOf, type Threatened, threatOf } from '../incident/fire-danger.ts';

/** The levels that a fire can reach, lowest first: 待核实, 高危 (the high priority of alarms), 确认真火, 启动响应 (a plan runs for it). */
export const NOTIFICATION_LEVELS = ['unjudged', 'dangerous', 'confirmed', 'response'] as const;
export type NotificationLevel = (typeof NOTIFICATION_LEVELS)[number];

/** The subjects of notifications: a level that a fire has reached, or 解除, which means that it is false or over. */
export const NOTIFICATION_STAGES = [...NOTIFICATION_LEVELS, 'over'] as const;
export type NotificationStage = (typeof NOTIFICATION_STAGES)[number];

/** Channels to a person. */
export const PERSONAL_CHANNELS = ['sms', 'push', 'email'] as const;
export type PersonalChannel = (typeof PERSONAL_CHANNELS)[number];
export const NOTIFICATION_CHANNELS = [...PERSONAL_CHANNELS, 'webhook'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/**
 * 静默中 (until the quiet hours end), 待合并 (until it is combined with others in a flood), 已汇总 (included in a message at the end of either),
 * 待发送, 已发送, 已送达 (confirmed by the receiver), 发送失败 (given up), 已存 (no gateway is configured).
 */
export const NOTIFICATION_STATES = ['held', 'gathering', 'summed', 'waiting', 'sent', 'delivered', 'failed', 'kept'] as const;
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

/** A fire; a person in danger near a fire; the summary of quiet hours; the combined message of a flood; a test of a receiver. */
export const NOTIFICATION_KINDS = ['fire', 'safety', 'summary', 'gathered', 'test'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

const rankOf = (level: NotificationLevel): number => NOTIFICATION_LEVELS.indexOf(level);
export const isAtLeast = (level: NotificationLevel, least: NotificationLevel): boolean => rankOf(level) >= rankOf(least);

/** Minutes of the day in Beijing time; the end may be on the next day. */
export interface QuietHours {
  readonly begin: number;
  readonly end: number;
  /** Messages from this level on are sent regardless; null: none are. */
  readonly except: NotificationLevel | null;
}

/** A person's choice (通知设置). A person without a choice receives nothing. */
export interface NotificationChoice {
  /** The lowest level for each channel in use. */
  readonly channels: Readonly<Partial<Record<PersonalChannel, NotificationLevel>>>;
  /** The address for the channel `email`. */
  readonly email: string | null;
  /** The own grid or grids below it; empty: the own grid. */
  readonly grids: readonly GridNo[];
  readonly quiet: QuietHours | null;
  /** Whether to notify also that a notified fire is false or over. */
  readonly tellsEnd: boolean;
  readonly language: 'zh' | 'en';
}

export const NO_NOTIFICATIONS: NotificationChoice = { channels: {}, email: null, grids: [], quiet: null, tellsEnd: true, language: 'zh' };

/** A person's choice with the ways in which messages can reach the person. */
export interface OwnNotifications {
  readonly choice: NotificationChoice;
  /** The account's phone number with its middle masked; null: no valid number. */
  readonly phone: string | null;
  /** Which gateways are configured. Without a gateway, messages are only stored. */
  readonly isSent: { readonly sms: boolean; readonly email: boolean };
  /** The application server key for `pushManager.subscribe`, base64url (RFC 8292). */
  readonly pushKey: string;
  /** The number of subscribed browsers of this account. */
  readonly browsers: number;
}

/** Maximum number of chosen grids, above the number of counties in a province. A user who wants more chooses the grid above them. */
export const MOST_CHOSEN_GRIDS = 200;

/** The chosen grids as they apply now: an account that was moved is notified of its new grid, never of the old one. */
export function subscribedGrids({ grids }: Pick<NotificationChoice, 'grids'>, own: GridNo): readonly GridNo[] {
  const inside = grids.filter((grid) => covers(own, grid));
  return inside.length === 0 ? [own] : inside;
}

/** How the duty list of a grid is notified, as set by the administrators of the grid or of a grid above it. */
export interface NotificationPolicy {
  /** From this level on everyone on the list is notified by short message without having chosen it; null: only users who chose it. */
  readonly dutyLevel: NotificationLevel | null;
  /** Interval at which officers on duty are notified again, until a fire is acknowledged or judged. */
  readonly repeatMinutes: number;
  /** Number of repeats; after these the desk above is notified as often. 0: no repeats. */
  readonly repeats: number;
}

/** Our own figures. */
export const USUAL_POLICY: NotificationPolicy = { dutyLevel: null, repeatMinutes: 5, repeats: 6 };
export const REPEAT_BOUNDS = { leastMinutes: 1, mostMinutes: 120, mostRepeats: 20 } as const;

/** An alarm with its evidence for its fire; null: fire association is off, and the alarm is a separate fire. */
export interface FireMember {
  readonly alarm: Alarm;
  readonly evidence: (Evidence & { readonly threatens: Threatened | null }) | null;
}

export interface StageFacts {
  /** Today's level of a grid's county or prefecture; null: not known. */
  readonly levelOf: (gridNo: GridNo) => FireLevel | null;
  /** Whether a plan was started for this alarm and has not ended. */
  readonly hasResponse: (alarmId: string) => boolean;
}

/**
 * The level that a fire has reached, by those of its alarms that the user may see. null: nobody is notified, because every open alarm has a
 * `calmedBy` reason (known heat, a mask, an approved burning) or belongs to an exercise.
 * @param members of one fire
 */
export function notificationStage(members: readonly FireMember[], { levelOf, hasResponse }: StageFacts): NotificationStage | null {
  const real = members.filter(isOfRealFire);
  if (real.length === 0) return null;
  const burning = real.filter(({ alarm }) => isInProgress(alarm.response));
  if (burning.length > 0) return real.some(({ alarm }) => hasResponse(alarm.id)) ? 'response' : 'confirmed';
  if (real.every(({ alarm: { response } }) => response.stage === 'dismissed' || response.stage === 'closed')) return 'over';
  const open = real.filter(isOpenUncalmed);
  if (open.length === 0) return null;
  return alarmPriority(highestDanger(open, levelOf)) === 'high' ? 'dangerous' : 'unjudged';
}

/** The danger of a fire, 0–2 (`dangerOf`), by those of its alarms that the user may see and that burn or are open; null: there are none. */
export function notificationDanger(members: readonly FireMember[], { levelOf }: Pick<StageFacts, 'levelOf'>): number | null {
  const live = members.filter((member) => isOfRealFire(member) && (isInProgress(member.alarm.response) || isOpenUncalmed(member)));
  return live.length === 0 ? null : highestDanger(live, levelOf);
}

const isOfRealFire = ({ alarm }: FireMember): boolean => alarm.facts.kind !== 'danger' && !isDrill(alarm);
const isOpenUncalmed = ({ alarm: { response }, evidence }: FireMember): boolean =>
  isUnjudged(response.stage) && (evidence?.calmedBy ?? []).length === 0;

/** @param members at least one */
function highestDanger(members: readonly FireMember[], levelOf: StageFacts['levelOf']): number {
  const fireLevel = levelOf((members[0] as FireMember).alarm.gridNo);
  const evidence = members.flatMap((member) => member.evidence ?? []);
  const probability = evidence.length === 0 ? null : certaintyOf(evidence, { fireLevel, forestShare: null }).probability;
  const threats = evidence.flatMap(({ threatens }) => (threatens === null ? [] : [threatOf(threatens)]));
  const threat = threats.length === 0 ? null : Math.max(...threats);
  return Math.max(...members.map(({ alarm }) => dangerOf(alarm, { fireLevel, probability, threat })));
}

const isUnjudged = (stage: Alarm['response']['stage']): boolean => stage === 'open' || stage === 'handled';

/** Of the messages of two fires, the one with the higher level comes first; a false or ended fire comes last. */
export const byLevel = (a: NotificationStage, b: NotificationStage): number => urgencyOf(b) - urgencyOf(a);
const urgencyOf = (stage: NotificationStage): number => (stage === 'over' ? -1 : rankOf(stage));

/** Whether an officer has taken the fire on or judged it. Reminders then stop. */
export const isAnswered = (members: readonly FireMember[]): boolean =>
  members.some(({ alarm: { response } }) => response.acknowledgement !== null || response.stage !== 'open');

/** The next notification and its round: a fire that was over and then burns begins a new round. */
export interface PlannedNotification {
  readonly stage: NotificationStage;
  readonly round: number;
}

/**
 * A receiver is notified of a fire when it first reaches the chosen level, again when it reaches a higher one, and at its end if notified
 * before.
 * @param sent the receiver's notifications by this channel about this fire, oldest first
 */
export function nextNotification(
  stage: NotificationStage | null,
  { least, tellsEnd }: { readonly least: NotificationLevel; readonly tellsEnd: boolean },
  sent: readonly NotificationStage[],
): PlannedNotification | null {
  if (stage === null) return null;
  const round = sent.filter((one) => one === 'over').length;
  const ofRound = sent.slice(sent.lastIndexOf('over') + 1) as readonly NotificationLevel[];
  if (stage === 'over') return tellsEnd && ofRound.length > 0 ? { stage, round } : null;
  if (!isAtLeast(stage, least)) return null;
  return ofRound.some((one) => isAtLeast(one, stage)) ? null : { stage, round };
}

const DAY_MINUTES = 1_440;
const BEIJING_MINUTES = 480;

/** The end of the quiet hours that hold back a message now; null: it is sent at once. */
export function quietUntil(quiet: QuietHours | null, stage: NotificationStage, now: Date): Date | null {
  if (quiet === null || quiet.begin === quiet.end) return null;
  if (stage !== 'over' && quiet.except !== null && isAtLeast(stage, quiet.except)) return null;
  const minute = (Math.floor(now.getTime() / MINUTE_MS) + BEIJING_MINUTES) % DAY_MINUTES;
  const length = (quiet.end - quiet.begin + DAY_MINUTES) % DAY_MINUTES;
  const since = (minute - quiet.begin + DAY_MINUTES) % DAY_MINUTES;
  if (since >= length) return null;
  return new Date((Math.floor(now.getTime() / MINUTE_MS) + length - since) * MINUTE_MS);
}

/** The desk that is reminded, and the number of the repeat. */
export interface DutyRepeat {
  readonly gridNo: GridNo;
  readonly number: number;
}

/**
 * The reminder that is due for a fire that has not been handled: its own desk, after the last repeat the desk above, up to the province;
 * null: none is due, or no desk is left. A missed reminder is not sent later.
 * @param line the grid of the fire and those above it, lowest first
 */
export function repeatDue(
  firstNotifiedAt: Date,
  { repeatMinutes, repeats }: Pick<NotificationPolicy, 'repeatMinutes' | 'repeats'>,
  line: readonly GridNo[],
  now: Date,
): DutyRepeat | null {
  const number = Math.floor((now.getTime() - firstNotifiedAt.getTime()) / (repeatMinutes * MINUTE_MS));
  if (number < 1 || repeats === 0) return null;
  const gridNo = deskOfRepeat(number, repeats, line);
  return gridNo === undefined ? null : { gridNo, number };
}

const deskOfRepeat = (number: number, repeats: number, line: readonly GridNo[]): GridNo | undefined =>
  line.filter((grid) => grid !== NATION)[Math.floor((number - 1) / repeats)];

/** The next reminder for a fire that is not handled, and its time; null: no desk is left. The arguments are those of `repeatDue`. */
export function nextRepeat(
  firstNotifiedAt: Date,
  { repeatMinutes, repeats }: Pick<NotificationPolicy, 'repeatMinutes' | 'repeats'>,
  line: readonly GridNo[],
  now: Date,
): (DutyRepeat & { readonly at: Date }) | null {
  if (repeats === 0) return null;
  const everyMs = repeatMinutes * MINUTE_MS;
  const number = Math.max(0, Math.floor((now.getTime() - firstNotifiedAt.getTime()) / everyMs)) + 1;
  const gridNo = deskOfRepeat(number, repeats, line);
  return gridNo === undefined ? null : { gridNo, number, at: new Date(firstNotifiedAt.getTime() + number * everyMs) };
}

/**
 * Why a duty list reaches nobody: notifications are switched off in this installation, nobody is on the list, all channels of everyone are
 * 不接收, or the chosen channels are not configured.
 */
export const DUTY_GAPS = ['switched-off', 'nobody-on-list', 'no-channel', 'not-set-up'] as const;
export type DutyGap = (typeof DUTY_GAPS)[number];

/** The persons whom a duty list reaches when a fire arrives. */
export interface DutyReach {
  readonly onList: number;
  readonly reached: number;
  /** The lowest level that notifies anyone; null: none does. */
  readonly from: NotificationLevel | null;
  /** null: someone is reached. */
  readonly gap: DutyGap | null;
}

/**
 * @param list for each person on the list, the channels with the lowest level of each
 * @param isSetUp whether this server can send by a channel
 */
export function dutyReach(
  list: readonly (readonly (readonly [PersonalChannel, NotificationLevel])[])[],
  isSetUp: (channel: PersonalChannel) => boolean,
): DutyReach {
  const chosen = list.filter((channels) => channels.length > 0);
  const levels = chosen
    .map((channels) => channels.filter(([channel]) => isSetUp(channel)).map(([, level]) => level))
    .filter((ones) => ones.length > 0);
  const from = NOTIFICATION_LEVELS.find((level) => levels.some((ones) => ones.includes(level))) ?? null;
  const gap = list.length === 0 ? 'nobody-on-list' : chosen.length === 0 ? 'no-channel' : levels.length === 0 ? 'not-set-up' : null;
  return { onList: list.length, reached: levels.length, from, gap };
}

/** The policy in force at a grid. */
export interface PolicyInForce extends NotificationPolicy, Named<{ readonly gridNo: GridNo }> {
  /** The grid whose policy applies if this grid has none itself; null: the default policy. */
  readonly fromGridName: string | null;
  readonly changedBy: string | null;
  readonly changedAt: Date | null;
  readonly reach: DutyReach;
}

/** The longest time for which a fire is repeated, milliseconds: three desks, up to the province. */
export const longestRepeating = ({ repeatMinutes, repeats }: NotificationPolicy): number => (3 * repeats + 1) * repeatMinutes * MINUTE_MS;

/** Another system that is notified of fires (网络回调). Its secret is stored elsewhere. */
export interface Webhook {
  readonly id: string;
  readonly gridNo: GridNo;
  readonly name: string;
  readonly url: string;
  readonly least: NotificationLevel;
  readonly enabled: boolean;
  readonly version: number;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly changedBy: string;
  readonly changedAt: Date;
}

export interface CreatedWebhook extends Named<Webhook> {
  /** Signs the messages. It is shown only once. */
  readonly secret: string;
}

/** A message as officers see it. */
export interface RecordedNotification extends Named<{ readonly gridNo: GridNo }> {
  readonly id: string;
  readonly kind: NotificationKind;
  /** An alarm of the fire. */
  readonly alarmId: string | null;
  readonly receiver: string;
  readonly channel: NotificationChannel;
  /** The address with its middle masked. */
  readonly address: string | null;
  readonly stage: NotificationStage | null;
  readonly repeat: number;
  readonly isDuty: boolean;
  readonly title: string;
  readonly content: string;
  readonly state: NotificationState;
  readonly attempts: number;
  /** Why it was not sent, in the caller's language. */
  readonly reason: string | null;
  readonly createdAt: Date;
  /** Set while the message is waiting, held or gathering. */
  readonly nextAttemptAt: Date | null;
  readonly settledAt: Date | null;
  /** The combined message that included this one, after quiet hours or in a flood. */
  readonly gatheredInto: Pick<RecordedNotification, 'id' | 'state' | 'createdAt'> | null;
}

/** Who is responsible for an alarm, who was notified of it, and who is notified next. */
export interface AlarmNotices {
  readonly owner: {
    /** `acknowledged`: the officer who took it on; `duty`: the officer on duty at the county's desk; `nobody`: nobody is on duty. */
    readonly kind: 'acknowledged' | 'duty' | 'nobody';
    readonly fullName: string | null;
    readonly gridName: string;
    readonly since: Date | null;
  };
  /** Returns the orders, newest first. */
  readonly told: readonly AlarmNotice[];
  /** Total number. */
  readonly toldCount: number;
  /** The desk that is reminded next, and when; null: none, or the fire is handled. */
  readonly next: (Named<DutyRepeat> & { readonly at: Date }) | null;
  /** The reach of the duty list of its county. */
  readonly reach: DutyReach;
}

export type AlarmNotice = Pick<
  RecordedNotification,
  'id' | 'receiver' | 'channel' | 'stage' | 'repeat' | 'isDuty' | 'state' | 'reason' | 'createdAt' | 'settledAt'
>;

/** The masked form of an address for pages and logs: `138****01`, `l****@example.cn`. */
export const maskedAddress = (address: string): string =>
  address.includes('@') ? address.replace(/^(.)[^@]*/, '$1****') : address.replace(/^(.{3}).*(.{2})$/, '$1****$2');
