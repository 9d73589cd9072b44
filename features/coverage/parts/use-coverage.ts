// The queries of 护林视域. All have keys beginning with `coverage`, so that a change of masts makes them stale together.

import { CallFailed } from '@lookout/client';
import type { Got } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import type { GridPicture } from '@lookout/map/layers/grid-pictures.ts';
import { useClient, useServices } from '@lookout/web/shared/services.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import type { coverageCalls } from '../coverage.calls.ts';
import { coverageShownOf } from './coverage-part.ts';
import { isBeingComputed, pendingPauseMs } from './figures.ts';

export type Figures = Got<(typeof coverageCalls)['coverageFigures']>;
export type FiguresRow = Figures['rows'][number];
export type Mast = Got<(typeof coverageCalls)['coverageMasts']>[number];
export type Picture = Got<(typeof coverageCalls)['coveragePicture']>;

/** How long a reply is shown without a further request; a change of masts makes it stale at once. */
export const FRESH_MS = 60_000;

/** Figures of a grid and those below it; requested again while counties are pending. */
export const useFigures = (gridNo: GridNo, visibilityMetres: number | null) =>
  useCall(
    ['coverage', 'figures', gridNo, visibilityMetres],
    useClient().coverage.coverageFigures,
    { query: { gridNo, visibilityMetres }, occasion: 'background' },
    {
      staleTime: FRESH_MS,
      refetchInterval: ({ state }) => pendingPauseMs(state.data?.pendingCounties ?? 0, state.dataUpdateCount),
      placeholderData: keepPreviousData,
    },
  );

/** The masts of a grid; requested again while one of them is being computed. */
export const useMasts = (gridNo: GridNo | null) =>
  useCall(
    ['coverage', 'masts', gridNo],
    useClient().coverage.coverageMasts,
    { query: { gridNo }, occasion: 'background' },
    {
      staleTime: FRESH_MS,
      refetchInterval: ({ state }) => pendingPauseMs((state.data ?? []).filter(isBeingComputed).length, state.dataUpdateCount),
    },
  );

export const pictureOf = (id: string, { version, columns, rows, west, south, east, north, image }: Picture): GridPicture => ({
  id: `${id} ${version}`,
  columns,
  rows,
  box: [west, south, east, north],
  image,
});

const refusalOf = (error: unknown): string | null =>
  error instanceof CallFailed && error.outcome.kind === 'error' ? (error.outcome.refusal ?? null) : null;
export const isNoElevation = (error: unknown): boolean => refusalOf(error) === 'coverage-no-elevation';

const isCoverageChanged = ({ kind }: { readonly kind: string }): boolean => kind === 'coverage-changed';

/** Makes all of coverage stale when masts, cameras or elevation change, and records when. */
export function useCoverageChanges(): void {
  const queries = useQueryClient();
  const services = useServices();
  useLiveRefetch(isCoverageChanged, () => {
    coverageShownOf(services).setState({ changedAt: services.now() });
    void queries.invalidateQueries({ queryKey: ['coverage'] });
  });
}
