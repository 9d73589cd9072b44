// 两步验证: turned on with an authenticator app (password, QR code, first code, recovery codes shown once), and turned off with password and
// code.
import { CallFailed } from '@lookout/client';
import { formatTime, type Got } from '@lookout/contract';
import type { ownAccountCalls } from '@lookout/features/auth/own-account.calls.ts';
import type { OwnSecondFactor } from '@lookout/features/auth/own-account.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Input, QRCode, Skeleton, Space, Tag } from 'antd';
import { useState } from 'react';
import { encryptFor } from '../encrypted.ts';
import { TextInput } from '../fields/TextInput.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { saveFile } from '../save-file.ts';
import { useClient, useSession } from '../services.ts';
import { useSharedMessages } from '../text/messages.ts';
import { useAccountMessages } from './messages.ts';
import { OWN_SESSIONS } from './OwnSessions.tsx';
import './account.css';

type Begun = Got<(typeof ownAccountCalls)['beginSecondFactor']>;
type Step = 'rest' | 'password' | 'off' | { readonly begun: Begun } | { readonly recoveryCodes: readonly string[] };

const KEY = ['own-second-factor'];
const QR_SIDE = 176;
const LONGEST_CODE = 64;

interface Props {
  /** Given when the account is required to turn it on; called when the recovery codes are closed. */
  readonly onDone?: () => void;
}

export function SecondFactor({ onDone }: Props) {
  const client = useClient();
  const queries = useQueryClient();
  const state = useQuery({ queryKey: KEY, queryFn: () => client.auth.secondFactor({ silent: true }) });
  const [step, setStep] = useState<Step>('rest');
  const changed = (next: Step): void => {
    setStep(next);
    void queries.invalidateQueries({ queryKey: KEY });
    // Turning on the second factor has ended the other sessions.
    void queries.invalidateQueries({ queryKey: OWN_SESSIONS });
  };
  const rest = () => setStep('rest');

  if (state.isPending) return <Skeleton active paragraph={{ rows: 2 }} />;
  if (state.isError) return <LoadFailed error={state.error} onRetry={() => void state.refetch()} />;
  if (step === 'password') return <Begin onBegun={(begun) => setStep({ begun })} onCancel={rest} />;
  if (step === 'off') return <TurnOff onDone={() => changed('rest')} onCancel={rest} />;
  if (typeof step === 'object' && 'begun' in step)
    return <Confirm begun={step.begun} onConfirmed={(recoveryCodes) => changed({ recoveryCodes })} onCancel={rest} />;
  if (typeof step === 'object') return <RecoveryCodes codes={step.recoveryCodes} onDone={onDone ?? rest} />;
  return <Resting state={state.data} onStep={setStep} />;
}

function Resting({ state, onStep }: { readonly state: OwnSecondFactor; readonly onStep: (step: Step) => void }) {
  const { factor } = useAccountMessages();
  const { turnedOnAt, isRequired, recoveryCodesLeft } = state;
  const isOn = turnedOnAt !== null;
  return (
    <div className="stack account-part">
      <div className="line">
        <Tag color={isOn ? 'success' : 'default'}>{isOn ? factor.on : factor.off}</Tag>
        {turnedOnAt !== null && <span className="second tabular">{factor.since(formatTime(turnedOnAt))}</span>}
        {isOn && <span className="second">{factor.codesLeft(recoveryCodesLeft)}</span>}
        <span className="gap" />
        {isOn ? (
          <Button onClick={() => onStep('off')}>{factor.turnOff}</Button>
        ) : (
          <Button type="primary" onClick={() => onStep('password')}>
            {factor.turnOn}
          </Button>
        )}
      </div>
      <p className="second">{factor.what}</p>
      {isRequired && <Alert type="info" showIcon title={factor.required} />}
      {isOn && recoveryCodesLeft === 0 && <Alert type="warning" showIcon title={factor.noCodesLeft} />}
    </div>
  );
}

/** Sends one call of a form; a refusal is shown at the field that it names, or else at `field`. */
function useSending(field: string) {
  const [form] = Form.useForm();
  const [busy, setBusy] = useState(false);
  const send = async (call: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await call();
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      form.setFields([{ name: field, errors: [error.fields[0]?.message ?? error.message] }]);
    } finally {
      setBusy(false);
    }
  };
  return { form, busy, send };
}

interface ActionsProps {
  readonly go: string;
  readonly busy: boolean;
  readonly danger?: boolean;
  readonly onCancel: () => void;
}

