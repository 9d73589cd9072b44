// Groups (组织): visible to every administrator, editable by the nation's administrators.

import { NATION } from '@lookout/domain';
import { needed, TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { showFieldFaults } from '@lookout/web/shared/form-faults.ts';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { Nothing } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useSession } from '@lookout/web/shared/services.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useSharedMessages } from '@lookout/web/shared/text/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Modal, Skeleton, Table } from 'antd';
import { useState } from 'react';
import type { Group } from '../admin.ts';
import { useAdminMessages } from './messages.ts';

type Fields = Pick<Group, 'id' | 'name'>;

export function GroupsTab() {
  const messages = useAdminMessages();
  const shared = useSharedMessages();
  const { query } = useGroups();
  const { info } = useSession();
  const national = info?.userDTO.gridNo === NATION;
  const [opened, setOpened] = useState<Group | 'new' | null>(null);

  return (
    <>
      <div className="page-bar">
        {!national && <Alert type="info" showIcon title={messages.groups.nationOnly} />}
        <div className="gap" />
        <Button type="primary" disabled={!national} onClick={() => setOpened('new')}>
          {messages.groups.create}
        </Button>
      </div>
      {query.isPending && <Skeleton active />}
      {query.isError && <LoadFailed error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && (
        <Table<Group>
          size="middle"
          rowKey="id"
          dataSource={[...query.data]}
          pagination={{ pageSize: 50, hideOnSinglePage: true }}
          locale={{ emptyText: <Nothing title={messages.groups.empty} hint={messages.groups.emptyHint} /> }}
          columns={[
            { key: 'id', dataIndex: 'id', title: messages.groups.id, width: 260, className: 'tabular' },
            { key: 'name', dataIndex: 'name', title: messages.groups.name },
            {
              key: 'actions',
              title: messages.users.actions,
              width: 120,
              render: (_, group) => (
                <Button type="link" size="small" disabled={!national} onClick={() => setOpened(group)}>
                  {shared.common.edit}
                </Button>
              ),
            },
          ]}
        />
      )}
      {opened !== null && <GroupDialog group={opened === 'new' ? null : opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function GroupDialog({ group, onClose }: { readonly group: Group | null; readonly onClose: () => void }) {
  const messages = useAdminMessages();
  const shared = useSharedMessages();
  const client = useClient();
  const [form] = Form.useForm<Fields>();
  const { send } = useSend({ refetch: ['admin-groups'], onRefused: (error) => showFieldFaults(form, error) });

  const save = (fields: Fields) =>
    send(async () => {
      await client.admin.saveGroup({ body: fields });
      onClose();
    }, messages.groups.saved);

  return (
    <Modal
      open
      title={group ? messages.groups.edit : messages.groups.create}
      onOk={() => form.submit()}
      onCancel={onClose}
      okText={shared.common.save}
    >
      <Form form={form} layout="vertical" initialValues={group ?? {}} onFinish={(fields) => void save(fields)}>
        <Form.Item
          name="id"
          label={messages.groups.id}
          rules={[{ required: true, pattern: /^[0-9]{3,63}$/, message: messages.groups.idRule }]}
        >
          <TextInput disabled={group !== null} most={63} inputMode="numeric" />
        </Form.Item>
        <Form.Item name="name" label={messages.groups.name} rules={needed(messages.groups.needName)}>
          <TextInput most={64} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** All groups, also used as the options of a picker. */
export function useGroups() {
  const client = useClient();
  const query = useQuery({ queryKey: ['admin-groups'], queryFn: () => client.admin.groups({ silent: true }) });
  return { query, options: (query.data ?? []).map(({ id, name }) => ({ value: id, label: `${name}${marks().brackets(id)}` })) };
}
