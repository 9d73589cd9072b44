// 护林管理: the rangers by grid, the replay of their tracks of any day on the globe, their attendance by day, week or month, and the quality of
// their patrols.
import { beginOfDayText, beijingDayText, DAY_MS } from '@lookout/domain';
import { GlobeStage } from '@lookout/web/globe/GlobeStage.tsx';
import { MapControls, ModeSwitch } from '@lookout/web/globe/MapControls.tsx';
import { useGlobeState } from '@lookout/web/globe/use-globe-room.ts';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { Nothing } from '@lookout/web/shared/QueryResult.tsx';
import { useNow, useRecords } from '@lookout/web/shared/services.ts';
import { oneOf, type UrlState, useUrlState } from '@lookout/web/shared/url-state.ts';
import { App, Button, DatePicker, Segmented, Skeleton } from 'antd';
import dayjs from 'dayjs';
import { useMemo } from 'react';
import { QualityPanel } from '../../patrol-quality/parts/QualityPanel.tsx';
import { isOnlineAt } from '../../resource/parts/markers.ts';
import { MOST_REPLAYED } from '../attendance.ts';
import { rangerRecords } from '../parts/ranger-records.ts';
import type { ListedRanger } from '../ranger.ts';
import { AttendancePanel } from './AttendancePanel.tsx';
import { useRangerMessages } from './messages.ts';
import { RangerTree } from './RangerTree.tsx';
import { ReplayPlayer } from './ReplayPlayer.tsx';
import './ranger.css';
import { COVERS_MAP } from '@lookout/web/globe/covered.ts';
import { chosenOf } from './ranger-tree.ts';
import { useReplayed, useReplayTracks } from './use-replay.ts';

const VIEWS = ['track', 'attendance', 'quality'] as const;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function RangerPage() {
  const messages = useRangerMessages();
  const globe = useGlobeState();
  const url = useUrlState();
  const { message } = App.useApp();
  const rangers = useRecords(rangerRecords);
  const view = oneOf(VIEWS, url.get('view')) ?? 'track';
  const named = url.get('ids');
  const ids = useMemo(() => named?.split(',').slice(0, MOST_REPLAYED) ?? [], [named]);
  const choose = (next: readonly string[]) => {
    if (next.length > MOST_REPLAYED) void message.warning(messages.tooMany(MOST_REPLAYED));
    url.set({ ids: next.slice(0, MOST_REPLAYED).join(), page: url.get('page') });
  };
  return (
    <div className="ranger-page" data-view={view}>
      <GlobeStage initialView={null} />
      {globe.kind === 'ready' && (
        <>
          <MapControls globe={globe.globe} />
          <ModeSwitch globe={globe.globe} />
        </>
      )}
      <aside {...COVERS_MAP} className="ranger-panel side-panel panel" aria-label={messages.title}>
        <Segmented
          block
          aria-label={messages.viewLabel}
          value={view}
          options={VIEWS.map((value) => ({ value, label: messages.views[value] }))}
          onChange={(next) => url.set({ view: next === 'track' ? null : next })}
        />
        <RangerTree chosen={ids} onChoose={choose} />
        {view === 'track' && <DayBar url={url} count={ids.length} />}
      </aside>
      {view === 'track' && <Replay url={url} ids={ids} known={rangers} onChoose={choose} />}
      {view === 'attendance' && <AttendancePanel url={url} />}
      {view === 'quality' && <QualityPanel url={url} />}
    </div>
  );
}

/** The day in the URL; today if the URL has none or an invalid one. */
function useDay(url: UrlState): { readonly day: string; readonly today: string; readonly put: (day: string) => void } {
  const today = beijingDayText(useNow());
  const requestedDay = url.get('day');
  const day = requestedDay !== null && DAY.test(requestedDay) && !Number.isNaN(beginOfDayText(requestedDay)) ? requestedDay : today;
  return { day, today, put: (next) => url.set({ day: next === today ? null : next, at: null }) };
}

