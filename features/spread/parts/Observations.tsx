// Observations of a fire since its forecast: the offer to correct it, the observations used by a corrected forecast, and how far a forecast
// was off.
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import type { FireObservations, SpreadRunFile } from '../spread.ts';
import type { SpreadCorrection } from '../spread-inputs.ts';
import type { SpreadError } from '../spread-result.ts';
import { meaningOf, observationsText, perimeterText, placesText, wasFaster } from './forecast-error-text.ts';
import { useSpreadMessages } from './messages.ts';
import { useSpreadRun } from './use-spread.ts';

interface SinceProps {
  readonly query: UseQueryResult<FireObservations | null>;
  readonly busy: boolean;
  readonly onCorrect: () => void;
}

/** Renders nothing without a forecast, because the first forecast uses all observations. */
export function ObservationsSince({ query: { data, error, refetch }, busy, onCorrect }: SinceProps) {
  const messages = useSpreadMessages();
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data?.last) return null;
  const fresh = data.observations.filter((one) => one.fresh);
  const begin = dayAndMinute(data.last.begin);
  return (
    <section className="decision-section" aria-label={messages.observations}>
      <div className="line">
        <span role="status">
          {fresh.length === 0 ? messages.nothingObserved(begin) : messages.observedSince(begin, observationsText(fresh, messages))}
        </span>
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
  readonly run: Pick<SpreadRunFile, 'inputs' | 'result'>;
  readonly correction: SpreadCorrection;
}

export function CorrectedBy({ run: { inputs, result }, correction: { after, begins, observations } }: CorrectedProps) {
  const messages = useSpreadMessages();
  const weighing = result?.weighing ?? null;
  const before = useSpreadRun(after);
  const effective = weighing && messages.effective(Math.round(weighing.effectiveMembers), inputs.members);
  return (
    <>
      <p className="tabular">
        {[messages.correctedBy(observationsText(observations, messages)), effective].filter(Boolean).join(marks().semicolon)}
      </p>
      <p className="second">{messages.begins[begins](dayAndMinute(inputs.begin))}</p>
      {weighing && weighing.temper < 1 && <p className="hint">{messages.tempered}</p>}
      {before.data?.error && <ForecastError error={before.data.error} title={messages.errorOfLast} />}
    </>
  );
}

interface ErrorProps {
  readonly error: SpreadError;
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
