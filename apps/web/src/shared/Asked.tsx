// What a panel asked for: waiting, failed with another try, nothing with what to do about it, or there.
import type { UseQueryResult } from '@tanstack/react-query';
import { Empty, Skeleton } from 'antd';
import type { ReactNode } from 'react';
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
