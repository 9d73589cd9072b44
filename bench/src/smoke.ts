// smoke: the built-in smoke detector on painted towers. Plumes found, how fast, false finds a camera and week, milliseconds of CPU a frame;
// on the set that it was tuned on, and on one that it was not.
import { createHash } from 'node:crypto';
import { type Box, createDetector, type Find } from '@lookout/smoke';
import { createScene, FRAME_SECONDS } from '@lookout/smoke/testing';
import { brief, median } from './lib/numbers.ts';
import { printReport, printTable } from './lib/report.ts';
import type { Goal } from './lib/run-report.ts';
import { IMPOSTORS, type Sequence, type SetName, sequencesOf, WEEK_FRAMES } from './lib/smoke-set.ts';

/** Smoke is in sight from the first frame in which it hides a tenth of this many pixels, 0.05 % of the picture. */
const LEAST_PIXELS = 154;
const WITHIN_SECONDS = 180;
const MOST_MS = 15;
const engine = createDetector();
/** Every so many frames enter the set's hash. */
const HASHED = 10;

interface Outcome {
  readonly sequence: Sequence;
  /** Seconds from the first frame with smoke in sight to the find; null: not found. */
  readonly seconds: number | null;
  readonly isSmoke: boolean;
  readonly falseFinds: number;
}

/** @param args share of the frozen set (1: a week), share of the tuning set (0.2) */
export async function run(args: readonly string[]): Promise<void> {
  const [frozen = 1, tuning = 0.2] = args.map(Number);
  const sets = (
    [
      ['frozen', frozen],
      ['tuning', tuning],
    ] as const
  ).filter(([, share]) => share > 0);
  const results: Record<string, unknown> = {};
  const goals: Goal[] = [];
  for (const [name, share] of sets) {
    const one = judgeSet(name, share);
    results[name] = one.figures;
    goals.push(...one.goals);
  }
  printReport({ name: 'smoke', rounds: 1, missing: [], goals, results });
}

function judgeSet(name: SetName, share: number) {
  const hash = createHash('sha256');
  const cpu = { milliseconds: 0, frames: 0 };
  const outcomes: Outcome[] = [];
  for (const sequence of sequencesOf(name, share)) outcomes.push(follow(sequence, hash, cpu));
  const plumes = outcomes.filter(({ isSmoke }) => isSmoke);
  const inTime = plumes.filter(({ seconds }) => seconds !== null && seconds <= WITHIN_SECONDS);
  const found = plumes.filter(({ seconds }) => seconds !== null);
  const others = outcomes.filter(({ sequence }) => sequence.kind !== 'smoke');
  const weeks = others.reduce((sum, { sequence }) => sum + sequence.frames, 0) / WEEK_FRAMES;
  const falseFinds = outcomes.reduce((sum, one) => sum + one.falseFinds, 0);
  const falseSequences = others.filter((one) => one.falseFinds > 0).length;
  const figures = {
    hash: hash.digest('hex').slice(0, 16),
    plumes: plumes.length,
    recallInTime: inTime.length / plumes.length,
    recall: found.length / plumes.length,
    precision: found.length / (found.length + falseSequences),
    medianSeconds: median(found.map(({ seconds }) => seconds as number)),
    falseFindsAWeek: falseFinds / weeks,
    msAFrame: cpu.milliseconds / cpu.frames,
    byKind: Object.fromEntries(
      IMPOSTORS.map((kind) => [
        kind,
        others.filter(({ sequence }) => sequence.kind === kind).reduce((sum, one) => sum + one.falseFinds, 0),
      ]),
    ),
  };
  printTable([
    { set: name, figure: 'plumes found within 3 minutes', value: brief(figures.recallInTime) },
    { set: name, figure: 'plumes found', value: brief(figures.recall) },
    { set: name, figure: 'median seconds', value: brief(figures.medianSeconds) },
    { set: name, figure: 'sequences: precision', value: brief(figures.precision) },
    { set: name, figure: 'false finds a camera and week', value: brief(figures.falseFindsAWeek) },
    { set: name, figure: 'ms of CPU a frame', value: brief(figures.msAFrame) },
  ]);
  // Figures of a part of a set say so, because a share of a week proves little about a week.
  const part = share === 1 ? '' : `, ${Math.round(100 * share)} %`;
  const about = name === 'frozen' ? `frozen set ${figures.hash}${part}` : `tuning set${part}`;
  return {
    figures,
    goals: [
      {
        what: `${about}, ${plumes.length} plumes: found within 3 minutes`,
        goal: '≥ 0.95',
        got: figures.recallInTime,
        isReached: figures.recallInTime >= 0.95,
      },
      {
        what: `${about}: false finds a camera and week`,
        goal: '≤ 1',
        got: figures.falseFindsAWeek,
        isReached: figures.falseFindsAWeek <= 1,
      },
      {
        what: `${about}: ms of CPU a frame, 640 × 480`,
        goal: `≤ ${MOST_MS}`,
        got: figures.msAFrame,
        isReached: figures.msAFrame <= MOST_MS,
      },
    ],
  };
}

function follow(sequence: Sequence, hash: ReturnType<typeof createHash>, cpu: { milliseconds: number; frames: number }): Outcome {
  const { scene, kind, frames } = sequence;
  const next = createScene(scene);
  const detector = engine;
  const pose = detector.pose(scene.backdrop.width, scene.backdrop.height);
  let [visibleFrom, foundAt, falseFinds] = [-1, -1, 0];
  for (let nth = 0; nth < frames; nth++) {
    const { frame, smokeBox, smokePixels } = next();
    if (nth % HASHED === 0) hash.update(frame.y);
    if (visibleFrom === -1 && kind === 'smoke' && smokePixels >= LEAST_PIXELS) visibleFrom = nth;
    const began = process.cpuUsage();
    const { finds } = detector.see(pose, frame);
    const used = process.cpuUsage(began);
    cpu.milliseconds += (used.user + used.system) / 1_000;
    cpu.frames += 1;
    for (const find of finds) {
      if (smokeBox !== null && overlaps(find, smokeBox)) foundAt = foundAt === -1 ? nth : foundAt;
      else falseFinds += 1;
    }
  }
  const isSmoke = visibleFrom !== -1;
  const seconds = foundAt === -1 ? null : Math.max(0, foundAt - visibleFrom) * FRAME_SECONDS;
  return { sequence, seconds, isSmoke, falseFinds };
}

const overlaps = ({ box: [left, top, right, bottom] }: Find, [l, t, r, b]: Box): boolean => left < r && l < right && top < b && t < bottom;
