// 督办 of one fire, in its popup: how long it has not been taken on, the duty officer, who was notified when and with which result, and the
// next step; also which of its reports are due and late.

import { useLanguage } from '@lookout/web/shared/language.ts';
import { useClient, useNow, useRecords, useRight, useServices } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { clockText } from '@lookout/web/shared/time-text.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { useFireIdOf } from '../../incident/parts/use-fires.ts';
import type { AlarmNotices } from '../../notification/notification.ts';
import { useNotificationTerms } from '../../notification/parts/messages.ts';
import { isReportLate } from '../../reporting/due-report.ts';
import { dueReportRecords } from '../../reporting/parts/due-report-records.ts';
import { reportReasonText } from '../../reporting/reporting-message.wire.ts';
import { useMessages } from './messages.ts';
import { indexOfAlarm } from './queue.ts';
import { useQueue } from './use-queue.ts';
import { useWaitText } from './use-waiting.ts';

/** Number of notified persons that are listed without expanding. */
const SHOWN_AT_FIRST = 3;
const FRESH_MS = 30_000;

/** Empty if an officer has taken the fire on, if it calls no officer, and before the first reminder. */
export function UnansweredNote({ alarm }: { readonly alarm: NamedAlarm }) {
  const { age: messages } = useMessages();
  const { shown, ageOf } = useQueue();
  const { replay } = useServices();
  const now = useNow();
  const waitText = useWaitText();
  const age = ageOf(shown[indexOfAlarm(shown, alarm.id)]?.alarms ?? [alarm]);
  // An officer who opens a fresh alarm is about to take it on.
  if (age === null || age.step === 'fresh') return null;
  return (
    <section className="popup-waits" data-age={age.step} aria-label={messages.title}>
      <p className="line">
        <strong className="tag" data-age={age.step}>
          {waitText(age.step, age.since, now)}
        </strong>
      </p>
      {/* The current list of notified persons does not apply to a past moment. */}
      {replay === null && <Notices alarmId={alarm.id} />}
    </section>
  );
}

function Notices({ alarmId }: { readonly alarmId: string }) {
  const { age: messages } = useMessages();
  const client = useClient();
  const { data, isError, refetch } = useQuery({
    queryKey: ['alarm-notices', alarmId],
    staleTime: FRESH_MS,
    queryFn: ({ signal }) => client.notification.alarmNotices({ query: { id: alarmId }, occasion: 'background', silent: true, signal }),
  });
  useLiveRefetch(
    useCallback((update) => update.kind === 'shift-changed', []),
    refetch,
  );
  if (data !== undefined) return <Told notices={data} onNext={() => void refetch()} />;
  if (!isError)
    return (
      <p className="hint" role="status">
        {messages.waiting}
      </p>
    );
  return (
    <p className="note" role="alert">
      {messages.failed}{' '}
      <button type="button" className="link-button" onClick={() => void refetch()}>
        {messages.retry}
      </button>
    </p>
  );
}

function Told({ notices, onNext }: { readonly notices: AlarmNotices; readonly onNext: () => void }) {
  const { age: messages } = useMessages();
  const { channels, states } = useNotificationTerms();
  const now = useNow();
  const [isWide, setWide] = useState(false);
  const { owner, told, toldCount } = notices;
  const shown = isWide ? told : told.slice(0, SHOWN_AT_FIRST);
  return (
    <>
      <p>{messages.owners[owner.kind](owner.gridName, owner.fullName ?? '')}</p>
      {told.length === 0 ? (
        <p className="second">{messages.toldNobody}</p>
      ) : (
        <ul aria-label={messages.told}>
          {shown.map(({ id, createdAt, receiver, channel, repeat, state, reason }) => (
            <li key={id} className="tabular second">
              {[
                clockText(createdAt, now),
                channels[channel],
                receiver,
                ...(repeat > 0 ? [messages.again(repeat)] : []),
                states[state],
              ].join(' ')}
              {reason !== null && marks().brackets(reason)}
            </li>
          ))}
        </ul>
      )}
      {toldCount > SHOWN_AT_FIRST && !isWide && (
        <button type="button" className="link-button" onClick={() => setWide(true)}>
          {messages.all(toldCount)}
        </button>
      )}
      <Next notices={notices} now={now} onNext={onNext} />
    </>
  );
}

interface NextProps {
  readonly notices: AlarmNotices;
  readonly now: number;
  readonly onNext: () => void;
}

/** The next step: who will be notified and when, or that nobody will be, and how to change that. */
function Next({ notices: { next, reach, told, owner }, now, onNext }: NextProps) {
  const { age: messages } = useMessages();
  const administers = useRight('administer-users');
  if (next !== null)
    return next.at.getTime() > now ? (
      <p className="tabular">{messages.next(clockText(next.at, now), next.number, next.gridName)}</p>
    ) : (
      <p className="line">
        {messages.nextDue}
        <button type="button" className="link-button" onClick={onNext}>
          {messages.refresh}
        </button>
      </p>
    );
  if (reach.gap === null) return <p>{told.length === 0 ? messages.notYet : messages.noMore}</p>;
  return (
    <p className="note" data-tone="bad">
      {messages.gaps[reach.gap](owner.gridName)}{' '}
      {administers && (
        <Link className="link-button" to="/notifications?tab=policy">
          {messages.toPolicy}
        </Link>
      )}
    </p>
  );
}

/** The fire's reports that are due and late, shown to every desk: the desk that owes them and those above. */
export function OwedNote({ alarm }: { readonly alarm: NamedAlarm }) {
  const { age: messages } = useMessages();
  const language = useLanguage();
  const now = useNow();
  const fireId = useFireIdOf()(alarm);
  const late = useRecords(dueReportRecords).filter(
    (report) => (report.alarmId === alarm.id || report.fireId === fireId) && report.sent === null && isReportLate(report, new Date(now)),
  );
  if (late.length === 0) return null;
  return (
    <div className="note" data-tone="bad" role="note">
      {late.map(({ id, gridName, reason, dueAt }) => (
        <p key={id} className="tabular">
          {messages.owed(gridName, reportReasonText(reason, language), clockText(dueAt, now), Math.floor((now - dueAt.getTime()) / 60_000))}
        </p>
      ))}
      <Link className="link-button" to="/reporting">
        {messages.toReports}
      </Link>
    </div>
  );
}
