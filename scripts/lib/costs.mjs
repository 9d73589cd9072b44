// The CPU seconds of a test run, compared with the budget in scripts/test-costs.json.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { compare, meanOf } from './calibration.mjs';
import { isSecondTry } from './cpu-meter.mjs';
import { root } from './prepare.mjs';
import { PROJECTS, projectOf } from './test-projects.mjs';

const BUDGET = join(root, 'scripts', 'test-costs.json');
const LAST_RUN = join(root, 'node_modules', '.cache', 'lookout-test-costs.json');

/** Before the run fails, a part may grow by this share and by the noise of the run's calibrations. */
const TOLERANCE = 0.1;
/** The same for a part without test files: its cost depends on what runs at the same time. */
const TOLERANCE_WITHOUT_FILES = 0.3;
/** A single file is measured less exactly: it may load modules that another file would otherwise have loaded. */
const FILE_TOLERANCE = 0.5;
/** The first file of a worker also pays for the database, the server and the browser that all files of the worker share. */
const FIRST_FILE_SECONDS = 10;
/** Cheaper files have no budget of their own. */
const LEAST_FILE_SECONDS = 8;
/** Files whose budget is at least this show how slow the machine is for a part. At least this many files are needed. */
const LEAST_YARDSTICK_SECONDS = 1;
const LEAST_YARDSTICKS = 8;
/** The slowness by files exceeds that by calibrations at most by this factor. */
const MOST_BEYOND_CALIBRATION = 1.35;
const DEAREST = 10;

/** Work without a budget, because its cost depends on the disk, the package registry and the sampling rate, not on tests. */
const WITHOUT_BUDGET = new Set(['npm test itself', 'install', 'programs that tests need, beside the others', 'calibration']);

/**
 * @typedef {import('./calibration.mjs').Calibration} Calibration
 * @typedef {{ calibration: Calibration, parts: Record<string, number>, kinds: Record<string, number>, files: Record<string, number> }}
 * Costs CPU seconds;
 *   files: relative to the root
 */

/**
 * @param {import('./cpu-meter.mjs').CpuSeconds} seconds
 * @param {readonly Calibration[]} calibrations
 * @returns {Costs}
 */
export function costsOf({ parts, kinds, files }, calibrations) {
  const rounded = (table) => Object.fromEntries(Object.entries(table).map(([name, value]) => [name, Math.round(value * 10) / 10]));
  const seenFromRoot = Object.fromEntries(Object.entries(files).map(([path, value]) => [relative(root, path), value]));
  return { calibration: meanOf(calibrations), parts: rounded(parts), kinds: rounded(kinds), files: rounded(seenFromRoot) };
}

/** @returns {Costs | null} null before the first budget */
export const readBudget = () => (existsSync(BUDGET) ? JSON.parse(readFileSync(BUDGET, 'utf8')) : null);

/** Stores the costs of a whole run, to be accepted as the budget by `npm test -- --accept-costs`. @param {Costs} costs */
export function rememberCosts(costs) {
  mkdirSync(dirname(LAST_RUN), { recursive: true });
  writeFileSync(LAST_RUN, JSON.stringify(costs));
}

/** Stores the last whole run's costs as the budget. @returns {boolean} false when there was no such run */
export function acceptCosts() {
  if (!existsSync(LAST_RUN)) return false;
  const { calibration, parts, kinds, files } = /** @type {Costs} */ (JSON.parse(readFileSync(LAST_RUN, 'utf8')));
  const budgeted = Object.fromEntries(Object.entries(parts).filter(([name]) => !WITHOUT_BUDGET.has(name) && !isSecondTry(name)));
  const dear = Object.entries(files).filter(([, seconds]) => seconds >= LEAST_YARDSTICK_SECONDS);
  const sorted = Object.fromEntries(dear.sort(([, a], [, b]) => b - a));
  writeFileSync(BUDGET, `${JSON.stringify({ calibration, parts: budgeted, kinds, files: sorted }, null, 2)}\n`);
  return true;
}

/**
 * How many seconds a part takes here for one second in its budget. Neighbours on the host that use its memory and caches slow browsers and
 * databases more than they slow a calibration. So the test files of the part are compared with their own budgets, and the median counts,
 * because a code change makes only a few files more expensive. A part with too few files is judged by all files of the run.
 * @param {string} part
 * @param {Costs} costs
 * @param {Costs} budget
 * @param {number} calibrated the slowness by the calibrations
 * @returns {number} at least that
 */
function slownessOf(part, costs, budget, calibrated) {
  const compared = Object.entries(costs.files).filter(([file]) => budget.files[file] >= LEAST_YARDSTICK_SECONDS);
  const own = compared.filter(([file]) => projectOf(file) === part);
  const yardsticks = own.length >= LEAST_YARDSTICKS ? own : compared;
  if (yardsticks.length < LEAST_YARDSTICKS) return calibrated;
  const ratios = yardsticks.map(([file, seconds]) => seconds / budget.files[file]).sort((a, b) => a - b);
  return Math.min(Math.max(ratios[Math.floor(ratios.length / 2)], calibrated), calibrated * MOST_BEYOND_CALIBRATION);
}

