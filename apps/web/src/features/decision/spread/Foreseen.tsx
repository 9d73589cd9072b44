// Which reports this fire's forecast lets expect: a hint for who is on duty, shown only when there is one.
import { isNotFound } from '@lookout/client';
import { foreseenReasonText } from '@lookout/contract';
import { useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../../shared/LoadFailed.tsx';
import { useLanguage } from '../../../shared/language.ts';
import { useClient, useNow, useServices } from '../../../shared/services.ts';
import { clockText } from '../../../shared/time-text.ts';
import { useSpreadMessages } from './messages.ts';

/** @param runId the run at hand: another one foresees other reports */
export function Foreseen({ alarmId, runId }: { readonly alarmId: string; readonly runId: string }) {
  const messages = useSpreadMessages();
  const language = useLanguage();
  const client = useClient();
  const now = useNow();
  // Of a moment of the past it would say what is to be expected now.
  const { replay } = useServices();
  const { data, error, refetch } = useQuery({
    queryKey: ['foreseen-reports', alarmId, runId],
    queryFn: ({ signal }) => client.reporting.foreseenReports({ query: { alarmId }, occasion: 'background', silent: true, signal }),
    enabled: replay === null,
  });
  // An alarm that is gone is told of above.
  if (error && !isNotFound(error)) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (data === undefined || data.length === 0) return null;
  return (
    <section className="decision-section" aria-label={messages.foreseen}>
      <h3>{messages.foreseen}</h3>
      <ul>
        {data.map(({ ruleId, reason, source, confirmed, expectedAt, dueAt }) => (
          <li key={ruleId}>
            <p className="line tabular">
              <span>{messages.foreseenLine(clockText(expectedAt, now), foreseenReasonText(reason, language))}</span>
              {!confirmed && <span className="tag row-tag">{messages.unverified}</span>}
            </p>
            <p className="second tabular">{messages.foreseenDue(clockText(dueAt, now), source.document)}</p>
          </li>
        ))}
      </ul>
      <p className="hint">{messages.foreseenHint}</p>
    </section>
  );
}
