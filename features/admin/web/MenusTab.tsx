// Menus: names, icons, order and visibility; editable by the nation's administrators.

import type { Got } from '@lookout/contract';
import { NATION } from '@lookout/domain';
import { NumberInput } from '@lookout/web/shared/fields/NumberInput.tsx';
import { TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { showFieldFaults } from '@lookout/web/shared/form-faults.ts';
import { LoadFailed } from '@lookout/web/shared/LoadFailed.tsx';
import { MENU_ICONS, MenuIcon } from '@lookout/web/shared/MenuIcon.tsx';
import { Nothing } from '@lookout/web/shared/QueryResult.tsx';
import { useClient, useSession } from '@lookout/web/shared/services.ts';
import { useSharedMessages } from '@lookout/web/shared/text/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Form, Modal, Select, Skeleton, Switch, Table } from 'antd';
import { useState } from 'react';
import type { authCalls } from '../../auth/auth.calls.ts';
import type { Menu as ChangedMenu } from '../admin.ts';
import { useAdminMessages } from './messages.ts';

/** A menu as the specification's call lists it. */
type Menu = Got<(typeof authCalls)['allMenus']>[number];
type Fields = Pick<ChangedMenu, 'name' | 'icon' | 'order' | 'visible'>;

export function MenusTab() {
  const messages = useAdminMessages();
  const shared = useSharedMessages();
  const client = useClient();
  const { info } = useSession();
  const national = info?.userDTO.gridNo === NATION;
  const [opened, setOpened] = useState<Menu | null>(null);
  const menus = useQuery({ queryKey: ['all-menus'], queryFn: () => client.auth.allMenus({ silent: true }) });

  return (
    <>
      {!national && <Alert type="info" showIcon title={messages.groups.nationOnly} style={{ marginBottom: 16 }} />}
      {menus.isPending && <Skeleton active />}
      {menus.isError && <LoadFailed error={menus.error} onRetry={() => void menus.refetch()} />}
      {menus.data && (
        <Table<Menu>
          size="middle"
          rowKey="menuCode"
          dataSource={[...menus.data].sort((a, b) => a.sort - b.sort)}
          pagination={false}
          locale={{ emptyText: <Nothing title={messages.menus.empty} hint={messages.menus.emptyHint} /> }}
          columns={[
            { key: 'sort', dataIndex: 'sort', title: messages.menus.sort, width: 90, className: 'tabular' },
            { key: 'menuName', dataIndex: 'menuName', title: messages.menus.name },
            { key: 'menuCode', dataIndex: 'menuCode', title: messages.menus.code },
            {
              key: 'icon',
              dataIndex: 'icon',
              title: messages.menus.icon,
              render: (icon: string | null) =>
                icon === null ? (
                  shared.common.unknown
                ) : (
                  <>
                    <MenuIcon name={icon} /> {icon}
                  </>
                ),
            },
            {
              key: 'visible',
              dataIndex: 'visible',
              title: messages.menus.visible,
              render: (v: boolean) => (v ? shared.common.yes : shared.common.no),
            },
            {
              key: 'actions',
              title: messages.users.actions,
              width: 120,
              render: (_, menu) => (
                <Button type="link" size="small" disabled={!national} onClick={() => setOpened(menu)}>
                  {shared.common.edit}
                </Button>
              ),
            },
          ]}
        />
      )}
      {opened !== null && <MenuDialog menu={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function MenuDialog({ menu, onClose }: { readonly menu: Menu; readonly onClose: () => void }) {
  const messages = useAdminMessages();
  const shared = useSharedMessages();
  const client = useClient();
  const [form] = Form.useForm<Fields>();
  const { send } = useSend({ refetch: ['all-menus'], onRefused: (error) => showFieldFaults(form, error) });
  const { menuName: name, icon, sort: order, visible } = menu;

  const save = ({ name, icon, order, visible }: Fields) =>
    send(async () => {
      await client.admin.saveMenu({ body: { code: menu.menuCode, name, icon: icon || null, order, visible } });
      onClose();
    }, messages.menus.saved);

  return (
    <Modal open title={`${messages.menus.edit} ${menu.menuCode}`} onOk={() => form.submit()} onCancel={onClose} okText={shared.common.save}>
      <Form form={form} layout="vertical" initialValues={{ name, icon, order, visible }} onFinish={(fields) => void save(fields)}>
        <Form.Item name="name" label={messages.menus.name} rules={[{ required: true, whitespace: true, message: messages.menus.needName }]}>
          <TextInput most={32} />
        </Form.Item>
        <Form.Item name="icon" label={messages.menus.icon}>
          <Select
            allowClear
            options={MENU_ICONS.map((value) => ({
              value,
              label: (
                <>
                  <MenuIcon name={value} /> {value}
                </>
              ),
            }))}
          />
        </Form.Item>
        <Form.Item name="order" label={messages.menus.sort} rules={[{ required: true, message: messages.menus.sort }]}>
          <NumberInput min={0} max={9999} isWhole />
        </Form.Item>
        <Form.Item name="visible" label={messages.menus.visible} valuePropName="checked">
          <Switch />
        </Form.Item>
      </Form>
    </Modal>
  );
}
