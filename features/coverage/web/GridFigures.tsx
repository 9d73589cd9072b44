// The figures of a grid and those below it: forest in view at three heights, located, blind, and the error ellipse.

import { CallFailed } from '@lookout/client';
import { type GridNo, mapNameOf } from '@lookout/domain';
import { shareText } from '@lookout/report';
import { useFly } from '@lookout/web/globe/use-globe-room.ts';
import { Nothing, QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { Alert, Skeleton, Table } from 'antd';
import { TARGET_METRES } from '../coverage.ts';
import { useCoverageShown } from '../parts/coverage-part.ts';
import { byWeightedBlind, seenAt } from '../parts/figures.ts';
import { hectaresText, useCoverageMessages } from '../parts/messages.ts';
import { Pending } from '../parts/Pending.tsx';
import { type Figures, type FiguresRow, useFigures } from '../parts/use-coverage.ts';
import { useCoveragePageMessages } from './messages.ts';

export function GridFigures({ gridNo }: { readonly gridNo: GridNo }) {
  const messages = useCoveragePageMessages();
  const { noElevation } = useCoverageMessages();
  const { visibilityMetres } = useCoverageShown();
  const figures = useFigures(gridNo, visibilityMetres);
  return (
    <QueryResult
      query={figures}
      isEmpty={({ rows, pendingCounties }) => rows.length === 0 && pendingCounties === 0}
      empty={messages.emptyGrids}
    >
      {(found) => (
        <>
          <Pending figures={found} />
          {found.rows.length === 0 && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
          {found.rows.length > 0 && (isWithoutGround(found) ? <Nothing {...noElevation} /> : <GridTable figures={found} gridNo={gridNo} />)}
        </>
      )}
    </QueryResult>
  );
}

/** No land of the grid has elevation and land cover. */
const isWithoutGround = ({ rows, pendingCounties }: Figures): boolean =>
  pendingCounties === 0 && rows.every(({ landHectares, unknownHectares }) => landHectares === 0 || unknownHectares >= landHectares);

function GridTable({ figures: { rows, pendingCounties }, gridNo }: { readonly figures: Figures; readonly gridNo: GridNo }) {
  const messages = useCoveragePageMessages();
  const { targetMetres } = useCoverageShown();
  const show = useShowGrid();
  const texts = messages.grids;
  const whole = rows.find((row) => row.gridNo === gridNo);
  const unit = (name: string, unitText: string) => `${name}${marks().brackets(unitText)}`;
  const number = (key: string, title: string, textOf: (row: FiguresRow) => string | undefined, width = 74) => ({
    key,
    title,
    width,
    align: 'right' as const,
    className: 'tabular',
    render: (_: unknown, row: FiguresRow) => textOf(row) ?? '—',
  });
  const hectares = (value: number | undefined) => (value === undefined ? undefined : hectaresText(value));
  return (
    <>
      {pendingCounties === 0 && rows.every(({ masts }) => masts === 0) && <Alert type="warning" showIcon title={messages.noMasts} />}
      <p className="hint">{messages.atMetres(targetMetres)}</p>
      <Table<FiguresRow>
        className="coverage-table"
        size="small"
        rowKey="gridNo"
        pagination={false}
        dataSource={byWeightedBlind(rows, gridNo, targetMetres)}
        rowClassName={(row) => (row.gridNo === gridNo ? 'coverage-whole' : '')}
        scroll={{ x: 740 }}
        columns={[
          {
            key: 'name',
            title: texts.name,
            fixed: 'left',
            width: 92,
            ellipsis: true,
            render: (_, { gridNo: no, gridName }) => (
              <button type="button" className="link-button" title={texts.open(gridName)} onClick={() => show(no, gridName)}>
                {mapNameOf(gridName)}
              </button>
            ),
          },
          number('masts', texts.masts, ({ masts }) => String(masts), 44),
          number('forest', unit(texts.forest, texts.hectares), ({ forestHectares }) => hectaresText(forestHectares), 80),
          {
            title: unit(texts.seen, texts.hectares),
            children: TARGET_METRES.map((metres) =>
              number(`seen-${metres}`, texts.seenAt(metres), (row) => hectares(seenAt(row, metres)?.seenHectares)),
            ),
          },
          number('located', texts.located, (row) => hectares(seenAt(row, targetMetres)?.locatedHectares)),
          number('blind', texts.blind, (row) => hectares(seenAt(row, targetMetres)?.blindHectares)),
          {
            ...number('weighted', texts.weighted, (row) => {
              const share = seenAt(row, targetMetres)?.blindWeightedShare;
              return share == null ? undefined : shareText(share);
            }),
            onHeaderCell: () => ({ title: texts.weightedHint }),
          },
          number(
            'ellipse',
            unit(texts.ellipse, texts.metres),
            ({ ellipse }) =>
              ellipse === null ? undefined : `${Math.round(ellipse.medianMetres)} / ${Math.round(ellipse.worstTenthMetres)}`,
            96,
          ),
        ]}
      />
      {whole !== undefined && (
        <p className="hint">
          {[
            whole.dangerDay === null ? messages.noDanger : messages.dangerDay(whole.dangerDay),
            ...(whole.unknownHectares > 0 ? [messages.unknown(hectaresText(whole.unknownHectares))] : []),
          ].join(marks().semicolon)}
        </p>
      )}
    </>
  );
}

/** Half the side of the box that is shown of a grid, degrees: about a county. */
const HALF_DEGREES = 0.35;

/** Flies to a grid, whose position is requested. */
function useShowGrid(): (gridNo: GridNo, name: string) => void {
  const client = useClient();
  const fly = useFly();
  return async (gridNo, label) => {
    try {
      const { longitude: lng, latitude: lat } = await client.grid.grid({ query: { gridNo } });
      if (lng === null || lat === null) return;
      fly({ lng, lat, label }, [lng - HALF_DEGREES, lat - HALF_DEGREES, lng + HALF_DEGREES, lat + HALF_DEGREES]);
    } catch (error) {
      // The interceptor has already shown the reason.
      if (!(error instanceof CallFailed)) throw error;
    }
  };
}
