// Watches the people near fires. One server checks for all, every 15 s and as soon as a forecast is finished, how long each person has
// before the fire arrives and how long he needs to reach a safe place. Changes are published to officers, and alarms are sent to the duty
// list and to the person.

import { randomUUID } from 'node:crypto';
import { DAY_MS, type GridNo, MINUTE_MS, NATION, type System } from '@lookout/domain';
import type { Outlook } from '@lookout/fire-model';
import { type Act, actOf } from '@lookout/server/acting/act.ts';
import { runOnChange } from '@lookout/server/services/changes.ts';
import { eventOf, type Happened } from '@lookout/server/services/journal.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Polling } from '@lookout/server/services/poll.ts';
import type { NewNotification } from '../../notification/notifications.store.ts';
import { callOut } from '../../notification/service/call-out.ts';
import { phoneOf } from '../../notification/service/outbox/sms-gateway.ts';
import type { Ranger } from '../../ranger/ranger.ts';
import type { NewSms } from '../../sms/sms.store.ts';
import type { RunArrivals } from '../../spread/service/fire-arrivals.ts';
import { SPREAD_RETENTION_DAYS } from '../../spread/spread.ts';
import type { Repositories } from '../../store.ts';
import {
  contactOf,
  endSafety,
  isForgotten,
  isWatched,
  NEAR_FIRE,
  type PersonSafety,
  type SafetyFinding,
  type SafetyStep,
  stepSafety,
} from '../safety.ts';
import { ownSafetyMessage, SAFETY_TITLE, SAFETY_WATCH_NAME, safetyMessage } from '../safety-message.wire.ts';
import { boxAroundRun, type Outlooks, separationOf } from './outlook.ts';

export const SAFETY_WATCH: System = { kind: 'system', name: SAFETY_WATCH_NAME };

/** The interval at which a ranger's phone sends its position. */
const EVERY_MS = 15_000;
/** The counts are reported as current for this long. */
const COUNTED_MS = 60_000;
/** One of so many checks also deletes old records, which is a few times an hour. */
const LOOKS_PER_SWEEP = 100;
/** More officers than any province has. */
const MOST_CALLED = 5_000;
/** More people than are near all fires of the country. */
const MOST_WATCHED = 20_000;

type Needs = Pick<
  Room,
  'store' | 'journal' | 'grids' | 'changes' | 'sharedJobs' | 'clock' | 'log' | 'config' | 'waits' | 'fireArrivals' | 'metrics'
>;
type Run = RunArrivals & { readonly fireId: string };

