// 推演 of a fire: the request form, the progress of the run, its result, and the earlier runs. The run's id is in the URL.
import { isNotFound } from '@lookout/client';
import { formatTime } from '@lookout/contract';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { Nothing, QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useServices } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import type { UrlState } from '@lookout/web/shared/url-state.ts';
import { Alert, Button, Progress } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { isSpreadOver, type SpreadRunFile } from '../spread.ts';
import { Foreseen } from './Foreseen.tsx';
import { type SpreadMessages, useSpreadMessages } from './messages.ts';
import { CorrectedBy, ForecastError, ObservationsSince } from './Observations.tsx';
import { RequestForm } from './RequestForm.tsx';
import { SpreadBasis } from './SpreadBasis.tsx';
import { SpreadResult } from './SpreadResult.tsx';
import { useFlyToForecast, useObservationsOnMap } from './spread-part.ts';
import { RUN, type SpreadFault, useFireObservations, useRequestForecast, useSpreadRun, useSpreadsOfFire } from './use-spread.ts';
import './spread.css';

/** The hours of a run that is requested by one click. */
const FIRST_HOURS = 6;
/** The number of ensemble members, which are weighted by the observations. */
const MANY = 100;

interface Props {
  readonly alarm: NamedAlarm;
  readonly url: UrlState;
}

