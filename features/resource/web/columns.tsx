// Columns shared by several tables of 资源管理, each on one line: truncated text is shown in full on hover.
import type { GridNo, Position } from '@lookout/domain';
import { type Column, textCell } from '@lookout/web/shared/table/columns.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { coordinateTexts, decimalText } from '@lookout/web/shared/text/position-text.ts';
import type { RESOURCE_FIELDS, RegisteredResource } from '../resource-care.ts';

/** 所属网格: the name; the number is shown on hover, and after the name in a file. */
export const gridColumn = <R extends { readonly gridNo: GridNo }>(title: string, nameOf: (row: R) => string): Column<R> => ({
  key: 'grid',
  title,
  width: 100,
  ellipsis: { showTitle: false },
  text: (row) => `${nameOf(row)}${marks().brackets(row.gridNo)}`,
  render: (_, row) => <span title={`${nameOf(row)}${marks().brackets(row.gridNo)}`}>{nameOf(row)}</span>,
});

export const phoneColumn = <R extends { readonly leaderPhone: string | null }>(title: string): Column<R> => ({
  key: 'phone',
  dataIndex: 'leaderPhone',
  title,
  width: 124,
  className: 'tabular',
  ellipsis: true,
  render: (_, { leaderPhone }) => leaderPhone && <a href={`tel:${leaderPhone}`}>{leaderPhone}</a>,
});

export const positionColumn = <R extends { readonly position: Position }>(title: string): Column<R> => ({
  key: 'position',
  title,
  width: 176,
  className: 'tabular',
  ellipsis: { showTitle: false },
  text: ({ position }) => decimalText(position),
  render: (_, { position }) => <span title={coordinateTexts(position).join('\n')}>{decimalText(position)}</span>,
});

const CELL_PADDING = 24;
const LEAST_WIDTH = 88;

/** About the width of the heading in pixels, so that it is not truncated. */
const widthOf = (title: string) =>
  Math.max(
    LEAST_WIDTH,
    [...title].reduce((sum, letter) => sum + (letter > 'ÿ' ? 14 : 8), CELL_PADDING),
  );

/** A field of one kind of resources. */
export const ownColumn = <R extends Pick<RegisteredResource, 'attributes'>>(
  { name, type }: (typeof RESOURCE_FIELDS)[keyof typeof RESOURCE_FIELDS][number],
  title: string,
): Column<R> => ({
  key: name,
  title,
  width: widthOf(title),
  ellipsis: true,
  ...(type !== 'text' && { align: 'right' as const, className: 'tabular' }),
  ...textCell(({ attributes }: R) => attributes[name] ?? '—'),
});
