// 火情 of an alarm: the probability that it burns and the reasons, its other alarms, and the officer's decisions about them.
import { CallFailed, isLineLost } from '@lookout/client';
import { haversineMetres } from '@lookout/domain';
import { useRecords, useRight, useServices } from '@lookout/web/shared/services.ts';
import { distanceText } from '@lookout/web/shared/text/distance-text.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { isInProgress, judgementOf, type NamedAlarm, verdictOf } from '../../alarm/alarm.ts';
import { availableActions } from '../../alarm/alarm-actions.ts';
import { SourceIcon } from '../../alarm/parts/AlarmMarks.tsx';
import { useActionMessages } from '../../alarm/parts/actions/messages.ts';
import { useOfficer, usePendingRequests } from '../../alarm/parts/actions/use-pending-requests.ts';
import { alarmRecords } from '../../alarm/parts/alarm-records.ts';
import { locationWithin } from '../../alarm/parts/location-text.ts';
import type { IncidentFile } from '../incident.ts';
import { foldFires } from './folding.ts';
import { useIncidentMessages } from './messages.ts';
import { useFireIdOf } from './use-fires.ts';
import { useIncident } from './use-incident.ts';
import './incident.css';

interface Props {
  readonly alarm: NamedAlarm;
  /** Opened from a task: decisions are not possible. */
  readonly readOnly: boolean;
  /** This desk cannot see the alarm any more. */
  readonly isGone: boolean;
  readonly onOpen: (alarm: NamedAlarm) => void;
  /** Draws the fire on the map; null: none. Stable across renders. */
  readonly onShown: (fire: IncidentFile | null) => void;
}

type Mode = 'folded' | 'open' | 'split' | 'merge';

/** A danger found by an inspection is not a sighting of a fire. */
const isSighting = ({ facts }: NamedAlarm): boolean => facts.kind !== 'danger';

export function FireSection({ alarm, readOnly, isGone, onOpen, onShown }: Props) {
  const messages = useIncidentMessages();
  const { data: fire, isError, refetch } = useIncident(alarm.id, isSighting(alarm) && !isGone);
  const mayDecide = useRight('act-on-alarms') && !readOnly && !isGone;
  const [mode, setMode] = useState<Mode>('folded');
  useEffect(() => {
    onShown(fire ?? null);
    return () => onShown(null);
  }, [fire, onShown]);
  if (!isSighting(alarm)) return null;
  if (isError && !fire)
    return (
      <p className="note" role="alert">
        {messages.failed}{' '}
        <Button type="link" size="small" onClick={() => void refetch()}>
          {messages.retry}
        </Button>
      </p>
    );
  // A newly arrived alarm belongs to no fire for a moment.
  if (!fire) return null;
  const [together = '', ...why] = fire.reasons;
  const isOpen = mode !== 'folded';
  const burning = fire.alarms.find(({ response }) => isInProgress(response));
  // The probability is not shown once a verdict confirms the fire.
  const isJudgedReal = fire.alarms.some(({ response }) => verdictOf(response) === 'real');
  return (
    <section className="fire-section" aria-label={messages.title}>
      <header className="line">
        <strong>{messages.title}</strong>
        {isJudgedReal ? (
          burning !== undefined && <span className="tag row-tag">{messages.burning}</span>
        ) : (
          <span className="tabular">{messages.probability(Math.round(fire.probability * 100))}</span>
        )}
        {fire.alarmIds.length > 1 && <span className="tag row-tag tabular">{messages.count(fire.alarmIds.length)}</span>}
        <span className="gap" />
        {/* Opens in a new tab, so that the map remains as it is. */}
        <Link className="link-button" to={`/fireStory?id=${alarm.id}`} target="_blank" rel="noopener">
          {messages.story}
        </Link>
        <Button type="link" size="small" aria-expanded={isOpen} onClick={() => setMode(isOpen ? 'folded' : 'open')}>
          {isOpen ? messages.less : messages.more}
        </Button>
      </header>
      {burning !== undefined && mayDecide && <ConfirmAll fire={fire} burning={burning} />}
      <p className="second">{[together, ...why].join(marks().semicolon)}</p>
      {isOpen && (
        <>
          {mode === 'open' && <Certainty fire={fire} />}
          {mode === 'open' && <AlarmsOfFire fire={fire} alarm={alarm} onOpen={onOpen} />}
          {mode === 'split' && <Split fire={fire} alarm={alarm} onDone={() => setMode('open')} />}
          {mode === 'merge' && <Merge fire={fire} alarm={alarm} onDone={() => setMode('open')} />}
          {mode === 'open' && mayDecide && (
            <p className="line fire-acts">
              {fire.alarmIds.length > 1 && (
                <Button size="small" onClick={() => setMode('split')}>
                  {messages.split}
                </Button>
              )}
              <Button size="small" onClick={() => setMode('merge')}>
                {messages.merge}
              </Button>
              <Link to={`/notifications?tab=records&alarm=${alarm.id}`}>{messages.told}</Link>
            </p>
          )}
        </>
      )}
      {fire.decisions.length > 0 && <Decisions fire={fire} mayUndo={mayDecide} />}
    </section>
  );
}

