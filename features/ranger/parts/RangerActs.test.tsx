// What an officer can do with a ranger from the ranger's card: send, write, call; and the messages next to it.

import { fill, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { LOST } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { RangerMessages } from '../../ranger-message/parts/RangerMessages.tsx';
import { MessagesBadge } from '../../ranger-message/web/MessagesBadge.tsx';
import { anAlarm, aRanger, aRangerMessage } from '../../testing/builders.ts';
import { RangerActs } from './RangerActs.tsx';

const HERE = { lng: 103.55, lat: 31.45 };
const ranger = aRanger('6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f0007', {
  fullName: '扎西',
  phone: '13800000000',
  last: { position: HERE, at: new Date(), receivedAt: new Date() },
});
const fireAt = (lng: number, formattedAddress: string) =>
  anAlarm('camera', { id: crypto.randomUUID(), position: { lng, lat: 31.45 }, formattedAddress });
const far = fireAt(103.8, '远处的火');
const near = fireAt(103.6, '近处的火');
const { rangerMessage } = contract;

function openActs() {
  const desk = openDesk();
  desk.wire.on(contract.alarm.inProgress, () => [far, near]);
  desk.show(<RangerActs ranger={ranger} />);
  return desk;
}

it('the ranger can be called by number, and a message about a chosen fire, the nearest listed first, has the ranger as receiver', async () => {
  const { wire, user } = openActs();
  wire.on(contract.sms.smsReceivers, () => [
    { id: ranger.userId, fullName: '扎西', gridNo: ranger.gridNo, gridName: '汶川县', phone: '13800000000' },
  ]);
  wire.on(contract.sms.smsTemplates, () => []);
  wire.on(contract.sms.smsSubmit, () => []);
  expect((await screen.findByRole('link', { name: '呼叫' })).getAttribute('href')).toBe('tel:13800000000');
  await user.click(screen.getByRole('button', { name: '短信' }));
  await screen.findByRole('menuitem', { name: '近处的火（4.8 公里）' });
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['近处的火（4.8 公里）', '远处的火（23.8 公里）']);
  await user.click(screen.getByRole('menuitem', { name: /^近处的火/ }));
  const form = within(await screen.findByRole('dialog', { name: '发短信' }));
  fill(form.getByLabelText('短信内容'), '请前往核实');
  await user.click(form.getByRole('button', { name: '发送' }));
  await waitFor(() => expect(wire.calls(contract.sms.smsSubmit)).toHaveLength(1));
  expect(wire.calls(contract.sms.smsSubmit)[0]).toMatchObject({ query: { fireId: near.id }, body: { userIds: [ranger.userId] } });
});

it('the ranger can be dispatched from the card: the dispatch form of the chosen fire has the ranger selected', async () => {
  const { wire, user } = openActs();
  wire.on(contract.travel.nearest, () => []);
  wire.on(contract.decision.approach, () => null);
  wire.on(contract.task.taskTemplates, () => ({ total: 0, pageNo: 1, pageSize: 20, list: [] }));
  wire.on(contract.ranger.rangerList, () => [ranger]);
  await user.click(screen.getByRole('button', { name: '派遣' }));
  await user.click(await screen.findByRole('menuitem', { name: /^近处的火/ }));
  const dialog = within(await screen.findByRole('dialog', { name: '任务派遣' }));
  await waitFor(() => expect(dialog.getByRole('checkbox', { name: /扎西/ })).toHaveProperty('checked', true));
});

it('a ranger without a number cannot be called or sent a short message', async () => {
  const desk = openDesk();
  desk.show(<RangerActs ranger={{ ...ranger, phone: null }} />);
  await screen.findByRole('button', { name: '派遣' });
  expect(screen.queryByRole('link', { name: '呼叫' })).toBeNull();
  expect(screen.queryByRole('button', { name: '短信' })).toBeNull();
});

it("messages are shown next to the ranger's card, count as read once shown, and a failed one is resent as the same message", async () => {
  const { wire, user, show } = openDesk();
  const request = aRangerMessage({ sender: 'ranger', userId: ranger.userId, content: '需要增援' });
  wire.on(contract.alarm.inProgress, () => []);
  wire.on(rangerMessage.rangerMessagePage, () => ({ total: 1, pageNo: 1, pageSize: 20, list: [request] }));
  wire.on(rangerMessage.readRangerMessages, () => []);
  wire.on(rangerMessage.sendRangerMessage, () => LOST);
  show(<RangerMessages userId={ranger.userId} />);
  const card = within(await screen.findByRole('region', { name: '消息' }));
  await card.findByText('需要增援');
  await waitFor(() => expect(wire.calls(rangerMessage.readRangerMessages)[0]?.body).toEqual({ ids: [request.id] }));
  await user.click(card.getByRole('button', { name: '发消息' }));
  await card.findByText('请填写消息内容');
  await user.click(card.getByRole('button', { name: '增援已出发' }));
  await user.click(card.getByRole('button', { name: '发消息' }));
  await card.findByText('服务器没有应答，填写的内容仍保留；再发一次不会重复');
  wire.on(rangerMessage.sendRangerMessage, () => aRangerMessage());
  await user.click(await screen.findByRole('button', { name: '取消' })).catch(() => undefined);
  await user.click(card.getByRole('button', { name: '发消息' }));
  await waitFor(() => expect(card.getByLabelText('消息内容')).toHaveProperty('value', ''));
  const [first, second] = wire.calls(rangerMessage.sendRangerMessage);
  expect(first?.body).toMatchObject({ fireId: request.fireId, userId: ranger.userId, content: '增援已出发' });
  expect(second?.body).toEqual(first?.body);
});

it('unread messages are counted in the header without a separate window, and are answered there', async () => {
  const { wire, user, show } = openDesk();
  let list = [aRangerMessage({ sender: 'ranger', content: '火势变大' })];
  wire.on(rangerMessage.rangerMessagePage, () => ({ total: list.length, pageNo: 1, pageSize: 20, list }));
  wire.on(rangerMessage.readRangerMessages, () => {
    list = [];
    return [];
  });
  show(<MessagesBadge />);
  const badge = await screen.findByRole('button', { name: '护林员消息 1' });
  expect(screen.queryByText('火势变大')).toBeNull();
  await user.click(badge);
  await screen.findByText('火势变大');
  await user.click(screen.getByRole('button', { name: '已读' }));
  await screen.findByText('没有未读的消息');
});
