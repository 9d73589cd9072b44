import { parsePassword } from '@lookout/domain';
import { Alert, App, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { encryptFor } from '../../shared/encrypted.ts';
import { showFieldFaults } from '../../shared/form-faults.ts';
import { useClient } from '../../shared/services.ts';
import { useSharedMessages } from '../../shared/text/messages.ts';
import { useAdminMessages } from './messages.ts';
import type { AdminUser } from './UsersTab.tsx';

export function ResetPassword({ user, onClose }: { readonly user: AdminUser; readonly onClose: () => void }) {
  const messages = useAdminMessages();
  const shared = useSharedMessages();
  const client = useClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<{ passwd: string }>();
  const [busy, setBusy] = useState(false);

  const send = async ({ passwd }: { passwd: string }) => {
    setBusy(true);
    try {
      const { encrypted, aeskey, nonce } = await encryptFor(client, { passwd });
      await client.admin.resetPassword({ params: { id: user.id }, body: { ...encrypted, aeskey, nonce } });
      void message.success(messages.users.resetDone);
      onClose();
    } catch (error) {
      showFieldFaults(form, error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      title={messages.users.resetTitle(user.fullName)}
      okText={messages.users.resetPassword}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={onClose}
      width={440}
    >
      <Alert type="warning" showIcon title={messages.users.resetHint} style={{ marginBottom: 16 }} />
      <Form form={form} layout="vertical" onFinish={(fields) => void send(fields)} requiredMark={false}>
        <Form.Item
          name="passwd"
          label={shared.password.newPassword}
          extra={shared.password.avoid}
          rules={[
            {
              validator: (_, text: string | undefined) =>
                parsePassword(text ?? '').ok ? Promise.resolve() : Promise.reject(new Error(shared.password.rule)),
            },
          ]}
        >
          <Input.Password autoComplete="new-password" placeholder={shared.password.rule} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
