// 历史录像 of one camera: the recordings of a time window; a click plays one.

import { formatTime } from '@lookout/contract';
import { MINUTE_MS } from '@lookout/domain';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient, useServices } from '@lookout/web/shared/services.ts';
import { useInstallation } from '@lookout/web/shared/use-installation.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, DatePicker, Pagination, Skeleton } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { usePictureInterval } from '../../operating-mode/parts/mode-records.ts';
import type { Recording } from '../camera.ts';
import { useVideoMessages } from './messages.ts';

interface Props {
  readonly cameraId: string;
  readonly playing: Recording | null;
  readonly onPlay: (playing: Playing) => void;
}

/** A recording and its position in the list, newest first. */
export interface Playing {
  readonly list: readonly Recording[];
  readonly index: number;
}

export const playedIn = ({ list, index }: Playing): Recording | null => list[index] ?? null;

/** The next recording in time; null: none. */
export const nextOf = ({ list, index }: Playing): Playing | null => (index > 0 ? { list, index: index - 1 } : null);

const PAGE_SIZE = 20;
const BYTES_IN_MEGABYTE = 1_048_576;
/** While the camera records, its newest recording grows. */
const RECORDINGS_POLL_MS = 15_000;

interface Window {
  readonly begin: Dayjs;
  readonly end: Dayjs;
  /** Whether the end of the window follows the clock. */
  readonly isUntilNow: boolean;
}

export function Recordings({ cameraId, playing, onPlay }: Props) {
  const { history: messages } = useVideoMessages();
  const client = useClient();
  const { now } = useServices();
  const last = (count: number, unit: 'hour' | 'day'): [Dayjs, Dayjs] => [dayjs(now()).subtract(count, unit), dayjs(now())];
  const windowOf = (begin: Dayjs, end: Dayjs): Window => ({ begin, end, isUntilNow: end.valueOf() > now() - MINUTE_MS });
  const [window, setWindow] = useState(() => windowOf(...last(1, 'day')));
  const [pageNo, setPageNo] = useState(1);
  const beginTime = formatTime(window.begin.toDate());
  const endTime = window.isUntilNow ? null : formatTime(window.end.toDate());
  const pollEvery = usePictureInterval(RECORDINGS_POLL_MS);
  const retention = useInstallation().data?.recordings;
  const page = useQuery({
    queryKey: ['recordings', cameraId, beginTime, endTime, pageNo],
    queryFn: ({ signal }) =>
      client.video.recordingPage({ body: { cameraId, beginTime, endTime, pageNo, pageSize: PAGE_SIZE }, silent: true, signal }),
    refetchInterval: window.isUntilNow && pollEvery,
  });
  return (
    <section className="video-recordings stack" aria-label={messages.list}>
      <DatePicker.RangePicker
        size="small"
        showTime
        allowClear={false}
        aria-label={messages.window}
        placeholder={[messages.begin, messages.end]}
        value={[window.begin, window.end]}
        presets={[
          { label: messages.presets.hour, value: last(1, 'hour') },
          { label: messages.presets.day, value: last(1, 'day') },
          { label: messages.presets.week, value: last(7, 'day') },
        ]}
        onChange={(range) => {
          const [begin, end] = range ?? [];
          if (!begin || !end) return;
          setPageNo(1);
          setWindow(windowOf(begin, end));
        }}
      />
      {page.isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {page.isError && <LoadFailed error={page.error} onRetry={() => void page.refetch()} />}
      {page.data?.remark !== undefined && <Alert type="warning" showIcon title={page.data.remark} />}
      {page.data?.total === 0 && (
        <p role="status">
          <strong>{messages.empty}</strong> <span className="hint">{messages.emptyHint}</span>
        </p>
      )}
      {page.data && page.data.total > 0 && (
        <>
          <ul>
            {page.data.list.map((recording, index) => {
              const isPlaying = playing?.beganAt.getTime() === recording.beganAt.getTime();
              const [began, ended] = [formatTime(recording.beganAt), formatTime(recording.endedAt)];
              return (
                <li key={began}>
                  <Button
                    block
                    size="small"
                    className="tabular"
                    type={isPlaying ? 'primary' : 'default'}
                    aria-pressed={isPlaying}
                    title={messages.play(began, ended)}
                    onClick={() => onPlay({ list: page.data.list, index })}
                  >
                    {began.slice(5)} – {ended.slice(11)}
                    <span>{messages.size((recording.bytes / BYTES_IN_MEGABYTE).toFixed(1))}</span>
                  </Button>
                </li>
              );
            })}
          </ul>
          {page.data.total > PAGE_SIZE && (
            <Pagination simple size="small" current={pageNo} pageSize={PAGE_SIZE} total={page.data.total} onChange={setPageNo} />
          )}
        </>
      )}
      <p className="hint">
        {retention && messages.kept(retention.days, retention.gigabytes)}
        {page.data && page.data.total > 1 && ` ${messages.playsOn}`}
      </p>
    </section>
  );
}
