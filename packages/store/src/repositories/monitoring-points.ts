// Monitoring points (towers): what stands where, who answers for it, and whether it is online.
import type { GridNo, MonitoringPoint } from '@lookout/domain';
import { sql } from 'kysely';
import type { Clock, Db } from '../db.ts';
import type { Limit, PageRequest } from '../lists.ts';
import { placedTable } from '../placed-table.ts';
import { withinScope } from '../scope.ts';
import { allOf, contains, isAnyOf } from '../sql.ts';

/** Specification §3, "Resource or monitoring point", in domain terms. */
export interface MonitoringPointFilters {
  readonly text?: string | undefined;
  readonly gridNo?: GridNo | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly online?: boolean | undefined;
}

export type MonitoringPoints = ReturnType<typeof monitoringPointsRepository>;

export function monitoringPointsRepository(db: Db, clock: Clock) {
  const monitoringPoints = placedTable<MonitoringPoint>({ db, clock }, 'monitor', {
    id: 'id text',
    name: 'name text',
    resourceCode: 'resource_code text',
    resourceType: 'resource_type text',
    online: 'online boolean',
    districtName: 'district_name text',
    streetName: 'street_name text',
    gridNo: 'grid_no text',
    groundHeightMetres: 'z float8',
    towerHeightMetres: 'tower_height_metres float8',
    leaderName: 'leader_name text',
    leaderPhone: 'leader_phone text',
    description: 'description text',
    rangeMetres: 'monitor_range_metres float8',
    horizontalAngleDegrees: 'horizontal_angle_degrees float8',
  });

  const matching = ({ text, gridNo, ids, online }: MonitoringPointFilters) =>
    allOf([
      ...(text === undefined ? [] : [contains('monitor.name', text)]),
      ...(gridNo === undefined ? [] : [withinScope('monitor.grid_no', gridNo)]),
      ...(ids === undefined ? [] : [isAnyOf('monitor.id', ids)]),
      ...(online === undefined ? [] : [sql<boolean>`monitor.online = ${online}`]),
    ]);

  return {
    find: monitoringPoints.find,
    list: (scope: GridNo, filters: MonitoringPointFilters, limit: Limit) => monitoringPoints.list(scope, matching(filters), limit),
    page: (scope: GridNo, filters: MonitoringPointFilters, request: PageRequest) =>
      monitoringPoints.page(scope, matching(filters), request),
    put: (scope: GridNo, points: readonly MonitoringPoint[]) => monitoringPoints.put(scope, points),
    /** Its cameras go with it. */
    remove: monitoringPoints.remove,
  };
}
