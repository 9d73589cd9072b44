// Handlers that read alarms: lists, pages, single alarms, counts, alarms at the same place, history. The repository limits every query to
// the scope.

import { LIST_LIMIT, type Received } from '@lookout/contract';
import { covers, type GridNo, type Logged } from '@lookout/domain';
import { invalid, notFound } from '@lookout/server/acting/refusal.ts';
import type { Handlers } from '@lookout/server/serve/context.ts';
import { stoppedAt } from '@lookout/server/serve/envelope.ts';
import { mapInSlices, Unreadable } from '@lookout/store';
import type { Contract } from '../../contract.ts';
import { isObjectOpen } from '../../events.ts';
import type { GridCatalogue } from '../../grid/service/grid-catalogue.ts';
import type { Store } from '../../store.ts';
import type { AlarmState } from '../alarm.calls.ts';
import { type Alarm, type AlarmKind, type AlarmSort, type FactsOf, type NamedAlarm, namedAlarm } from '../alarm.ts';
import { readKind, writeAlarm } from '../alarm.wire.ts';
import type { AlarmEvent } from '../alarm-events.ts';
import { historyLineOf } from '../alarm-history.ts';
import { eventsOfAct, writeArchived, writeHistoryLine } from '../alarm-history.wire.ts';
import { readAlarmFilter } from '../alarm-requests.wire.ts';
import type { AlarmFilters } from '../alarms.store.ts';

type Fire = Contract['alarm'];
type Reads = Pick<
  Handlers<Fire>,
  | 'satelliteNew'
  | 'satelliteByFireNo'
  | 'satelliteInfoByFireNo'
  | 'satelliteList'
  | 'satelliteOne'
  | 'monitorPage'
  | 'monitorList'
  | 'monitorOne'
  | 'reportList'
  | 'smokePage'
  | 'dangerList'
  | 'dangerCount'
  | 'page'
  | 'latestAlarms'
  | 'countByPrefecture'
>;

export function fireReads(store: Store, grids: () => GridCatalogue): Reads {
  const write = <K extends AlarmKind>(alarm: Alarm<FactsOf<K>>) => writeAlarm(alarm, grids().nameOf);

  const list = async <K extends AlarmKind>(kind: K, scope: GridNo, filters: AlarmFilters, limit = LIST_LIMIT) => {
    const { list: found, more } = await store.alarms.list(scope, { ...filters, kinds: [kind] }, { limit });
    return {
      rows: await mapInSlices(ofKind(kind, found), (alarm) => write<K>(alarm)),
      ...(more && { remark: stoppedAt(limit, 'newest-listed') }),
    };
  };

  const page = async <K extends AlarmKind>(kind: K, scope: GridNo, filters: AlarmFilters, paging: { pageNo: number; pageSize: number }) => {
    const { pageNo, pageSize } = paging;
    const found = await store.alarms.page(scope, { ...filters, kinds: [kind] }, { offset: (pageNo - 1) * pageSize, limit: pageSize });
    return { total: found.total, pageNo, pageSize, list: await mapInSlices(ofKind(kind, found.list), (alarm) => write<K>(alarm)) };
  };

  const one = <K extends AlarmKind>(kind: K, alarm: Alarm | null) => {
    const [found] = alarm ? ofKind(kind, [alarm]) : [];
    if (!found) throw notFound();
    return write<K>(found);
  };

  return {
    satelliteNew: ({ scope }, { body }) => list('satellite', scope, { ...readWindow(body ?? {}), handled: false }),
    satelliteByFireNo: async ({ scope }, { query }) => one('satellite', await store.alarms.findByFireNo(scope, query.fireNo)),
    satelliteInfoByFireNo: async ({ scope }, { query }) => one('satellite', await store.alarms.findByFireNo(scope, query.fireNo)),
    satelliteList: ({ scope }, { body }) => list('satellite', scope, readFilters(body, scope)),
    satelliteOne: async ({ scope }, { query }) => one('satellite', await store.alarms.find(scope, query.id)),
    monitorPage: ({ scope }, { body }) => page('camera', scope, readFilters(body, scope), body),
    monitorList: ({ scope }, { body }) => list('camera', scope, readFilters(body, scope)),
    monitorOne: async ({ scope }, { query }) => one('camera', await store.alarms.find(scope, query.id)),
    reportList: ({ scope }, { body }) => list('report', scope, readFilters(body, scope)),
    smokePage: ({ scope }, { body }) => page('smoke', scope, readFilters(body, scope), body),
    dangerList: ({ scope }, { body }) => list('danger', scope, readFilters(body, scope)),

    dangerCount: async ({ scope }, { body }) => {
      const filters: AlarmFilters = { ...readFilters(body, scope), kinds: ['danger'] };
      const [total, renovated] = await Promise.all([
        store.alarms.count(scope, filters),
        store.alarms.count(scope, { ...filters, dangerRenovated: true }),
      ]);
      return { total, open: total - renovated, renovated };
    },

    page: async ({ scope }, { body }) => {
      const { pageNo, pageSize, id, kind, state, address, sort } = body;
      const filters: AlarmFilters = {
        ...readWindow(body),
        ...(state && filtersOfState[state]),
        ids: id ? [id] : undefined,
        kinds: kind ? [kind] : undefined,
        text: address || undefined,
      };
      const order = { sort: (sort?.replace('-', '') ?? 'arrivedAt') as AlarmSort, descending: sort?.startsWith('-') ?? true };
      const { total, list: found } = await store.alarms.page(scope, filters, {
        offset: (pageNo - 1) * pageSize,
        limit: pageSize,
        ...order,
      });
      return { total, pageNo, pageSize, list: await mapInSlices(found, (alarm) => namedAlarm(alarm, grids().nameOf)) };
    },

    latestAlarms: async ({ scope }, { query }) => {
      const filters: AlarmFilters = {
        ...readWindow(query),
        kinds: query.kind ? [readKind(query.kind)] : undefined,
        handled: readAlarmFilter(query).handled ?? false,
        withDrills: query.withDrills === 1,
      };
      const { list: found, more } = await store.alarms.list(scope, filters, { limit: query.limit });
      return { rows: await mapInSlices(found, (alarm) => write(alarm)), ...(more && { remark: stoppedAt(query.limit, 'newest-listed') }) };
    },

    countByPrefecture: async ({ scope }, { query }) => {
      const counts = await store.alarms.countByPrefecture(scope, { ...readWindow(query), handled: false });
      return {
        rows: counts.flatMap(({ gridNo, count }) => {
          const grid = grids().find(gridNo);
          return grid?.centre ? [{ gridNo, gridName: grid.name, longitude: grid.centre.lng, latitude: grid.centre.lat, count }] : [];
        }),
      };
    },
  };
}

