// The notifications of one alarm: its owner, the persons notified, the times and results, and the next reminder. Also the time limits after
// which alarms are late.

import { type Language, parseErrorText } from '@lookout/contract';
import { type GridNo, nearestOf, withGridName } from '@lookout/domain';
import { notFound } from '@lookout/server/acting/refusal.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Alarm } from '../../alarm/alarm.ts';
import type { Contract } from '../../contract.ts';
import { errorMessage } from '../../errors.ts';
import { type AlarmNotice, type AlarmNotices, isAnswered, nextRepeat, USUAL_POLICY } from '../notification.ts';
import type { MemberOfFire, Notification } from '../notifications.store.ts';
import { countyOf, deskLine, firstDutyNotifications } from './fire-notifications.ts';
import { reachOf } from './reach.ts';

/** Each desk is notified some six times of a fire that is not handled; 通知记录 lists the rest. */
const MOST_NOTICES = 30;

type Needs = Pick<Room, 'store' | 'grids' | 'outbox' | 'config'>;

export function noticeHandlers(room: Needs): Pick<Handlers<Contract['notification']>, 'aging' | 'alarmNotices'> {
  const { store, grids, config } = room;
  const nameOf = (gridNo: GridNo): string => grids().nameOf(gridNo) ?? gridNo;

  /** The officer who took the alarm on, otherwise the officer on duty at its county's desk. */
  const ownerOf = async ({ gridNo, response: { acknowledgement } }: Alarm): Promise<AlarmNotices['owner']> => {
    const county = countyOf(gridNo);
    const gridName = nameOf(county);
    if (acknowledgement !== null) return { kind: 'acknowledged', fullName: acknowledgement.by, gridName, since: acknowledgement.at };
    const shift = await store.shifts.present(county);
    if (shift === null) return { kind: 'nobody', fullName: null, gridName, since: null };
    return { kind: 'duty', fullName: shift.fullName, gridName, since: shift.beganAt };
  };

  const nextOf = async (members: readonly MemberOfFire[], county: GridNo, policy: Parameters<typeof nextRepeat>[1], now: Date) => {
    if (!config.notifications || members.length === 0 || isAnswered(members)) return null;
    const ids = members.map(({ alarm }) => alarm.id);
    const sent = await store.notifications.sentAbout(ids, [...new Set(members.map(({ fireId }) => fireId))]);
    const first = firstDutyNotifications({ members, told: sent }).get(county);
    const next = first === undefined ? null : nextRepeat(first, policy, deskLine(county), now);
    return next && withGridName(next, grids().nameOf);
  };

  return {
    async aging({ scope }) {
      const [above, within, shifts] = await Promise.all([
        store.notificationSettings.policies([scope]),
        store.notificationSettings.policiesWithin(scope),
        store.shifts.presentWithin(scope),
      ]);
      const own = { ...(nearestOf(above, scope) ?? USUAL_POLICY), gridNo: scope };
      return {
        policies: [own, ...within.filter(({ gridNo }) => gridNo !== scope)].map(({ gridNo, repeatMinutes, repeats }) => ({
          gridNo,
          repeatMinutes,
          repeats,
        })),
        desks: shifts.map(({ gridNo, fullName }) => ({ gridNo, fullName })),
      };
    },

    async alarmNotices({ scope, now, language }, { query: { id } }) {
      const alarm = await store.alarms.find(scope, id);
      if (!alarm) throw notFound();
      const county = countyOf(alarm.gridNo);
      const members = await store.notifications.membersAround([alarm.id]);
      const policy = nearestOf(await store.notificationSettings.policies([county]), county) ?? USUAL_POLICY;
      const alarmIds = [...new Set([alarm.id, ...members.flatMap((member) => [member.alarm.id, member.fireId])])];
      const [owner, next, reach, sent] = await Promise.all([
        ownerOf(alarm),
        nextOf(members, county, policy, now),
        reachOf(store, room, county, policy),
        store.notifications.page(scope, { alarmIds }, { offset: 0, limit: MOST_NOTICES }),
      ]);
      return { owner, next, reach, told: sent.list.map((one) => noticeOf(one, language)), toldCount: sent.total };
    },
  };
}

function noticeOf(message: Notification, language: Language): AlarmNotice {
  const { id, receiver, channel, stage, repeat, isDuty, state, reason, createdAt, settledAt } = message;
  const error = reason === null ? null : parseErrorText(reason);
  return {
    ...{ id, receiver, channel, stage, repeat, isDuty, state, createdAt, settledAt },
    reason: error === null ? null : errorMessage(error, language),
  };
}