function DayBar({ url, count }: { readonly url: UrlState; readonly count: number }) {
  const messages = useRangerMessages();
  const { day, today, put } = useDay(url);
  const near = (days: number) => beijingDayText(beginOfDayText(day) + days * DAY_MS);
  return (
    <footer className="stack ranger-days">
      <div className="line">
        <Button onClick={() => put(near(-1))} aria-label={messages.previousDay}>
          ‹
        </Button>
        <DatePicker
          className="gap"
          allowClear={false}
          aria-label={messages.day}
          value={dayjs(day)}
          maxDate={dayjs(today)}
          presets={[
            { label: messages.today, value: dayjs(today) },
            { label: messages.yesterday, value: dayjs(today).subtract(1, 'day') },
          ]}
          onChange={(next) => next && put(next.format('YYYY-MM-DD'))}
        />
        <Button disabled={day >= today} onClick={() => put(near(1))} aria-label={messages.nextDay}>
          ›
        </Button>
      </div>
      <div className="line">
        <span className="gap tabular hint">{messages.chosen(count, MOST_REPLAYED)}</span>
        <Button size="small" type="text" disabled={count === 0} onClick={() => url.set({ ids: null, at: null })}>
          {messages.clear}
        </Button>
      </div>
    </footer>
  );
}

interface ReplayProps {
  readonly url: UrlState;
  readonly ids: readonly string[];
  readonly known: readonly ListedRanger[];
  readonly onChoose: (ids: readonly string[]) => void;
}

function Replay({ url, ids, known, onChoose }: ReplayProps) {
  const messages = useRangerMessages();
  const { day, today, put } = useDay(url);
  // A URL from another grid may name people who are not found here.
  const shown = useMemo(() => (known.length === 0 ? ids : chosenOf(ids, known).map(({ userId }) => userId)), [ids, known]);
  const own = shown.join();
  const wanted = useMemo(() => own.split(',').filter(Boolean), [own]);
  const at = url.get('at') === null ? null : url.count('at', 1);
  const query = useReplayTracks({ ids: wanted, day, isToday: day === today, at });
  const tracks = useReplayed((state) => state.tracks);
  if (wanted.length === 0) return <Invitation known={known} onChoose={onChoose} />;
  const isEmpty = query.data !== undefined && !query.isPlaceholderData && query.data.every(({ seconds }) => seconds.length === 0);
  return (
    <section className="replay-player panel" aria-label={messages.player}>
      {query.isPending && (
        <div role="status">
          <span className="hint">{messages.loading}</span>
          <Skeleton active title={false} paragraph={{ rows: 2 }} />
        </div>
      )}
      {query.isError && <LoadFailed error={query.error} onRetry={() => void query.refetch()} />}
      {isEmpty && (
        <div className="line replay-empty">
          <Nothing title={messages.noTracks(day)} hint={messages.noTracksHint} />
          {day !== today && <Button onClick={() => put(today)}>{messages.goToday}</Button>}
        </div>
      )}
      {!isEmpty && tracks.length > 0 && (
        <ReplayPlayer tracks={tracks} day={day} onRemove={(userId) => onChoose(ids.filter((id) => id !== userId))} />
      )}
    </section>
  );
}

/** Shown while no ranger is chosen: what to do, and a button that shows an example. */
function Invitation({ known, onChoose }: Pick<ReplayProps, 'known' | 'onChoose'>) {
  const messages = useRangerMessages();
  const now = useNow();
  const online = useMemo(() => known.filter((ranger) => isOnlineAt(ranger, now)).slice(0, MOST_REPLAYED), [known, now]);
  return (
    <section className="replay-player replay-invitation panel line" aria-label={messages.player}>
      <span>{messages.invitation}</span>
      {online.length > 0 && (
        <Button type="primary" onClick={() => onChoose(online.map(({ userId }) => userId))}>
          {messages.replayOnline(online.length)}
        </Button>
      )}
    </section>
  );
}
