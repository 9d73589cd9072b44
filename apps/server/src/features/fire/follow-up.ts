// One alarm, and what became of alarms: fires in progress, who else saw the same place, and what was done when.
import { type Contract, LIST_LIMIT, wireKinds, writeAlarm, writeAlarmAct } from '@lookout/contract';
import type { Alarm, AlarmActEntry } from '@lookout/domain';
import type { Store } from '@lookout/store';
import type { Handlers } from '../../serve/context.ts';
import { notFound } from '../../serve/refusal.ts';
import type { GridBook } from '../../services/grid-book.ts';
import { readWindow } from './filters.ts';

type FollowUp = Pick<Handlers<Contract['fire']>, 'one' | 'inProgress' | 'samePlace' | 'history' | 'historyPage'>;

export function fireFollowUp(store: Store, book: () => GridBook): FollowUp {
  const write = (alarm: Alarm) => writeAlarm(alarm, book().nameOf);
  return {
    async one({ scope }, { query }) {
      const alarm = await store.alarms.find(scope, query.id);
      if (!alarm) throw notFound();
      return write(alarm);
    },

    async inProgress({ scope }) {
      const { list, more } = await store.alarms.list(scope, { inProgress: true }, { limit: LIST_LIMIT });
      return { rows: list.map(write), ...(more && { message: `只列出最新的 ${LIST_LIMIT} 条，请缩小范围` }) };
    },

    async samePlace({ scope }, { query }) {
      const alarm = await store.alarms.find(scope, query.id);
      if (!alarm) throw notFound();
      const near = await store.alarms.atSamePlace(scope, alarm);
      return { rows: near.map(({ metres, alarm: other }) => ({ distance: Math.round(metres), alarm: write(other) })) };
    },

    async history({ scope }, { query }) {
      // Also of an alarm that was deleted since: that is when its history is asked for.
      const alarm = await store.alarms.findEver(scope, query.id);
      if (!alarm) throw notFound();
      const acts = await store.alarmActs.of(scope, alarm.id);
      const isTold = acts.some(({ act }) => act === 'arrived');
      return { rows: [...(isTold ? [] : [arrivalOf(alarm)]), ...acts].map(writeAlarmAct) };
    },

    async historyPage({ scope }, { body }) {
      const { pageNo, pageSize } = body;
      const { beginArrived: begin, endArrived: end } = readWindow(body);
      const found = await store.alarmActs.page(
        scope,
        { act: body.act ?? undefined, fullName: body.fullName || undefined, begin, end },
        { offset: (pageNo - 1) * pageSize, limit: pageSize },
      );
      return {
        ...{ total: found.total, pageNo, pageSize },
        list: found.list.map(({ kind, formattedAddress, ...entry }) => ({
          ...{ ...writeAlarmAct(entry), kind: wireKinds[kind].kind, formattedAddress },
        })),
      };
    },
  };
}

/** The first line of a history is no act of duty: the alarm came in. Of a report it is known who made it. */
function arrivalOf({ id, arrivedAt, facts }: Alarm): AlarmActEntry {
  const isReport = facts.kind === 'report';
  return {
    ...{ alarmId: id, act: 'arrived', at: arrivedAt, userName: null, gridNo: null, desk: null },
    accountId: isReport ? facts.reporterId : null,
    fullName: isReport ? facts.reporterName : null,
    detail: { kind: wireKinds[facts.kind].kind },
  };
}
