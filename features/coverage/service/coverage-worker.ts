// Runs in a worker thread: sweeps what masts see, and adds it up over land. It pauses while an alarm is on its way.
import { workerData } from 'node:worker_threads';
import {
  changeOf,
  classesOf,
  ellipsesOf,
  type Land,
  landOnPosts,
  mastView,
  postsInside,
  type SeeingMast,
  seersOf,
  tallyOf,
} from '@lookout/geo';
import { answerQuestions } from '@lookout/server/services/worker-answers.ts';
import { createStandAside } from '../../travel/service/right-of-way.ts';
import { CROSSING_DEGREES, ELLIPSE_LIMITS_METRES, MAST_CLASSES, TARGET_METRES } from '../coverage.ts';
import type { ClassedPosts, CoverageAnswers, CoverageQuestion, TrialAnswer } from './coverage-question.ts';

const { flag } = workerData as { readonly flag: Int32Array };
const standAside = createStandAside();

answerQuestions<CoverageQuestion, CoverageAnswers[CoverageQuestion['kind']]>(async (question) => {
  standAside(flag);
  switch (question.kind) {
    case 'view':
      return mastView(question.box, question.heights, question.mast, question.level);
    case 'land': {
      const { box, heights, classes, kinds, polygons } = question;
      return landOnPosts(heights, classes, polygons && postsInside(box, polygons), kinds);
    }
    case 'tally':
      return tallyOf(question.land, question.masts, optionsOf(question.visibilityMetres));
    case 'picture':
      return pictureOf(question);
    case 'trial':
      return trialOf(question);
  }
});

const optionsOf = (visibilityMetres: number | null) => ({ targets: TARGET_METRES, crossingDegrees: CROSSING_DEGREES, visibilityMetres });

function pictureOf({ land, masts, visibilityMetres, show, targetMetres }: Extract<CoverageQuestion, { kind: 'picture' }>): ClassedPosts {
  const seers = seersOf(land, masts, visibilityMetres);
  standAside(flag);
  if (show === 'masts') return classed(land, classesOf(land, masts, seers, targetMetres, CROSSING_DEGREES), MAST_CLASSES.length);
  const axes = ellipsesOf(land, masts, seers, targetMetres);
  const limits: readonly number[] = ELLIPSE_LIMITS_METRES;
  const classOf = (metres: number): number => {
    const at = limits.findIndex((limit) => metres <= limit);
    return at === -1 ? limits.length + 1 : at + 1;
  };
  return classed(
    land,
    Uint8Array.from(axes, (metres) => (Number.isNaN(metres) ? 0 : classOf(metres))),
    limits.length + 1,
  );
}

/** @param count of the classes, 0 not included */
function classed({ box, hectares }: Pick<Land, 'box' | 'hectares'>, classes: Uint8Array, count: number): ClassedPosts {
  const sums = new Array<number>(count + 1).fill(0);
  for (let row = 0, post = 0; row < box.rows; row++) {
    for (let column = 0; column < box.columns; column++, post++) {
      const found = classes[post] as number;
      sums[found] = (sums[found] as number) + (hectares[row] as number);
    }
  }
  return { classes, hectares: sums };
}

function trialOf({ land, before, after, targetMetres }: Extract<CoverageQuestion, { kind: 'trial' }>): TrialAnswer {
  const seers = (masts: readonly SeeingMast[]) => seersOf(land, masts, null);
  const [was, is] = [seers(before), seers(after)];
  const changes = TARGET_METRES.map((target) => changeOf(land, was, is, target));
  const shown = changes[TARGET_METRES.indexOf(targetMetres)] ?? changes[0];
  return {
    before: tallyOf(land, before, optionsOf(null), was),
    after: tallyOf(land, after, optionsOf(null), is),
    gainedHectares: changes.map(({ gainedHectares }) => gainedHectares),
    lostHectares: changes.map(({ lostHectares }) => lostHectares),
    picture: classed(land, shown?.classes ?? new Uint8Array(land.land.length), 2),
  };
}
