// Groups (组织): everybody who administers sees them, the nation's administrators change them.
import { NATION } from '@lookout/domain';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Empty, Form, Input, Modal, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { showFieldFaults } from '../../shared/form-faults.ts';
import { LoadFailed } from '../../shared/LoadFailed.tsx';
import { useClient, useSession } from '../../shared/services.ts';
import { useSharedWords } from '../../shared/text/words.ts';
import { useGroups } from './use-groups.ts';
import { useAdminWords } from './words.ts';

interface Group {
  readonly id: string;
  readonly name: string;
}

export function GroupsTab() {
  const words = useAdminWords();
  const shared = useSharedWords();
  const { query } = useGroups();
  const { info } = useSession();
  const national = info?.userDTO.gridNo === NATION;
  const [opened, setOpened] = useState<Group | 'new' | null>(null);

  return (
    <>
      <div className="page-bar">
        {!national && <Alert type="info" showIcon title={words.groups.nationOnly} />}
        <div className="gap" />
        <Button type="primary" disabled={!national} onClick={() => setOpened('new')}>
          {words.groups.create}
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
          locale={{ emptyText: <Empty description={words.groups.empty} /> }}
          columns={[
            { key: 'id', dataIndex: 'id', title: words.groups.id, width: 260, className: 'tabular' },
            { key: 'name', dataIndex: 'name', title: words.groups.name },
            {
              key: 'actions',
              title: words.users.actions,
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
  const words = useAdminWords();
  const shared = useSharedWords();
  const client = useClient();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<Group>();

  const save = async (fields: Group) => {
    try {
      await client.admin.saveGroup({ body: fields });
      void message.success(words.groups.saved);
      void queries.invalidateQueries({ queryKey: ['admin-groups'] });
      onClose();
    } catch (error) {
      showFieldFaults(form, error);
    }
  };

  return (
    <Modal
      open
      title={group ? words.groups.edit : words.groups.create}
      onOk={() => form.submit()}
      onCancel={onClose}
      okText={shared.common.save}
    >
      <Form form={form} layout="vertical" initialValues={group ?? {}} onFinish={(fields) => void save(fields)}>
        <Form.Item name="id" label={words.groups.id} rules={[{ required: true, pattern: /^[0-9]{3,63}$/, message: words.groups.idRule }]}>
          <Input disabled={group !== null} maxLength={63} inputMode="numeric" />
        </Form.Item>
        <Form.Item name="name" label={words.groups.name} rules={[{ required: true, whitespace: true, message: words.groups.needName }]}>
          <Input maxLength={64} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
