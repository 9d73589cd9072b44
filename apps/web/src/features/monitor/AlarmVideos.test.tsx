import { contract } from '@lookout/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openDesk } from '../../app/testing/desk.tsx';
import { anAlarm } from '../../entities/testing/builders.ts';
import { AlarmVideos } from './AlarmVideos.tsx';

it('the recordings of an alarm play, and one that cannot says why', async () => {
  const { wire, user, show } = openDesk();
  const result = '录像地址不在允许范围内，请管理员把它加入 CAMERA_HOSTS';
  wire.on(contract.video.alarmVideos, () => [
    { code: null, result: null, url: '/media/alarm/a/1.mp4?ticket=t' },
    { code: 'address-refused', result, url: null },
  ]);
  const { facts } = anAlarm('camera');
  const videos = ['http://10.0.0.1/1.mp4', 'http://10.0.0.9/2.mp4'];
  show(<AlarmVideos alarm={anAlarm('camera', { id: crypto.randomUUID(), facts: { ...facts, videos } })} />);
  await user.click(screen.getByRole('button', { name: '录像 1' }));
  const first = await screen.findByRole('dialog', { name: '录像 1' });
  await waitFor(() => expect(first.querySelector('video')?.getAttribute('src')).toBe('/media/alarm/a/1.mp4?ticket=t'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryAllByRole('dialog', { name: '录像 1' })).toHaveLength(0));
  await user.click(screen.getByRole('button', { name: '录像 2' }));
  await within(await screen.findByRole('dialog', { name: '录像 2' })).findByText(result);
});

it('an alarm of a camera without recordings says so; other sources have none', () => {
  const { show } = openDesk();
  show(
    <>
      <AlarmVideos alarm={anAlarm('camera')} />
      <AlarmVideos alarm={anAlarm('satellite')} />
    </>,
  );
  expect(screen.getAllByText('没有录像')).toHaveLength(1);
});
