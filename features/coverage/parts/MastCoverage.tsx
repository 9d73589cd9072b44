// What the mast of a monitoring point or a camera sees, in its card on the map.

import type { GridNo } from '@lookout/domain';
import { Button } from 'antd';
import { Link } from 'react-router';
import { TARGET_METRES } from '../coverage.ts';
import { COVERAGE_PAGE } from './CoverageCard.tsx';
import { isBeingComputed } from './figures.ts';
import { hectaresText, useCoverageMessages } from './messages.ts';
import { useMasts } from './use-coverage.ts';

/** Smoke that has just risen. */
const CARD_METRES = 10;
const AT = TARGET_METRES.indexOf(CARD_METRES);

interface Props {
  readonly of: { readonly id: string; readonly gridNo: GridNo };
}

export function MastCoverage({ of: { id, gridNo } }: Props) {
  const messages = useCoverageMessages();
  const masts = useMasts(gridNo);
  const mast = masts.data?.find((one) => one.id === id || one.cameraIds.includes(id));
  if (masts.isPending) return <span className="second">{messages.mast.loading}</span>;
  if (masts.isError)
    return (
      <>
        {messages.mast.failed}{' '}
        <Button type="link" size="small" onClick={() => void masts.refetch()}>
          {messages.mast.retry}
        </Button>
      </>
    );
  if (mast !== undefined && isBeingComputed(mast)) return <span className="second">{messages.mast.loading}</span>;
  if (mast === undefined) return <span className="second">{messages.mast.unlisted}</span>;
  return (
    <>
      {mast.uncounted === null
        ? messages.mast.seen(CARD_METRES, hectaresText(mast.seenHectares[AT] ?? 0), hectaresText(mast.seenForestHectares[AT] ?? 0))
        : messages.mast.uncounted(messages.uncounted[mast.uncounted])}{' '}
      <Link to={`${COVERAGE_PAGE}?list=masts&mast=${mast.id}`}>{messages.mast.show}</Link>
    </>
  );
}
