// Users of one's own grid: table with filter, sort and page in the URL; what can be done with one stands in its row.
import { CallFailed } from '@lookout/client';
import type { adminCalls, Got } from '@lookout/contract';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Input, Popconfirm, Select, Space, Tag } from 'antd';
import { useState } from 'react';
import { GridPicker } from '../../shared/GridPicker.tsx';
import { useClient } from '../../shared/services.ts';
import type { AskPage } from '../../shared/table/gather-rows.ts';
import { orderOf, PagedTable, pagingOf } from '../../shared/table/PagedTable.tsx';
import { marks } from '../../shared/text/marks.ts';
import { useSharedMessages } from '../../shared/text/messages.ts';
import { type UrlState, useUrlState } from '../../shared/url-state.ts';
import { useAdminMessages } from './messages.ts';
import { ResetPassword } from './ResetPassword.tsx';
import { UserDrawer } from './UserDrawer.tsx';
import { useGroups } from './use-groups.ts';

export type AdminUser = Got<(typeof adminCalls)['adminUsers']>['list'][number];
type Opened = { readonly kind: 'create' } | { readonly kind: 'edit' | 'reset'; readonly user: AdminUser } | null;

const COLUMNS = ['userName', 'fullName', 'gridName', 'groupName', 'createTime'] as const;
const TITLES = { userName: 'userName', fullName: 'fullName', gridName: 'grid', groupName: 'group', createTime: 'created' } as const;

export function UsersTab() {
  const messages = useAdminMessages();
  const shared = useSharedMessages();
  const client = useClient();
  const queries = useQueryClient();
  const { message } = App.useApp();
  const url = useUrlState();
  const [opened, setOpened] = useState<Opened>(null);

  const state = url.get('state');
  const filter = {
    text: url.get('text'),
    gridNo: url.get('grid'),
    groupId: url.get('group'),
    enabled: state === null ? null : state === 'on',
  };
  const paging = pagingOf(url);
  const ask: AskPage<AdminUser> = (page, signal) => client.admin.adminUsers({ body: { ...filter, ...page }, silent: true, signal });
  const users = useQuery({
    queryKey: ['admin-users', filter, paging],
    queryFn: ({ signal }) => ask(paging, signal),
    placeholderData: keepPreviousData,
  });
  const done = () => {
    setOpened(null);
    void queries.invalidateQueries({ queryKey: ['admin-users'] });
  };
  const forceLogout = async (user: AdminUser) => {
    try {
      await client.admin.forceLogout({ params: { id: user.id } });
    } catch (error) {
      // The interceptor has said why.
      if (error instanceof CallFailed) return;
      throw error;
    }
    void message.success(messages.users.forceLogoutDone);
    done();
  };

  return (
    <>
      <Filters url={url} onCreate={() => setOpened({ kind: 'create' })} />
      <PagedTable<AdminUser>
        table="users"
        name={messages.tabs.users}
        query={users}
        ask={ask}
        url={url}
        rowKey={({ id }) => id}
        width={1100}
        empty={<EmptyMessages title={messages.users.empty} hint={messages.users.emptyHint} />}
        columns={[
          ...COLUMNS.map((key) => ({
            key,
            dataIndex: key,
            title: messages.users[TITLES[key]],
            sorter: (a: AdminUser, b: AdminUser) => (a[key] ?? '').localeCompare(b[key] ?? '', 'zh-CN'),
            sortOrder: orderOf(url, key),
            render: (text: string | null) => <span className="tabular">{text ?? shared.common.unknown}</span>,
          })),
          {
            key: 'state',
            title: messages.users.state,
            text: ({ enabled, online }) =>
              [enabled ? messages.users.enabled : messages.users.disabled, online ? messages.users.online : null]
                .filter(Boolean)
                .join(marks().list),
            render: (_, user) => (
              <Space size={4}>
                <Tag color={user.enabled ? 'success' : 'default'}>{user.enabled ? messages.users.enabled : messages.users.disabled}</Tag>
                {user.online && <span className="admin-online">● {messages.users.online}</span>}
              </Space>
            ),
          },
          {
            key: 'actions',
            title: messages.users.actions,
            width: 270,
            fixed: 'end',
            render: (_, user) => (
              <Space size={0}>
                <Button type="link" size="small" onClick={() => setOpened({ kind: 'edit', user })}>
                  {shared.common.edit}
                </Button>
                <Button type="link" size="small" onClick={() => setOpened({ kind: 'reset', user })}>
                  {messages.users.resetPassword}
                </Button>
                <Popconfirm
                  title={messages.users.forceLogoutAsk(user.fullName)}
                  okText={messages.users.forceLogout}
                  onConfirm={() => forceLogout(user)}
                  styles={{ root: { maxWidth: 340 } }}
                >
                  <Button type="link" size="small">
                    {messages.users.forceLogout}
                  </Button>
                </Popconfirm>
              </Space>
            ),
          },
        ]}
      />
      {(opened?.kind === 'create' || opened?.kind === 'edit') && (
        <UserDrawer user={opened.kind === 'edit' ? opened.user : null} onClose={() => setOpened(null)} onDone={done} />
      )}
      {opened?.kind === 'reset' && <ResetPassword user={opened.user} onClose={() => setOpened(null)} />}
    </>
  );
}

const EmptyMessages = (props: { readonly title: string; readonly hint: string }) => (
  <>
    <div>{props.title}</div>
    <div className="admin-detail hint cut" style={{ margin: '4px auto 0' }}>
      {props.hint}
    </div>
  </>
);

function Filters({ url, onCreate }: { readonly url: UrlState; readonly onCreate: () => void }) {
  const messages = useAdminMessages();
  const groups = useGroups();
  return (
    <div className="page-bar">
      <Input.Search
        key={url.get('text') ?? ''}
        style={{ width: 260 }}
        allowClear
        defaultValue={url.get('text') ?? ''}
        placeholder={messages.users.searchPlaceholder}
        aria-label={messages.users.searchPlaceholder}
        onSearch={(text) => url.set({ text: text.trim() })}
      />
      <div style={{ width: 420 }}>
        <GridPicker value={url.get('grid')} onChange={(grid) => url.set({ grid })} />
      </div>
      <Select
        style={{ width: 200 }}
        allowClear
        value={url.get('group')}
        options={groups.options}
        placeholder={messages.users.group}
        aria-label={messages.users.group}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(group) => url.set({ group: group ?? null })}
      />
      <Select
        style={{ width: 110 }}
        allowClear
        value={url.get('state')}
        placeholder={messages.users.state}
        aria-label={messages.users.state}
        options={[
          { value: 'on', label: messages.users.enabled },
          { value: 'off', label: messages.users.disabled },
        ]}
        onChange={(next) => url.set({ state: next ?? null })}
      />
      <div className="gap" />
      <Button type="primary" onClick={onCreate}>
        {messages.users.create}
      </Button>
    </div>
  );
}