const filtersOfState: Readonly<Record<AlarmState, AlarmFilters>> = {
  open: { handled: false },
  'in-progress': { inProgress: true },
  unjudged: { verdict: 'unjudged' },
  real: { verdict: 'real' },
  false: { verdict: 'false' },
  closed: { verdict: 'real', inProgress: false },
};

const ofKind = <K extends AlarmKind>(kind: K, alarms: readonly Alarm[]): Alarm<FactsOf<K>>[] =>
  alarms.filter((alarm): alarm is Alarm<FactsOf<K>> => alarm.facts.kind === kind);

type FollowUp = Pick<Handlers<Contract['alarm']>, 'one' | 'inProgress' | 'history' | 'historyPage'>;

export function fireFollowUp(store: Store, grids: () => GridCatalogue): FollowUp {
  const named = (alarm: Alarm): NamedAlarm => namedAlarm(alarm, grids().nameOf);

  /**
   * The archives of events that the history may no longer show: for an alarm that was over in the archived months. Its later events are in
   * the log.
   */
  const archivedOf = async (events: readonly Logged<AlarmEvent>[]) => {
    const archives = await store.logParts.archives('event');
    const newest = archives.at(-1);
    const old = newest ? events.filter(({ seq }) => seq <= newest.last) : [];
    const [first, last] = [old[0], old.at(-1)];
    if (!newest || !first || !last) return null;
    const [state = null] = await store.events.statesAfter([last]);
    if (!(state instanceof Unreadable) && isObjectOpen('alarm', state as Alarm | null, new Date())) return null;
    const files = archives.filter((archive) => archive.first <= last.seq && archive.last >= first.seq).map(({ file }) => file);
    return writeArchived({ before: newest.endedAt, files });
  };

  return {
    async one({ scope }, { query }) {
      const alarm = await store.alarms.find(scope, query.id);
      if (!alarm) throw notFound();
      return named(alarm);
    },

    async inProgress({ scope }, { query }) {
      const { list, more } = await store.alarms.list(
        scope,
        { inProgress: true, withDrills: query.withDrills === 1 },
        { limit: LIST_LIMIT },
      );
      return { rows: await mapInSlices(list, named), ...(more && { remark: stoppedAt(LIST_LIMIT, 'newest-listed') }) };
    },

    async history({ scope }, { query }) {
      // Deleted alarms are included: their history is needed most.
      const alarm = await store.alarms.findEver(scope, query.id);
      if (!alarm) throw notFound();
      const events = await store.events.ofAlarm(scope, alarm.id);
      // For an alarm created from another, the line of that link replaces the line of its creation.
      const isLinked = events.some(({ kind }) => kind === 'alarm.linked');
      const shown = events.filter(({ kind }) => kind !== 'alarm.recorded' || !isLinked);
      const archived = await archivedOf(events);
      return {
        rows: shown.map((event) => {
          const line = writeHistoryLine(event, grids().nameOf);
          return event.kind === 'alarm.recorded' && archived ? { ...line, detail: { ...line.detail, archived } } : line;
        }),
      };
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
        total: found.total,
        pageNo,
        pageSize,
        list: found.list.map(({ event, alarm: { kind: alarmKind, gridNo, formattedAddress } }) => ({
          ...historyLineOf(event, grids().nameOf),
          alarmKind,
          gridNo,
          formattedAddress,
        })),
      };
    },
  };
}

// Filters of the wire as filters of the store.

type ListBody = Omit<Received<Contract['alarm']['reportList']>['body'], 'gridNo'>;

/** @param scope the scope of the call; a `countyCode` outside it is refused like a `gridNo` */
function readFilters(body: ListBody, scope: GridNo): AlarmFilters {
  if (body.countyCode != null && !covers(scope, body.countyCode)) throw invalid('countyCode', 'outside-own-grid');
  return { ...readWindow(body), ...readAlarmFilter(body) };
}

/** Window by time of arrival: begin inclusive, end exclusive. Without a window all alarms match. */
function readWindow(window: { readonly beginTime?: Date | null | undefined; readonly endTime?: Date | null | undefined }): AlarmFilters {
  const { beginTime, endTime } = window;
  if (beginTime && endTime && beginTime > endTime) throw invalid('endTime', 'end-before-begin');
  return { beginArrived: beginTime ?? undefined, endArrived: endTime ?? undefined };
}
