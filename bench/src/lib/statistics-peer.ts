// The query of 统计分析 in SQL, over the product's tables: alarms in their current state, times from the events. Without danger level and
// weather, which the product also returns.
import { type GridNo, levelOf, prefixOf, type Span } from '@lookout/domain';
import { LEAST_CASES_OF_POST } from '@lookout/features/statistics/statistics.ts';
import type pg from 'pg';

/** Numbers by section and key, in the same form on both sides. */
export type Comparable = Readonly<Record<string, Readonly<Record<string, readonly (number | null)[]>>>>;

interface Tally {
  readonly total: number;
  readonly real: number;
  readonly false: number;
  readonly unjudged: number;
}
interface Times {
  readonly step: string;
  readonly count: number;
  readonly medianSeconds: number | null;
  readonly ninetiethSeconds: number | null;
}
/** Times are texts, as in JSON. */
interface Period {
  readonly begin: string;
  readonly end: string;
  readonly tally: Tally;
  readonly times: readonly Times[];
}

/** The parts of the product's reply that are compared. */
export interface Report {
  readonly step: 'hour' | 'day' | 'week' | 'month';
  readonly now: Period;
  readonly before: Period;
  readonly yearBefore: Period;
  readonly series: readonly (Tally & { readonly begin: string })[];
  readonly grids: readonly (Tally & { readonly gridNo: string })[];
  readonly kinds: readonly (Tally & { readonly kind: string })[];
  readonly fireTypes: readonly { readonly realFireType: string | null; readonly total: number }[];
  readonly cameras: readonly (Tally & { readonly deviceId: string | null })[];
  readonly posts: readonly (Times & { readonly post: string | null })[];
}

const numbersOf = ({ total, real, false: no, unjudged }: Tally) => [total, real, no, unjudged];
const timesOf = ({ count, medianSeconds, ninetiethSeconds }: Times) => [count, medianSeconds, ninetiethSeconds];

