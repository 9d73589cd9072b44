// Emergency plans (预案): written, approved and started for a fire.
import type { ServerFeature } from '../../feature.ts';
import { planFileRoute, planFiles } from './files.ts';
import { planRuns } from './runs.ts';
import { planVersions } from './versions.ts';

export const plans: ServerFeature<'plans'> = {
  open: (room) => ({
    calls: { ...planVersions(room), ...planFiles(room), ...planRuns(room) },
    rawRoutes: [planFileRoute(room)],
  }),
};
