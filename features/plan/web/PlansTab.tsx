// The plans of the grid and of its superiors, with their versions; a plan is opened, written and approved in a drawer.

import { PlusOutlined } from '@ant-design/icons';
import { covers, type Named } from '@lookout/domain';
import { useOwnGrid } from '@lookout/web/shared/GridPicker.tsx';
import { useClient, useRight, useSession } from '@lookout/web/shared/services.ts';
import { textCell } from '@lookout/web/shared/table/columns.ts';
import { ChoiceFilter, choices, GridFilter, NoRows, ResetFilters, TextFilter, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { PagedTable } from '@lookout/web/shared/table/PagedTable.tsx';
import { usePage } from '@lookout/web/shared/table/use-page.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { isNarrowed, oneOf, useUrlState } from '@lookout/web/shared/url-state.ts';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { usePlanMessages } from '../parts/messages.ts';
import { PLAN_STATES, type Plan } from '../plan.ts';
import { usePlanPageMessages } from './messages.ts';
import { PlanDrawer } from './PlanDrawer.tsx';
import { PlanEditor } from './PlanEditor.tsx';

export const PLANS = 'plans';

export function PlansTab() {
  const messages = usePlanPageMessages();
  const { states } = usePlanMessages();
  const client = useClient();
  const url = useUrlState();
  const own = useOwnGrid();
  const gridName = useSession().info?.userDTO.gridName ?? '';
  const mayWrite = useRight('dispatch');
  const [writing, setWriting] = useState(false);
  const narrowing = { title: url.get('text'), state: oneOf(PLAN_STATES, url.get('state')) };
  const filter = { ...narrowing, gridNo: useGridFilter(url) };
  const page = usePage({ url, key: [PLANS], filter, call: client.plan.planPage });
  const open = (id: string | null) => url.set({ id, page: url.get('page') });
  const opened = url.get('id');
  const inForce = page.query.data?.list.filter(({ state }) => state === 'approved') ?? [];
  const usesSuperior =
    own !== null &&
    !isNarrowed(narrowing) &&
    filter.gridNo === own &&
    inForce.length > 0 &&
    !inForce.some(({ gridNo }) => covers(own, gridNo));
  return (
    <>
      <search className="page-bar">
        <TextFilter url={url} label={messages.name} width={200} />
        <ChoiceFilter url={url} name="state" label={messages.anyState} width={130} options={choices(PLAN_STATES, states)} />
        <GridFilter url={url} />
        {isNarrowed(narrowing) && <ResetFilters url={url} names={['text', 'state', 'grid']} label={messages.reset} />}
        {mayWrite && (
          <Button icon={<PlusOutlined />} onClick={() => setWriting(true)}>
            {messages.add}
          </Button>
        )}
      </search>
      {usesSuperior && <Alert type="info" showIcon className="plan-superior" title={messages.onlySuperior(gridName)} />}
      <PagedTable<Named<Plan>>
        table="plans"
        name={messages.title}
        {...page}
        width={1000}
        empty={<NoRows isNarrowed={isNarrowed(narrowing)} messages={messages} />}
        columns={[
          {
            key: 'title',
            title: messages.name,
            text: ({ content }) => content.title,
            render: (_, { id, content }) => (
              <Button type="link" size="small" onClick={() => open(id)}>
                {content.title}
              </Button>
            ),
          },
          { key: 'grid', dataIndex: 'gridName', title: messages.columns.grid, width: 180, ellipsis: true },
          { key: 'version', title: messages.columns.version, width: 90, ...textCell(({ version }) => messages.version(version)) },
          {
            key: 'state',
            title: messages.columns.state,
            width: 100,
            text: ({ state }) => states[state],
            render: (_, { state }) => (
              <span className="tag" data-plan={state}>
                {states[state]}
              </span>
            ),
          },
          {
            key: 'changed',
            title: messages.columns.changed,
            width: 220,
            className: 'tabular',
            ...textCell(({ changedBy, changedAt }) => messages.reviewed(changedBy, dayAndMinute(changedAt))),
          },
          {
            key: 'reviewed',
            title: messages.columns.reviewed,
            width: 220,
            className: 'tabular',
            text: reviewText,
            render: (_, plan) => reviewText(plan) || '—',
          },
        ]}
      />
      {opened !== null && <PlanDrawer id={opened} onOpen={open} onClose={() => open(null)} />}
      {writing && <PlanEditor plan={null} onClose={() => setWriting(false)} onSaved={({ id }) => open(id)} />}
    </>
  );

  function reviewText({ reviewedBy, reviewedAt }: Plan): string {
    return reviewedBy === null || reviewedAt === null ? '' : messages.reviewed(reviewedBy, dayAndMinute(reviewedAt));
  }
}
