// The quality of patrols: each ranger's month, the dangerous forest that nobody saw, and the background work that computes both.
import { beijingDayOf, covers, dayText, type GridNo, levelOf, withGridName } from '@lookout/domain';
import { encodeSeenCells, hectaresOfSeenCells, uniteSeenCells } from '@lookout/geo';
import { invalid, notFound } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import { createWorkerHost } from '@lookout/server/services/worker-host.ts';
import { mapInSlices } from '@lookout/store';
import { daysOfMonth, type PatrolQuality, type PatrolQuestion } from './patrol-quality.ts';
import type { QualityRow } from './patrol-seen.store.ts';
import { gapPictureOf } from './server/gap-picture.ts';
import { createGaps } from './server/gaps.ts';
import { startSightDays } from './server/sight-days.ts';
import type { LandGaps, SightOfDay, SightQuestion } from './server/sight-question.ts';

export const patrolQuality: ServerFeature<'patrolQuality'> = {
  open(room) {
    const { store, grids, waits } = room;
    const url = new URL('./server/sight-worker.ts', import.meta.url);
    // Days of many rangers are computed for minutes; a page does not wait for them.
    const dayWorker = createWorkerHost<SightQuestion, SightOfDay>(url);
    const gapWorker = createWorkerHost<SightQuestion, LandGaps>(url);
    const sightDays = startSightDays(room, dayWorker, waits.patrolSeenEveryMs);
    const gaps = createGaps(room, gapWorker);

    /** The names of rangers that the reader may see. */
    const named = async (scope: GridNo, rows: readonly QualityRow[]) => {
      const ids = new Set(rows.flatMap(({ questions }) => questions.flatMap((one) => (one.kind === 'together' ? [one.userId] : []))));
      const people = new Map((await store.rangers.named(scope, [...ids])).map(({ userId, fullName }) => [userId, fullName]));
      return (question: PatrolQuestion): PatrolQuestion =>
        question.kind === 'together' ? { ...question, fullName: people.get(question.userId) ?? null } : question;
    };

    return {
      calls: {
        async patrolQuality({ scope, now }, { body }) {
          const { pageNo, pageSize } = body;
          const { first, last } = spanOf(body.month, now);
          sightDays.watched();
          const asked = { beginDay: first, endDay: last, name: body.name || undefined, userId: body.userId ?? undefined };
          const page = { offset: (pageNo - 1) * pageSize, limit: pageSize };
          const { total, list } = await store.patrolSeen.month(scope, asked, sightDays.dueNow(), page);
          const nameIn = await named(scope, list);
          const forest = await mapInSlices(list, (row) => uniteSeenCells(row.forest));
          const dangerous = await gaps.dangerousAmong(forest);
          const rows = await mapInSlices(
            list,
            ({ cells, forest: _, ...row }, index): PatrolQuality => ({
              ...row,
              questions: row.questions.map(nameIn),
              seenHectares: hectaresOf(uniteSeenCells(cells)),
              seenForestHectares: hectaresOf(forest[index] ?? []),
              seenDangerousHectares: dangerous[index] ?? null,
            }),
          );
          return { total, pageNo, pageSize, list: rows.map((row) => withGridName(row, grids().nameOf)) };
        },

        async patrolGaps({ scope, now }, { body: { gridNo, month } }) {
          if (!covers(scope, gridNo)) throw notFound();
          const { first, last } = spanOf(month, now);
          const counties = countiesIn(gridNo, (no) =>
            grids()
              .childrenOf(no)
              .map((child) => child.no),
          );
          sightDays.watched();
          const { rows, unknownGrids, pendingGrids } = await gaps.figures(counties, last);
          const nameOf = (no: GridNo): string => grids().nameOf(no) ?? no;
          return {
            asOfDay: last,
            rows: rows.toSorted((a, b) => (a.gridNo < b.gridNo ? -1 : 1)).map((row) => withGridName(row, nameOf)),
            unknownGrids: unknownGrids.map(nameOf),
            pendingGrids,
            pendingDays: await store.patrolSeen.countDue(sightDays.dueNow(), first, last),
          };
        },

        async patrolGapPicture({ scope, now }, { body: { gridNo, month, userId, cells } }) {
          if (!covers(scope, gridNo)) throw notFound();
          if (levelOf(gridNo) !== 'county') throw invalid('gridNo', 'patrol-gaps-level');
          const { last } = spanOf(month, now);
          if (userId != null && (await store.rangers.named(scope, [userId])).length === 0) throw notFound();
          const found = await gaps.of({ gridNo, asOfDay: last, userId: userId ?? null });
          if (found === null) throw invalid('gridNo', 'danger-grid-no-area');
          return { gridNo, gridName: grids().nameOf(gridNo) ?? gridNo, asOfDay: last, ...(await gapPictureOf(found, cells)) };
        },
      },
      jobs: [sightDays, dayWorker, gapWorker],
    };
  },
};

/** The first and the last day of a month so far. @throws invalid for a month that has not begun */
function spanOf(month: string | null | undefined, now: Date): { readonly first: string; readonly last: string } {
  const today = dayText(beijingDayOf(now.getTime()));
  const { first, last } = daysOfMonth(month ?? today.slice(0, 'YYYY-MM'.length));
  if (first > today) throw invalid('month', 'month-ahead');
  return today < last ? { first, last: today } : { first, last };
}

/** @throws invalid for a grid that is neither a prefecture nor a county */
function countiesIn(gridNo: GridNo, childrenOf: (no: GridNo) => readonly GridNo[]): readonly GridNo[] {
  const level = levelOf(gridNo);
  if (level === 'county') return [gridNo];
  if (level !== 'prefecture') throw invalid('gridNo', 'patrol-gaps-level');
  return childrenOf(gridNo).filter((no) => levelOf(no) === 'county');
}

const hectaresOf = (cells: readonly number[]): number => hectaresOfSeenCells(encodeSeenCells(cells));
