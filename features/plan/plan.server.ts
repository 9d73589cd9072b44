// Emergency plans (预案): written, approved and started for a fire.
import type { ServerFeature } from '@lookout/server/feature.ts';
import { planFileRoute, planFiles } from './server/files.ts';
import { planRuns } from './server/runs.ts';
import { planVersions } from './server/versions.ts';

export const plan: ServerFeature<'plan'> = {
  open: (room) => ({
    calls: { ...planVersions(room), ...planFiles(room), ...planRuns(room) },
    rawRoutes: [planFileRoute(room)],
  }),
};
