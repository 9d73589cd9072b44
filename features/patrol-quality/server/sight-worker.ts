// Runs in a worker thread: what a ranger saw on a day, and when a grid's forest was last seen.
import {
  climbMetres,
  daySlotsOf,
  encodeSeenCells,
  isScattered,
  jumpsOf,
  lastSeenDays,
  NEVER_SEEN,
  type PatrolSight,
  ridesOf,
  SEEN_COLUMNS,
  seenAlong,
  stopsOf,
  type TrackSpan,
} from '@lookout/geo';
import { giveWay } from '@lookout/server/services/thread-priority.ts';
import { answerQuestions } from '@lookout/server/services/worker-answers.ts';
import { createStandAside } from '../../travel/service/right-of-way.ts';
import type { PatrolQuestion } from '../patrol-quality.ts';
import type { CellBox } from '../patrol-seen.store.ts';
import type { DayOfSight, GapsOfLand, LandGaps, SightAnswer, SightOfDay, SightQuestion } from './sight-question.ts';

giveWay();
const standAside = createStandAside();

answerQuestions<SightQuestion, SightAnswer>(async (question) => {
  switch (question.kind) {
    case 'day':
      return sightOf(question);
    case 'gaps':
      return gapsOf(question);
  }
});

function sightOf({ fixes, dayBeginMs, positions, leftOut, pieces, rightOfWay }: DayOfSight): SightOfDay {
  const sights = pieces.map(({ ground, fixes: own }) => seenAlong(ground, own, null, () => void standAside(rightOfWay)));
  const cells = ascending(sights.map((sight) => sight.cells));
  const sum = (of: (sight: PatrolSight) => number): number => sights.reduce((total, sight) => total + of(sight), 0);
  return {
    cells: encodeSeenCells(cells),
    forest: encodeSeenCells(ascending(sights.map((sight) => sight.forestCells))),
    box: boxOf(cells),
    climbMetres: sum(({ profile }) => profile.reduce((climb, stretch) => climb + climbMetres(stretch), 0)),
    stays: stopsOf(fixes).map(({ lng, lat, beginMs, endMs }) => ({ position: { lng, lat }, ...spanOf(beginMs, endMs) })),
    points: sum((sight) => sight.points),
    withoutElevation: sum((sight) => sight.withoutElevation),
    slots: daySlotsOf(fixes, dayBeginMs),
    questions: questionsOf({ fixes, positions, leftOut }),
  };
}

/** The cells of all pieces, each once: pieces overlap. */
function ascending(pieces: readonly Float64Array[]): Float64Array {
  const [first = new Float64Array(0)] = pieces;
  if (pieces.length < 2) return first;
  return Float64Array.from(new Set(pieces.flatMap((cells) => [...cells]))).sort();
}

function boxOf(cells: Float64Array): CellBox | null {
  if (cells.length === 0) return null;
  let [west, east] = [SEEN_COLUMNS, 0];
  for (const cell of cells) {
    west = Math.min(west, cell % SEEN_COLUMNS);
    east = Math.max(east, cell % SEEN_COLUMNS);
  }
  const rowOf = (cell: number | undefined): number => Math.floor((cell ?? 0) / SEEN_COLUMNS);
  return { west, east, north: rowOf(cells[0]), south: rowOf(cells.at(-1)) };
}

const spanOf = (beginMs: number, endMs: number) => ({ begin: new Date(beginMs), end: new Date(endMs) });

const speedOf = ({ beginMs, endMs, metres }: TrackSpan) => ({
  ...spanOf(beginMs, endMs),
  metres,
  kilometresPerHour: (metres * 3_600) / Math.max(1, endMs - beginMs),
});

/** What the day's own track leaves open. Its comparison with other tracks is made where these are read. */
function questionsOf({ fixes, positions, leftOut }: Pick<DayOfSight, 'fixes' | 'positions' | 'leftOut'>): PatrolQuestion[] {
  const [first, last] = [fixes[0], fixes.at(-1)];
  return [
    ...ridesOf(fixes).map((ride): PatrolQuestion => ({ kind: 'ride', ...speedOf(ride) })),
    ...jumpsOf(fixes).map((jump): PatrolQuestion => ({ kind: 'jump', ...speedOf(jump), from: jump.from, to: jump.to })),
    ...(first !== undefined && last !== undefined && isScattered(leftOut, positions)
      ? [{ kind: 'scatter', ...spanOf(first.ms, last.ms), leftOut, positions } as const]
      : []),
  ];
}

function gapsOf({ box, weights, hectares, leastWeight, days, lastDay }: GapsOfLand): LandGaps {
  const since = lastSeenDays(box, days);
  const dangerousBySince = new Float64Array(lastDay + 2);
  let [forestHectares, dangerousHectares] = [0, 0];
  for (let row = 0, post = 0; row < box.rows; row++) {
    const area = hectares[row] as number;
    for (let column = 0; column < box.columns; column++, post++) {
      const seen = since[post] as number;
      since[post] = seen === NEVER_SEEN ? NEVER_SEEN : lastDay - seen;
      const weight = weights[post] as number;
      if (weight === 0) continue;
      forestHectares += area;
      if (weight < leastWeight) continue;
      dangerousHectares += area;
      const days = seen === NEVER_SEEN ? lastDay + 1 : lastDay - seen;
      dangerousBySince[days] = (dangerousBySince[days] as number) + area;
    }
  }
  return { since, forestHectares, dangerousHectares, dangerousBySince };
}
