// 护林视域 next to the globe: height, visibility and what is shown, and the meaning of the colours in hectares. It fetches the pictures that
// the globe draws.

import { CloseOutlined } from '@ant-design/icons';
import { formatTime } from '@lookout/contract';
import type { GridNo } from '@lookout/domain';
import type { GridPicture } from '@lookout/map/layers/grid-pictures.ts';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { Nothing } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useServices } from '@lookout/web/shared/services.ts';
import type { LayerState } from '@lookout/web/stores/layer-registry.ts';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { CoverageControls } from './CoverageControls.tsx';
import { CoverageLegend } from './CoverageLegend.tsx';
import { COVERAGE_ROW, type CoverageShown, coverageShownOf, useCoverageShown } from './coverage-part.ts';
import { useCoverageMessages } from './messages.ts';
import { FRESH_MS, isNoElevation, type Picture, pictureOf, useCoverageChanges } from './use-coverage.ts';
import './coverage.css';

export const COVERAGE_PAGE = '/coverage';

export function CoverageCard() {
  const { isShown, isOnPage } = useCoverageShown();
  return isShown || isOnPage ? <Open /> : null;
}

function Open() {
  const messages = useCoverageMessages();
  const { layers } = useServices();
  const shown = useCoverageShown();
  const { wanted, isCut, retryAreas, isOnPage, changedAt, single } = shown;
  const found = usePictures(shown);
  useCoverageChanges();
  return (
    <section className="layer-card panel" aria-label={messages.title}>
      <header className="panel-head">
        <h2 className="cut">{messages.title}</h2>
        {!isOnPage && (
          <span className="line">
            <Link to={COVERAGE_PAGE}>{messages.toPage}</Link>
            <IconButton label={messages.close} icon={<CloseOutlined />} onClick={() => layers.setVisible(COVERAGE_ROW, false)} />
          </span>
        )}
      </header>
      <div className="layer-card-body stack">
        <CoverageControls />
        {retryAreas !== null && <LoadFailed error={null} onRetry={retryAreas} />}
        {wanted.length === 0 && retryAreas === null && <Nothing {...messages.none} />}
        {single === null ? <Pictures found={found} wanted={wanted.length} isCut={isCut} /> : <p className="hint">{messages.single}</p>}
        {changedAt !== null && !found.isFetching && (
          <p className="hint tabular" role="status">
            {messages.changed(formatTime(new Date(changedAt)).slice(11))}
          </p>
        )}
      </div>
    </section>
  );
}

interface Found {
  readonly pictures: readonly { readonly gridNo: GridNo; readonly picture: Picture }[];
  readonly isPending: boolean;
  readonly isFetching: boolean;
  /** Error of the first picture that failed for a reason other than missing elevation. */
  readonly error: unknown;
  readonly noElevation: number;
  readonly retry: () => void;
}

type Fetched = UseQueryResult<{ readonly gridNo: GridNo; readonly picture: Picture }>;

function combined(results: readonly Fetched[]): Found {
  const failed = results.filter(({ error }) => error !== null && !isNoElevation(error));
  const pictures = results.flatMap(({ data }) => data ?? []);
  return {
    pictures: pictures.filter(({ picture }) => picture.ground !== 'none'),
    isPending: results.some(({ isPending }) => isPending),
    isFetching: results.some(({ isFetching }) => isFetching),
    error: failed[0]?.error ?? null,
    noElevation: results.filter(({ error, data }) => isNoElevation(error) || data?.picture.ground === 'none').length,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
  };
}

/** Fetches the pictures of the wanted grids and passes them to the globe as they arrive. */
function usePictures({ wanted, targetMetres, show, visibilityMetres }: CoverageShown): Found {
  const client = useClient();
  const store = coverageShownOf(useServices());
  const found = useQueries({
    queries: wanted.map((gridNo) => ({
      queryKey: ['coverage', 'picture', gridNo, targetMetres, show, visibilityMetres],
      queryFn: async ({ signal }: { signal: AbortSignal }) => ({
        gridNo,
        picture: await client.coverage.coveragePicture({
          query: { gridNo, targetMetres, show, visibilityMetres },
          occasion: 'background',
          silent: true,
          signal,
        }),
      }),
      staleTime: FRESH_MS,
    })),
    combine: combined,
  });
  const { pictures, isPending, error, retry } = found;
  useEffect(() => {
    const before = store.getState();
    const drawn = pictures.map(({ gridNo, picture }) => pictureOf(`${gridNo} ${targetMetres} ${show} ${visibilityMetres}`, picture));
    const state = stateOf(pictures.length, { isPending, error, retry });
    // Equal values are not set again, so that the globe keeps its pictures and this card does not render needlessly.
    if (!isSame(drawn, before.pictures)) store.setState({ pictures: drawn });
    if (state.kind !== before.state.kind) store.setState({ state });
  }, [store, pictures, isPending, error, retry, targetMetres, show, visibilityMetres]);
  useEffect(() => () => store.setState({ pictures: [], state: { kind: 'ready' } }), [store]);
  return found;
}

const isSame = (a: readonly GridPicture[], b: readonly GridPicture[]): boolean =>
  a.length === b.length && a.every(({ id }, at) => id === b[at]?.id);

function stateOf(count: number, { isPending, error, retry }: Pick<Found, 'isPending' | 'error' | 'retry'>): LayerState {
  if (error !== null) return { kind: 'failed', retry };
  if (isPending) return { kind: 'loading' };
  return count === 0 ? { kind: 'empty' } : { kind: 'ready' };
}

interface PicturesProps {
  readonly found: Found;
  readonly wanted: number;
  readonly isCut: boolean;
}

function Pictures({ found: { pictures, isPending, error, noElevation, retry }, wanted, isCut }: PicturesProps) {
  const messages = useCoverageMessages();
  return (
    <>
      {isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {error !== null && <LoadFailed error={error} onRetry={retry} />}
      {wanted > 0 && noElevation === wanted && <Nothing {...messages.noElevation} />}
      {isCut && <p className="hint">{messages.cut(wanted)}</p>}
      {pictures.length > 0 && (
        <>
          <CoverageLegend pictures={pictures.map(({ picture }) => picture)} />
          <p className="hint">{messages.basis}</p>
        </>
      )}
    </>
  );
}
