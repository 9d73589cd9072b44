// A table of one page of a call: loading, failed, empty, paging and sort in the URL, columns to choose, and the whole of it as a file.
import type { Page } from '@lookout/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { Empty, Skeleton, Table, type TableProps } from 'antd';
import type { ReactNode } from 'react';
import { LoadFailed } from '../LoadFailed.tsx';
import type { UrlState } from '../url-state.ts';
import { ColumnMenu } from './ColumnMenu.tsx';
import { type Column, shownOf } from './columns.ts';
import { ExportMenu } from './ExportMenu.tsx';
import type { AskPage } from './gather-rows.ts';
import './table.css';
import { useTableMessages } from './messages.ts';
import { useColumnChoice } from './use-column-choice.ts';

const MOST_ON_A_PAGE = 500;
const PAGE_SIZES = [20, 50, 100];

/** What a call pages by. */
export const pagingOf = (url: UrlState) => ({ pageNo: url.count('page', 1), pageSize: Math.min(url.count('size', 20), MOST_ON_A_PAGE) });

interface Props<R> {
  /** The same at every start: what was chosen is remembered under it. */
  readonly table: string;
  /** What a file of it is called. */
  readonly name: string;
  readonly query: UseQueryResult<Page<R>>;
  /** Of the page at hand, where they say more than the query does (what the live line told since). */
  readonly rows?: readonly R[];
  /** The same filter for any page: an export asks for all of them. */
  readonly ask: AskPage<R>;
  readonly url: UrlState;
  readonly rowKey: (row: R) => string;
  readonly columns: readonly Column<R>[];
  /** Of the whole table, pixels; on a narrower screen it is scrolled. */
  readonly width: number;
  readonly empty: ReactNode;
  readonly onRow?: TableProps<R>['onRow'];
}

export function PagedTable<R extends object>(props: Props<R>) {
  const { table, name, query, rows, ask, url, rowKey, columns, width, empty, onRow } = props;
  const messages = useTableMessages();
  const choice = useColumnChoice(table);
  if (query.isPending) return <Skeleton active paragraph={{ rows: 10 }} />;
  if (query.isError) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />;
  const { list, total, pageNo, pageSize } = query.data;
  const shown = shownOf(columns, choice.hidden);
  return (
    <>
      <div className="table-tools">
        <ColumnMenu columns={columns} choice={choice} />
        <ExportMenu name={name} ask={ask} keyOf={rowKey} columns={shown} />
      </div>
      <Table<R>
        size="small"
        rowKey={rowKey}
        loading={query.isPlaceholderData}
        dataSource={[...(rows ?? list)]}
        columns={[...shown]}
        scroll={{ x: width }}
        {...(onRow && { onRow })}
        locale={{ emptyText: <Empty description={empty} /> }}
        pagination={{
          current: pageNo,
          pageSize,
          total,
          pageSizeOptions: PAGE_SIZES,
          showSizeChanger: true,
          showTotal: messages.total,
        }}
        onChange={(paging, _filters, sorter, { action }) => {
          if (action === 'paginate') url.set({ page: paging.current === 1 ? null : (paging.current ?? 1), size: paging.pageSize ?? null });
          const by = Array.isArray(sorter) ? sorter[0] : sorter;
          if (action === 'sort') url.set({ sort: by?.order ? `${by.order === 'ascend' ? '' : '-'}${String(by.columnKey)}` : null });
        }}
      />
    </>
  );
}

/** How the URL's `sort` shows at a column. */
export function orderOf(url: UrlState, key: string): 'ascend' | 'descend' | null {
  const sort = url.get('sort');
  if (sort === key) return 'ascend';
  return sort === `-${key}` ? 'descend' : null;
}
