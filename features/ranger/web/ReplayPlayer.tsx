// The player of a replay: the replayed rangers, the day's activity with the current time, and the buttons. While time runs, nothing
// renders: the time display and the bar are updated directly.
import { CaretRightOutlined, PauseOutlined, StepBackwardOutlined, StepForwardOutlined } from '@ant-design/icons';
import { beginOfDayText, type Named } from '@lookout/domain';
import { App, Button, Select, Tooltip } from 'antd';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import type { ReplayTrack } from '../attendance.ts';
import { ActivityBars } from './ActivityBars.tsx';
import { useRangerMessages } from './messages.ts';
import { ReplayPeople } from './ReplayPeople.tsx';
import { clockOf, DAY_SECONDS, SPEEDS } from './replay-clock.ts';
import { beforeGap, gapFrom, gapsOf } from './replay-store.ts';
import { useReplay, useReplayRunning } from './use-replay.ts';

interface Props {
  readonly tracks: readonly Named<ReplayTrack>[];
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly onRemove: (userId: string) => void;
}

export function ReplayPlayer({ tracks, day, onRemove }: Props) {
  const messages = useRangerMessages();
  const { clock } = useReplay();
  const { isPlaying, speed } = useReplayRunning();
  const { message } = App.useApp();
  const gaps = useMemo(() => gapsOf(tracks, beginOfDayText(day)), [tracks, day]);
  const go = (direction: 'next' | 'previous') => {
    const gap = gapFrom(gaps, clock.second(), direction);
    if (gap === null) return void message.info(messages.noMoreGaps);
    clock.pause();
    clock.seek(beforeGap(gap));
    void message.info(
      messages.gap(gap.fullName, clockOf(gap.from).slice(0, 5), clockOf(gap.to).slice(0, 5), Math.round((gap.to - gap.from) / 60)),
    );
  };
  return (
    <>
      <ReplayPeople tracks={tracks} day={day} onRemove={onRemove} />
      <TimeBar tracks={tracks} day={day} />
      <div className="line replay-buttons">
        <Button
          type="primary"
          icon={isPlaying ? <PauseOutlined aria-hidden /> : <CaretRightOutlined aria-hidden />}
          onClick={isPlaying ? clock.pause : clock.play}
        >
          {isPlaying ? messages.pause : messages.play}
        </Button>
        <Select
          size="middle"
          className="replay-speed"
          value={speed}
          aria-label={messages.speed}
          options={SPEEDS.map((value) => ({ value, label: messages.speeds(value) }))}
          onChange={clock.setSpeed}
        />
        <ReadOut day={day} />
        <span className="gap" />
        <Tooltip title={messages.gapsTitle}>
          <span className="hint tabular">{gaps.length === 0 ? messages.noGaps : null}</span>
        </Tooltip>
        {gaps.length > 0 && (
          <>
            <Button icon={<StepBackwardOutlined aria-hidden />} title={messages.gapsTitle} onClick={() => go('previous')}>
              {messages.previousGap}
            </Button>
            <Button icon={<StepForwardOutlined aria-hidden />} title={messages.gapsTitle} onClick={() => go('next')}>
              {messages.nextGap}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

/** The time of the replay. It changes sixty times a second, so it is written to the DOM, not rendered. */
function ReadOut({ day }: { readonly day: string }) {
  const { clock } = useReplay();
  const time = useRef<HTMLElement>(null);
  useEffect(
    () =>
      clock.onSecond((second) => {
        const text = clockOf(second);
        if (time.current !== null && time.current.textContent !== text) time.current.textContent = text;
      }),
    [clock],
  );
  return (
    <span className="tabular replay-time">
      <span className="hint">{day}</span> <strong ref={time} data-testid="replay-time" />
    </span>
  );
}

/** Seconds by which the arrow and page keys move the time. */
const KEYS: Readonly<Record<string, number>> = { ArrowLeft: -60, ArrowRight: 60, ArrowDown: -60, ArrowUp: 60, PageDown: -600, PageUp: 600 };

function TimeBar({ tracks, day }: Pick<Props, 'tracks' | 'day'>) {
  const messages = useRangerMessages();
  const { clock } = useReplay();
  const slider = useRef<HTMLInputElement>(null);
  const needle = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      clock.onSecond((second) => {
        const [input, line] = [slider.current, needle.current];
        if (input === null || line === null) return;
        const text = `${day} ${clockOf(second)}`;
        // Screen readers get whole seconds only; the line moves smoothly.
        if (input.getAttribute('aria-valuetext') !== text) {
          input.setAttribute('aria-valuetext', text);
          input.value = String(Math.floor(second));
        }
        line.style.transform = `translateX(${(second / DAY_SECONDS) * (line.parentElement?.clientWidth ?? 0)}px)`;
      }),
    [clock, day],
  );
  const byKey = (event: KeyboardEvent) => {
    const step = KEYS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    clock.seek(clock.second() + step);
  };
  return (
    <div className="replay-bar">
      <ActivityBars tracks={tracks} />
      <div ref={needle} className="replay-needle" aria-hidden />
      <input
        ref={slider}
        type="range"
        min={0}
        max={DAY_SECONDS - 1}
        step={1}
        aria-label={messages.time}
        onChange={({ target }) => clock.seek(Number(target.value))}
        onKeyDown={byKey}
        defaultValue={0}
      />
    </div>
  );
}
