// What only the table of one source has above it.
import { CallFailed, isNotFound } from '@lookout/client';
import type { fireCalls, Sent } from '@lookout/contract';
import { useQuery } from '@tanstack/react-query';
import { Input } from 'antd';
import { useState } from 'react';
import { useClient } from '../../shared/services.ts';
import { useLiveRefetch } from '../../shared/use-live-refetch.ts';
import { useMessages } from './messages.ts';
import { isAlarmNews } from './news.ts';

/** Opens a satellite fire by its number (fireNo), whatever the table's filter. */
export function OpenByFireNumber({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const { fires } = useMessages();
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const search = async (text: string) => {
    const fireNo = text.trim();
    setFault(null);
    if (fireNo === '' || busy) return;
    setBusy(true);
    try {
      onOpen((await client.fire.satelliteByFireNo({ query: { fireNo }, silent: true })).id);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setFault(isNotFound(error) ? fires.noFireNumber(fireNo) : error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <span>
      <Input.Search
        style={{ width: 260 }}
        allowClear
        loading={busy}
        status={fault === null ? '' : 'error'}
        placeholder={fires.fireNumber}
        aria-label={fires.fireNumber}
        onSearch={(text) => void search(text)}
      />
      {fault !== null && (
        <p role="alert" className="field-fault">
          {fault}
        </p>
      )}
    </span>
  );
}

/** 隐患: how many are found, still open and put right, of the table's filter. */
export function DangerCount({ filter }: { readonly filter: NonNullable<Sent<(typeof fireCalls)['dangerCount']>['body']> }) {
  const { fires } = useMessages();
  const client = useClient();
  const count = useQuery({
    queryKey: ['danger-count', filter],
    queryFn: ({ signal }) => client.fire.dangerCount({ body: filter, silent: true, signal }),
  });
  useLiveRefetch(isAlarmNews, count.refetch);
  if (!count.data) return null;
  const { total, open, renovated } = count.data;
  return (
    <p className="alarms-count tabular" role="status">
      {fires.dangerCount(total, open, renovated)}
    </p>
  );
}
