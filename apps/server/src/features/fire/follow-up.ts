// One alarm, and what became of alarms: fires in progress, who else saw the same place, and what was done when.
import { type Contract, eventsOfAct, LIST_LIMIT, wireKinds, writeAlarm, writeAlarmAct } from '@lookout/contract';
import type { Alarm } from '@lookout/domain';
import type { Store } from '@lookout/store';
import { notFound } from '../../acting/refusal.ts';
import type { Handlers } from '../../serve/context.ts';
import { stoppedAt } from '../../serve/stopped-at.ts';
import type { GridCatalogue } from '../../services/grid-catalogue.ts';
import { readWindow } from './filters.ts';

type FollowUp = Pick<Handlers<Contract['fire']>, 'one' | 'inProgress' | 'samePlace' | 'history' | 'historyPage'>;

export function fireFollowUp(store: Store, grids: () => GridCatalogue): FollowUp {
  const write = (alarm: Alarm) => writeAlarm(alarm, grids().nameOf);
  return {
    async one({ scope }, { query }) {
      const alarm = await store.alarms.find(scope, query.id);
      if (!alarm) throw notFound();
      return write(alarm);
    },

    async inProgress({ scope }) {
      const { list, more } = await store.alarms.list(scope, { inProgress: true }, { limit: LIST_LIMIT });
      return { rows: list.map(write), ...(more && { remark: stoppedAt(LIST_LIMIT, 'newest-listed') }) };
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
      const events = await store.events.ofAlarm(scope, alarm.id);
      // An alarm that came out of another says so, instead of only that it came.
      const isLinked = events.some(({ kind }) => kind === 'alarm.linked');
      const told = events.filter(({ kind }) => kind !== 'alarm.recorded' || !isLinked);
      return { rows: told.map((event) => writeAlarmAct(event, grids().nameOf)) };
    },

    async historyPage({ scope }, { body }) {
      const { pageNo, pageSize } = body;
      const { beginArrived: begin, endArrived: end } = readWindow(body);
      const found = await store.events.pageOfAlarms(
        scope,
        { kinds: body.act ? eventsOfAct(body.act) : undefined, fullName: body.fullName || undefined, begin, end },
        { offset: (pageNo - 1) * pageSize, limit: pageSize },
      );
      return {
        ...{ total: found.total, pageNo, pageSize },
        list: found.list.map(({ event, alarm: { kind, formattedAddress } }) => ({
          ...{ ...writeAlarmAct(event, grids().nameOf), kind: wireKinds[kind].kind, formattedAddress },
        })),
      };
    },
  };
}
