// 态势回放: a period is chosen, its log is loaded, and the desk of that time is displayed below the controls.

import { CallFailed } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import { HOUR_MS } from '@lookout/domain';
import { pagesOf, useFeatures } from '@lookout/web/manifest/web-feature.ts';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { faultOf, type ReplayWindow, readWindow, writeWindow } from '@lookout/web/shared/replay-window.ts';
import { ServicesContext, useRight, useServices } from '@lookout/web/shared/services.ts';
import { TIME_FORMAT } from '@lookout/web/shared/time-text.ts';
import { useOwnQueries } from '@lookout/web/shared/use-own-queries.ts';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Button, DatePicker, Progress as ProgressBar } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loadLog, type Progress } from './load-log.ts';
import { useReplayMessages } from './messages.ts';
import { ReplayBar } from './ReplayBar.tsx';
import { createReplayDesk, type ReplayDesk } from './replay-desk.ts';
import type { ReplayLog } from './replay-log.ts';
import './replay.css';

/** The page whose panels and globe are replayed. */
const DESK_PATH = 'monitor';
const LAST_HOURS = [1, 6, 24] as const;

export function ReplayPage() {
  const { search } = useLocation();
  const window = useMemo(() => readWindow(search), [search]);
  // The replay opens at the moment in the URL; later changes of the URL are not read again.
  const opened = useRef(window);
  if (opened.current?.begin !== window?.begin || opened.current?.end !== window?.end) opened.current = window;
  return opened.current === null ? <WindowForm /> : <LoadedReplay key={`${window?.begin} ${window?.end}`} window={opened.current} />;
}

function WindowForm() {
  const messages = useReplayMessages();
  const navigate = useNavigate();
  const { now } = useServices();
  const [range, setRange] = useState<readonly [Dayjs | null, Dayjs | null] | null>(null);
  const [isAsked, setAsked] = useState(false);
  const beijing = (at: number) => dayjs(formatTime(new Date(at)), TIME_FORMAT);
  const instantOf = (day: Dayjs | null | undefined): number | null =>
    day ? new Date(`${day.format('YYYY-MM-DDTHH:mm:ss')}+08:00`).getTime() : null;
  const [begin, end] = [instantOf(range?.[0]), instantOf(range?.[1])];
  const fault = faultOf(begin, end);
  const open = () => {
    setAsked(true);
    if (begin !== null && end !== null && fault === null) void navigate({ search: writeWindow('', { begin, end, moment: begin }) });
  };
  return (
    <div className="replay-choice page">
      <h1>{messages.title}</h1>
      <p className="hint">{messages.hint}</p>
      <div className="line">
        <span>{messages.last}</span>
        {LAST_HOURS.map((hours) => (
          <Button key={hours} onClick={() => setRange([beijing(now() - hours * HOUR_MS), beijing(now())])}>
            {messages.hours(hours)}
          </Button>
        ))}
      </div>
      <div className="line">
        <DatePicker.RangePicker
          showTime={{ format: 'HH:mm:ss' }}
          format={TIME_FORMAT}
          aria-label={messages.window}
          placeholder={[messages.begin, messages.end]}
          maxDate={beijing(now())}
          value={range === null ? null : [range[0], range[1]]}
          status={isAsked && fault !== null ? 'error' : ''}
          onChange={(next) => setRange(next)}
        />
        <Button type="primary" onClick={open}>
          {messages.open}
        </Button>
      </div>
      {isAsked && fault !== null && <p role="alert">{messages[fault]}</p>}
    </div>
  );
}

function LoadedReplay({ window }: { readonly window: ReplayWindow }) {
  const messages = useReplayMessages();
  const { reader } = useServices();
  const seesPeople = useRight('see-rangers');
  const navigate = useNavigate();
  const [progress, setProgress] = useState<Progress | null>(null);
  const { begin, end } = window;
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['replay', begin, end],
    queryFn: ({ signal }) =>
      loadLog({
        client: reader,
        begin: new Date(begin),
        end: new Date(end),
        seesPeople,
        signal,
        onProgress: (next) => setProgress({ ...next }),
      }),
    // A replay up to now does not grow, and a large one is not cached after the page is left.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  });
  const another = () => void navigate({ search: '' });
  if (data) return <ReplayRoom log={data} moment={window.moment} onAnother={another} />;
  return (
    <div className="replay-choice page">
      <h1>{messages.title}</h1>
      {isError ? (
        <>
          <LoadFailed error={error} onRetry={() => void refetch()} />
          {error instanceof CallFailed && <Button onClick={another}>{messages.other}</Button>}
        </>
      ) : (
        <div role="status">
          <p>{messages.loading}</p>
          <ProgressBar percent={Math.round((progress?.share ?? 0) * 100)} aria-label={messages.loading} />
          <p className="second">{progress && messages.loaded(progress.events, progress.positions)}</p>
        </div>
      )}
    </div>
  );
}

interface RoomProps {
  readonly log: ReplayLog;
  /** The initial moment, epoch milliseconds. */
  readonly moment: number;
  readonly onAnother: () => void;
}

/** The desk fed from the log, while the page is open. */
function ReplayRoom({ log, moment, onAnother }: RoomProps) {
  const live = useServices();
  const [desk, setDesk] = useState<ReplayDesk | null>(null);
  const opensAt = useRef(moment);
  useEffect(() => {
    const made = createReplayDesk(live, log);
    made.jump(opensAt.current);
    setDesk(made);
    return () => made.close();
  }, [live, log]);
  return desk && <ShownDesk desk={desk} log={log} onAnother={onAnother} />;
}

/** While the moment moves, panels repeat their requests at most this often. */
const ASKED_EVERY_MS = 500;

function ShownDesk({ desk, log, onAnother }: { readonly desk: ReplayDesk; readonly log: ReplayLog; readonly onAnother: () => void }) {
  const features = useFeatures();
  const Desk = useMemo(() => pagesOf(features).find(({ path }) => path === DESK_PATH)?.Page ?? null, [features]);
  const queries = useOwnQueries({ staleTime: Number.POSITIVE_INFINITY });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const stop = desk.onMoment(() => {
      timer ??= setTimeout(() => {
        timer = null;
        void queries.invalidateQueries();
      }, ASKED_EVERY_MS);
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [desk, queries]);
  return (
    <div className="replay">
      <ReplayBar desk={desk} log={log} onAnother={onAnother} />
      <div className="replay-desk">
        <ServicesContext value={desk.services}>
          <QueryClientProvider client={queries}>{Desk && <Desk />}</QueryClientProvider>
        </ServicesContext>
      </div>
    </div>
  );
}
