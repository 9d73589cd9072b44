// The controls of a replay: its time, its speed, and the whole period with the number of events over time.

import {
  CaretRightOutlined,
  HistoryOutlined,
  LinkOutlined,
  PauseOutlined,
  StepBackwardOutlined,
  StepForwardOutlined,
} from '@ant-design/icons';
import { formatTime } from '@lookout/contract';
import { SECOND_MS } from '@lookout/domain';
import { copyToClipboard } from '@lookout/web/shared/clipboard.ts';
import { IconButton } from '@lookout/web/shared/IconButton.tsx';
import { withoutWindow, writeWindow } from '@lookout/web/shared/replay-window.ts';
import { App, Button, Segmented, Slider } from 'antd';
import { memo, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { useReplayMessages } from './messages.ts';
import type { ReplayDesk } from './replay-desk.ts';
import { countsOver, midnightsBetween, neighbouringAct, type ReplayLog } from './replay-log.ts';
import { SPEEDS, type Speed, USUAL_SPEED, usePlaying } from './use-playing.ts';

interface Props {
  readonly desk: ReplayDesk;
  readonly log: ReplayLog;
  readonly onAnother: () => void;
}

const STRETCHES = 240;
/** The URL is updated after the moment has been unchanged for this long. */
const QUIET_MS = 300;

export function ReplayBar({ desk, log, onAnother }: Props) {
  const messages = useReplayMessages();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const { begin, end } = log;
  const [speed, setSpeed] = useState<Speed>(USUAL_SPEED);
  const { isPlaying, setPlaying } = usePlaying(desk, end, speed);

  const step = (direction: 1 | -1) => {
    const act = neighbouringAct(log, desk.moment(), direction);
    if (act !== null) desk.jump(act);
  };
  const copy = () =>
    void copyToClipboard(
      window,
      `${location.origin}${location.pathname}${writeWindow(location.search, { begin, end, moment: desk.moment() })}`,
    ).then((isCopied) => (isCopied ? message.success(messages.copied) : message.warning(messages.notCopied)));
  const toggle = () => {
    if (!isPlaying && desk.moment() >= end) desk.jump(begin);
    setPlaying(!isPlaying);
  };

  return (
    <section className="replay-bar" aria-label={messages.bar}>
      <strong className="replay-banner" title={messages.bannerHint}>
        <HistoryOutlined aria-hidden="true" /> {messages.banner}
      </strong>
      <IconButton label={messages.before} icon={<StepBackwardOutlined />} onClick={() => step(-1)} />
      <IconButton
        label={isPlaying ? messages.pause : messages.play}
        icon={isPlaying ? <PauseOutlined /> : <CaretRightOutlined />}
        onClick={toggle}
      />
      <IconButton label={messages.next} icon={<StepForwardOutlined />} onClick={() => step(1)} />
      <Segmented
        size="small"
        aria-label={messages.speed}
        value={speed}
        onChange={setSpeed}
        options={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
      />
      <Moment desk={desk} log={log} />
      <IconButton label={messages.copy} icon={<LinkOutlined />} onClick={copy} />
      <Button size="small" onClick={onAnother}>
        {messages.other}
      </Button>
      <Button size="small" type="primary" onClick={() => void navigate(`/manage/monitor${withoutWindow(location.search)}`)}>
        {messages.live}
      </Button>
    </section>
  );
}

/** The parts that change while a replay plays, so that the rest of the bar is not re-rendered. */
function Moment({ desk, log }: Pick<Props, 'desk' | 'log'>) {
  const messages = useReplayMessages();
  const { begin, end } = log;
  const moment = useSyncExternalStore(desk.onMoment, desk.moment);
  const marks = useMemo(
    () => Object.fromEntries(midnightsBetween(begin, end).map((at) => [at, formatTime(new Date(at)).slice(5, 10)])),
    [begin, end],
  );
  useEffect(() => {
    // Without navigation, which the desk below would treat as a page change.
    const timer = setTimeout(() => {
      const query = writeWindow(location.search, { begin, end, moment });
      if (query !== location.search) history.replaceState(history.state, '', `${location.pathname}${query}`);
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [begin, end, moment]);
  return (
    <>
      <time className="replay-moment" title={messages.moment} dateTime={new Date(moment).toISOString()}>
        {formatTime(new Date(moment))}
      </time>
      <div className="replay-track">
        <Counts log={log} />
        <Slider
          min={begin}
          max={end}
          step={SECOND_MS}
          value={moment}
          marks={marks}
          aria-label={messages.slider}
          tooltip={{ formatter: (at) => (at === undefined ? null : formatTime(new Date(at))) }}
          onChange={desk.jump}
        />
      </div>
    </>
  );
}

/** The number of events over time: incoming alarms, and above them actions. */
const Counts = memo(function Counts({ log }: { readonly log: ReplayLog }) {
  const messages = useReplayMessages();
  const counts = useMemo(() => countsOver(log, STRETCHES), [log]);
  const most = Math.max(1, ...counts.map(({ alarms, acts }) => alarms + acts));
  const [alarms, acts] = [counts.reduce((sum, one) => sum + one.alarms, 0), counts.reduce((sum, one) => sum + one.acts, 0)];
  return (
    <svg
      className="replay-counts"
      viewBox={`0 0 ${STRETCHES} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={messages.counts(alarms, acts)}
    >
      <path className="replay-alarms" d={bars(counts.map(({ alarms }) => ({ from: 0, to: alarms / most })))} />
      <path className="replay-acts" d={bars(counts.map(({ alarms, acts }) => ({ from: alarms / most, to: (alarms + acts) / most })))} />
    </svg>
  );
});

/** One bar per interval, as one path. @param shares from the bottom, 0–1 */
const bars = (shares: readonly { readonly from: number; readonly to: number }[]): string =>
  shares.map(({ from, to }, index) => (to > from ? `M${index} ${1 - from}V${1 - to}h0.9V${1 - from}z` : '')).join('');