/** Judges at once, with a type, all alarms that have joined a fire in progress. Can be undone like any other judgement. */
function ConfirmAll({ fire, burning }: { readonly fire: IncidentFile; readonly burning: NamedAlarm }) {
  const messages = useIncidentMessages();
  const pendingRequests = usePendingRequests();
  const officer = useOfficer();
  const heldId = useStore(pendingRequests.store, ({ held }) => held?.alarm.id);
  const joined = fire.alarms.filter(
    (alarm) => verdictOf(alarm.response) === 'unjudged' && availableActions(alarm, officer).includes('judge'),
  );
  // A report has no type. An alarm judged together with it inherits only the verdict.
  const named = joined.find(({ facts }) => facts.kind !== 'report') ?? joined[0];
  if (named === undefined) return null;
  const realFireType = named.facts.kind === 'report' ? null : (judgementOf(burning.response)?.realFireType ?? null);
  return (
    <p className="line fire-acts">
      <Button
        size="small"
        type="primary"
        disabled={joined.some(({ id }) => id === heldId)}
        onClick={() => pendingRequests.hold(named, { kind: 'judge', judgement: { verdict: 'real', note: null, realFireType } })}
      >
        {messages.confirmAll(joined.length)}
      </Button>
    </p>
  );
}

const percent = (probability: number): string => `${Math.round(probability * 100)}%`;

/** Lists every observation with its evidence, and every factor of the place. */
function Certainty({ fire }: { readonly fire: IncidentFile }) {
  const messages = useIncidentMessages();
  const { alarm: terms } = useActionMessages();
  return (
    <dl className="fire-certainty tabular">
      <dt>{messages.looks}</dt>
      {fire.looks.map(({ kind, name, seenAt, probability, calmedBy }) => (
        <dd key={`${kind} ${name} ${seenAt.getTime()}`} className="line">
          <SourceIcon kind={kind} size={12} />
          <span className="cut">{name ?? terms.kinds[kind]}</span>
          <span className="hint">{dayAndMinute(seenAt)}</span>
          {calmedBy.map((reason) => (
            <span key={reason} className="tag row-tag">
              {messages.calming[reason]}
            </span>
          ))}
          <span className="gap" />
          <span>{percent(probability)}</span>
        </dd>
      ))}
      {fire.factors.length > 0 && <dt>{messages.factors}</dt>}
      {fire.factors.map(({ kind, odds }) => (
        <dd key={kind} className="line">
          <span>{messages.factorNames[kind]}</span>
          <span className="gap" />
          <span>{messages.odds(odds.toFixed(1))}</span>
        </dd>
      ))}
    </dl>
  );
}

interface RowProps {
  readonly alarm: NamedAlarm;
  readonly from: { readonly lng: number; readonly lat: number };
  readonly children?: ReactNode;
}

function AlarmLine({ alarm, from, children }: RowProps) {
  const { units } = useIncidentMessages();
  const { alarm: terms } = useActionMessages();
  const verdict = verdictOf(alarm.response);
  return (
    <>
      <SourceIcon kind={alarm.facts.kind} size={12} />
      <span>{terms.kinds[alarm.facts.kind]}</span>
      <span className="tabular">{distanceText(haversineMetres(from, alarm.position), units)}</span>
      <span className="tabular second">{dayAndMinute(alarm.observedAt)}</span>
      <span className="gap" />
      {verdict !== 'unjudged' && (
        <span className="tag row-tag" data-state={verdict}>
          {terms.states[verdict]}
        </span>
      )}
      {children}
    </>
  );
}

function AlarmsOfFire({ fire, alarm, onOpen }: Pick<Props, 'alarm' | 'onOpen'> & { readonly fire: IncidentFile }) {
  const messages = useIncidentMessages();
  const { alarm: terms } = useActionMessages();
  if (fire.alarms.length < 2) return <p className="hint">{messages.alone}</p>;
  return (
    <>
      <ul className="fire-alarms" aria-label={messages.alarms}>
        {fire.alarms.map((other) => (
          <li key={other.id}>
            <button
              type="button"
              className="line"
              title={messages.open(terms.kinds[other.facts.kind])}
              disabled={other.id === alarm.id}
              onClick={() => onOpen(other)}
            >
              <AlarmLine alarm={other} from={alarm.position}>
                {other.id === alarm.id && <span className="hint">{messages.isThis}</span>}
              </AlarmLine>
            </button>
          </li>
        ))}
      </ul>
      <NotListed fire={fire} />
    </>
  );
}

function NotListed({ fire: { alarmIds, alarms } }: { readonly fire: IncidentFile }) {
  const messages = useIncidentMessages();
  const count = alarmIds.length - alarms.length;
  return count > 0 ? <p className="hint">{messages.notListed(count)}</p> : null;
}

interface ChoiceProps {
  readonly fire: IncidentFile;
  readonly onDone: () => void;
}

