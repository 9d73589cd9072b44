// What masts see, by grid, by mast and as pictures, and what another mast would change.
import { withGridName } from '@lookout/domain';
import { notFound } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';

export const coverage: ServerFeature<'coverage'> = {
  open: ({ coverage: masts, grids }) => ({
    calls: {
      async coverageMasts({ scope }) {
        const rows = (await masts.masts(scope)).map((mast) => ({ ...mast, seenHectares: [], seenForestHectares: [] }));
        return { rows: rows.map((row) => withGridName(row, (no) => grids().nameOf(no) ?? no)) };
      },
      async coverageFigures() {
        throw notFound();
      },
      async coveragePicture() {
        throw notFound();
      },
      async mastViewshed() {
        throw notFound();
      },
      async coverageTrial() {
        throw notFound();
      },
    },
  }),
};
