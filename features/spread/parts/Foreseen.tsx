// The reports that are to be expected by this fire's forecast: a hint for the officer on duty, shown only if there are any.
import { isNotFound } from '@lookout/client';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient, useServices } from '@lookout/web/shared/services.ts';
import { useQuery } from '@tanstack/react-query';
import { ForeseenLines } from '../../reporting/parts/ForeseenLines.tsx';
import { useForeseenMessages } from '../../reporting/parts/messages.ts';

/** @param runId the current run; another run leads to other reports */
export function Foreseen({ alarmId, runId }: { readonly alarmId: string; readonly runId: string }) {
  const messages = useForeseenMessages();
  const client = useClient();
  // In a replay the query would return what is to be expected now, so it is disabled.
  const { replay } = useServices();
  const { data, error, refetch } = useQuery({
    queryKey: ['foreseen-reports', alarmId, runId],
    queryFn: ({ signal }) => client.reporting.foreseenReports({ query: { alarmId }, occasion: 'background', silent: true, signal }),
    enabled: replay === null,
  });
  // A missing alarm is reported elsewhere on the page.
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