export function watchSafety(room: Needs, outlooks: Outlooks): Polling {
  const { store, journal, changes, sharedJobs, clock, log, waits, fireArrivals, metrics } = room;
  let looks = 0;
  let counted: { readonly watched: number; readonly untaken: number; readonly at: Date } | null = null;
  /** Reported only by the server that runs the checks. On another server, or on one that ran them earlier, the value is unknown. */
  const known = (of: 'watched' | 'untaken') => (): number | null =>
    counted !== null && clock().getTime() - counted.at.getTime() < COUNTED_MS ? counted[of] : null;
  metrics.gauge('lookout_people_watched', 'People near fires whom a forecast threatens, or who are out of contact', known('watched'));
  metrics.gauge('lookout_people_alarms_untaken', 'Alarms about people near fires that no officer has taken', known('untaken'));

  const look = async (): Promise<void> => {
    const now = clock();
    const runs = await fireArrivals.current(now);
    const watched = await store.personSafeties.watched(NATION, { limit: MOST_WATCHED });
    const found = await findingsOf(runs, new Set(watched.list.map(({ userId }) => userId)), now);
    if (found.length > 0 || watched.list.length > 0) await settle(runs, found, now);
    counted = { ...(await store.personSafeties.counts()), at: now };
    looks += 1;
    if (looks % LOOKS_PER_SWEEP === 1) await store.personSafeties.removeBefore(new Date(now.getTime() - SPREAD_RETENTION_DAYS * DAY_MS));
  };

  /** The findings for everyone last seen in the box of a forecast or near it. */
  const findingsOf = async (runs: readonly Run[], watched: ReadonlySet<string>, now: Date): Promise<SafetyFinding[]> => {
    const isExpected = ({ userId, taskIds }: Ranger): boolean => taskIds.length > 0 || watched.has(userId);
    const boxes = runs.map((run) => boxAroundRun(run, NEAR_FIRE.metres + separationOf(run)));
    const near = Map.groupBy(await store.rangers.within(boxes), ({ box }) => box);
    const findings: SafetyFinding[] = [];
    for (const [index, run] of runs.entries()) {
      const people = (near.get(index) ?? []).map(({ ranger }) => ranger).filter((ranger) => isThere(ranger, isExpected(ranger), now));
      if (people.length === 0) continue;
      // Sequential, because the worker handles one question at a time.
      const found = await outlooks.of(
        run,
        people.map(({ last }) => last.position),
        now,
      );
      findings.push(...people.map((ranger, i) => findingOf(run, { ...ranger, isExpected: isExpected(ranger) }, found[i] as Outlook, now)));
    }
    return findings;
  };

  /** Reads the states under the lock, so that an alarm that an officer has taken meanwhile remains taken. */
  const settle = async (runs: readonly Run[], findings: readonly SafetyFinding[], now: Date): Promise<void> => {
    const act: Act = actOf(SAFETY_WATCH, { name: 'watch-people', scope: NATION, now });
    await journal.transact(act, async (tx) => {
      const left = new Map((await tx.personSafeties.lockWatched()).map((one) => [keyOf(one.safety.userId, one.fireNow), one]));
      const steps: SafetyStep[] = [];
      for (const finding of findings) {
        const key = keyOf(finding.userId, finding.fireId);
        const before = left.get(key)?.safety ?? null;
        left.delete(key);
        const step = stepSafety(before, finding, randomUUID());
        if (before !== null || isWatched(step.safety)) steps.push(step);
      }
      // These people are far away now, or their fire has no current forecast.
      const forecast = new Set(runs.map(({ fireId }) => fireId));
      for (const { safety, fireNow } of left.values())
        steps.push(endSafety(safety, now, forecast.has(fireNow) ? 'out-of-danger' : 'no-forecast'));
      await tx.personSafeties.save(steps.map(({ safety }) => safety));
      const happened = steps.flatMap(({ safety, change }): Happened[] =>
        change === null ? [] : [{ event: eventOf(act, change, { objectId: safety.id, gridNo: safety.gridNo }), after: safety }],
      );
      await call(
        tx,
        steps.flatMap(({ safety, change }) => (change?.kind === 'safety.alarm-raised' ? [safety] : [])),
        now,
      );
      return { value: undefined, happened };
    });
  };

  /** Notifies the duty list of the person's grid and below, and the person himself, by short message and browser notification. */
  const call = async (tx: Repositories, raised: readonly PersonSafety[], now: Date): Promise<void> => {
    const nameOf = (no: GridNo): string => room.grids().nameOf(no) ?? no;
    const hasGateway = room.config.smsUrl !== null;
    const caller = { accountId: null, fullName: SAFETY_WATCH_NAME };
    // Few iterations: one for each person with a new alarm.
    for (const safety of raised) {
      const { gridNo } = safety;
      await callOut(tx, { gridNo, content: safetyMessage(safety, nameOf(gridNo)), caller, now, hasGateway });
    }
    await tx.sms.add(raised.flatMap((safety) => ownSms(safety, { hasGateway, now })));
    await push(tx, raised, now);
  };

  /**
   * Sends a notification to every browser that the officers of a person's grid, and the person himself, have subscribed. The message is not
   * about a fire's level, so the subscription's minimum level is ignored.
   */
  const push = async (tx: Repositories, raised: readonly PersonSafety[], now: Date): Promise<void> => {
    if (raised.length === 0) return;
    const grids = [...new Set(raised.map(({ gridNo }) => gridNo))];
    const officers = await Promise.all(
      grids.map((gridNo) => tx.accounts.list(gridNo, { enabled: true, right: 'act-on-alarms' }, { limit: MOST_CALLED })),
    );
    const officersOf = new Map(grids.map((gridNo, i) => [gridNo, officers[i]?.list ?? []]));
    const receivers = raised.flatMap((safety) => [
      ...(officersOf.get(safety.gridNo) ?? []).map(({ id, fullName }) => ({ safety, id, fullName, isOfficer: true })),
      { safety, id: safety.userId, fullName: safety.fullName, isOfficer: false },
    ]);
    const subscribed = new Set(
      (await tx.notificationSettings.subscriptionsOf([...new Set(receivers.map(({ id }) => id))])).map(({ accountId }) => accountId),
    );
    const nameOf = (no: GridNo): string => room.grids().nameOf(no) ?? no;
    const messages = receivers
      .filter(({ id }) => subscribed.has(id))
      .map(({ safety, id, fullName, isOfficer }): NewNotification => {
        const content = isOfficer ? safetyMessage(safety, nameOf(safety.gridNo)) : ownSafetyMessage(safety);
        return {
          id: randomUUID(),
          onceKey: ['safety', safety.id, safety.revision, id, 'push'].join('/'),
          kind: 'safety',
          fireId: safety.fireId,
          alarmId: safety.fireId,
          gridNo: safety.gridNo,
          accountId: id,
          webhookId: null,
          receiver: fullName,
          channel: 'push',
          address: null,
          stage: null,
          repeat: 0,
          danger: null,
          // Duty messages are repeated while a fire is unanswered. This message is not one of them.
          isDuty: false,
          title: SAFETY_TITLE,
          content,
          // An officer's browser opens the fire. The ranger's page shows his own way out.
          payload: { alarmId: isOfficer ? safety.fireId : null },
          state: 'waiting',
          nextAttemptAt: now,
          createdAt: now,
        };
      });
    await tx.notifications.add(messages);
  };

  return runOnChange({
    changes,
    about: ['spread'],
    run: sharedJobs.alone('safety', look),
    everyMs: sharedJobs.pause('safety', waits.safetyEveryMs ?? EVERY_MS),
    firstMs: 0,
    failed: (error) => log.warn({ err: error }, 'the people near fires could not be looked after'),
  });
}