/**
 * The parts and files that exceed their budget, with what grew.
 * @param {Costs} costs
 * @param {readonly Calibration[]} calibrations of the same run
 * @param {Costs} budget
 * @returns {{ name: string, why: string }[]}
 */
export function overBudget(costs, calibrations, budget) {
  const { slowness: calibrated, noise } = compare(calibrations, budget.calibration);
  const slowness = (part) => slownessOf(part, costs, budget, calibrated);
  const grown = (table, limits) =>
    Object.entries(table).flatMap(([name, seconds]) => {
      const limit = limits(name);
      return seconds > limit ? [{ name, seconds, limit }] : [];
    });
  const files = grown(costs.files, (name) => {
    const usual = Math.max(budget.files[name] ?? 0, LEAST_FILE_SECONDS) * (1 + FILE_TOLERANCE + noise) + FIRST_FILE_SECONDS;
    return usual * slowness(projectOf(name));
  });
  const parts = grown(costs.parts, (name) => {
    const tolerance = PROJECTS.some((project) => project.name === name) ? TOLERANCE : TOLERANCE_WITHOUT_FILES;
    return (budget.parts[name] ?? Number.POSITIVE_INFINITY) * slowness(name) * (1 + tolerance + noise);
  });
  return [
    ...parts.map(({ name, seconds, limit }) => ({
      name: `CPU seconds of a part: ${name}`,
      why: [`${exceeded(seconds, limit)}. What grew most:`, ...growthOf(name, costs, budget, slowness(name)), ADVICE].join('\n'),
    })),
    ...files.map(({ name, seconds, limit }) => ({
      name: `CPU seconds of a file: ${name}`,
      why: `${exceeded(seconds, limit)}.\n${ADVICE}`,
    })),
  ];
}

const exceeded = (seconds, limit) => `${seconds.toFixed(1)} CPU s, ${limit.toFixed(1)} are allowed on this machine`;
const ADVICE =
  'Move the proof to a lower level, share what is started, or remove another test; if the cost is right, accept it: npm test -- --accept-costs';

/** @returns {string[]} the kinds of processes and the files of this part that cost more than before */
function growthOf(part, costs, budget, slowness) {
  const difference = (now, before) =>
    Object.entries(now)
      .map(([name, seconds]) => ({ name, more: seconds - (before[name] ?? 0) * slowness }))
      .filter(({ more }) => more > 1)
      .sort((a, b) => b.more - a.more)
      .slice(0, DEAREST);
  const kinds = difference(costs.kinds, budget.kinds).filter(({ name }) => name.startsWith(`${part} · `));
  const own = Object.entries(costs.files).filter(([file]) => projectOf(file) === part);
  // Files without a budget cost less than the smallest budget.
  const files = difference(Object.fromEntries(own), {
    ...Object.fromEntries(own.map(([name]) => [name, LEAST_YARDSTICK_SECONDS])),
    ...budget.files,
  });
  return [...kinds, ...files].map(({ name, more }) => `  +${more.toFixed(1)} s  ${name}`);
}

/**
 * @param {Costs} costs
 * @param {readonly Calibration[]} calibrations
 * @param {Costs | null} budget
 * @returns {string[]} tables for the end of a run
 */
export function costLines(costs, calibrations, budget) {
  const total = Object.values(costs.parts).reduce((sum, seconds) => sum + seconds, 0);
  const dearest = Object.entries(costs.files)
    .sort(([, a], [, b]) => b - a)
    .slice(0, DEAREST);
  const kinds = Object.entries(costs.kinds)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 2 * DEAREST);
  const allowed = (name) => (budget?.parts[name] === undefined ? '' : `  (budget ${budget.parts[name].toFixed(1)})`);
  const machine = budget === null ? [] : [machineLine(compare(calibrations, budget.calibration))];
  return [
    'CPU seconds by part',
    ...Object.entries(costs.parts).map(([name, seconds]) => row(seconds, name) + allowed(name)),
    row(total, 'total'),
    ...machine,
    '',
    'CPU seconds by kind of process',
    ...kinds.map(([name, seconds]) => row(seconds, name)),
    '',
    'dearest files, CPU seconds',
    ...dearest.map(([name, seconds]) => row(seconds, name)),
    '',
  ];
}

const machineLine = ({ slowness, noise }) =>
  `${slowness.toFixed(2).padStart(8)} ×  CPU time of the calibration loop beside the budget's, ± ${(noise * 100).toFixed(0)} %`;
const row = (seconds, name) => `${seconds.toFixed(1).padStart(8)} s  ${name}`;
