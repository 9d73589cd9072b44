// Creates the notifications of fires. One server follows the log by sequence number for all servers, like incident/server/association.ts, and
// writes the resulting messages and its position in the log in one transaction. Nothing is lost when a server crashes, nothing is sent
// twice, and an alarm never waits for it.

import { NATION, nearestOf } from '@lookout/domain';
import { followLog } from '@lookout/server/services/follow-log.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Polling } from '@lookout/server/services/poll.ts';
import { type FireLevels, newestFireLevels } from '../../danger/service/fire-levels.ts';
import type { Repositories } from '../../store.ts';
import { isAnswered, longestRepeating, USUAL_POLICY } from '../notification.ts';
import type { NewNotification } from '../notifications.store.ts';
import {
  type Audience,
  countyOf,
  deskLine,
  type FireToNotify,
  firstNotifications,
  type NotificationFacts,
  repeatedNotifications,
} from './fire-notifications.ts';
import { gatherFlood } from './flood.ts';
import { notifyTogether } from './together.ts';

/** Interval for repeats and for the ends of quiet hours, which are not triggered by events. */
const EVERY_MS = 5_000;
/** Alarms that arrive within this time are processed together, after incident/server/association.ts has associated them. */
const GATHER_MS = 300;
const LEVELS_EVERY_MS = 60_000;
/** Above this number, the remaining messages of a quiet night or of a flood follow in a second message. */
const MOST_RELEASED = 20_000;

type Needs = Pick<Room, 'store' | 'grids' | 'changes' | 'sharedJobs' | 'rightOfWay' | 'outbox' | 'clock' | 'log' | 'config' | 'waits'>;

