// Users of the caller's grid: filter, sort and page are in the URL; the actions for a user are in the row.

import { formatTime } from '@lookout/contract';
import { type Capability, MENU_CAPABILITIES, OTHER_CAPABILITIES } from '@lookout/domain';
import { firstGrid } from '@lookout/region';
import { usePasswordRule } from '@lookout/web/shared/account/use-password-rule.ts';
import { encryptFor } from '@lookout/web/shared/encrypted.ts';
import { needed, TextInput } from '@lookout/web/shared/fields/TextInput.tsx';
import { FormDrawer } from '@lookout/web/shared/form/FormDrawer.tsx';
import { useSend } from '@lookout/web/shared/form/use-send.ts';
import { showFieldFaults } from '@lookout/web/shared/form-faults.ts';
import { GridPicker, useGridTree, useMayPick, useOwnGrid } from '@lookout/web/shared/GridPicker.tsx';
import { useClient, useSession } from '@lookout/web/shared/services.ts';
import { ChoiceFilter, GridFilter, NoRows, TextFilter, useGridFilter } from '@lookout/web/shared/table/filters.tsx';
import { orderOf, PagedTable } from '@lookout/web/shared/table/PagedTable.tsx';
import { usePage } from '@lookout/web/shared/table/use-page.ts';
import { marks } from '@lookout/web/shared/text/marks.ts';
import { useSharedMessages } from '@lookout/web/shared/text/messages.ts';
import { type UrlState, useUrlState } from '@lookout/web/shared/url-state.ts';
import { region } from '@region';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Form, Input, Modal, Popconfirm, Select, Space, Switch, Tag, TreeSelect } from 'antd';
import { useState } from 'react';
import type { GridTree } from '../../grid/grid.calls.ts';
import type { AccountDraft, ListedAccount } from '../admin.ts';
import { useGroups } from './GroupsTab.tsx';
import { useAdminMessages } from './messages.ts';

type Opened = { readonly kind: 'create' } | { readonly kind: 'edit' | 'reset'; readonly user: ListedAccount } | null;

const COLUMNS = ['userName', 'fullName', 'gridName', 'groupName', 'createdAt'] as const;
const TITLES = { userName: 'userName', fullName: 'fullName', gridName: 'grid', groupName: 'group', createdAt: 'created' } as const;
const textOf = (user: ListedAccount, column: (typeof COLUMNS)[number]): string | null =>
  column === 'createdAt' ? formatTime(user.createdAt) : user[column];

