// 应急预案: the active runs, the plans, and past responses.

import { QueryResult } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useRight } from '@lookout/web/shared/services.ts';
import { textCell } from '@lookout/web/shared/table/columns.ts';
import { GridFilter, NoRows, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { PagedTable } from '@lookout/web/shared/table/PagedTable.tsx';
import { usePage } from '@lookout/web/shared/table/use-page.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { oneOf, useUrlState } from '@lookout/web/shared/url-state.ts';
import { Button, Drawer, Tabs } from 'antd';
import { useState } from 'react';
import { usePlanMessages } from '../parts/messages.ts';
import { LevelBadge, RunCard } from '../parts/RunCard.tsx';
import { RUNS, useRuns } from '../parts/runs.ts';
import { StartPlan } from '../parts/StartPlan.tsx';
import type { NamedPlanRun } from '../plan.ts';
import { usePlanPageMessages } from './messages.ts';
import { PlansTab } from './PlansTab.tsx';

const TABS = ['running', 'plans', 'history'] as const;

export function PlanPage() {
  const messages = usePlanPageMessages();
  const planMessages = usePlanMessages();
  const url = useUrlState();
  const mayStart = useRight('dispatch');
  const runs = useRuns(null);
  const [starting, setStarting] = useState(false);
  const tab = oneOf(TABS, url.get('tab')) ?? 'running';
  return (
    <div className="page">
      <header>
        <h1>{messages.title}</h1>
        {mayStart && (
          <Button type="primary" onClick={() => setStarting(true)}>
            {planMessages.start}
          </Button>
        )}
      </header>
      <Tabs
        activeKey={tab}
        destroyOnHidden
        onChange={(key) => url.set({ tab: key, grid: null, text: null, state: null, id: null, page: null })}
        items={[
          {
            key: 'running',
            label: messages.tabs.running(runs.data?.length ?? 0),
            children: (
              <QueryResult query={runs} isEmpty={(list) => list.length === 0} empty={messages.none}>
                {(list) => list.map((run) => <RunCard key={run.id} run={run} />)}
              </QueryResult>
            ),
          },
          { key: 'plans', label: messages.tabs.plans, children: <PlansTab /> },
          { key: 'history', label: messages.tabs.history, children: <History /> },
        ]}
      />
      {starting && <StartPlan fire={null} onClose={() => setStarting(false)} />}
    </div>
  );
}

function History() {
  const messages = usePlanPageMessages();
  const planMessages = usePlanMessages();
  const client = useClient();
  const url = useUrlState();
  const filter = { gridNo: useGridFilter(url), state: 'ended' } as const;
  const page = usePage({ url, key: [RUNS], filter, call: client.plan.planRunPage });
  const [opened, setOpened] = useState<NamedPlanRun | null>(null);
  return (
    <>
      <search className="page-bar">
        <GridFilter url={url} />
      </search>
      <PagedTable<NamedPlanRun>
        table="plan-runs"
        name={messages.tabs.history}
        {...page}
        width={1100}
        empty={<NoRows messages={{ empty: messages.noHistory, emptyHint: messages.noHistoryHint }} />}
        columns={[
          {
            key: 'fire',
            title: messages.columns.fire,
            text: ({ fireName }) => fireName,
            render: (_, run) => (
              <Button type="link" size="small" onClick={() => setOpened(run)}>
                {run.fireName}
              </Button>
            ),
          },
          { key: 'plan', title: messages.name, ...textCell(({ planTitle, planVersion }) => planMessages.plan(planTitle, planVersion)) },
          {
            key: 'level',
            title: messages.columns.level,
            width: 110,
            text: ({ level }) => planMessages.levels[level],
            render: (_, { level }) => <LevelBadge level={level} />,
          },
          {
            key: 'started',
            title: messages.columns.started,
            width: 130,
            className: 'tabular',
            ...textCell(({ startedAt }) => dayAndMinute(startedAt)),
          },
          {
            key: 'ended',
            title: messages.columns.ended,
            width: 130,
            className: 'tabular',
            text: ({ endedAt }) => (endedAt === null ? '' : dayAndMinute(endedAt)),
            render: (_, { endedAt }) => (endedAt === null ? '—' : dayAndMinute(endedAt)),
          },
          {
            key: 'reason',
            title: messages.columns.reason,
            text: ({ steps }) => steps.at(-1)?.reason ?? '',
            render: (_, { steps }) => steps.at(-1)?.reason,
          },
        ]}
      />
      <Drawer open={opened !== null} size={960} title={opened?.fireName} onClose={() => setOpened(null)} destroyOnHidden>
        {opened && <RunCard run={opened} />}
      </Drawer>
    </>
  );
}
