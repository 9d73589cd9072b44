// Blind forest by grid as a table and as a chart. Pure.

import type { GridNo, Named } from '@lookout/domain';
import { barsOption, type ChartLook, shareText } from '@lookout/report';
import { COLOURS } from '@lookout/web/shared/tokens.ts';
import type { GridCoverage, TargetMetres } from '../../../coverage/coverage.ts';
import { seenAt } from '../../../coverage/parts/figures.ts';
import type { TableOfFile } from '../use-table-file.ts';
import type { CoverageSectionMessages } from './messages.ts';

/** Smoke that has just risen. */
export const SECTION_METRES: TargetMetres = 10;
/** Most grids in the chart; the table lists all. */
const MOST_BARS = 15;

type Row = Named<GridCoverage>;

const number = (value: number | undefined) =>
  value === undefined ? { text: '—' } : { text: Math.round(value).toLocaleString('en-US'), value: Math.round(value) };

export function coverageTable(rows: readonly Row[], { title, columns }: CoverageSectionMessages): TableOfFile {
  return {
    title,
    header: [
      columns.grid,
      columns.masts,
      columns.forest,
      columns.seen,
      columns.located,
      columns.blind,
      columns.weighted,
      columns.median,
      columns.worst,
    ],
    rows: rows.map((row) => {
      const seen = seenAt(row, SECTION_METRES);
      return [
        { text: row.gridName },
        number(row.masts),
        number(row.forestHectares),
        number(seen?.seenHectares),
        number(seen?.locatedHectares),
        number(seen?.blindHectares),
        { text: shareText(seen?.blindWeightedShare ?? null) },
        number(row.ellipse?.medianMetres),
        number(row.ellipse?.worstTenthMetres),
      ];
    }),
  };
}

/** The forest of each grid below the whole one: located, only in view, blind. @returns null: there is no forest to show */
export function coverageChart(rows: readonly Row[], whole: GridNo | null, messages: CoverageSectionMessages, look: ChartLook) {
  const below = rows.filter(({ gridNo }) => gridNo !== whole);
  const shown = (below.length > 0 ? below : rows).filter(({ forestHectares }) => forestHectares > 0).slice(0, MOST_BARS);
  if (shown.length === 0) return null;
  const values = (of: (seen: NonNullable<ReturnType<typeof seenAt>>) => number) =>
    shown.map((row) => {
      const seen = seenAt(row, SECTION_METRES);
      return seen === undefined ? null : Math.round(of(seen));
    });
  const series = [
    { name: messages.series.located, colour: COLOURS.handled, values: values(({ locatedHectares }) => locatedHectares) },
    {
      name: messages.series.single,
      colour: COLOURS.levelBlue,
      values: values(({ seenHectares, locatedHectares }) => seenHectares - locatedHectares),
    },
    { name: messages.series.blind, colour: COLOURS.unjudged, values: values(({ blindHectares }) => blindHectares) },
  ];
  const names = shown.map(({ gridName }) => gridName);
  return {
    title: messages.title,
    option: barsOption({ names, series, isStacked: true, isLying: true, unit: messages.unit }, messages.title, look),
    lines: names.length,
    targetOf: () => null,
  };
}