export function runNotifying(room: Needs): Polling {
  const { store, changes, sharedJobs, rightOfWay, outbox, clock, log, config, waits } = room;

  const wakeOutbox = (added: number): void => {
    if (added > 0) outbox.wake();
  };

  /** Creates the notifications that the next section of the log requires. */
  const notifyOfEvents = async (tx: Repositories, now: Date): Promise<{ readonly added: number; readonly more: boolean }> => {
    const seq = await tx.notifications.readingForUpdate();
    if (!(await tx.notificationSettings.isAnyoneNotified())) {
      const head = await tx.notifications.head();
      if (head > seq) await tx.notifications.saveReading(head);
      return { added: 0, more: false };
    }
    const { next, more, alarmIds } = await tx.notifications.readAfter(seq);
    if (next === seq) return { added: 0, more: false };
    const fires = await firesAround(tx, alarmIds);
    const audience = await audienceOf(tx, fires);
    const facts = await factsOf(tx, fires, now);
    const messages = fires.flatMap((fire) => firstNotifications(fire, audience, facts));
    const added = await tx.notifications.add(await gatherFlood(tx, messages, ownMinutesBy(audience), now));
    await tx.notifications.saveReading(next);
    return { added, more };
  };

  /**
   * Creates the notifications that the time requires: reminders to those on duty, combined messages of a flood, and summaries at the end of
   * quiet hours.
   */
  const notifyInTime = async (tx: Repositories, now: Date): Promise<number> => {
    // Acquires the same lock, so that no two servers send the same.
    await tx.notifications.readingForUpdate();
    const longest = longestRepeating({ ...USUAL_POLICY, ...(await tx.notificationSettings.longestPolicy()) });
    const fires = await firesAround(tx, await tx.notifications.unanswered(new Date(now.getTime() - longest)));
    const audience = await audienceOf(tx, fires);
    const facts = await factsOf(tx, fires, now);
    const messages = fires.flatMap((fire) => repeatedNotifications(fire, audience, facts));
    const again = await tx.notifications.add(await gatherFlood(tx, messages, ownMinutesBy(audience), now));
    const unanswered = new Set(fires.flatMap(({ members }) => (isAnswered(members) ? [] : members.map(({ alarm }) => alarm.id))));
    const together = { nameOf: facts.nameOf, isSetUp: facts.isSetUp, isUnanswered: (alarmId: string) => unanswered.has(alarmId), now };
    const gathered = await notifyTogether(tx, 'gathered', await tx.notifications.lockGathered(now, MOST_RELEASED), together);
    const summed = await notifyTogether(tx, 'summary', await tx.notifications.lockReleased(now, MOST_RELEASED), together);
    return again + gathered + summed;
  };

  const firesAround = async (tx: Repositories, alarmIds: readonly string[]): Promise<FireToNotify[]> => {
    const members = await tx.notifications.membersAround(alarmIds);
    // An alarm without a fire is notified after incident/server/association.ts has processed it.
    const joined = config.fireAssociation ? members.filter(({ isJoined }) => isJoined) : members;
    const byFire = Map.groupBy(joined, ({ fireId }) => fireId);
    if (byFire.size === 0) return [];
    const sent = await tx.notifications.sentAbout(
      joined.map(({ alarm }) => alarm.id),
      [...byFire.keys()],
    );
    const fireOf = new Map(joined.map(({ alarm, fireId }) => [alarm.id, fireId]));
    const sentByFire = Map.groupBy(sent, ({ alarmId, fireId }) => fireOf.get(alarmId ?? '') ?? fireId);
    return [...byFire].map(([fireId, own]) => ({ fireId, members: own, told: sentByFire.get(fireId) ?? [] }));
  };

  const audienceOf = async (tx: Repositories, fires: readonly FireToNotify[]): Promise<Audience> => {
    const counties = [...new Set(fires.flatMap(({ members }) => members.map(({ alarm }) => countyOf(alarm.gridNo))))];
    if (counties.length === 0) return NOBODY;
    const desks = [...new Set(counties.flatMap(deskLine))];
    const { notificationSettings } = tx;
    const choosers = await notificationSettings.choosers();
    const dutyLists = Map.groupBy(await notificationSettings.dutyLists(desks), ({ gridNo }) => gridNo);
    const present = await notificationSettings.present([...new Set([...desks, ...choosers.map(({ gridNo }) => gridNo)])]);
    const policies = await notificationSettings.policies(desks);
    return {
      choosers,
      webhooks: await tx.webhooks.enabled(),
      dutyListOf: (gridNo) => dutyLists.get(gridNo) ?? [],
      presentAt: (gridNo) => present.get(gridNo) ?? null,
      policyOf: (gridNo) => nearestOf(policies, gridNo) ?? USUAL_POLICY,
    };
  };

  const factsOf = async (tx: Repositories, fires: readonly FireToNotify[], now: Date): Promise<NotificationFacts> => {
    const alarmIds = fires.flatMap(({ members }) => members.map(({ alarm }) => alarm.id));
    const responding = await tx.notifications.withResponse(alarmIds);
    return {
      levelOf: alarmIds.length === 0 ? () => null : await levelsAt(tx, now),
      hasResponse: (alarmId) => responding.has(alarmId),
      nameOf: (gridNo) => room.grids().nameOf(gridNo) ?? gridNo,
      isSetUp: (channel) => outbox.isSetUp[channel],
      now,
    };
  };

  /** The levels of the whole country, which change once a day. */
  let levels: { readonly of: FireLevels; readonly at: Date } | null = null;
  const levelsAt = async (tx: Repositories, now: Date): Promise<FireLevels> => {
    if (levels === null || now.getTime() - levels.at.getTime() >= LEVELS_EVERY_MS)
      levels = { of: await newestFireLevels(tx, NATION), at: now };
    return levels.of;
  };

  return followLog({
    name: 'notifications',
    changes,
    sharedJobs,
    about: ['alarm', 'incident', 'joined'],
    gatherMs: GATHER_MS,
    everyMs: waits.notificationsEveryMs ?? EVERY_MS,
    mayGoOn: () => rightOfWay.untilFilesAreIn(),
    async step() {
      const { added, more } = await store.transaction((tx) => notifyOfEvents(tx, clock()));
      wakeOutbox(added);
      return { more };
    },
    afterwards: async () => wakeOutbox(await store.transaction((tx) => notifyInTime(tx, clock()))),
    failed: (error) => log.warn({ err: error }, 'nobody could be told of the fires'),
  });
}

const NOBODY: Audience = {
  choosers: [],
  webhooks: [],
  dutyListOf: () => [],
  presentAt: () => null,
  policyOf: () => USUAL_POLICY,
};

/** The repeat interval of a message that repeats until it is answered, by the policy, minutes. null: it is not repeated. */
const ownMinutesBy =
  ({ policyOf }: Audience) =>
  ({ gridNo, isDuty, stage }: NewNotification): number | null => {
    const { repeatMinutes, repeats } = policyOf(countyOf(gridNo));
    return isDuty && repeats > 0 && stage !== 'over' ? repeatMinutes : null;
  };
