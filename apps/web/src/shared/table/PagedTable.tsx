// A table of one page of a call: loading, failed, empty; paging and sort in the URL; a choice of columns; export of all rows as a file.
import type { Page } from '@lookout/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { App, Button, Checkbox, Dropdown, Empty, Popover, Skeleton, Table, type TableProps } from 'antd';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import { LoadFailed } from '../LoadFailed.tsx';
import type { UrlState } from '../url-state.ts';
import { type Column, type ColumnChoice, choosable, sheetOf, shownOf, useColumnChoice } from './columns.ts';
import { type FetchPage, gatherRows, MOST_ROWS, TooManyRows } from './gather-rows.ts';
import './table.css';
import { CloseOutlined, DownloadOutlined, TableOutlined } from '@ant-design/icons';
import { CallFailed, isLineLost } from '@lookout/client';
import { ScriptFailed } from '../lazily.ts';
import { saveFile } from '../save-file.ts';
import { useServices } from '../services.ts';
import { useSharedMessages } from '../text/messages.ts';
import { useTableMessages } from './messages.ts';
import { FILE_KINDS, type FileKind, fileNameOf, fileOf } from './table-file.ts';

const MOST_ON_A_PAGE = 500;
const PAGE_SIZES = [20, 50, 100];

/** A call's paging parameters. */
export const pagingOf = (url: UrlState) => ({ pageNo: url.count('page', 1), pageSize: Math.min(url.count('size', 20), MOST_ON_A_PAGE) });

interface Props<R> {
  /** A stable name under which the choice of columns is stored. */
  readonly table: string;
  /** The name of an exported file. */
  readonly name: string;
  readonly query: UseQueryResult<Page<R>>;
  /** Rows that replace the query's (updated live since). */
  readonly rows?: readonly R[];
  /** The same filter for any page, for the export. */
  readonly fetchPage: FetchPage<R>;
  readonly url: UrlState;
  readonly columns: readonly Column<R>[];
  /** Width of the whole table in pixels; it scrolls on a narrower screen. */
  readonly width: number;
  /** The text below the picture: `NoRows`. */
  readonly empty: ReactNode;
  /** Buttons at the left of the toolbar; they remain while the table is loading or has failed. */
  readonly actions?: ReactNode;
  readonly onRow?: TableProps<R>['onRow'];
  /** Rows can be selected; the selection outlives the page. */
  readonly selection?: Selection<R>;
}

export interface Selection<R> {
  readonly keys: readonly string[];
  /** The row's name, for the label of its checkbox. */
  readonly nameOf: (row: R) => string;
  /** @param rows the selected rows of this page; of other pages only the keys are known */
  readonly onChange: (keys: readonly string[], rows: readonly R[]) => void;
}

interface KeyProps<R> {
  readonly rowKey: (row: R) => string;
}

const idOf = (row: object): string => (row as { readonly id: string }).id;

/** A row without an `id` needs a `rowKey`. */
export function PagedTable<R extends { readonly id: string }>(props: Props<R> & Partial<KeyProps<R>>): ReactNode;
export function PagedTable<R extends object>(props: Props<R> & KeyProps<R>): ReactNode;
export function PagedTable<R extends object>(props: Props<R> & Partial<KeyProps<R>>) {
  const { table, name, query, rows, fetchPage, url, rowKey = idOf, columns, width, empty, actions, onRow, selection } = props;
  const messages = useTableMessages();
  const choice = useColumnChoice(table);
  const frame = useScrollByKeys();
  const line = actions && <div className="table-actions">{actions}</div>;
  if (query.isPending || query.isError)
    return (
      <>
        {line && <div className="table-tools">{line}</div>}
        {query.isPending ? (
          <Skeleton active paragraph={{ rows: 10 }} />
        ) : (
          <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
        )}
      </>
    );
  const { list, total, pageNo, pageSize } = query.data;
  const shown = shownOf(columns, choice.hidden);
  return (
    <div ref={frame} style={coveredBy(shown)}>
      <div className="table-tools">
        {line}
        <ColumnMenu columns={columns} choice={choice} />
        <ExportMenu name={name} fetchPage={fetchPage} keyOf={rowKey} columns={shown} />
      </div>
      <Table<R>
        size="small"
        rowKey={rowKey}
        loading={query.isPlaceholderData}
        dataSource={[...(rows ?? list)]}
        columns={[...shown]}
        scroll={{ x: width }}
        {...(onRow && { onRow })}
        {...(selection && {
          rowSelection: {
            preserveSelectedRowKeys: true,
            selectedRowKeys: [...selection.keys],
            getTitleCheckboxProps: () => ({ 'aria-label': messages.selectAll }),
            getCheckboxProps: (row: R) => ({ 'aria-label': messages.select(selection.nameOf(row)) }),
            onChange: (keys, some) => selection.onChange(keys.map(String), some.filter(Boolean)),
          },
        })}
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
    </div>
  );
}

