// Back-office verification, titled 验证密码 (specification §2, §5, §8).
import { CallFailed } from '@lookout/client';
import { App, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { sealFor } from '../sealed.ts';
import { useClient } from '../services.ts';
import { useSharedWords } from '../text/words.ts';
import { useAccountWords } from './words.ts';

/** §5: "required, letters and digits only". */
const LETTERS_AND_DIGITS = /^[A-Za-z0-9]+$/;

export function VerifyPassword(props: { readonly onClose: () => void }) {
  const words = useAccountWords();
  const shared = useSharedWords();
  const { message } = App.useApp();
  const client = useClient();
  const [form] = Form.useForm<{ passwd: string }>();
  const [busy, setBusy] = useState(false);

  const send = async ({ passwd }: { passwd: string }) => {
    setBusy(true);
    try {
      const { sealed, aeskey, nonce } = await sealFor(client, { passwd });
      await client.auth.verifyPassword({ body: { ...sealed, aeskey, nonce }, silent: true });
      void message.success(words.verified);
      props.onClose();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      void message.error(words.verifyFailed);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      title={words.verifyTitle}
      okText={shared.common.ok}
      cancelText={shared.common.cancel}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={props.onClose}
      width={400}
    >
      <Form form={form} layout="vertical" onFinish={(fields) => void send(fields)} requiredMark={false}>
        <Form.Item
          name="passwd"
          label={words.verifyLabel}
          rules={[{ required: true, pattern: LETTERS_AND_DIGITS, message: words.verifyRule }]}
        >
          <Input.Password autoComplete="off" placeholder={words.verifyPlaceholder} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
