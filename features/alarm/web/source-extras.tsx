// Controls above the table that only one source has.
import { CallFailed, isNotFound } from '@lookout/client';
import { formatTime, type Sent } from '@lookout/contract';
import { SearchInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { fireCalls } from '../alarm.calls.ts';
import { isAlarmUpdate } from './live-updates.ts';
import { useMessages } from './messages.ts';

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
      onOpen((await client.alarm.satelliteByFireNo({ query: { fireNo }, silent: true })).id);
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setFault(isNotFound(error) ? fires.noFireNumber(fireNo) : error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <span>
      <SearchInput
        style={{ width: 260 }}
        allowClear
        most={100}
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

/** 隐患: number of dangers found, still open and put right, for the table's filter. */
export function DangerCount({ filter }: { readonly filter: NonNullable<Sent<(typeof fireCalls)['dangerCount']>['body']> }) {
  const { fires } = useMessages();
  const client = useClient();
  const count = useQuery({
    queryKey: ['danger-count', filter],
    queryFn: ({ signal }) => client.alarm.dangerCount({ body: filter, silent: true, signal }),
  });
  useLiveRefetch(isAlarmUpdate, count.refetch);
  if (!count.data) return null;
  const { total, open, renovated } = count.data;
  return (
    <p className="alarms-count tabular" role="status">
      {fires.dangerCount(total, open, renovated)}
    </p>
  );
}

/** Opens the alarm of a link by the number of a satellite fire (`?fireNo=`), as used in short messages and by other systems. */
export function LinkedFire({ fireNo, onOpen }: { readonly fireNo: string; readonly onOpen: (id: string) => void }) {
  const { fires } = useMessages();
  const client = useClient();
  const found = useQuery({
    queryKey: ['fire-by-number', fireNo],
    queryFn: ({ signal }) => client.alarm.satelliteInfoByFireNo({ query: { fireNo }, silent: true, signal }),
  });
  const id = found.data?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once for a number, not again when the table's handler is a new one
  useEffect(() => {
    if (id !== undefined) onOpen(id);
  }, [id]);
  if (!found.isError) return null;
  return (
    <p role="alert" className="field-fault">
      {isNotFound(found.error) ? fires.noFireNumber(fireNo) : found.error.message}
    </p>
  );
}

/** 卫星: the hotspots of the grid that have not been handled yet, whatever the table's filter. */
export function UnhandledHotspots({ gridNo }: { readonly gridNo: string | null }) {
  const { fires } = useMessages();
  const client = useClient();
  const hotspots = useQuery({
    queryKey: ['unhandled-hotspots', gridNo],
    queryFn: ({ signal }) => client.alarm.satelliteNew({ query: { gridNo }, body: {}, silent: true, signal }),
  });
  useLiveRefetch(isAlarmUpdate, hotspots.refetch);
  if (!hotspots.data) return null;
  const newest = hotspots.data.reduce<Date | null>(
    (latest, { observedAt }) => (latest === null || observedAt > latest ? observedAt : latest),
    null,
  );
  return (
    <p className="alarms-count tabular" role="status">
      {newest === null ? fires.noHotspots : fires.hotspots(hotspots.data.length, formatTime(newest))}
    </p>
  );
}