function Actions({ go, busy, danger = false, onCancel }: ActionsProps) {
  const shared = useSharedMessages();
  return (
    <Space>
      <Button type="primary" danger={danger} htmlType="submit" loading={busy}>
        {go}
      </Button>
      <Button onClick={onCancel}>{shared.common.cancel}</Button>
    </Space>
  );
}

function PasswordField() {
  const { factor } = useAccountMessages();
  return (
    <Form.Item name="password" label={factor.password} rules={[{ required: true, message: factor.needPassword }]}>
      <Input.Password autoComplete="current-password" autoFocus />
    </Form.Item>
  );
}

function CodeField({ isFirst = false }: { readonly isFirst?: boolean }) {
  const { factor } = useAccountMessages();
  return (
    <Form.Item name="code" label={isFirst ? factor.firstCode : factor.anyCode} rules={[{ required: true, message: factor.needCode }]}>
      <TextInput autoComplete="one-time-code" inputMode={isFirst ? 'numeric' : 'text'} most={LONGEST_CODE} autoFocus={isFirst} />
    </Form.Item>
  );
}

function Begin({ onBegun, onCancel }: { readonly onBegun: (begun: Begun) => void; readonly onCancel: () => void }) {
  const { factor } = useAccountMessages();
  const client = useClient();
  const { form, busy, send } = useSending('password');
  const begin = ({ password }: { password: string }) =>
    send(async () => {
      const { encrypted, aeskey, nonce } = await encryptFor(client, { passwd: password }, { silent: true });
      onBegun(await client.auth.beginSecondFactor({ body: { ...encrypted, aeskey, nonce }, silent: true }));
    });
  return (
    <Form form={form} className="account-part" layout="vertical" requiredMark={false} onFinish={(fields) => void begin(fields)}>
      <PasswordField />
      <Actions go={factor.next} busy={busy} onCancel={onCancel} />
    </Form>
  );
}

interface ConfirmProps {
  readonly begun: Begun;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
}

function Confirm({ begun, onConfirmed, onCancel }: ConfirmProps) {
  const { factor } = useAccountMessages();
  const client = useClient();
  const { form, busy, send } = useSending('code');
  const confirm = ({ code }: { code: string }) =>
    send(async () => {
      const { recoveryCodes } = await client.auth.confirmSecondFactor({ body: { code: code.replaceAll(/\s/g, '') }, silent: true });
      onConfirmed(recoveryCodes);
    });
  return (
    <div className="account-scan account-part">
      {/* Black on white, because every camera reads it that way. */}
      <QRCode value={begun.uri} type="svg" size={QR_SIDE} color="#000" bgColor="#fff" bordered={false} />
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(fields) => void confirm(fields)}>
        <p>{factor.scan}</p>
        <p className="second">
          {factor.orType} <code className="account-secret">{begun.secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <CodeField isFirst />
        <Actions go={factor.turnOn} busy={busy} onCancel={onCancel} />
      </Form>
    </div>
  );
}

function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const { factor } = useAccountMessages();
  const { info } = useSession();
  const save = () =>
    saveFile(
      new Blob([`${factor.fileTitle(info?.userDTO.userName ?? '')}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }),
      factor.fileName,
    );
  return (
    <div className="stack account-part">
      <Alert type="warning" showIcon title={factor.keepCodes} description={factor.keepCodesWhy} />
      <ol className="account-codes" aria-label={factor.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Space>
        <Button onClick={save}>{factor.save}</Button>
        <Button type="primary" onClick={onDone}>
          {factor.kept}
        </Button>
      </Space>
    </div>
  );
}

function TurnOff({ onDone, onCancel }: { readonly onDone: () => void; readonly onCancel: () => void }) {
  const { factor } = useAccountMessages();
  const client = useClient();
  const { message } = App.useApp();
  const { form, busy, send } = useSending('code');
  const turnOff = ({ password, code }: { password: string; code: string }) =>
    send(async () => {
      const { encrypted, aeskey, nonce } = await encryptFor(client, { passwd: password }, { silent: true });
      await client.auth.turnOffSecondFactor({ body: { ...encrypted, aeskey, nonce, code: code.trim() }, silent: true });
      void message.success(factor.turnedOff);
      onDone();
    });
  return (
    <Form form={form} className="account-part" layout="vertical" requiredMark={false} onFinish={(fields) => void turnOff(fields)}>
      <PasswordField />
      <CodeField />
      <Actions go={factor.turnOff} busy={busy} danger onCancel={onCancel} />
    </Form>
  );
}
