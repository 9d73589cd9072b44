// patrol-seen: what a ranger sees in a day of eight hours on synthetic terrain: in forest, in a mixture of forest and open land, and on open
// land; with stops, climb and the rules for days that look made up. Arguments: rounds (9).
import {
  cellDegrees,
  climbMetres,
  daySlotsOf,
  encodeSeenCells,
  hectaresOfSeenCells,
  jumpsOf,
  mayShareTrack,
  OPEN_SIGHT_METRES,
  type PatrolGround,
  type PostBox,
  ridesOf,
  seenAlong,
  soundFixes,
  stopsOf,
  type TrackFix,
  trackPieces,
  wayRepeated,
  wayTogether,
} from '@lookout/geo';
import { honestWalk, scattered } from '@lookout/geo/testing/walks.ts';
import { brief, median } from './lib/numbers.ts';
import { printReport, printTable } from './lib/report.ts';
import type { Goal } from './lib/run-report.ts';

const BEGIN_MS = Date.parse('2026-11-10T00:00:00Z');
const DAY_MS = 86_400_000;
const MOST_MS = 200;
const [FOREST, OPEN] = [1, 2];
const WARM_UP = 2;

const LANDS: Readonly<Record<string, (x: number, y: number) => number>> = {
  forest: () => FOREST,
  mixed: (x, y) => (Math.sin(x / 9) + Math.cos(y / 7) > 0 ? FOREST : OPEN),
  open: () => OPEN,
};

export async function run([rounds = '9']: readonly string[]): Promise<void> {
  const count = Number(rounds);
  const goals: Goal[] = [];
  const rows = Object.entries(LANDS).map(([land, coverAt]) => {
    const day = honestWalk({ seed: 11, beginMs: BEGIN_MS, from: { lng: 103.2, lat: 31.3 } });
    const grounds = trackPieces(soundFixes(day), OPEN_SIGHT_METRES).map(({ box }) => groundOf(box, coverAt));
    const times: number[] = [];
    let seen = seenOn(day, grounds);
    for (let round = 0; round < count + WARM_UP; round++) {
      const began = performance.now();
      seen = seenOn(day, grounds);
      times.push(performance.now() - began);
    }
    const milliseconds = median(times.slice(WARM_UP));
    goals.push({ what: `a day, ${land}, ms`, goal: `≤ ${MOST_MS}`, got: milliseconds, isReached: milliseconds <= MOST_MS });
    return { land, fixes: day.length, ...seen, milliseconds: brief(milliseconds) };
  });
  const doubts = doubtsOn(count);
  goals.push({
    what: 'questions about a day, with ten colleagues and 30 earlier days, ms',
    goal: `≤ ${MOST_MS}`,
    got: doubts,
    isReached: doubts <= MOST_MS,
  });
  printTable(rows);
  await printReport({ name: 'patrol-seen', rounds: count, missing: [], goals, results: rows });
}

/** Hills of up to 500 m over valleys of some kilometres. */
function groundOf(box: PostBox, coverAt: (x: number, y: number) => number): PatrolGround {
  const places = Array.from({ length: box.columns * box.rows }, (_, post) => {
    const [x, y] = [box.west + (post % box.columns), box.north + Math.floor(post / box.columns)];
    return [x, y] as const;
  });
  const kilometres = cellDegrees(box.level) * 111.2;
  return {
    box,
    heights: Float32Array.from(places, ([x, y]) => {
      const [east, south] = [x * kilometres, y * kilometres];
      return 2_500 + 400 * Math.sin(east / 1.1) * Math.cos(south / 1.3) + 80 * Math.sin(east / 0.31 + south / 0.43);
    }),
    covers: Uint8Array.from(places, ([x, y]) => coverAt(x, y)),
  };
}

/** Everything that is computed of a day besides the comparisons with other tracks. */
function seenOn(day: readonly TrackFix[], grounds: readonly PatrolGround[]) {
  const fixes = soundFixes(day);
  let [hectares, bytes, climb] = [0, 0, 0];
  for (const [index, piece] of trackPieces(fixes, OPEN_SIGHT_METRES).entries()) {
    const sight = seenAlong(grounds[index] as PatrolGround, piece.fixes);
    const encoded = encodeSeenCells(sight.cells);
    hectares += hectaresOfSeenCells(encoded);
    bytes += encoded.length;
    climb += sight.profile.reduce((sum, stretch) => sum + climbMetres(stretch), 0);
  }
  return { hectares: Math.round(hectares), bytes, climb: Math.round(climb), stops: stopsOf(fixes).length };
}

/** The rules for days that look made up, all comparisons in full, as if every quick test had passed. @returns milliseconds */
function doubtsOn(rounds: number): number {
  const day = soundFixes(honestWalk({ seed: 11, beginMs: BEGIN_MS }));
  const colleagues = Array.from({ length: 10 }, (_, index) => scattered(day, index + 1, 100));
  const earlier = Array.from({ length: 30 }, (_, index) => scattered(day, index + 1, 60, -DAY_MS * (index + 1)));
  const times = Array.from({ length: rounds + WARM_UP }, () => {
    const began = performance.now();
    ridesOf(day);
    jumpsOf(day);
    const slots = daySlotsOf(day, BEGIN_MS);
    for (const one of colleagues) if (mayShareTrack(slots, daySlotsOf(one, BEGIN_MS))) wayTogether(day, one);
    for (const [index, one] of earlier.entries()) wayRepeated(day, one, DAY_MS * (index + 1));
    return performance.now() - began;
  });
  return median(times.slice(WARM_UP));
}
