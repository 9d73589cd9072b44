// The review of one exercise: how long each alarm waited, its events in order on a slider, and the verdict. Nothing here changes an alarm.

import { CallFailed, isLineLost } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import type { EventKind } from '@lookout/domain';
import { DrillTag } from '@lookout/web/shared/DrillTag.tsx';
import { TextArea } from '@lookout/web/shared/fields/TextInput.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { Alert, Button, Empty, Select, Skeleton, Slider, Table } from 'antd';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { MOST_VERDICT } from '../exercise.calls.ts';
import { EXERCISE_STEPS, type Exercise, type ExerciseReview } from '../exercise.ts';
import { isExerciseUpdate } from './live-updates.ts';
import { useExerciseMessages } from './messages.ts';
import { momentAt, shownAt } from './replay.ts';

interface Props {
  readonly id: string;
  readonly onBack: () => void;
  readonly Running: ComponentType<{ exercise: Exercise; onChanged: () => void; children: ReactNode }>;
}

const NOT_THERE = 404;
const isNotThere = (error: unknown): boolean =>
  error instanceof CallFailed && error.outcome.kind === 'error' && error.outcome.code === NOT_THERE;

export function Review({ id, onBack, Running }: Props) {
  const messages = useExerciseMessages();
  const client = useClient();
  const review = useCall(['exercise-review', id], client.exercise.exerciseReview, { query: { id } });
  useLiveRefetch(isExerciseUpdate, review.refetch, 200);
  const { data } = review;

  return (
    <div className="page exercise-review">
      <Button type="link" onClick={onBack}>
        {messages.back}
      </Button>
      {review.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
      {!data && isNotThere(review.error) && <Empty description={messages.gone} />}
      {!data && review.isError && !isNotThere(review.error) && <LoadFailed error={review.error} onRetry={() => void review.refetch()} />}
      {data && (
        <>
          {data.exercise.endedAt === null ? (
            <Running exercise={data.exercise} onChanged={() => void review.refetch()}>
              <Head review={data} />
            </Running>
          ) : (
            <Head review={data} />
          )}
          <Waiting review={data} />
          <Times review={data} />
          <Replay review={data} />
          {data.exercise.endedAt !== null && <Verdict review={data} onSaved={() => void review.refetch()} />}
        </>
      )}
    </div>
  );
}

function Head({ review: { exercise } }: { readonly review: ExerciseReview }) {
  const messages = useExerciseMessages();
  return (
    <header className="exercise-head">
      <h1>{exercise.name}</h1>
      <DrillTag of={{ exerciseId: exercise.id }} />
      <span className="hint">{exercise.gridName}</span>
      <span className="tabular hint">{messages.by(exercise.leaderName, formatTime(exercise.beganAt))}</span>
      {exercise.endedAt && <span className="tabular hint">{messages.by(messages.ended, formatTime(exercise.endedAt))}</span>}
    </header>
  );
}

/** The alarms of the script that have not arrived: due time, source and content. */
function Waiting({ review: { script } }: { readonly review: ExerciseReview }) {
  const messages = useExerciseMessages();
  const waiting = script.filter(({ alarmId }) => alarmId === null).toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  const kinds: Readonly<Partial<Record<string, string>>> = messages.kinds;
  if (waiting.length === 0) return null;
  return (
    <section aria-label={messages.pending}>
      <h2>{messages.pendingCount(waiting.length)}</h2>
      <ul className="exercise-events">
        {waiting.map(({ id, dueAt, kind, description }) => (
          <li key={id}>
            <span className="tabular hint">{formatTime(dueAt)}</span>
            <span>{kinds[kind]}</span>
            {description && <span>{description}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Times({ review: { alarms, medianSeconds } }: { readonly review: ExerciseReview }) {
  const messages = useExerciseMessages();
  if (alarms.length === 0) return <p className="hint">{messages.noAlarms}</p>;
  return (
    <section aria-label={messages.times}>
      <h2>{messages.times}</h2>
      <Table
        size="small"
        rowKey="alarmId"
        pagination={false}
        scroll={{ x: 760 }}
        dataSource={alarms}
        columns={[
          { key: 'arrived', title: messages.moment, width: 170, className: 'tabular', render: (_, { arrivedAt }) => formatTime(arrivedAt) },
          { key: 'alarm', title: messages.alarm, dataIndex: 'formattedAddress' },
          ...EXERCISE_STEPS.map((step) => ({
            key: step,
            title: messages.steps[step],
            width: 120,
            className: 'tabular',
            render: (_: unknown, alarm: ExerciseReview['alarms'][number]) => messages.seconds(alarm.seconds[step]),
          })),
        ]}
        summary={() => (
          <Table.Summary.Row>
            <Table.Summary.Cell index={0} colSpan={2}>
              <strong>{messages.median}</strong>
            </Table.Summary.Cell>
            {EXERCISE_STEPS.map((step, index) => (
              <Table.Summary.Cell key={step} index={index + 2} className="tabular">
                <strong>{messages.seconds(medianSeconds[step])}</strong>
              </Table.Summary.Cell>
            ))}
          </Table.Summary.Row>
        )}
      />
    </section>
  );
}

const SPEEDS = [1, 10, 60, 300] as const;
const TICK_MS = 200;

function Replay({ review: { exercise, events, alarms } }: { readonly review: ExerciseReview }) {
  const messages = useExerciseMessages();
  const begin = exercise.beganAt.getTime();
  const last = events.at(-1)?.at.getTime() ?? begin;
  // null: the newest event, also while events still arrive.
  const [picked, setAt] = useState<number | null>(null);
  const at = picked ?? last;
  const [speed, setSpeed] = useState<number>(60);
  const [isPlaying, setPlaying] = useState(false);

  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => setAt((now) => momentAt(now ?? begin, TICK_MS * speed, last)), TICK_MS);
    return () => clearInterval(timer);
  }, [isPlaying, speed, begin, last]);
  useEffect(() => {
    if (picked === null || picked < last) return;
    setPlaying(false);
    setAt(null);
  }, [picked, last]);

  const shown = shownAt(events, at);
  const placeOf = new Map(alarms.map(({ alarmId, formattedAddress }) => [alarmId, formattedAddress]));
  return (
    <section aria-label={messages.replay}>
      <h2>{messages.replay}</h2>
      <div className="exercise-replay">
        <Button
          type="primary"
          onClick={() => {
            if (at >= last) setAt(begin);
            setPlaying(!isPlaying);
          }}
        >
          {isPlaying ? messages.pause : messages.play}
        </Button>
        <Select
          aria-label={messages.speed}
          value={speed}
          style={{ width: 90 }}
          options={SPEEDS.map((value) => ({ value, label: `${value}×` }))}
          onChange={setSpeed}
        />
        <Slider
          className="exercise-slider"
          min={begin}
          max={Math.max(begin + 1_000, last)}
          step={1_000}
          value={at}
          ariaLabelForHandle={messages.moment}
          tooltip={{ formatter: (value) => formatTime(new Date(value ?? begin)).slice(11) }}
          onChange={setAt}
        />
        <span className="tabular">{formatTime(new Date(at)).slice(11)}</span>
        <span className="tabular hint">{messages.soFar(shown.length, events.length)}</span>
      </div>
      <ol className="exercise-events">
        {shown.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added at the end
          <li key={index}>
            <span className="tabular hint">{formatTime(event.at).slice(11)}</span>
            <strong>{messages.events[event.kind as EventKind] ?? event.kind}</strong>
            <span>{event.by}</span>
            {event.alarmId && <span className="hint">{placeOf.get(event.alarmId)}</span>}
            {event.detail && <span>{event.detail}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Verdict({ review: { exercise }, onSaved }: { readonly review: ExerciseReview; readonly onSaved: () => void }) {
  const messages = useExerciseMessages();
  const client = useClient();
  const [text, setText] = useState(exercise.verdict?.text ?? '');
  const [isMissing, setMissing] = useState(false);
  const { isBusy, failed, send } = useSend({
    failure: (error) => (isLineLost(error) ? messages.noAnswer : `${messages.failed}${marks().brackets(error.message)}`),
  });

  const save = async () => {
    const verdict = text.trim();
    if (verdict === '') return setMissing(true);
    setMissing(false);
    await send(
      () => client.exercise.exerciseJudge({ body: { id: exercise.id, verdict, version: exercise.version }, silent: true }),
      messages.saved,
    );
    onSaved();
  };
  const fault = isMissing ? messages.needed.verdict : failed;

  return (
    <section aria-label={messages.verdict} className="stack">
      <h2>{messages.verdict}</h2>
      {exercise.verdict && (
        <>
          <p className="tabular hint">{messages.by(exercise.verdict.by, formatTime(exercise.verdict.at))}</p>
          {exercise.verdict.text !== text && <p className="exercise-verdict">{exercise.verdict.text}</p>}
        </>
      )}
      <TextArea
        aria-label={messages.verdict}
        rows={4}
        most={MOST_VERDICT}
        showCount
        disabled={isBusy}
        value={text}
        placeholder={messages.verdictPlaceholder}
        onChange={(event) => setText(event.target.value)}
      />
      {fault && <Alert type="error" showIcon role="alert" title={fault} />}
      <Button type="primary" loading={isBusy} className="exercise-act" onClick={() => void save()}>
        {messages.save}
      </Button>
    </section>
  );
}
