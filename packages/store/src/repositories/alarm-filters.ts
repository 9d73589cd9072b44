// What a list of alarms may be narrowed by.
import { type AlarmKind, dedupeKeyOfFireNo, type FindType, type GridNo, type Verdict } from '@lookout/domain';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { withinScope } from '../scope.ts';
import { contains, isAnyOf, isUuid } from '../sql.ts';

export interface BoundingBox {
  /** WGS 84 degrees; west > east crosses the antimeridian. */
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** All are optional; begins are inclusive, ends exclusive. */
export interface AlarmFilters {
  readonly kinds?: readonly AlarmKind[] | undefined;
  readonly beginArrived?: Date | undefined;
  readonly endArrived?: Date | undefined;
  readonly beginObserved?: Date | undefined;
  readonly endObserved?: Date | undefined;
  readonly verdict?: Verdict | undefined;
  readonly handled?: boolean | undefined;
  /** Judged real and not closed yet. */
  readonly inProgress?: boolean | undefined;
  readonly pushed?: boolean | undefined;
  /** This grid and all below it: narrows further inside the scope. */
  readonly gridNo?: GridNo | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly fireNo?: string | undefined;
  readonly findType?: FindType | undefined;
  readonly deviceId?: string | undefined;
  readonly monitorId?: string | undefined;
  /** Of danger checks: put right since, or not. */
  readonly dangerRenovated?: boolean | undefined;
  /** Occurs in the address. */
  readonly text?: string | undefined;
  readonly box?: BoundingBox | undefined;
}

type Condition = RawBuilder<SqlBool>;

const stagesOfVerdict = {
  unjudged: sql`alarm.stage in ('open', 'handled')`,
  false: sql`alarm.stage = 'dismissed'`,
  real: sql`alarm.stage in ('in-progress', 'closed')`,
} as const satisfies Record<Verdict, Condition>;

const conditionOf: { readonly [K in keyof AlarmFilters]-?: (value: NonNullable<AlarmFilters[K]>) => Condition } = {
  kinds: (kinds) => isAnyOf('alarm.kind', kinds),
  beginArrived: (at) => sql`alarm.arrived_at >= ${at}`,
  endArrived: (at) => sql`alarm.arrived_at < ${at}`,
  beginObserved: (at) => sql`alarm.observed_at >= ${at}`,
  endObserved: (at) => sql`alarm.observed_at < ${at}`,
  // Written out, so that the partial indexes on these words can serve.
  verdict: (verdict) => stagesOfVerdict[verdict],
  handled: (handled) => (handled ? sql`alarm.stage <> 'open'` : sql`alarm.stage = 'open'`),
  inProgress: (is) => (is ? sql`alarm.stage = 'in-progress'` : sql`alarm.stage <> 'in-progress'`),
  pushed: (pushed) => (pushed ? sql`alarm.pushed_at is not null` : sql`alarm.pushed_at is null`),
  gridNo: (gridNo) => withinScope('alarm.grid_no', gridNo),
  ids: (ids) => isAnyOf('alarm.id', ids.filter(isUuid), 'uuid'),
  // The key of a detection holds its number; fire_no only where it does not.
  fireNo: (fireNo) => sql`(alarm.dedupe_key = ${dedupeKeyOfFireNo(fireNo)} or alarm.fire_no = ${fireNo})`,
  findType: (findType) => sql`alarm.find_type = ${findType}`,
  deviceId: (deviceId) => sql`alarm.device_id = ${deviceId}`,
  monitorId: (monitorId) => sql`alarm.monitor_id = ${monitorId}`,
  dangerRenovated: (is) => sql`((alarm.facts::json ->> 'checkStatus' = 'renovated') = ${is})`,
  text: (text) => sql`(${contains('alarm.formatted_address', text)} or ${contains('alarm.address', text)})`,
  box: ({ west, south, east, north }) => {
    const between = west <= east ? sql`alarm.lng between ${west} and ${east}` : sql`(alarm.lng >= ${west} or alarm.lng <= ${east})`;
    return sql`(${between} and alarm.lat between ${south} and ${north})`;
  },
};

export function alarmConditions(filters: AlarmFilters): Condition[] {
  return (Object.keys(conditionOf) as (keyof AlarmFilters)[]).flatMap((key) => {
    const value = filters[key];
    // The table's type pairs each key with its own value; a loop over keys cannot carry that through.
    return value === undefined ? [] : [(conditionOf[key] as (value: unknown) => Condition)(value)];
  });
}
