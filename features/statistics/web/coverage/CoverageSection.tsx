// Blind forest by grid in 统计分析 and 分析报告: chart, table and files.
import { DownloadOutlined } from '@ant-design/icons';
import type { GridNo } from '@lookout/domain';
import { QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useRight } from '@lookout/web/shared/services.ts';
import { FILE_KINDS } from '@lookout/web/shared/table/table-file.ts';
import { Button, Dropdown } from 'antd';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { COVERAGE_PAGE } from '../../../coverage/parts/CoverageCard.tsx';
import { byWeightedBlind } from '../../../coverage/parts/figures.ts';
import { Pending } from '../../../coverage/parts/Pending.tsx';
import { type Figures, useFigures } from '../../../coverage/parts/use-coverage.ts';
import { Chart } from '../Chart.tsx';
import { DARK_LOOK } from '../look.ts';
import { useStatisticsMessages } from '../messages.ts';
import { type TableOfFile, useTableFile } from '../use-table-file.ts';
import { coverageChart, coverageTable, SECTION_METRES } from './coverage-table.ts';
import { useCoverageSectionMessages } from './messages.ts';

/** @param gridNo null: not known yet */
export function CoverageSection({ gridNo }: { readonly gridNo: GridNo | null }) {
  const mayAsk = useRight('watch-alarms');
  return gridNo === null || !mayAsk ? null : <Section gridNo={gridNo} />;
}

function Section({ gridNo }: { readonly gridNo: GridNo }) {
  const messages = useCoverageSectionMessages();
  const figures = useFigures(gridNo, null);
  return (
    <section className="statistics-coverage panel analysis-section" aria-label={messages.title}>
      <div className="line statistics-head">
        <h2>{messages.title}</h2>
        <Link to={COVERAGE_PAGE}>{messages.toPage}</Link>
      </div>
      <QueryResult
        query={figures}
        isEmpty={({ rows, pendingCounties }) => rows.length === 0 && pendingCounties === 0}
        empty={messages.empty}
      >
        {(found) => <Content figures={found} gridNo={gridNo} />}
      </QueryResult>
      <p className="second">{messages.note(SECTION_METRES)}</p>
    </section>
  );
}

function Content({ figures, gridNo }: { readonly figures: Figures; readonly gridNo: GridNo }) {
  const messages = useCoverageSectionMessages();
  const rows = useMemo(() => byWeightedBlind(figures.rows, gridNo, SECTION_METRES), [figures, gridNo]);
  const table = useMemo(() => coverageTable(rows, messages), [rows, messages]);
  const chart = useMemo(() => coverageChart(rows, gridNo, messages, DARK_LOOK), [rows, gridNo, messages]);
  const name = rows.find((row) => row.gridNo === gridNo)?.gridName ?? '';
  return (
    <>
      <Pending figures={figures} />
      {chart !== null && <Chart chart={chart} onPick={null} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className="statistics-table" tabIndex={0} aria-label={table.title}>
        <table>
          <thead>
            <tr>
              {table.header.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((cells, row) => (
              <tr key={rows[row]?.gridNo}>
                {cells.map(({ text }, at) =>
                  at === 0 ? (
                    <th key={table.header[at]} scope="row">
                      {text}
                    </th>
                  ) : (
                    <td key={table.header[at]} className="tabular">
                      {text}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Export name={`${messages.title} ${name}`.trim()} table={table} />
    </>
  );
}

function Export({ name, table }: { readonly name: string; readonly table: TableOfFile }) {
  const messages = useCoverageSectionMessages();
  const common = useStatisticsMessages();
  const save = useTableFile();
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: FILE_KINDS.map((key) => ({ key, label: common.kinds[key] })),
        onClick: ({ key }) => void save(key as (typeof FILE_KINDS)[number], name, name, [table]),
      }}
    >
      <Button size="small" icon={<DownloadOutlined aria-hidden />}>
        {messages.save}
      </Button>
    </Dropdown>
  );
}
