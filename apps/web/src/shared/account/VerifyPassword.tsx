// Back-office verification, titled 验证密码 (specification §2, §5, §8).
import { CallFailed } from '@lookout/client';
import { App, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sealFor } from '../sealed.ts';
import { useClient } from '../services.ts';

/** §5: "required, letters and digits only". */
const LETTERS_AND_DIGITS = /^[A-Za-z0-9]+$/;

export function VerifyPassword(props: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useClient();
  const [form] = Form.useForm<{ passwd: string }>();
  const [busy, setBusy] = useState(false);

  const send = async ({ passwd }: { passwd: string }) => {
    setBusy(true);
    try {
      const { sealed, aeskey, nonce } = await sealFor(client, { passwd });
      await client.auth.verifyPassword({ body: { ...sealed, aeskey, nonce }, silent: true });
      void message.success(t('account.verified'));
      props.onClose();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      void message.error(t('account.verifyFailed'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      title={t('account.verifyTitle')}
      okText={t('common.ok')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={props.onClose}
      width={400}
    >
      <Form form={form} layout="vertical" onFinish={(fields) => void send(fields)} requiredMark={false}>
        <Form.Item
          name="passwd"
          label={t('account.verifyLabel')}
          rules={[{ required: true, pattern: LETTERS_AND_DIGITS, message: t('account.verifyRule') }]}
        >
          <Input.Password autoComplete="off" placeholder={t('account.verifyPlaceholder')} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
