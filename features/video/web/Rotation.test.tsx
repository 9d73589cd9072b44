// 轮巡 on the wall: a chosen group is shown in turn, selecting a picture pauses it, and ending it restores the wall.

import type { Got } from '@lookout/contract';
import { OFFICER, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { contract } from '../../contract.ts';
import { LiveVideoPage } from './index.tsx';

type Checked = Got<typeof contract.video.checkAll>[number];

const camera = (name: string, isOnline: '0' | '1' = '1'): Checked => ({
  id: crypto.randomUUID(),
  deviceId: name,
  channelNum: 1,
  name,
  cameraType: 'visible',
  manufacturer: null,
  monitorId: crypto.randomUUID(),
  monitorName: `${name}塔`,
  towerHeight: null,
  northCorrection: 0,
  position: { lng: 103.5, lat: 31.4 },
  gridNo: OFFICER.gridNo,
  gridName: OFFICER.gridName,
  isOnline,
  state: 'idle',
  stateText: '',
  viewers: 0,
  isRecording: false,
  checkedAt: null,
});

const shown = () => [...document.querySelectorAll('.video-pane')].map((pane) => pane.getAttribute('aria-label'));

it('a group of cameras is shown in turn on the wall; a click on a picture pauses it, and ending it restores the wall', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  try {
    const cameras = [camera('一'), camera('二'), camera('三'), camera('四', '0')];
    // The group used last time is offered again.
    const group = cameras.map(({ id }) => id);
    const { wire, user, show } = openDesk();
    localStorage.setItem('live-video.rotation.accid', JSON.stringify({ cameraIds: group, dwell: 15, state: 'off', at: 0 }));
    const { video, alarm: alarmCalls, camera: cameraCalls, grid: gridCalls } = contract;
    wire.on(video.checkAll, () => cameras);
    wire.on(alarmCalls.monitorList, () => []);
    wire.on(gridCalls.grid, () => ({
      no: OFFICER.gridNo,
      name: OFFICER.gridName,
      level: 'county' as const,
      fullName: OFFICER.gridName,
      longitude: null,
      latitude: null,
    }));
    wire.on(video.mediaStream, () => []);
    wire.on(cameraCalls.cameraPosition, () => ({
      horizontalDegrees: 0,
      verticalDegrees: 0,
      zoom: 1,
      azimuthDegrees: 0,
      fieldOfViewDegrees: 60,
      aspect: 1,
      at: new Date('2026-11-21T10:00:00+08:00'),
    }));
    wire.on(cameraCalls.operatorNow, () => ({ holder: null, isMine: false, askedBy: null, until: null }));
    wire.on(cameraCalls.presets, () => []);
    show(<LiveVideoPage />);
    await user.click(await screen.findByText('1 画面'));
    const bar = within(screen.getByRole('toolbar', { name: '轮巡' }));
    await user.click(bar.getByRole('button', { name: '轮巡' }));
    const dialog = within(await screen.findByRole('dialog', { name: '轮巡' }));
    await user.click(dialog.getByRole('button', { name: '开始轮巡' }));
    await bar.findByText(/第 1\/3 组 · 离线 1 个已跳过/);
    const [first] = shown();
    await vi.advanceTimersByTimeAsync(15_000);
    await waitFor(() => expect(shown()[0]).not.toBe(first));
    await bar.findByText(/第 2\/3 组/);
    const second = shown();
    await user.click(document.querySelector('.video-pane-name') as HTMLElement);
    await bar.findByRole('button', { name: '继续' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(shown()).toEqual(second);
    await user.click(bar.getByRole('button', { name: '下一组' }));
    await bar.findByText(/第 3\/3 组/);
    await user.click(bar.getByRole('button', { name: '结束轮巡' }));
    await waitFor(() => expect(shown()).toEqual([]));
  } finally {
    vi.useRealTimers();
  }
});
