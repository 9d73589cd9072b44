// Who is told of a fire outside the product (通知), how often, and when: by fire, not by alarm. Pure: the server keeps what was told, and sends it.

import { covers, type GridNo, MINUTE_MS, NATION } from '@lookout/domain';
import { type Alarm, isInProgress } from '../alarm/alarm.ts';
import { certaintyOf, type Evidence } from '../alarm/certainty.ts';
import type { FireLevel } from '../danger/fire-weather.ts';
import { isDrill } from '../exercise/drill.ts';
import { alarmPriority, dangerOf, type Threatened, threatOf } from '../incident/fire-danger.ts';

/** How far a fire has come, the least first: 待核实, 高危 (the high priority of alarms), 确认真火, 启动响应 (a plan runs for it). */
export const NOTIFICATION_LEVELS = ['unjudged', 'dangerous', 'confirmed', 'response'] as const;
export type NotificationLevel = (typeof NOTIFICATION_LEVELS)[number];

/** What one is told of: a level that a fire has come to, or 解除, that it is none or over. */
export const NOTIFICATION_STAGES = [...NOTIFICATION_LEVELS, 'over'] as const;
export type NotificationStage = (typeof NOTIFICATION_STAGES)[number];

/** Of a person. */
export const PERSONAL_CHANNELS = ['sms', 'push', 'email'] as const;
export type PersonalChannel = (typeof PERSONAL_CHANNELS)[number];
export const NOTIFICATION_CHANNELS = [...PERSONAL_CHANNELS, 'webhook'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/**
 * 静默中 (until the quiet hours end), 待合并 (until what comes in a flood is told together), 已汇总 (in the message at the end of either), 待发送, 已发送,
 * 已送达 (the receiver itself said so), 发送失败 (given up), 已存 (nothing is set up that would send it).
 */
export const NOTIFICATION_STATES = ['held', 'gathering', 'summed', 'waiting', 'sent', 'delivered', 'failed', 'kept'] as const;
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

/** About a fire; about a person in danger near one; what came in quiet hours, together; what came in a flood, together; a trial of a receiver. */
export const NOTIFICATION_KINDS = ['fire', 'safety', 'summary', 'gathered', 'test'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

const rankOf = (level: NotificationLevel): number => NOTIFICATION_LEVELS.indexOf(level);
export const isAtLeast = (level: NotificationLevel, least: NotificationLevel): boolean => rankOf(level) >= rankOf(least);

/** Minutes of the day in Beijing; the end may lie on the next day. */
export interface QuietHours {
  readonly begin: number;
  readonly end: number;
  /** From this level on it is sent all the same; null: nothing is. */
  readonly except: NotificationLevel | null;
}

/** What a person chose (通知设置). Who chose nothing is sent nothing. */
export interface NotificationChoice {
  /** The least level of each channel that is used. */
  readonly channels: Readonly<Partial<Record<PersonalChannel, NotificationLevel>>>;
  /** For the channel of that name. */
  readonly email: string | null;
  /** The own grid or some below it; none: the own one. */
  readonly grids: readonly GridNo[];
  readonly quiet: QuietHours | null;
  /** Also that a fire he was told of is none or over. */
  readonly tellsEnd: boolean;
  readonly language: 'zh' | 'en';
}

export const NO_NOTIFICATIONS: NotificationChoice = { channels: {}, email: null, grids: [], quiet: null, tellsEnd: true, language: 'zh' };

/** More grids than a province has counties are one grid. */
export const MOST_CHOSEN_GRIDS = 200;

/** The grids of a choice as they hold now: an account that was moved elsewhere hears of its new grid, never of the old one. */
export function heardGrids({ grids }: Pick<NotificationChoice, 'grids'>, own: GridNo): readonly GridNo[] {
  const inside = grids.filter((grid) => covers(own, grid));
  return inside.length === 0 ? [own] : inside;
}

/** How the duty list of a grid is told, as the administrators of the grid or of one above it decided. */
export interface NotificationPolicy {
  /** From this level on everyone on the list is told by short message without having chosen it; null: only who chose. */
  readonly dutyLevel: NotificationLevel | null;
  /** Until a fire is acknowledged or judged those on duty are told again so often … */
  readonly repeatMinutes: number;
  /** … so many times; then the desk above, as often. 0: once. */
  readonly repeats: number;
}

/** Our own figures. */
export const USUAL_POLICY: NotificationPolicy = { dutyLevel: null, repeatMinutes: 5, repeats: 6 };
export const REPEAT_BOUNDS = { leastMinutes: 1, mostMinutes: 120, mostRepeats: 20 } as const;

/** An alarm with what it says for its fire; null: fires are not joined here, it stands alone. */
export interface FireMember {
  readonly alarm: Alarm;
  readonly evidence: (Evidence & { readonly threatens: Threatened | null }) | null;
}

export interface StageFacts {
  /** Of the county or prefecture of a grid, today; null: not known. */
  readonly levelOf: (gridNo: GridNo) => FireLevel | null;
  /** A plan was started for this alarm and has not ended. */
  readonly hasResponse: (alarmId: string) => boolean;
}

/**
 * How far a fire has come, by the alarms of it that one may see. null: nobody is told, for all that is open is calmed (known heat, a mask, an approved burning)
 * or belongs to an exercise.
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

/** How dangerous a fire is, 0–2 (`dangerOf`), by those of its alarms that one may see and that burn or are open; null: there are none. */
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

/** Of the words of two fires the one of the higher level comes first; that one is none or over comes last. */
export const byLevel = (a: NotificationStage, b: NotificationStage): number => urgencyOf(b) - urgencyOf(a);
const urgencyOf = (stage: NotificationStage): number => (stage === 'over' ? -1 : rankOf(stage));

/** Has anybody taken it, or judged it? Then nobody is told again. */
export const isAnswered = (members: readonly FireMember[]): boolean =>
  members.some(({ alarm: { response } }) => response.acknowledgement !== null || response.stage !== 'open');

/** What is to be told next, in which round: a fire that was over and burns after all begins anew. */
export interface Telling {
  readonly stage: NotificationStage;
  readonly round: number;
}

/**
 * A receiver is told once of a fire: when it first reaches his level, again when it comes to a higher one, and at its end if he was told before.
 * @param told to him by this channel about this fire, oldest first
 */
export function nextTelling(
  stage: NotificationStage | null,
  { least, tellsEnd }: { readonly least: NotificationLevel; readonly tellsEnd: boolean },
  told: readonly NotificationStage[],
): Telling | null {
  if (stage === null) return null;
  const round = told.filter((one) => one === 'over').length;
  const ofRound = told.slice(told.lastIndexOf('over') + 1) as readonly NotificationLevel[];
  if (stage === 'over') return tellsEnd && ofRound.length > 0 ? { stage, round } : null;
  if (!isAtLeast(stage, least)) return null;
  return ofRound.some((one) => isAtLeast(one, stage)) ? null : { stage, round };
}

const DAY_MINUTES = 1_440;
const BEIJING_MINUTES = 480;

/** When the quiet hours that hold back what comes now will end; null: it is sent at once. */
export function quietUntil(quiet: QuietHours | null, stage: NotificationStage, now: Date): Date | null {
  if (quiet === null || quiet.begin === quiet.end) return null;
  if (stage !== 'over' && quiet.except !== null && isAtLeast(stage, quiet.except)) return null;
  const minute = (Math.floor(now.getTime() / MINUTE_MS) + BEIJING_MINUTES) % DAY_MINUTES;
  const length = (quiet.end - quiet.begin + DAY_MINUTES) % DAY_MINUTES;
  const since = (minute - quiet.begin + DAY_MINUTES) % DAY_MINUTES;
  if (since >= length) return null;
  return new Date((Math.floor(now.getTime() / MINUTE_MS) + length - since) * MINUTE_MS);
}

/** Whose desk is told again, for which time. */
export interface DutyRepeat {
  readonly gridNo: GridNo;
  readonly number: number;
}

/**
 * Who is to be told again now of a fire that nobody has answered: its own desk, after the last time the desk above, up to the province; null: it is not time
 * yet, or nobody is left. A time that was missed is not made up for.
 * @param line the grid of the fire and those above it, lowest first
 */
export function repeatDue(
  firstToldAt: Date,
  { repeatMinutes, repeats }: Pick<NotificationPolicy, 'repeatMinutes' | 'repeats'>,
  line: readonly GridNo[],
  now: Date,
): DutyRepeat | null {
  const number = Math.floor((now.getTime() - firstToldAt.getTime()) / (repeatMinutes * MINUTE_MS));
  if (number < 1 || repeats === 0) return null;
  const gridNo = deskOfRepeat(number, repeats, line);
  return gridNo === undefined ? null : { gridNo, number };
}

const deskOfRepeat = (number: number, repeats: number, line: readonly GridNo[]): GridNo | undefined =>
  line.filter((grid) => grid !== NATION)[Math.floor((number - 1) / repeats)];

/** Who is to be told again next of a fire that nobody answers, and when; null: nobody is left. The arguments are those of `repeatDue`. */
export function nextRepeat(
  firstToldAt: Date,
  { repeatMinutes, repeats }: Pick<NotificationPolicy, 'repeatMinutes' | 'repeats'>,
  line: readonly GridNo[],
  now: Date,
): (DutyRepeat & { readonly at: Date }) | null {
  if (repeats === 0) return null;
  const everyMs = repeatMinutes * MINUTE_MS;
  const number = Math.max(0, Math.floor((now.getTime() - firstToldAt.getTime()) / everyMs)) + 1;
  const gridNo = deskOfRepeat(number, repeats, line);
  return gridNo === undefined ? null : { gridNo, number, at: new Date(firstToldAt.getTime() + number * everyMs) };
}

/** Why a duty list reaches nobody: notifications are switched off here, nobody is on it, all channels of everyone are 不接收, or those chosen are not set up here. */
export const DUTY_GAPS = ['switched-off', 'nobody-on-list', 'no-channel', 'not-set-up'] as const;
export type DutyGap = (typeof DUTY_GAPS)[number];

/** Whom a duty list reaches when a fire comes. */
export interface DutyReach {
  readonly onList: number;
  readonly reached: number;
  /** The least level of which anybody is told; null: nobody is told of any. */
  readonly from: NotificationLevel | null;
  /** null: somebody is reached. */
  readonly gap: DutyGap | null;
}

/**
 * @param list of each person on it the channels by which he would be told, with the least level of each
 * @param isSetUp whether this server sends by a channel
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

/** The longest that a fire is told again, milliseconds: three desks, up to the province. */
export const longestRepeating = ({ repeatMinutes, repeats }: NotificationPolicy): number => (3 * repeats + 1) * repeatMinutes * MINUTE_MS;

/** Another system that is told of fires (网络回调). Its secret is kept elsewhere. */
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

/** As pages and logs show a receiver: `138****01`, `l****@example.cn`. */
export const maskedAddress = (address: string): string =>
  address.includes('@') ? address.replace(/^(.)[^@]*/, '$1****') : address.replace(/^(.{3}).*(.{2})$/, '$1****$2');
