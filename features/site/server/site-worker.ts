// Runs in a worker thread and chooses sites (site-job.ts).
import { giveWay } from '@lookout/server/services/thread-priority.ts';
import { answerQuestions } from '@lookout/server/services/worker-answers.ts';
import { createStandAside } from '../../travel/service/right-of-way.ts';
import { chosenSites } from './chosen-sites.ts';
import type { SiteAnswer, SiteJob } from './site-job.ts';

giveWay();
const standAside = createStandAside();
answerQuestions(
  async (job: SiteJob): Promise<SiteAnswer> =>
    chosenSites(job, (share) => {
      standAside(job.rightOfWay);
      Atomics.store(job.progress, 0, Math.round(1_000 * share));
    }),
);
