// 删除 with its reason and 撤销 in place; 已删除 lists what can be restored.

import type { Named } from '@lookout/domain';
import { ReasonForm } from '@lookout/web/shared/form/ReasonForm.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { useClient } from '@lookout/web/shared/services.ts';
import { dayAndMinute } from '@lookout/web/shared/time-text.ts';
import { useUndo } from '@lookout/web/shared/undo/use-undo.tsx';
import { useCall } from '@lookout/web/shared/use-call.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Empty, Popover, Skeleton, Table } from 'antd';
import { useState } from 'react';
import type { ResourceKind } from '../resource.ts';
import type { RegisteredResource, RemovedResource } from '../resource-care.ts';
import { useResourcesMessages } from './messages.ts';

const PAGE_SIZE = 20;

function useResourceUndo(onChanged: () => void) {
  const client = useClient();
  const queries = useQueryClient();
  return useUndo(
    (id) => client.resource.restoreResource({ body: { id }, silent: true }),
    () => {
      void queries.invalidateQueries({ queryKey: ['removed-resources'] });
      onChanged();
    },
  );
}

export function RemoveButton({ resource, onChanged }: { readonly resource: Named<RegisteredResource>; readonly onChanged: () => void }) {
  const messages = useResourcesMessages();
  const client = useClient();
  const undo = useResourceUndo(onChanged);
  const [isOpen, setOpen] = useState(false);
  // The interceptor shows the reason of a refusal.
  const sending = useSend({ failure: () => null });
  const { id, name } = resource;

  const remove = (reason: string) =>
    sending.send(async () => {
      await client.resource.removeResource({ body: { id, reason }, silent: true });
      setOpen(false);
      onChanged();
      undo.offer(resource);
    });
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger="click"
      destroyOnHidden
      title={messages.removal.ask(name)}
      content={
        <ReasonForm
          sending={sending}
          label={messages.removal.reason}
          missing={messages.removal.needed}
          most={200}
          showCount={false}
          size="small"
          submit={messages.remove}
          look={{ type: 'primary', danger: true }}
          onSubmit={remove}
          onCancel={() => setOpen(false)}
        />
      }
    >
      <Button type="link" size="small" danger>
        {messages.remove}
      </Button>
    </Popover>
  );
}

interface DrawerProps {
  readonly kinds: readonly ResourceKind[];
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

export function RemovedDrawer({ kinds, onChanged, onClose }: DrawerProps) {
  const messages = useResourcesMessages();
  const client = useClient();
  const { restore } = useResourceUndo(onChanged);
  const [pageNo, setPageNo] = useState(1);
  const removed = useCall(['removed-resources', kinds, pageNo], client.resource.removedResources, {
    body: { kinds, pageNo, pageSize: PAGE_SIZE },
  });
  const { removal } = messages;
  return (
    <Drawer open size={720} title={removal.list} onClose={onClose}>
      {removed.isPending && <Skeleton active />}
      {removed.isError && <LoadFailed error={removed.error} onRetry={() => void removed.refetch()} />}
      {removed.data && (
        <Table<RemovedResource>
          size="small"
          rowKey={({ resource }) => resource.id}
          dataSource={[...removed.data.list]}
          locale={{ emptyText: <Empty description={removal.none} /> }}
          pagination={{ current: pageNo, pageSize: PAGE_SIZE, total: removed.data.total, onChange: setPageNo }}
          columns={[
            { key: 'name', title: messages.name, render: (_, { resource }) => `${resource.name} ${resource.code}` },
            { key: 'reason', dataIndex: 'reason', title: removal.reason },
            { key: 'by', dataIndex: 'removedBy', title: removal.by, width: 130 },
            { key: 'at', title: removal.at, width: 120, className: 'tabular', render: (_, { removedAt }) => dayAndMinute(removedAt) },
            {
              key: 'restore',
              width: 80,
              render: (_, { resource }) => (
                <Button type="link" size="small" onClick={() => void restore(resource.id)}>
                  {removal.restore}
                </Button>
              ),
            },
          ]}
        />
      )}
    </Drawer>
  );
}
