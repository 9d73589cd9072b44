// 任务模板: fills a form with a stored order. The templates of the user's own grid and of the grids above it are offered.
import type { Named } from '@lookout/domain';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { useQuery } from '@tanstack/react-query';
import { Form, Select } from 'antd';
import { useState } from 'react';
import type { TaskTemplate } from '../../task-template.ts';
import { useDispatchMessages } from './messages.ts';

export const TEMPLATES = 'task-templates';
const MOST_OFFERED = 500;

export function TemplateSelect({ onChoose }: { readonly onChoose: (template: Named<TaskTemplate>) => void }) {
  const messages = useDispatchMessages();
  const client = useClient();
  // Fetched when opened, because most forms are filled in without a template.
  const [isOpened, setOpened] = useState(false);
  const templates = useQuery({
    queryKey: [TEMPLATES, 'usable'],
    queryFn: async ({ signal }) =>
      (await client.task.taskTemplates({ body: { usable: true, pageSize: MOST_OFFERED }, silent: true, signal })).list,
    enabled: isOpened,
  });
  return (
    <Form.Item label={messages.template}>
      <Select
        aria-label={messages.template}
        placeholder={messages.templatePlaceholder}
        loading={isOpened && templates.isPending}
        showSearch={{ optionFilterProp: 'label' }}
        notFoundContent={templates.isSuccess ? messages.noTemplates : null}
        options={(templates.data ?? []).map(({ id, name, gridName }) => ({ value: id, label: `${name} · ${gridName}` }))}
        onOpenChange={(open) => open && setOpened(true)}
        onChange={(id: string) => {
          const chosen = templates.data?.find((one) => one.id === id);
          if (chosen) onChoose(chosen);
        }}
      />
      {templates.isError && <LoadFailed error={templates.error} onRetry={() => void templates.refetch()} />}
    </Form.Item>
  );
}