export function UsersTab() {
  const messages = useAdminMessages();
  const shared = useSharedMessages();
  const client = useClient();
  const queries = useQueryClient();
  const url = useUrlState();
  const [opened, setOpened] = useState<Opened>(null);

  const state = url.get('state');
  const filter = {
    text: url.get('text'),
    gridNo: useGridFilter(url),
    groupId: url.get('group'),
    enabled: state === null ? null : state === 'on',
  };
  const users = usePage({ url, key: ['admin-users'], filter, call: client.admin.adminUsers });
  const done = () => {
    setOpened(null);
    void queries.invalidateQueries({ queryKey: ['admin-users'] });
  };
  const { send } = useSend();
  const clear = async (call: 'clearSecondFactor' | 'forceLogout' | 'unbindIdentity', user: ListedAccount, said: string) => {
    if (await send(() => client.admin[call]({ params: { id: user.id } }), said)) done();
  };

  return (
    <>
      <Filters url={url} onCreate={() => setOpened({ kind: 'create' })} />
      <PagedTable<ListedAccount>
        table="users"
        name={messages.tabs.users}
        {...users}
        width={1100}
        empty={<NoRows messages={messages.users} />}
        columns={[
          ...COLUMNS.map((key) => ({
            key,
            title: messages.users[TITLES[key]],
            sorter: (a: ListedAccount, b: ListedAccount) => (textOf(a, key) ?? '').localeCompare(textOf(b, key) ?? '', 'zh-CN'),
            sortOrder: orderOf(url, key),
            text: (user: ListedAccount) => textOf(user, key),
            render: (_: unknown, user: ListedAccount) => <span className="tabular">{textOf(user, key) ?? shared.common.unknown}</span>,
          })),
          {
            key: 'state',
            title: messages.users.state,
            text: ({ enabled, isOnline }) =>
              [enabled ? messages.users.enabled : messages.users.disabled, isOnline ? messages.users.online : null]
                .filter(Boolean)
                .join(marks().list),
            render: (_, user) => (
              <Space size={4}>
                <Tag color={user.enabled ? 'success' : 'default'}>{user.enabled ? messages.users.enabled : messages.users.disabled}</Tag>
                {user.isOnline && <span className="admin-online">● {messages.users.online}</span>}
              </Space>
            ),
          },
          {
            key: 'actions',
            title: messages.users.actions,
            width: 370,
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
                  onConfirm={() => clear('forceLogout', user, messages.users.forceLogoutDone)}
                  styles={{ root: { maxWidth: 340 } }}
                >
                  <Button type="link" size="small">
                    {messages.users.forceLogout}
                  </Button>
                </Popconfirm>
                {user.hasSecondFactor && (
                  <Popconfirm
                    title={messages.users.clearFactorAsk(user.fullName)}
                    okText={messages.users.clearFactor}
                    onConfirm={() => clear('clearSecondFactor', user, messages.users.clearFactorDone)}
                    styles={{ root: { maxWidth: 340 } }}
                  >
                    <Button type="link" size="small">
                      {messages.users.clearFactor}
                    </Button>
                  </Popconfirm>
                )}
                {user.hasOutsideIdentity && (
                  <Popconfirm
                    title={messages.users.unbindAsk(user.fullName)}
                    okText={messages.users.unbind}
                    onConfirm={() => clear('unbindIdentity', user, messages.users.unbindDone)}
                    styles={{ root: { maxWidth: 340 } }}
                  >
                    <Button type="link" size="small">
                      {messages.users.unbind}
                    </Button>
                  </Popconfirm>
                )}
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

function Filters({ url, onCreate }: { readonly url: UrlState; readonly onCreate: () => void }) {
  const messages = useAdminMessages();
  const groups = useGroups();
  return (
    <div className="page-bar">
      <TextFilter url={url} label={messages.users.searchPlaceholder} width={260} />
      <GridFilter url={url} />
      <ChoiceFilter
        url={url}
        name="group"
        label={messages.users.group}
        width={200}
        value={url.get('group')}
        options={groups.options}
        isSearchable
      />
      <ChoiceFilter
        url={url}
        name="state"
        label={messages.users.state}
        width={110}
        value={url.get('state')}
        options={[
          { value: 'on', label: messages.users.enabled },
          { value: 'off', label: messages.users.disabled },
        ]}
      />
      <div className="gap" />
      <Button type="primary" onClick={onCreate}>
        {messages.users.create}
      </Button>
    </div>
  );
}

// Create or change a user. Rights that the administrator does not hold cannot be granted: they are disabled here and refused by the server.
type Fields = Omit<AccountDraft, 'headUrl'> & { readonly userName: string; readonly password: string };

interface UserDrawerProps {
  /** null: a new user. */
  readonly user: ListedAccount | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const USER_NAME = /^[A-Za-z][A-Za-z0-9_.-]{1,31}$/;
/** Grids that the region's locks exclude are greyed, not hidden. */
const treeData = (nodes: readonly GridTree[], mayChoose: (no: string) => boolean): object[] =>
  nodes.map(({ no, name, children }) => ({
    value: no,
    title: name,
    disabled: !mayChoose(no),
    children: treeData(children, mayChoose),
  }));

function UserDrawer({ user, onClose, onDone }: UserDrawerProps) {
  const rule = usePasswordRule();
  const messages = useAdminMessages();
  const shared = useSharedMessages();
  const client = useClient();
  const { rights } = useSession();
  const own = useOwnGrid();
  const groups = useGroups();
  const tree = useGridTree();
  const mayChoose = useMayPick();
  const [form] = Form.useForm<Fields>();
  const { isBusy, send } = useSend({ onRefused: (error) => showFieldFaults(form, error, { passwd: 'password' }) });

  const held: readonly Capability[] = user?.rights ?? [];
  const initial: Partial<Fields> = user ?? {
    ...(own !== null && { gridNo: firstGrid(own, region.gridLocks) }),
    rights: ['watch-alarms'],
    enabled: true,
    grids: [],
  };

  const save = (fields: Fields) =>
    send(
      async () => {
        const body = {
          fullName: fields.fullName,
          gridNo: fields.gridNo,
          groupId: fields.groupId,
          phone: fields.phone || null,
          headUrl: user?.headUrl ?? null,
          deviceId: fields.deviceId || null,
          topic: fields.topic || null,
          rights: fields.rights,
          grids: fields.grids ?? [],
          enabled: fields.enabled,
        };
        if (user) await client.admin.updateUser({ params: { id: user.id }, body });
        else {
          const { encrypted, aeskey, nonce } = await encryptFor(client, { passwd: fields.password });
          await client.admin.createUser({ body: { ...body, userName: fields.userName, ...encrypted, aeskey, nonce } });
        }
        onDone();
      },
      user ? messages.users.saved : messages.users.createdDone,
    );
  const mayGive = (code: Capability) => rights.has(code) || held.includes(code);
  const choices = (codes: readonly Capability[]) =>
    codes.map((code) => ({ value: code, label: messages.rights[code], disabled: !mayGive(code) }));

  return (
    <FormDrawer<Fields>
      size={520}
      title={user ? messages.users.editTitle(user.fullName) : messages.users.create}
      form={form}
      initial={initial}
      isBusy={isBusy}
      onSubmit={save}
      onClose={onClose}
    >
      {!user && (
        <>
          <Form.Item
            name="userName"
            label={messages.users.userName}
            rules={[{ required: true, pattern: USER_NAME, message: messages.users.needUserName }]}
          >
            <TextInput autoComplete="off" most={32} />
          </Form.Item>
          <Form.Item
            name="password"
            label={messages.users.password}
            required
            rules={[{ validator: rule.validator }]}
            extra={shared.password.avoid}
          >
            <Input.Password autoComplete="new-password" placeholder={rule.text} />
          </Form.Item>
        </>
      )}
      <Form.Item name="fullName" label={messages.users.fullName} rules={needed(messages.users.needFullName)}>
        <TextInput most={64} />
      </Form.Item>
      <Form.Item name="gridNo" label={messages.users.grid} rules={needed(messages.users.needGrid)}>
        <GridPicker />
      </Form.Item>
      <Form.Item name="groupId" label={messages.users.group} rules={needed(messages.users.needGroup)}>
        <Select options={groups.options} loading={groups.query.isPending} showSearch={{ optionFilterProp: 'label' }} />
      </Form.Item>
      <Form.Item label={messages.users.rights} required>
        <Form.Item name="rights" noStyle>
          <RightsField menus={choices(MENU_CAPABILITIES)} elements={choices(OTHER_CAPABILITIES)} />
        </Form.Item>
      </Form.Item>
      <Form.Item name="enabled" label={messages.users.state} valuePropName="checked">
        <Switch checkedChildren={messages.users.enabled} unCheckedChildren={messages.users.disabled} />
      </Form.Item>
      <Form.Item name="phone" label={messages.users.phone}>
        <TextInput most={32} inputMode="tel" />
      </Form.Item>
      <Form.Item
        name="grids"
        label={messages.users.gridNos}
        // Clearing the field removes only the grids that can be chosen again.
        normalize={(next: string[] | undefined, before: string[] | undefined) => [
          ...(before ?? []).filter((no) => !mayChoose(no)),
          ...(next ?? []).filter(mayChoose),
        ]}
      >
        <TreeSelect
          multiple
          allowClear
          treeData={treeData(tree.data ?? [], mayChoose)}
          showSearch={{ treeNodeFilterProp: 'title' }}
          virtual
        />
      </Form.Item>
      <Form.Item name="topic" label={messages.users.topic} extra={messages.users.topicHint}>
        <TextInput most={9} inputMode="numeric" />
      </Form.Item>
      <Form.Item name="deviceId" label={messages.users.deviceId} extra={messages.users.deviceHint}>
        <TextInput most={128} />
      </Form.Item>
    </FormDrawer>
  );
}

interface Choice {
  readonly value: Capability;
  readonly label: string;
  readonly disabled: boolean;
}

/** One form value behind two headed groups of checkboxes. */
function RightsField(props: {
  readonly menus: Choice[];
  readonly elements: Choice[];
  readonly value?: Capability[];
  readonly onChange?: (codes: Capability[]) => void;
}) {
  const messages = useAdminMessages();
  const { value = [], onChange } = props;
  const part = (choices: Choice[], label: string) => {
    const here = new Set(choices.map((c) => c.value));
    return (
      // biome-ignore lint/a11y/useSemanticElements: antd's reset rules off every legend
      <div role="group" aria-label={label} className="admin-rights-part">
        <div className="admin-rights-title hint">{label}</div>
        <Checkbox.Group
          className="admin-rights"
          options={choices}
          value={value.filter((code) => here.has(code))}
          onChange={(next) => onChange?.([...value.filter((code) => !here.has(code)), ...next])}
        />
      </div>
    );
  };
  return (
    <>
      {part(props.menus, messages.users.menusPart)}
      {part(props.elements, messages.users.elementsPart)}
    </>
  );
}

function ResetPassword({ user, onClose }: { readonly user: ListedAccount; readonly onClose: () => void }) {
  const rule = usePasswordRule();
  const messages = useAdminMessages();
  const shared = useSharedMessages();
  const client = useClient();
  const [form] = Form.useForm<{ passwd: string }>();
  const { isBusy, send } = useSend({ onRefused: (error) => showFieldFaults(form, error) });

  const reset = ({ passwd }: { passwd: string }) =>
    send(async () => {
      const { encrypted, aeskey, nonce } = await encryptFor(client, { passwd });
      await client.admin.resetPassword({ params: { id: user.id }, body: { ...encrypted, aeskey, nonce } });
      onClose();
    }, messages.users.resetDone);

  return (
    <Modal
      open
      title={messages.users.resetTitle(user.fullName)}
      okText={messages.users.resetPassword}
      confirmLoading={isBusy}
      onOk={() => form.submit()}
      onCancel={onClose}
      width={440}
    >
      <Alert type="warning" showIcon title={messages.users.resetHint} style={{ marginBottom: 16 }} />
      <Form form={form} layout="vertical" onFinish={(fields) => void reset(fields)} requiredMark={false}>
        <Form.Item name="passwd" label={shared.password.newPassword} extra={shared.password.avoid} rules={[{ validator: rule.validator }]}>
          <Input.Password autoComplete="new-password" placeholder={rule.text} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
