// The state of a panel's query: loading, failed with a retry, empty with a hint, or the data; and paged rows.
import type { UseQueryResult } from '@tanstack/react-query';
import { Empty, Pagination, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { LoadFailed } from './LoadFailed.tsx';

interface Props<T> {
  readonly query: UseQueryResult<T>;
  readonly isEmpty: (data: T) => boolean;
  /** Why it is empty, and what to do next. */
  readonly empty: { readonly title: string; readonly hint: string };
  readonly children: (data: T) => ReactNode;
}

export function QueryResult<T>({ query, isEmpty, empty, children }: Props<T>) {
  const { data, isPending, isError, error, refetch } = query;
  if (isPending) return <Skeleton active className="tab-wait" paragraph={{ rows: 6 }} />;
  return (
    <>
      {isError && (
        <div className="tab-fault">
          <LoadFailed error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {data !== undefined && (isEmpty(data) ? <Nothing {...empty} /> : children(data))}
    </>
  );
}

export function Nothing({ title, hint }: { readonly title: string; readonly hint: string }) {
  return (
    <Empty
      className="tab-empty"
      image={Empty.PRESENTED_IMAGE_SIMPLE}
      description={
        <>
          <strong>{title}</strong>
          <p className="second">{hint}</p>
        </>
      }
    />
  );
}

/** Rows per page of a panel's list: a county may have thousands of rows. */
const ROWS = 20;

interface RowsProps<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly label: string;
  /** Groups rows under headings. */
  readonly groupOf?: (item: T) => string;
  readonly children: (item: T) => ReactNode;
}

export function PagedRows<T>({ items, keyOf, label, groupOf, children }: RowsProps<T>) {
  const [chosenPage, setChosenPage] = useState(1);
  const page = Math.min(chosenPage, Math.max(1, Math.ceil(items.length / ROWS)));
  const shown = items.slice((page - 1) * ROWS, page * ROWS);
  const groups = groupOf ? [...Map.groupBy(shown, groupOf)] : [['', shown] as const];
  return (
    <>
      <section className="tab-rows" aria-label={label}>
        {groups.map(([name, rows]) => (
          <div key={name}>
            {groupOf && <h3>{name}</h3>}
            <ul>
              {rows.map((item) => (
                <li key={keyOf(item)}>{children(item)}</li>
              ))}
            </ul>
          </div>
        ))}
      </section>
      {items.length > ROWS && (
        <Pagination
          className="tab-pages"
          size="small"
          simple
          current={page}
          pageSize={ROWS}
          total={items.length}
          showSizeChanger={false}
          onChange={setChosenPage}
        />
      )}
    </>
  );
}