function Split({ fire, alarm, onDone }: ChoiceProps & Pick<Props, 'alarm'>) {
  const messages = useIncidentMessages();
  const { client } = useServices();
  return (
    <Choice
      label={messages.alarms}
      hint={messages.splitHint}
      items={fire.alarms}
      most={fire.alarmIds.length - 1}
      lineOf={(other) => <AlarmLine alarm={other} from={alarm.position} />}
      doText={messages.doSplit}
      run={(alarmIds) => client.incident.splitIncident({ body: { id: alarm.id, alarmIds: [...alarmIds] }, silent: true })}
      onDone={onDone}
    />
  );
}

/** Fires further away than this are not offered; they are on the alarms page. */
const MERGE_METRES = 10_000;
const MOST_OFFERED = 20;

/** Merging uses the alarm's current fire, because the loaded data may be slightly out of date and name a fire that has been split since. */
function Merge({ fire, alarm, onDone }: ChoiceProps & Pick<Props, 'alarm'>) {
  const messages = useIncidentMessages();
  const { client } = useServices();
  const alarms = useRecords(alarmRecords);
  const fireIdOf = useFireIdOf();
  const near = useMemo(
    () =>
      foldFires(alarms.filter(isSighting), fireIdOf)
        .filter(({ id }) => id !== fireIdOf(alarm))
        .map((other) => ({ ...other, metres: haversineMetres(fire.position, other.lead.position) }))
        .filter(({ metres }) => metres <= MERGE_METRES)
        .sort((a, b) => a.metres - b.metres)
        .slice(0, MOST_OFFERED),
    [alarms, fireIdOf, fire, alarm],
  );
  if (near.length === 0)
    return (
      <p className="hint">
        {messages.noneNear}{' '}
        <Button type="link" size="small" onClick={onDone}>
          {messages.cancel}
        </Button>
      </p>
    );
  return (
    <Choice
      label={messages.title}
      hint={messages.mergeHint}
      items={near}
      most={near.length}
      lineOf={({ lead, alarms: of }) => (
        <AlarmLine alarm={lead} from={fire.position}>
          {of.length > 1 && <span className="tag row-tag tabular">{messages.count(of.length)}</span>}
          <span className="hint cut">{locationWithin(lead)}</span>
        </AlarmLine>
      )}
      doText={messages.doMerge}
      run={(ids) => client.incident.mergeIncidents({ body: { ids: [alarm.id, ...ids] }, silent: true })}
      onDone={onDone}
    />
  );
}

interface ChoicesProps<T> {
  readonly label: string;
  readonly hint: string;
  readonly items: readonly T[];
  /** Maximum number of choices. */
  readonly most: number;
  readonly lineOf: (item: T) => ReactNode;
  readonly doText: (count: number) => string;
  readonly run: (ids: ReadonlySet<string>) => Promise<unknown>;
  readonly onDone: () => void;
}

function Choice<T extends { readonly id: string }>({ label, hint, items, most, lineOf, doText, run, onDone }: ChoicesProps<T>) {
  const messages = useIncidentMessages();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const { busy, failure, act } = useDecision(onDone);
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <fieldset className="fire-choice" disabled={busy}>
      <legend className="hint">{hint}</legend>
      <ul className="fire-alarms" aria-label={label}>
        {items.map((item) => (
          <li key={item.id}>
            <Checkbox checked={chosen.has(item.id)} disabled={!chosen.has(item.id) && chosen.size >= most} onChange={() => toggle(item.id)}>
              <span className="line">{lineOf(item)}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
      <Failure text={failure} />
      <p className="line fire-acts">
        <Button size="small" type="primary" disabled={chosen.size === 0 || busy} onClick={() => act(() => run(chosen))}>
          {doText(chosen.size)}
        </Button>
        <Button size="small" onClick={onDone}>
          {messages.cancel}
        </Button>
      </p>
    </fieldset>
  );
}

function Decisions({ fire, mayUndo }: { readonly fire: IncidentFile; readonly mayUndo: boolean }) {
  const messages = useIncidentMessages();
  const { client } = useServices();
  const { busy, failure, act } = useDecision(() => undefined);
  return (
    <>
      <ul className="fire-decisions">
        {fire.decisions.map(({ id, kind, by, at }) => (
          <li key={id} className="line">
            <span className="hint">{messages.decided(messages.decisions[kind], by, dayAndMinute(at))}</span>
            {mayUndo && (
              <Button
                type="link"
                size="small"
                disabled={busy}
                onClick={() => act(() => client.incident.undoIncidentDecision({ body: { id: fire.id, decisionId: id }, silent: true }))}
              >
                {messages.undo}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Failure text={failure} />
    </>
  );
}

const Failure = ({ text }: { readonly text: string | null }) =>
  text === null ? null : (
    <p className="note" data-tone="bad" role="alert">
      {text}
    </p>
  );

/** Sends a decision. The live connection reports the moved alarms shortly afterwards. */
function useDecision(onDone: () => void) {
  const messages = useIncidentMessages();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const act = async (run: () => Promise<unknown>) => {
    setBusy(true);
    setFailure(null);
    try {
      await run();
      await queries.invalidateQueries({ queryKey: ['incident'] });
      onDone();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      setFailure(isLineLost(error) ? messages.lostLine : error.message);
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, act };
}
