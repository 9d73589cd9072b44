import { fill } from '@lookout/web/app/testing/desk.tsx';
import { NO_PICTURE, png } from '@lookout/web/app/testing/photos.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { openMonitor } from './testing/monitor.tsx';

it('在此上报火情: every rule of the report has its message, closing the dialog asks for confirmation, and nothing is sent', async () => {
  const { wire, user } = await openMonitor();
  fireEvent.contextMenu(document.querySelector('.globe-stage canvas') as HTMLElement);
  await user.click(await screen.findByRole('menuitem', { name: '在此上报火情' }));
  const element = await screen.findByRole('dialog', { name: '人员上报' });
  const form = within(element);
  await user.click(form.getByRole('button', { name: '上报' }));
  await form.findByText('请填写火情描述');
  fill(form.getByLabelText('联系电话'), '报警一一九');
  await form.findByText('电话只能包含数字、空格、+ 和 -');
  const files = form.getByLabelText('现场照片');
  await user.upload(files, [NO_PICTURE]);
  await screen.findByText('“fire.jpg”不是 PNG 或 JPEG 照片');
  await user.upload(files, [png('a.png'), png('b.png'), png('c.png'), png('d.png')]);
  await screen.findByText('最多上传3张照片');
  await waitFor(() => expect(element.querySelectorAll('.photo-picker figure')).toHaveLength(3));
  await user.keyboard('{Escape}');
  const question = await screen.findByRole('dialog', { name: '放弃已填写的内容吗？' });
  await user.click(within(question).getByRole('button', { name: '继续填写' }));
  expect(form.getByLabelText('联系电话')).toHaveProperty('value', '报警一一九');
  expect([...wire.calls(contract.alarm.createReport), ...wire.calls(contract.photo.upload)]).toEqual([]);
});
