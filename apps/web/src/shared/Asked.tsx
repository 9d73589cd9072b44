// What a panel asked for: waiting, failed with another try, nothing with what to do about it, or there.
import type { UseQueryResult } from '@tanstack/react-query';
import { Empty, Pagination, Skeleton } from 'antd';
import { type ReactNode, useState } from 'react';
import { LoadFailed } from './LoadFailed.tsx';

interface Props<T> {
  readonly query: UseQueryResult<T>;
  readonly isEmpty: (data: T) => boolean;
  /** Why there is nothing, and what to do next. */
  readonly empty: { readonly title: string; readonly hint: string };
  readonly children: (data: T) => ReactNode;
}

export function Asked<T>({ query, isEmpty, empty, children }: Props<T>) {
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

// A list of a panel, some rows at a time: a county may have thousands.

const ROWS = 20;

interface RowsProps<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly label: string;
  /** A heading above the first row of each group. */
  readonly groupOf?: (item: T) => string;
  readonly children: (item: T) => ReactNode;
}

export function PagedRows<T>({ items, keyOf, label, groupOf, children }: RowsProps<T>) {
  const [wished, setWished] = useState(1);
  const page = Math.min(wished, Math.max(1, Math.ceil(items.length / ROWS)));
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
          onChange={setWished}
        />
      )}
    </>
  );
}
