// 督办: what the grids below this desk have not done in time: fires that nobody took on, and reports that are late.

import { MINUTE_MS } from '@lookout/domain';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { Nothing } from '@lookout/web/shared/QueryResult.tsx';
import { useLoadState, useNow, useServices } from '@lookout/web/shared/services.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { Skeleton } from 'antd';
import { Link } from 'react-router';
import { alarmRecords } from '../../alarm/parts/alarm-records.ts';
import type { LateFire } from '../../incident/parts/use-late-fires.ts';
import { dueReportRecords } from '../parts/due-report-records.ts';
import { useReportingMessages } from './messages.ts';
import { useOversight } from './own-reports.ts';
import { ReportCard } from './ReportCard.tsx';

export function OversightTab() {
  const { oversight: messages } = useReportingMessages();
  const { reloadRecords } = useServices();
  const states = [useLoadState(alarmRecords), useLoadState(dueReportRecords)];
  const { reports, fires } = useOversight();
  if (states.includes('failed')) return <LoadFailed error={null} onRetry={reloadRecords} />;
  if (states.some((state) => state !== 'loaded')) return <Skeleton active paragraph={{ rows: 4 }} />;
  if (reports.length + fires.length === 0) return <Nothing {...messages.none} />;
  return (
    <>
      {fires.length > 0 && (
        <section className="reporting-card panel" aria-label={messages.fires} data-late="true">
          <h2>{messages.fires}</h2>
          <p className="second">{messages.firesHint}</p>
          <ul className="reporting-receivers">
            {fires.map((late) => (
              <LateRow key={late.fire.id} late={late} />
            ))}
          </ul>
        </section>
      )}
      {reports.map((report) => (
        <ReportCard key={report.id} report={report} />
      ))}
    </>
  );
}

function LateRow({ late: { fire, age } }: { readonly late: LateFire }) {
  const { oversight: messages } = useReportingMessages();
  const now = useNow();
  const { id, gridName, formattedAddress } = fire.lead;
  return (
    <li className="line">
      <strong>{gridName}</strong>
      <Link className="link-button cut" to={`/manage/monitor?alarm=${id}`}>
        {formattedAddress}
      </Link>
      <span className="gap" />
      <span className="tabular reporting-late">
        {messages.waited(dayAndMinute(age.since), Math.floor((now - age.since.getTime()) / MINUTE_MS))}
      </span>
    </li>
  );
}