/** How much of a scrolled table its fixed columns cover: a focused element is scrolled clear of them (table.css). */
function coveredBy<R>(columns: readonly Column<R>[]) {
  const widthOf = (...ends: readonly unknown[]) =>
    columns.reduce((sum, { fixed, width }) => sum + (fixed && ends.includes(fixed) ? Number(width ?? 0) : 0), 0);
  return { '--fixed-start': `${widthOf('start', 'left', true)}px`, '--fixed-end': `${widthOf('end', 'right')}px` } as CSSProperties;
}

/**
 * Lets a table wider than its container be scrolled by the arrow keys too (axe: scrollable-region-focusable). antd has no property for it.
 */
function useScrollByKeys() {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const boxes = frame.current?.querySelectorAll<HTMLElement>('.ant-table-content') ?? [];
    for (const box of boxes) box.tabIndex = 0;
  });
  return frame;
}

/** The sort order of a column according to the URL's `sort`. */
export function orderOf(url: UrlState, key: string): 'ascend' | 'descend' | null {
  const sort = url.get('sort');
  if (sort === key) return 'ascend';
  return sort === `-${key}` ? 'descend' : null;
}

// 列: which columns are shown; the last visible one cannot be hidden.

interface ColumnMenuProps<R> {
  readonly columns: readonly Column<R>[];
  readonly choice: ColumnChoice;
}

function ColumnMenu<R>({ columns, choice: { hidden, hide } }: ColumnMenuProps<R>) {
  const messages = useTableMessages();
  const offered = choosable(columns);
  const shown = offered.filter(({ key }) => !hidden.has(key)).map(({ key }) => key);
  const boxes = (
    <fieldset className="table-columns stack" aria-label={messages.columnsLabel}>
      {offered.map(({ key, title }) => (
        <Checkbox
          key={key}
          checked={!hidden.has(key)}
          disabled={shown.length === 1 && shown[0] === key}
          onChange={({ target }) => hide(target.checked ? [...hidden].filter((one) => one !== key) : [...hidden, key])}
        >
          {title}
        </Checkbox>
      ))}
      <Button size="small" type="link" disabled={shown.length === offered.length} onClick={() => hide([])}>
        {messages.allColumns}
      </Button>
    </fieldset>
  );
  return (
    <Popover trigger="click" placement="bottomRight" content={boxes}>
      <Button size="small" icon={<TableOutlined aria-hidden />} title={messages.columnsLabel}>
        {messages.columns}
      </Button>
    </Popover>
  );
}

/** 导出: all rows of the current filter with the visible columns, as Excel or CSV; saved only when complete. */
interface ExportMenuProps<R> {
  /** The file's name. */
  readonly name: string;
  readonly fetchPage: FetchPage<R>;
  readonly keyOf: (row: R) => string;
  /** The visible columns. */
  readonly columns: readonly Column<R>[];
}

interface Progress {
  readonly got: number;
  readonly total: number;
}

function ExportMenu<R>({ name, fetchPage, keyOf, columns }: ExportMenuProps<R>) {
  const messages = useTableMessages();
  const { common } = useSharedMessages();
  const { message } = App.useApp();
  const { now } = useServices();
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (kind: FileKind) => {
    const own = new AbortController();
    running.current = own;
    setProgress({ got: 0, total: 0 });
    try {
      const rows = await gatherRows({ fetchPage, keyOf, signal: own.signal, onProgress: (got, total) => setProgress({ got, total }) });
      if (rows.length === 0) {
        void message.info(messages.nothing);
        return;
      }
      saveFile(await fileOf(kind, name, sheetOf(columns, rows)), fileNameOf(name, kind, new Date(now())));
      void message.success(messages.done(rows.length));
    } catch (error) {
      if (own.signal.aborted) void message.info(messages.cancelled);
      else if (error instanceof ScriptFailed) void message.error(common.noScript);
      else if (error instanceof TooManyRows) void message.warning(messages.tooMany(error.total, MOST_ROWS));
      else if (error instanceof CallFailed) void message.error(messages.failed(isLineLost(error) ? messages.noAnswer : error.message));
      else throw error;
    } finally {
      running.current = null;
      setProgress(null);
    }
  };

  if (progress !== null)
    return (
      <span className="table-progress" role="status">
        {messages.exporting(progress.got, progress.total)}
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={messages.cancel}
          onClick={() => running.current?.abort()}
        />
      </span>
    );
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items: FILE_KINDS.map((key) => ({ key, label: messages.kinds[key] })), onClick: ({ key }) => void run(key as FileKind) }}
    >
      <Button size="small" icon={<DownloadOutlined aria-hidden />} title={messages.exportLabel}>
        {messages.export}
      </Button>
    </Dropdown>
  );
}