export function SpreadTab({ alarm, url }: Props) {
  const messages = useSpreadMessages();
  const { replay } = useServices();
  const runId = url.get(RUN);
  const run = useSpreadRun(runId);
  const runs = useSpreadsOfFire(alarm.id, run.data);
  /** The last run requested in this tab. Its section is scrolled into view. */
  const [own, setOwn] = useState<string | null>(null);
  const { busy, fault, request, cancel } = useRequestForecast(alarm.id, (id) => {
    setOwn(id);
    url.set({ [RUN]: id });
  });
  useRequestOnOpening(runId === null && replay === null, () => void request({ hours: FIRST_HOURS, members: 1, weather: null }));
  const newest = runs.data?.find(({ state }) => state === 'done' || !isSpreadOver(state))?.id;
  // Opening the tab shows the newest forecast. Its id is set in the URL, from which the map reads it.
  useEffect(() => {
    if (runId === null && newest !== undefined && !busy) url.set({ [RUN]: newest });
  }, [runId, newest, busy, url]);
  useFlyToForecast(run.data);
  const observations = useFireObservations(alarm.id);
  useObservationsOnMap(observations.data?.observations);
  const isGone = isNotFound(run.error);
  return (
    <div className="spread stack">
      <p className="note">
        <strong>{messages.notObserved}</strong> {messages.notObservedHint}
      </p>
      {replay === null && (
        <RequestForm alarm={alarm} busy={busy} isAgain={run.data !== undefined} onRequest={(given) => void request(given)} />
      )}
      {replay === null && (
        <ObservationsSince
          query={observations}
          busy={busy}
          onCorrect={() => void request({ hours: FIRST_HOURS, members: MANY, weather: null, correct: true })}
        />
      )}
      {busy && (
        <p className="second" role="status">
          {messages.starting}
        </p>
      )}
      {fault && <Alert type="error" showIcon role="alert" title={faultText(fault, messages)} />}
      {runId !== null && isGone && (
        <p className="note" role="alert">
          {messages.gone}
        </p>
      )}
      {run.error && !isGone && <LoadFailed error={run.error} onRetry={() => void run.refetch()} />}
      {run.data && !isGone && <OneRun run={run.data} isOwn={run.data.id === own} busy={busy} onCancel={cancel} />}
      {run.data?.state === 'done' && <Foreseen alarmId={alarm.id} runId={run.data.id} />}
      <section className="decision-section" aria-label={messages.earlier}>
        <h3>{messages.earlier}</h3>
        <QueryResult query={runs} isEmpty={() => false} empty={messages.none}>
          {(list) =>
            list.length === 0 ? (
              <Nothing {...messages.none} />
            ) : (
              <ul>
                {list.map(({ id, requestedBy, requestedAt, hours, members, state, model, isCorrected, agreement }) => (
                  <li key={id}>
                    <button
                      type="button"
                      className="list-row"
                      aria-pressed={id === runId}
                      aria-label={messages.show(
                        `${dayAndMinute(requestedAt)} ${messages.requestLine(requestedBy, hours, members)}${marks().comma}${messages.states[state]}`,
                      )}
                      onClick={() => url.set({ [RUN]: id })}
                    >
                      <span className="tabular">{dayAndMinute(requestedAt)}</span>
                      <span className="cut">{messages.requestLine(requestedBy, hours, members)}</span>
                      <span className="gap" />
                      {agreement !== null && <span className="tabular second">{messages.agreement(agreement.toFixed(2))}</span>}
                      {model !== 'rothermel' && <span className="tag row-tag">{messages.models[model]}</span>}
                      {isCorrected && <span className="tag row-tag">{messages.corrected}</span>}
                      <span className="tag row-tag">{messages.states[state]}</span>
                    </button>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryResult>
      </section>
    </div>
  );
}

const faultText = (fault: SpreadFault, messages: SpreadMessages): string => {
  switch (fault.kind) {
    case 'no-answer':
      return messages.noAnswer;
    case 'no-fire':
      return messages.noFire;
    case 'no-weather':
      return messages.noWeather;
    case 'refused':
      return fault.text;
  }
};

/**
 * The popup's action requests a run through the navigation state. In the URL, the request would be repeated whenever the URL is opened. The
 * id of the run is then set in the URL, and the state is dropped.
 */
function useRequestOnOpening(isFree: boolean, request: () => void): void {
  const { state } = useLocation();
  const isRequested = isFree && (state as { readonly forecast?: unknown } | null)?.forecast === true;
  const begun = useRef(false);
  useEffect(() => {
    if (!isRequested || begun.current) return;
    begun.current = true;
    request();
  }, [isRequested, request]);
}

interface RunProps {
  readonly run: SpreadRunFile;
  /** True if the run was just requested in this tab. */
  readonly isOwn: boolean;
  readonly busy: boolean;
  readonly onCancel: (id: string) => Promise<void>;
}

const PERCENT = 100;

function OneRun({ run, isOwn, busy, onCancel }: RunProps) {
  const messages = useSpreadMessages();
  const section = useRef<HTMLElement>(null);
  // With the weather table, the form is longer than the panel.
  useEffect(() => {
    if (isOwn) section.current?.scrollIntoView({ block: 'start' });
  }, [isOwn]);
  const { state, progress, failure, requestedBy, requestedAt, inputs, queue } = run;
  const title = `${formatTime(requestedAt).slice(5, 16)} ${messages.requestLine(requestedBy, inputs.hours, inputs.members)}`;
  return (
    <section ref={section} className="stack" aria-label={title} data-state={state}>
      <p className="line">
        <span className="second tabular">{title}</span>
        <span className="gap" />
        {inputs.model.name !== 'rothermel' && <span className="tag row-tag">{messages.models[inputs.model.name]}</span>}
        <span className="tag row-tag">{messages.states[state]}</span>
      </p>
      {!isSpreadOver(state) && (
        <div role="status" className="stack">
          {state === 'queued' && <p className="second">{queue === null ? messages.queued : messages.queuedAt(queue)}</p>}
          <Progress percent={Math.round(progress * PERCENT)} status="active" aria-label={messages.progress} />
          <div>
            <Button size="small" disabled={busy} onClick={() => void onCancel(run.id)}>
              {messages.cancel}
            </Button>
          </div>
        </div>
      )}
      {state === 'cancelled' && (
        <p className="note" role="status">
          {messages.cancelled}
        </p>
      )}
      {state === 'failed' && <Alert type="error" showIcon role="alert" title={messages.failed} description={failure?.message} />}
      {inputs.correction && <CorrectedBy run={run} correction={inputs.correction} />}
      {state === 'done' && run.error && <ForecastError error={run.error} title={messages.errorOfThis} />}
      {run.result && <SpreadResult run={run} result={run.result} />}
      <SpreadBasis run={run} />
    </section>
  );
}
