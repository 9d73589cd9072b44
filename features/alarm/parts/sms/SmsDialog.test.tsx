import { fill, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { LOST } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { contract } from '../../../contract.ts';
import { anAlarm } from '../../../testing/builders.ts';
import { SmsDialog } from './SmsDialog.tsx';

const { sms } = contract;

async function openSms() {
  const desk = openDesk();
  desk.wire.on(sms.smsReceivers, () => []);
  desk.wire.on(sms.smsTemplates, () => []);
  const onClose = vi.fn();
  desk.show(<SmsDialog alarm={anAlarm('camera', { id: crypto.randomUUID() })} onClose={onClose} />);
  const form = within(await screen.findByRole('dialog', { name: '发短信' }));
  return {
    ...desk,
    form,
    onClose,
    content: form.getByLabelText('短信内容'),
    send: () => desk.user.click(form.getByRole('button', { name: '发送' })),
  };
}

it('a message needs a text and a recipient', async () => {
  const { wire, form, content, send } = await openSms();
  await send();
  await form.findByText('请选择模板或填写短信内容');
  fill(content, '请立即前往核实');
  await send();
  await form.findByText('请选择收件人或填写电话号码');
  expect(wire.calls(sms.smsSubmit)).toEqual([]);
});

it('a failed send keeps the input, and the retry sends only once', async () => {
  const { wire, user, form, content, send, onClose } = await openSms();
  fill(form.getByLabelText('其他号码'), '13900000000 ');
  fill(content, '请立即前往核实');
  // The call arrives, but its reply is lost.
  wire.on(sms.smsSubmit, () => LOST);
  await send();
  expect((await form.findByRole('alert')).textContent).toContain('服务器没有应答，已填写的内容仍在');
  expect(content).toHaveProperty('value', '请立即前往核实');
  expect(onClose).not.toHaveBeenCalled();
  await user.click(await screen.findByRole('button', { name: '取消' }));
  wire.on(sms.smsSubmit, () => []);
  await send();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const [first, second] = wire.calls(sms.smsSubmit);
  expect(second?.body).toEqual(first?.body);
  // Both attempts carry the draft's key, which identifies the retry.
  expect(first?.headers.get('idempotency-key')).toBeTruthy();
  expect(second?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
});