export function comparableOf(report: Report): Comparable {
  const keyed = <T>(rows: readonly T[], keyOf: (row: T) => string, valuesOf: (row: T) => (number | null)[]) =>
    Object.fromEntries(
      rows
        .map((row) => [keyOf(row), valuesOf(row)] as const)
        .filter(([, values]) => values.some((value) => (value ?? 0) > 0))
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
  const period = ({ times, tally }: Period) => ({
    total: numbersOf(tally),
    ...keyed(times, ({ step }) => step, timesOf),
  });
  return {
    now: period(report.now),
    before: period(report.before),
    yearBefore: period(report.yearBefore),
    series: keyed(report.series, ({ begin }) => begin, numbersOf),
    grids: keyed(report.grids, ({ gridNo }) => gridNo, numbersOf),
    kinds: keyed(report.kinds, ({ kind }) => kind, numbersOf),
    fireTypes: keyed(
      report.fireTypes,
      ({ realFireType }) => String(realFireType),
      ({ total }) => [total],
    ),
    cameras: keyed(report.cameras, ({ deviceId }) => String(deviceId), numbersOf),
    posts: keyed(report.posts, ({ step, post }) => `${step} ${post ?? ''}`, timesOf),
  };
}

/** The alarms of a span in a grid, with their verdict. $1, $2: the span, $3, $4: the range of grid numbers. */
const CHOSEN = `chosen as materialized (
  select id, kind, grid_no, arrived_at, device_id, real_fire_type,
    case when judged_at is null then 0 when stage = 'dismissed' then 1 else 2 end as verdict
  from alarm where deleted_at is null and arrived_at >= $1 and arrived_at < $2 and grid_no >= $3 and grid_no < $4)`;

const TALLY = `count(*)::int as total, (count(*) filter (where verdict = 2))::int as "real", (count(*) filter (where verdict = 1))::int as "false",
  (count(*) filter (where verdict = 0))::int as unjudged`;

/** $5: the unit of the bars, $6: the number of digits of a sub-grid's code. */
const COUNTS = `with ${CHOSEN}, keyed as (
  select *, greatest(date_trunc($5, arrived_at at time zone 'Asia/Shanghai'), $1::timestamptz at time zone 'Asia/Shanghai') as bar,
    case when $6 = 9 then grid_no else rpad(left(grid_no, $6), 6, '0') end as part,
    case when kind = 'camera' then device_id end as camera, case when verdict = 2 then real_fire_type end as type
  from chosen)
  select grouping(bar, part, kind, type, camera) as section, to_char(bar, 'YYYY-MM-DD HH24:MI:SS') as bar, part, kind, type, camera, ${TALLY}
  from keyed group by grouping sets ((bar), (part), (kind), (type), (camera), ())`;

const STEP_OF = `case kind when 'alarm.acknowledged' then 'acknowledge' when 'alarm.judged' then 'judge' when 'alarm.dispatched' then 'send'
  when 'alarm.closed' then 'close' else 'arrive' end`;

const TIMES = `with ${CHOSEN}, steps as (
  select distinct on (event.object_id, ${STEP_OF.replaceAll('kind', 'event.kind')}) ${STEP_OF.replaceAll('case kind', 'case event.kind')} as step, event.post,
    greatest(0, floor(extract(epoch from event.happened_at - chosen.arrived_at)))::int as wait
  from chosen join event on event.object_id = chosen.id::text
  where event.kind in ('alarm.acknowledged', 'alarm.judged', 'alarm.dispatched', 'alarm.closed')
    or event.kind = 'alarm.progressed' and event.payload ->> 'state' in ('arrived', 'reported', 'done')
  order by event.object_id, ${STEP_OF.replaceAll('kind', 'event.kind')}, event.seq)
  select step, post, grouping(post) as is_all, count(*)::int as count, percentile_disc(0.5) within group (order by wait) as "medianSeconds",
    percentile_disc(0.9) within group (order by wait) as "ninetiethSeconds"
  from steps group by grouping sets ((step), (step, post))`;

const TOTAL = `with ${CHOSEN} select ${TALLY} from chosen`;

/** Number of digits in the code of a sub-grid, by the level of the grid. */
const digitsOf = { nation: 2, province: 4, prefecture: 6, county: 9, town: 9, village: 9 } as const;
/** In the bits of SQL's `grouping`, the key of a section is 0. */
const SECTIONS = { 15: 'series', 23: 'grids', 27: 'kinds', 29: 'fireTypes', 30: 'cameras' } as const;

/** @param report the product's reply, for its compared spans, its bars, and the cameras that it lists */
export async function askPostgres(client: pg.Client, gridNo: GridNo, span: Span, report: Report): Promise<Comparable> {
  const prefix = prefixOf(gridNo);
  const scope = [prefix, prefix === '' ? ':' : prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)];
  const sorted = (rows: readonly (readonly [string, (number | null)[]])[]) =>
    Object.fromEntries(rows.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const periodOf = async (begin: string | Date, end: string | Date) => {
    const values = [begin, end, ...scope];
    const { rows: totals } = await client.query<Tally>(TOTAL, values);
    const { rows: times } = await client.query<Times & { is_all: number; post: string | null }>(TIMES, values);
    const ofAll = times.filter(({ is_all }) => is_all === 1);
    const total = totals[0] as Tally;
    return {
      figures: {
        ...(total.total > 0 ? { total: numbersOf(total) } : { total: [0, 0, 0, 0] }),
        ...sorted(ofAll.map((row) => [row.step, timesOf(row)])),
      },
      posts: sorted(
        times
          .filter(({ is_all, count }) => is_all === 0 && count >= LEAST_CASES_OF_POST)
          .map((row) => [`${row.step} ${row.post ?? ''}`, timesOf(row)]),
      ),
    };
  };
  const beijing = (text: string) => `${text}+08`;
  const now = await periodOf(span.begin, span.end);
  const before = await periodOf(beijing(report.before.begin), beijing(report.before.end));
  const yearBefore = await periodOf(beijing(report.yearBefore.begin), beijing(report.yearBefore.end));
  const { rows } = await client.query<
    Tally & { section: number; bar: string; part: string; kind: string; type: string | null; camera: string | null }
  >(COUNTS, [span.begin, span.end, ...scope, report.step, digitsOf[levelOf(gridNo)]]);
  const listed = new Set(report.cameras.map(({ deviceId }) => deviceId));
  type Row = (typeof rows)[number];
  const keyedRow: Readonly<Record<(typeof SECTIONS)[keyof typeof SECTIONS], (row: Row) => (readonly [string, (number | null)[]])[]>> = {
    series: (row) => [[row.bar, numbersOf(row)]],
    grids: (row) => [[row.part, numbersOf(row)]],
    kinds: (row) => [[row.kind, numbersOf(row)]],
    fireTypes: (row) => (row.type === null ? [] : [[row.type, [row.real]]]),
    cameras: (row) => (row.camera !== null && listed.has(row.camera) ? [[row.camera, numbersOf(row)]] : []),
  };
  const sectionOf = (wanted: (typeof SECTIONS)[keyof typeof SECTIONS]) =>
    sorted(
      rows
        .filter(({ section }) => SECTIONS[section as keyof typeof SECTIONS] === wanted)
        .flatMap((row): (readonly [string, (number | null)[]])[] => keyedRow[wanted](row)),
    );
  return {
    now: now.figures,
    before: before.figures,
    yearBefore: yearBefore.figures,
    series: sectionOf('series'),
    grids: sectionOf('grids'),
    kinds: sectionOf('kinds'),
    fireTypes: sectionOf('fireTypes'),
    cameras: sectionOf('cameras'),
    posts: now.posts,
  };
}
