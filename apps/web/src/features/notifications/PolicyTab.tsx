// 值班策略: whether everyone on a duty list is told by short message, and how those on duty are reminded.
import { CallFailed } from '@lookout/client';
import type { Got, notificationCalls } from '@lookout/contract';
import { NOTIFICATION_LEVELS, type NotificationLevel, REPEAT_BOUNDS } from '@lookout/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { NumberInput } from '../../shared/fields/NumberInput.tsx';
import { showFieldFaults } from '../../shared/form-faults.ts';
import { LoadFailed } from '../../shared/LoadFailed.tsx';
import { useClient } from '../../shared/services.ts';
import { GridFilter, useGridFilter } from '../../shared/table/filters.tsx';
import { useUrlState } from '../../shared/url-state.ts';
import { useNotificationMessages } from './messages.ts';

type Policy = Got<(typeof notificationCalls)['notificationPolicy']>;

const POLICY = 'notification-policy';

export function PolicyTab() {
  const { policy: messages } = useNotificationMessages();
  const client = useClient();
  const url = useUrlState();
  const gridNo = useGridFilter(url);
  const policy = useQuery({
    queryKey: [POLICY, gridNo],
    queryFn: ({ signal }) => client.notifications.notificationPolicy({ query: { gridNo }, silent: true, signal }),
  });
  return (
    <div className="notification-settings">
      <Alert type="info" showIcon title={messages.hint} className="notification-hint" />
      <search className="page-bar">
        <GridFilter url={url} />
      </search>
      {policy.isPending && <Skeleton active paragraph={{ rows: 4 }} />}
      {policy.isError && <LoadFailed error={policy.error} onRetry={() => void policy.refetch()} />}
      {policy.data !== undefined && <PolicyForm key={`${policy.data.gridNo} ${policy.data.changeTime}`} policy={policy.data} />}
    </div>
  );
}

interface Fields {
  /** '': nobody. */
  readonly dutyLevel: NotificationLevel | '';
  readonly repeatMinutes: number;
  readonly repeats: number;
}

function PolicyForm({ policy }: { readonly policy: Policy }) {
  const { policy: messages, levels } = useNotificationMessages();
  const client = useClient();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const [isBusy, setBusy] = useState(false);
  const { gridNo, gridName, fromGridName, changeUser, changeTime } = policy;
  const whose = fromGridName === null ? messages.usual : fromGridName === gridName ? '' : messages.from(fromGridName);
  const by = changeUser === null || changeTime === null ? '' : messages.changed(changeUser, changeTime);

  const save = async ({ dutyLevel, ...repeat }: Fields) => {
    setBusy(true);
    try {
      await client.notifications.saveNotificationPolicy({ body: { gridNo, dutyLevel: dutyLevel === '' ? null : dutyLevel, ...repeat } });
      void message.success(messages.saved);
      await queries.invalidateQueries({ queryKey: [POLICY] });
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      showFieldFaults(form, error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Form<Fields>
      form={form}
      layout="vertical"
      initialValues={{ dutyLevel: policy.dutyLevel ?? '', repeatMinutes: policy.repeatMinutes, repeats: policy.repeats }}
      onFinish={(fields) => void save(fields)}
    >
      <p className="second">{[gridName, whose, by].filter((text) => text !== '').join(' · ')}</p>
      <Form.Item name="dutyLevel" label={messages.dutyLevel}>
        <Select<NotificationLevel | ''>
          options={[{ value: '', label: messages.nobody }, ...NOTIFICATION_LEVELS.map((value) => ({ value, label: levels[value] }))]}
        />
      </Form.Item>
      <Form.Item name="repeatMinutes" label={messages.repeatMinutes} rules={[{ required: true, message: messages.needNumber }]}>
        <NumberInput min={REPEAT_BOUNDS.leastMinutes} max={REPEAT_BOUNDS.mostMinutes} isWhole />
      </Form.Item>
      <Form.Item name="repeats" label={messages.repeats} rules={[{ required: true, message: messages.needNumber }]}>
        <NumberInput min={0} max={REPEAT_BOUNDS.mostRepeats} isWhole />
      </Form.Item>
      <Button type="primary" loading={isBusy} onClick={() => form.submit()}>
        {messages.save}
      </Button>
    </Form>
  );
}
