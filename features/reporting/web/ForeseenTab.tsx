// 预计需报送: the reports that each fire's forecast foresees. A hint for the officer on duty: nothing is owed by it, and there is no countdown.

import { Nothing, QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useNow, useRight } from '@lookout/web/shared/services.ts';
import { GridFilter, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { clockText } from '@lookout/web/shared/time-text.ts';
import { useUrlState } from '@lookout/web/shared/url-state.ts';
import { useLiveRefetch } from '@lookout/web/shared/use-live-refetch.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { LiveUpdate } from '../../live-messages.ts';
import { ForeseenLines } from '../parts/ForeseenLines.tsx';
import { useForeseenMessages } from '../parts/messages.ts';
import { useReportingMessages } from './messages.ts';

/** Forecasts are also requested at other desks, and expected times pass. */
const EVERY_MS = 60_000;
/** A report that falls due is no longer foreseen. */
const isReportChange = ({ kind }: LiveUpdate): boolean => kind === 'due-report-changed';

export function ForeseenTab() {
  const { foreseen: messages } = useReportingMessages();
  const decides = useRight('support-decisions');
  return decides ? <ForeseenFires /> : <Nothing {...messages.noRight} />;
}

function ForeseenFires() {
  const { foreseen: messages } = useReportingMessages();
  const { hint } = useForeseenMessages();
  const client = useClient();
  const now = useNow();
  const url = useUrlState();
  const gridNo = useGridFilter(url);
  const foreseen = useQuery({
    queryKey: ['foreseen-reports', 'list', gridNo],
    queryFn: ({ signal }) => client.reporting.foreseenReportList({ body: { gridNo }, occasion: 'background', silent: true, signal }),
    refetchInterval: EVERY_MS,
  });
  useLiveRefetch(isReportChange, foreseen.refetch);
  return (
    <>
      <search className="page-bar">
        <GridFilter url={url} />
      </search>
      <p className="hint">{hint}</p>
      <QueryResult query={foreseen} isEmpty={(list) => list.length === 0} empty={messages.none}>
        {(list) =>
          [...Map.groupBy(list, ({ alarmId, gridNo: no }) => `${alarmId} ${no}`)].map(([key, reports]) => {
            const [{ alarmId, address, gridName, forecastAt }] = reports as [(typeof reports)[number]];
            return (
              <section key={key} className="reporting-card panel" data-hint="true" aria-label={`${gridName} ${address}`}>
                <header className="line">
                  <h2>{address}</h2>
                  <span className="tag">{messages.notOwed}</span>
                  <span className="gap" />
                  <span className="second">{gridName}</span>
                </header>
                <ForeseenLines reports={reports} />
                <p className="line second tabular">
                  {messages.forecast(clockText(forecastAt, now))}
                  <span className="gap" />
                  <Link className="link-button" to={`/manage/decision?fireId=${alarmId}&tab=spread`}>
                    {messages.toForecast}
                  </Link>
                </p>
              </section>
            );
          })
        }
      </QueryResult>
    </>
  );
}