const keyOf = (userId: string, fireId: string): string => `${userId} ${fireId}`;

/** A ranger whose last position is known and recent enough that he is assumed to be still there. */
type Located = Ranger & { readonly last: NonNullable<Ranger['last']> };
const isThere = (ranger: Ranger, isExpected: boolean, now: Date): ranger is Located =>
  ranger.last !== null && !isForgotten({ positionAt: ranger.last.at, isExpected }, now);

function findingOf(
  { fireId, runId }: Run,
  { userId, fullName, phone, gridNo, last, isExpected }: Located & { readonly isExpected: boolean },
  { arrivalMinutes, escape: way, margin, frontMetres }: Outlook,
  now: Date,
): SafetyFinding {
  const positionAt = last.at;
  return {
    userId,
    fullName,
    phone,
    gridNo,
    fireId,
    runId,
    position: last.position,
    positionAt,
    arrivesAt: arrivalMinutes === null ? null : new Date(now.getTime() + arrivalMinutes * MINUTE_MS),
    escape: way,
    marginMinutes: margin.minutes === null ? null : Math.round(margin.minutes),
    class: margin.class,
    contact: contactOf({ positionAt, isExpected }, { nearMinutes: arrivalMinutes, frontMetres }, now),
    checkedAt: now,
  };
}

/** The message to a person whose phone number is known. The ranger's page shows the same warning. */
function ownSms(safety: PersonSafety, { hasGateway, now }: { readonly hasGateway: boolean; readonly now: Date }): NewSms[] {
  const phone = phoneOf(safety);
  if (phone === null) return [];
  return [
    {
      id: randomUUID(),
      fireId: null,
      fireName: null,
      phone,
      receiver: safety.fullName,
      content: ownSafetyMessage(safety),
      accountId: null,
      fullName: SAFETY_WATCH_NAME,
      state: hasGateway ? 'waiting' : 'kept',
      nextAttemptAt: hasGateway ? now : null,
      gridNo: safety.gridNo,
      createdAt: now,
    },
  ];
}
