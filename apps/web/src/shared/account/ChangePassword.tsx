// Change password (specification §2 "Password dialog", §5, §8).
import { CallFailed } from '@lookout/client';
import { App, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { encryptFor } from '../encrypted.ts';
import { useServices } from '../services.ts';
import { useSharedMessages } from '../text/messages.ts';
import { useAccountMessages } from './messages.ts';
import { usePasswordRule } from './use-password-rule.ts';

interface Fields {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

/** §5: the warning is shown for 5 seconds. */
const CHECK_SECONDS = 5;

export function ChangePassword(props: { readonly onClose: () => void }) {
  const messages = useAccountMessages();
  const shared = useSharedMessages();
  const rule = usePasswordRule();
  const { message } = App.useApp();
  const { client, logout } = useServices();
  const [form] = Form.useForm<Fields>();
  const [busy, setBusy] = useState(false);

  const send = async ({ oldPassword, newPassword }: Fields) => {
    setBusy(true);
    try {
      const { encrypted, aeskey, nonce } = await encryptFor(client, { oldPasswd: oldPassword, newPasswd: newPassword });
      await client.auth.changePassword({ body: { ...encrypted, aeskey, nonce }, silent: true });
      // The server ends every session of the account, including this one: the login page shows 修改密码成功.
      await logout('password-changed');
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      // §8: "else 修改密码失败"; the server's reason, if any, is shown at its field.
      void message.error(messages.notChanged);
      const name = error.fields.some(({ path }) => path === 'newPasswd') ? 'newPassword' : 'oldPassword';
      if (error.outcome.kind === 'error') form.setFields([{ name, errors: [error.fields[0]?.message ?? error.message] }]);
    } finally {
      setBusy(false);
    }
  };

  const checkSame = (text: string | undefined) =>
    text === form.getFieldValue('newPassword') ? Promise.resolve() : Promise.reject(new Error(messages.mismatch));
  const warn = () => {
    const typed = form.getFieldValue('newPassword') as string | undefined;
    if (typed && !rule.isMet(typed)) void message.warning({ content: messages.check, duration: CHECK_SECONDS, key: 'check' });
  };

  return (
    <Modal
      open
      title={messages.changeTitle}
      okText={shared.common.ok}
      cancelText={shared.common.cancel}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={props.onClose}
      mask={{ closable: false }}
      width={440}
    >
      <Form form={form} layout="vertical" onFinish={(fields) => void send(fields)} onFinishFailed={warn} requiredMark={false}>
        <Form.Item name="oldPassword" label={messages.oldPassword} rules={[{ required: true, message: messages.oldPlaceholder }]}>
          <Input.Password autoComplete="current-password" placeholder={messages.oldPlaceholder} />
        </Form.Item>
        <Form.Item
          name="newPassword"
          label={shared.password.newPassword}
          extra={shared.password.avoid}
          validateTrigger="onBlur"
          rules={[{ validator: rule.validator }]}
        >
          <Input.Password autoComplete="new-password" placeholder={rule.text} />
        </Form.Item>
        <Form.Item
          name="confirmPassword"
          label={messages.confirmPassword}
          dependencies={['newPassword']}
          validateTrigger="onBlur"
          rules={[{ required: true, message: messages.confirmPlaceholder }, { validator: (_, text) => checkSame(text) }]}
        >
          <Input.Password autoComplete="new-password" placeholder={messages.confirmPlaceholder} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
