// Back-office verification, titled 验证密码 (specification §2, §5, §8).
import { CallFailed } from '@lookout/client';
import type { ErrorCode } from '@lookout/contract';
import { App, Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { encryptFor } from '../encrypted.ts';
import { useClient } from '../services.ts';
import { useSharedMessages } from '../text/messages.ts';
import { STACK } from '../tokens.ts';
import { useInstallation } from '../use-installation.ts';
import { useAccountMessages } from './messages.ts';

/** §5: "required, letters and digits only". */
const LETTERS_AND_DIGITS = /^[A-Za-z0-9]+$/;
const ANYTHING = /^[\s\S]+$/;

const LOCKED: ErrorCode = 'account-locked-until';

interface Props {
  readonly onClose: () => void;
  /** Called before the dialog closes. */
  readonly onVerified?: () => void;
}

export function VerifyPassword(props: Props) {
  const messages = useAccountMessages();
  const shared = useSharedMessages();
  const { message } = App.useApp();
  const client = useClient();
  const [form] = Form.useForm<{ passwd: string }>();
  const [busy, setBusy] = useState(false);
  // Under strict the server requires the officer's own password, or an authenticator code.
  const isOwn = useInstallation().data?.passwordPolicy === 'strict';
  const prompt = isOwn ? messages.verifyOwn : messages.verifyBackOffice;

  const send = async ({ passwd }: { passwd: string }) => {
    setBusy(true);
    try {
      const { encrypted, aeskey, nonce } = await encryptFor(client, { passwd });
      await client.auth.verifyPassword({ body: { ...encrypted, aeskey, nonce }, silent: true });
      void message.success(messages.verified);
      props.onVerified?.();
      props.onClose();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      // §8: "else error 验证失败，请重试"; the server's reason is shown at the field. A user who is locked out is not asked to try again.
      const { outcome } = error;
      if (outcome.kind !== 'error') void message.error(messages.verifyFailed);
      else {
        void message.error(outcome.refusal === LOCKED ? outcome.message : messages.verifyFailed);
        form.setFields([{ name: 'passwd', errors: [error.fields[0]?.message ?? outcome.message] }]);
      }
    } finally {
      setBusy(false);
    }
  };

  return (
    <Modal
      open
      title={messages.verifyTitle}
      okText={shared.common.ok}
      cancelText={shared.common.cancel}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={props.onClose}
      zIndex={STACK.verification}
      width={400}
    >
      <Form form={form} layout="vertical" onFinish={(fields) => void send(fields)} requiredMark={false}>
        <Form.Item
          name="passwd"
          label={prompt.label}
          rules={[{ required: true, pattern: isOwn ? ANYTHING : LETTERS_AND_DIGITS, message: prompt.rule }]}
        >
          <Input.Password autoComplete={isOwn ? 'current-password' : 'off'} placeholder={prompt.placeholder} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
