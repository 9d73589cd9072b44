// Alarms out: lists, pages, single ones, the latest, counts. The fence is the repository's scope.
import { type AlarmState, type Contract, LIST_LIMIT, readAlarmFilter, readKind, writeAlarm } from '@lookout/contract';
import type { Alarm, AlarmKind, FactsOf, GridNo } from '@lookout/domain';
import type { AlarmFilters, AlarmSort, Store } from '@lookout/store';
import { notFound } from '../../acting/refusal.ts';
import type { Handlers } from '../../serve/context.ts';
import { stoppedAt } from '../../serve/stopped-at.ts';
import type { GridCatalogue } from '../../services/grid-catalogue.ts';
import { readFilters, readWindow } from './filters.ts';

type Fire = Contract['fire'];
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
    return { rows: ofKind(kind, found).map((alarm) => write<K>(alarm)), ...(more && { remark: stoppedAt(limit, 'newest-listed') }) };
  };

  const page = async <K extends AlarmKind>(kind: K, scope: GridNo, filters: AlarmFilters, paging: { pageNo: number; pageSize: number }) => {
    const { pageNo, pageSize } = paging;
    const found = await store.alarms.page(scope, { ...filters, kinds: [kind] }, { offset: (pageNo - 1) * pageSize, limit: pageSize });
    return { total: found.total, pageNo, pageSize, list: ofKind(kind, found.list).map((alarm) => write<K>(alarm)) };
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
        kinds: kind ? [readKind(kind)] : undefined,
        text: address || undefined,
      };
      const order = { sort: sortOf[sort?.replace('-', '') ?? ''] ?? 'arrivedAt', descending: sort?.startsWith('-') ?? true };
      const { total, list: found } = await store.alarms.page(scope, filters, {
        ...{ offset: (pageNo - 1) * pageSize, limit: pageSize },
        ...order,
      });
      return { total, pageNo, pageSize, list: found.map((alarm) => write(alarm)) };
    },

    latestAlarms: async ({ scope }, { query }) => {
      const filters: AlarmFilters = {
        ...readWindow(query),
        kinds: query.kind ? [readKind(query.kind)] : undefined,
        handled: readAlarmFilter(query).handled ?? false,
      };
      const { list: found, more } = await store.alarms.list(scope, filters, { limit: query.limit });
      return { rows: found.map((alarm) => write(alarm)), ...(more && { remark: stoppedAt(query.limit, 'newest-listed') }) };
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

const sortOf: Readonly<Record<string, AlarmSort>> = {
  arriveTime: 'arrivedAt',
  observationDateTime: 'observedAt',
  gridNo: 'gridNo',
  kind: 'kind',
};

const ofKind = <K extends AlarmKind>(kind: K, alarms: readonly Alarm[]): Alarm<FactsOf<K>>[] =>
  alarms.filter((alarm): alarm is Alarm<FactsOf<K>> => alarm.facts.kind === kind);
