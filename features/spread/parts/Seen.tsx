// Observations of a fire since its forecast: the offer to correct it, the observations used by a corrected forecast, and how far a forecast
// was off.
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import type { FireSeen, SpreadRunFile } from '../spread.schema.ts';
import { useSpreadMessages } from './messages.ts';
import { meaningOf, perimeterText, placesText, seenText, wasFaster } from './seen-text.ts';
import { useSpreadRun } from './use-spread.ts';

interface SinceProps {
  readonly query: UseQueryResult<FireSeen | null>;
  readonly busy: boolean;
  readonly onCorrect: () => void;
}

/** Renders nothing without a forecast, because the first forecast uses all observations. */
export function SeenSince({ query: { data, error, refetch }, busy, onCorrect }: SinceProps) {
  const messages = useSpreadMessages();
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data?.last) return null;
  const fresh = data.seen.filter((one) => one.fresh);
  const begin = dayAndMinute(data.last.begin);
  return (
    <section className="decision-section" aria-label={messages.seen}>
      <div className="line">
        <span role="status">{fresh.length === 0 ? messages.nothingSeen(begin) : messages.seenSince(begin, seenText(fresh, messages))}</span>
        <span className="gap" />
        <Button size="small" disabled={busy || fresh.length === 0} onClick={onCorrect}>
          {messages.correct}
        </Button>
      </div>
      {fresh.length > 0 && <p className="hint">{messages.correctHint}</p>}
    </section>
  );
}

interface CorrectedProps {
  readonly run: Pick<SpreadRunFile, 'members' | 'weighing' | 'begin'>;
  readonly correction: NonNullable<SpreadRunFile['inputs']['correction']>;
}

export function CorrectedBy({ run: { members, weighing, begin }, correction: { after, begins, seen } }: CorrectedProps) {
  const messages = useSpreadMessages();
  const before = useSpreadRun(after);
  const effective = weighing && messages.effective(Math.round(weighing.effectiveMembers), members);
  return (
    <>
      <p className="tabular">{[messages.correctedBy(seenText(seen, messages)), effective].filter(Boolean).join(marks().semicolon)}</p>
      <p className="second">{messages.begins[begins](dayAndMinute(begin))}</p>
      {weighing && weighing.temper < 1 && <p className="hint">{messages.tempered}</p>}
      {before.data?.error && <ForecastError error={before.data.error} title={messages.errorOfLast} />}
    </>
  );
}

interface ErrorProps {
  readonly error: NonNullable<SpreadRunFile['error']>;
  readonly title: string;
}

/** The error of a forecast compared with the observations so far, and what it means. */
export function ForecastError({ error, title }: ErrorProps) {
  const messages = useSpreadMessages();
  const { perimeter, places } = error;
  return (
    <div className="spread-error">
      {perimeter && (
        <>
          <p className="tabular">
            {title}
            {perimeterText(perimeter, messages)}
          </p>
          <p className="hint">{messages.comparedWith(dayAndMinute(perimeter.time))}</p>
        </>
      )}
      {places && (
        <p className="tabular">
          {perimeter === null && title}
          {placesText(places, messages)}
        </p>
      )}
      <p className="hint">
        {messages.meanings[meaningOf(error)]}
        {wasFaster(error) && messages.faster}
      </p>
    </div>
  );
}
