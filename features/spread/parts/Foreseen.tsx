// Which reports this fire's forecast lets expect: a hint for who is on duty, shown only when there is one.
import { isNotFound } from '@lookout/client';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient, useServices } from '@lookout/web/shared/services.ts';
import { useQuery } from '@tanstack/react-query';
import { ForeseenLines } from '../../reporting/parts/ForeseenLines.tsx';
import { useForeseenMessages } from '../../reporting/parts/messages.ts';

/** @param runId the run at hand: another one foresees other reports */
export function Foreseen({ alarmId, runId }: { readonly alarmId: string; readonly runId: string }) {
  const messages = useForeseenMessages();
  const client = useClient();
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
    <section className="decision-section" aria-label={messages.title}>
      <h3>{messages.title}</h3>
      <ForeseenLines reports={data} />
      <p className="hint">{messages.hint}</p>
    </section>
  );
}
