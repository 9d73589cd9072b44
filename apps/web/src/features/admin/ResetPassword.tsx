import { parsePassword } from '@lookout/domain';
import { Alert, App, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showFieldFaults } from '../../shared/form-faults.ts';
import { sealFor } from '../../shared/sealed.ts';
import { useClient } from '../../shared/services.ts';
import type { AdminUser } from './UsersTab.tsx';

export function ResetPassword({ user, onClose }: { readonly user: AdminUser; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const { message } = App.useApp();
  const [form] = Form.useForm<{ passwd: string }>();
  const [busy, setBusy] = useState(false);

  const send = async ({ passwd }: { passwd: string }) => {
    setBusy(true);
    try {
      const { sealed, aeskey, nonce } = await sealFor(client, { passwd });
      await client.admin.resetPassword({ params: { id: user.id }, body: { ...sealed, aeskey, nonce } });
      void message.success(t('admin.users.resetDone'));
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
      title={t('admin.users.resetTitle', { name: user.fullName })}
      okText={t('admin.users.resetPassword')}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={onClose}
      width={440}
    >
      <Alert type="warning" showIcon title={t('admin.users.resetHint')} style={{ marginBottom: 16 }} />
      <Form form={form} layout="vertical" onFinish={(fields) => void send(fields)} requiredMark={false}>
        <Form.Item
          name="passwd"
          label={t('account.newPassword')}
          extra={t('account.avoid')}
          rules={[
            {
              validator: (_, text: string | undefined) =>
                parsePassword(text ?? '').ok ? Promise.resolve() : Promise.reject(new Error(t('account.newPlaceholder'))),
            },
          ]}
        >
          <Input.Password autoComplete="new-password" placeholder={t('account.newPlaceholder')} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
