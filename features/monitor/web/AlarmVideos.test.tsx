import { openDesk } from '@lookout/web/app/testing/desk.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';
import { anAlarm } from '../../testing/builders.ts';
import { AlarmVideos } from './AlarmVideos.tsx';

it('the recordings of an alarm play, and an unplayable one states why', async () => {
  const { wire, user, show } = openDesk();
  const result = '录像地址不在允许范围内，请管理员把它加入允许的摄像头网段';
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

it('a recording that the other system does not provide states why, and is not requested again', async () => {
  const { wire, user, show } = openDesk();
  const message = '保存录像的系统没有给出这段录像';
  wire.on(contract.video.alarmVideos, () => [{ code: null, result: null, url: '/media/alarm/a/1.mp4?ticket=t' }]);
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) =>
    String(input).startsWith('/media/') ? Response.json({ code: 503, message }, { status: 503 }) : wire.fetch(input, init),
  );
  const { facts } = anAlarm('camera');
  show(<AlarmVideos alarm={anAlarm('camera', { id: crypto.randomUUID(), facts: { ...facts, videos: ['http://10.0.0.1/1.mp4'] } })} />);
  await user.click(screen.getByRole('button', { name: '录像 1' }));
  const shown = await screen.findByRole('dialog', { name: '录像 1' });
  const video = await waitFor(() => {
    const found = shown.querySelector('video');
    expect(found?.getAttribute('src')).toBe('/media/alarm/a/1.mp4?ticket=t');
    return found as HTMLVideoElement;
  });
  video.dispatchEvent(new Event('error'));
  await within(shown).findByText(message);
  expect(within(shown).queryByText(/秒后自动重试/)).toBeNull();
});

it('an alarm of a camera without recordings says so; other sources have no recordings', () => {
  const { show } = openDesk();
  show(
    <>
      <AlarmVideos alarm={anAlarm('camera')} />
      <AlarmVideos alarm={anAlarm('satellite')} />
    </>,
  );
  expect(screen.getAllByText('没有录像')).toHaveLength(1);
});
