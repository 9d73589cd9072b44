// Create or change a user. Nobody hands out what they do not hold: such rights are greyed (the server refuses them too).
import { capabilitiesOf, type GridTree, permissionCode } from '@lookout/contract';
import { type Capability, MENU_CAPABILITIES, OTHER_CAPABILITIES, parsePassword } from '@lookout/domain';
import { App, Button, Checkbox, Drawer, Form, Input, Select, Space, Switch, TreeSelect } from 'antd';
import { useState } from 'react';
import { encryptFor } from '../../shared/encrypted.ts';
import { showFieldFaults } from '../../shared/form-faults.ts';
import { GridPicker, useGridTree } from '../../shared/GridPicker.tsx';
import { useClient, useSession } from '../../shared/services.ts';
import { useSharedMessages } from '../../shared/text/messages.ts';
import { useAdminMessages } from './messages.ts';
import type { AdminUser } from './UsersTab.tsx';
import { useGroups } from './use-groups.ts';

interface Fields {
  readonly userName: string;
  readonly password: string;
  readonly fullName: string;
  readonly gridNo: string;
  readonly groupId: string;
  readonly phone?: string | null;
  readonly topic?: string | null;
  readonly deviceId?: string | null;
  readonly gridNos?: string[];
  readonly codes: Capability[];
  readonly enabled: boolean;
}

interface Props {
  /** null: a new user. */
  readonly user: AdminUser | null;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const USER_NAME = /^[A-Za-z][A-Za-z0-9_.-]{1,31}$/;
const treeData = (nodes: readonly GridTree[]): object[] =>
  nodes.map(({ no, name, children }) => ({ value: no, title: name, children: treeData(children) }));

export function UserDrawer({ user, onClose, onDone }: Props) {
  const messages = useAdminMessages();
  const shared = useSharedMessages();
  const client = useClient();
  const { message } = App.useApp();
  const { info, rights } = useSession();
  const groups = useGroups();
  const tree = useGridTree();
  const [form] = Form.useForm<Fields>();
  const [busy, setBusy] = useState(false);

  const held = user === null ? [] : capabilitiesOf(user.codes);
  const initial: Partial<Fields> = user
    ? { ...user, codes: held, gridNos: [...user.gridNos], topic: user.topic === user.gridNo ? null : user.topic }
    : { gridNo: info?.userDTO.gridNo ?? '', codes: ['watch-alarms'], enabled: true, gridNos: [] };

  const save = async (fields: Fields) => {
    setBusy(true);
    const body = {
      fullName: fields.fullName,
      gridNo: fields.gridNo,
      groupId: fields.groupId,
      phone: fields.phone || null,
      headUrl: user?.headUrl ?? null,
      deviceId: fields.deviceId || null,
      topic: fields.topic || null,
      codes: fields.codes.map(permissionCode),
      gridNos: fields.gridNos ?? [],
      enabled: fields.enabled,
    };
    try {
      if (user) await client.admin.updateUser({ params: { id: user.id }, body });
      else {
        const { encrypted, aeskey, nonce } = await encryptFor(client, { passwd: fields.password });
        await client.admin.createUser({ body: { ...body, userName: fields.userName, ...encrypted, aeskey, nonce } });
      }
      void message.success(user ? messages.users.saved : messages.users.createdDone);
      onDone();
    } catch (error) {
      showFieldFaults(form, error, { passwd: 'password' });
    } finally {
      setBusy(false);
    }
  };
  const mayGive = (code: Capability) => rights.has(code) || held.includes(code);
  const choices = (codes: readonly Capability[]) =>
    codes.map((code) => ({ value: code, label: messages.rights[code], disabled: !mayGive(code) }));
  const newPassword = (_: unknown, text: string | undefined) =>
    parsePassword(text ?? '').ok ? Promise.resolve() : Promise.reject(new Error(shared.password.rule));
  const required = (text: string) => [{ required: true, whitespace: true, message: text }];

  return (
    <Drawer
      open
      size={520}
      title={user ? messages.users.editTitle(user.fullName) : messages.users.create}
      onClose={onClose}
      mask={{ closable: false }}
      extra={
        <Space>
          <Button onClick={onClose}>{shared.common.cancel}</Button>
          <Button type="primary" loading={busy} onClick={() => form.submit()}>
            {shared.common.save}
          </Button>
        </Space>
      }
    >
      <Form<Fields> form={form} layout="vertical" initialValues={initial} onFinish={(fields) => void save(fields)} scrollToFirstError>
        {!user && (
          <>
            <Form.Item
              name="userName"
              label={messages.users.userName}
              rules={[{ required: true, pattern: USER_NAME, message: messages.users.needUserName }]}
            >
              <Input autoComplete="off" maxLength={32} />
            </Form.Item>
            <Form.Item
              name="password"
              label={messages.users.password}
              required
              rules={[{ validator: newPassword }]}
              extra={shared.password.avoid}
            >
              <Input.Password autoComplete="new-password" placeholder={shared.password.rule} />
            </Form.Item>
          </>
        )}
        <Form.Item name="fullName" label={messages.users.fullName} rules={required(messages.users.needFullName)}>
          <Input maxLength={64} />
        </Form.Item>
        <Form.Item name="gridNo" label={messages.users.grid} rules={required(messages.users.needGrid)}>
          <GridPicker />
        </Form.Item>
        <Form.Item name="groupId" label={messages.users.group} rules={required(messages.users.needGroup)}>
          <Select options={groups.options} loading={groups.query.isPending} showSearch={{ optionFilterProp: 'label' }} />
        </Form.Item>
        <Form.Item label={messages.users.rights} required>
          <Form.Item name="codes" noStyle>
            <RightsField menus={choices(MENU_CAPABILITIES)} elements={choices(OTHER_CAPABILITIES)} />
          </Form.Item>
        </Form.Item>
        <Form.Item name="enabled" label={messages.users.state} valuePropName="checked">
          <Switch checkedChildren={messages.users.enabled} unCheckedChildren={messages.users.disabled} />
        </Form.Item>
        <Form.Item name="phone" label={messages.users.phone}>
          <Input maxLength={32} inputMode="tel" />
        </Form.Item>
        <Form.Item name="gridNos" label={messages.users.gridNos}>
          <TreeSelect multiple allowClear treeData={treeData(tree.data ?? [])} showSearch={{ treeNodeFilterProp: 'title' }} virtual />
        </Form.Item>
        <Form.Item name="topic" label={messages.users.topic} extra={messages.users.topicHint}>
          <Input maxLength={9} inputMode="numeric" />
        </Form.Item>
        <Form.Item name="deviceId" label={messages.users.deviceId} extra={messages.users.deviceHint}>
          <Input maxLength={128} />
        </Form.Item>
      </Form>
    </Drawer>
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
