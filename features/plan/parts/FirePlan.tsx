// 预案 in a fire's popup: the active response, or a way to start one; and former responses.

import { Nothing, QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useRight } from '@lookout/web/shared/services.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { usePlanMessages } from './messages.ts';
import { RunCard } from './RunCard.tsx';
import { useRuns } from './runs.ts';
import { StartPlan } from './StartPlan.tsx';

export function FirePlan({ alarm }: { readonly alarm: NamedAlarm }) {
  const messages = usePlanMessages();
  const runs = useRuns(alarm.id);
  const mayStart = useRight('dispatch') && alarm.response.stage === 'in-progress';
  const [starting, setStarting] = useState(false);
  const isOn = runs.data?.some(({ endedAt }) => endedAt === null) ?? true;
  return (
    <div className="stack plan-popup">
      {mayStart && !isOn && (
        <Button type="primary" className="tab-action" onClick={() => setStarting(true)}>
          {messages.start}
        </Button>
      )}
      <QueryResult query={runs} isEmpty={() => false} empty={{ title: messages.noRun, hint: messages.noRunHint }}>
        {(list) =>
          list.length === 0 ? (
            <Nothing title={messages.noRun} hint={messages.noRunHint} />
          ) : (
            list.map((run) => <RunCard key={run.id} run={run} />)
          )
        }
      </QueryResult>
      <Link to="/emergencyPlan">{messages.openPage}</Link>
      {starting && <StartPlan fire={alarm} onClose={() => setStarting(false)} />}
    </div>
  );
}
