// 任务模板 of the grid, of the grids above and of the grids below. Those above can be used, but not changed.

import { PlusOutlined } from '@ant-design/icons';
import { covers, type Named } from '@lookout/domain';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { useOwnGrid } from '@lookout/web/shared/GridPicker.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { textCell } from '@lookout/web/shared/table/columns.ts';
import { GridFilter, NoRows, TextFilter, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { PagedTable } from '@lookout/web/shared/table/PagedTable.tsx';
import { usePage } from '@lookout/web/shared/table/use-page.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { isNarrowed, useUrlState } from '@lookout/web/shared/url-state.ts';
import { Button, Popconfirm, Space } from 'antd';
import { useState } from 'react';
import { TEMPLATES } from '../parts/dispatch/TemplateSelect.tsx';
import { useTasksMessages } from '../parts/messages.ts';
import { PriorityTag } from '../parts/TaskDetail.tsx';
import type { TaskTemplate } from '../task-template.ts';
import { useTaskPageMessages } from './messages.ts';
import { TemplateForm } from './TemplateForm.tsx';

export function TemplatesTab() {
  const { templates: messages, columns, forms } = useTaskPageMessages();
  const { priorities, counts } = useTasksMessages();
  const client = useClient();
  const url = useUrlState();
  const own = useOwnGrid();
  const [edited, setEdited] = useState<{ readonly template: Named<TaskTemplate> | null } | null>(null);
  const narrowing = { name: url.get('text') };
  const filter = { ...narrowing, gridNo: useGridFilter(url) };
  const page = usePage({ url, key: [TEMPLATES], filter, call: client.task.taskTemplates });
  // The interceptor shows the reason of a refusal.
  const { send } = useSend({ refetch: [TEMPLATES] });
  const remove = ({ id, revision }: TaskTemplate) =>
    send(() => client.task.removeTaskTemplate({ params: { id }, query: { revision }, silent: true }), messages.removed);
  return (
    <>
      <search className="page-bar">
        <TextFilter url={url} label={messages.name} width={200} />
        <GridFilter url={url} />
        <Button icon={<PlusOutlined />} onClick={() => setEdited({ template: null })}>
          {messages.add}
        </Button>
      </search>
      <PagedTable<Named<TaskTemplate>>
        table="task-templates"
        name={messages.title}
        {...page}
        width={1150}
        empty={<NoRows isNarrowed={isNarrowed(narrowing)} messages={messages} />}
        columns={[
          { key: 'name', dataIndex: 'name', title: messages.name, width: 180, ellipsis: true },
          { key: 'grid', dataIndex: 'gridName', title: columns.grid, width: 150, ellipsis: true },
          {
            key: 'content',
            title: columns.content,
            text: ({ content }) => content,
            render: (_, { content }) => <span className="clamp">{content}</span>,
          },
          {
            key: 'priority',
            title: columns.priority,
            width: 90,
            text: ({ priority }) => `${priority} ${priorities[priority]}`,
            render: (_, { priority }) => <PriorityTag priority={priority} />,
          },
          {
            key: 'duration',
            title: messages.duration,
            width: 110,
            className: 'tabular',
            ...textCell(({ durationMinutes }) => forms.lasts(durationMinutes)),
          },
          { key: 'counts', title: messages.counts, width: 150, className: 'tabular', ...textCell(countsOf) },
          {
            key: 'checklist',
            title: messages.checklist,
            width: 150,
            text: ({ checklist }) => checklist ?? '',
            render: (_, { checklist }) => <span className="clamp task-lines">{checklist ?? '—'}</span>,
          },
          {
            key: 'changed',
            title: messages.changed,
            width: 170,
            className: 'tabular',
            ...textCell(({ changedBy, changedAt }) => `${changedBy} ${dayAndMinute(changedAt)}`),
          },
          {
            key: 'actions',
            title: columns.actions,
            width: 110,
            fixed: 'end',
            render: (_, template) =>
              own !== null && covers(own, template.gridNo) ? (
                <Space size={12}>
                  <button
                    type="button"
                    className="link-button"
                    aria-label={messages.edit(template.name)}
                    onClick={() => setEdited({ template })}
                  >
                    {messages.change}
                  </button>
                  <Popconfirm
                    title={messages.removeAsk(template.name)}
                    okText={messages.remove}
                    cancelText={forms.cancel}
                    onConfirm={() => remove(template)}
                  >
                    <button type="button" className="link-button" aria-label={messages.removeNamed(template.name)}>
                      {messages.remove}
                    </button>
                  </Popconfirm>
                </Space>
              ) : (
                <span className="second">{messages.ofAbove}</span>
              ),
          },
        ]}
      />
      {edited && <TemplateForm template={edited.template} onClose={() => setEdited(null)} />}
    </>
  );

  function countsOf({ peopleCount, vehicleCount, equipmentCount }: TaskTemplate): string {
    return [counts.people(peopleCount), counts.vehicles(vehicleCount), counts.equipment(equipmentCount)].join(marks().list);
  }
}
