// calibration: whether the probabilities of our forecasts are right for fires that they were not fitted to, those of the demo world, which
// grow by another rule. Of the cells forecast to burn with 70 %, how many do? Seeds up to 9,999 are for tuning the stated errors
// (docs/decisions/0076); the seeds of a run begin at 10,001.
import { DEFAULT_ENSEMBLE_ERRORS } from '@lookout/fire-model';
import { demoCase, demoGround, HOURS, membersOf } from './lib/demo-forecasts.ts';
import { brief, median } from './lib/numbers.ts';
import { addFire, biasOf, brierScore, brierSkill, createReliability, jaccardOf, SEVENTY, sharesOf } from './lib/reliability.ts';
import { printReport, printTable } from './lib/report.ts';
import type { Goal } from './lib/run-report.ts';

const FIRES = 200;
const FIRST_SEED = 10_001;
const MEMBERS = 100;
const MOST_OFF = 0.07;
/** Fires with fewer true cells than this (3.6 ha) have no shape to compare with. */
const LEAST_CELLS = 10;

/** @param args fires (200), first seed (10,001), members (100) */
export async function run(args: readonly string[]): Promise<void> {
  const [fires = FIRES, firstSeed = FIRST_SEED, members = MEMBERS] = args.map(Number);
  const ground = demoGround();
  const sums = createReliability();
  for (let seed = firstSeed; seed < firstSeed + fires; seed++) {
    const one = demoCase(seed, ground);
    addFire(sums, seed, one.truth, membersOf(one, DEFAULT_ENSEMBLE_ERRORS, members), HOURS);
    if (sums.fires % 20 === 0) console.log(`${sums.fires} fires`);
  }
  const shares = sharesOf(sums);
  printTable(
    shares.map(({ middle, cells, stated, burned }) => ({
      'said about, %': 100 * middle,
      cells,
      'said, %': brief(100 * stated),
      'burned, %': brief(100 * burned),
    })),
  );
  const seen = sums.byFire.filter(({ trueCells }) => trueCells >= LEAST_CELLS);
  const results = {
    firstSeed,
    members,
    hours: HOURS,
    classes: shares,
    brierScore: brierScore(sums),
    brierSkill: brierSkill(sums),
    scored: seen.length,
    jaccard: median(seen.map(jaccardOf)),
    areaBias: median(seen.map(biasOf)),
  };
  printTable([
    { score: 'Brier', value: brief(results.brierScore) },
    { score: 'Brier skill against the share that burns of all', value: brief(results.brierSkill) },
    { score: `Jaccard of the middle after ${HOURS} h, median of ${seen.length} fires`, value: brief(results.jaccard) },
    { score: 'area of the middle / of the truth, median', value: brief(results.areaBias) },
  ]);
  const { burned, cells } = shares[SEVENTY] as (typeof shares)[number];
  const goals: Goal[] = [
    {
      what: `of ${cells} cells said 70 %, the share that burned`,
      goal: '0.70 ± 0.07',
      got: burned,
      isReached: Math.abs(burned - 0.7) <= MOST_OFF,
    },
    {
      what: 'fires with seeds not used for tuning',
      goal: '≥ 200',
      got: sums.fires,
      isReached: sums.fires >= FIRES && firstSeed >= FIRST_SEED,
    },
  ];
  printReport({ name: 'calibration', rounds: 1, missing: [], goals, results });
}
