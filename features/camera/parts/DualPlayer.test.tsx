// The player: the message for a stream that cannot be played, the alarm it was opened for, the located positions, and its place on the
// page.

import type { Got } from '@lookout/contract';
import { OFFICER, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { NamedAlarm } from '../../alarm/alarm.ts';
import { pendingRequestsOf } from '../../alarm/parts/actions/use-pending-requests.ts';
import { contract } from '../../contract.ts';
import { anAlarm, aSight, aWayBack, judgedBy } from '../../testing/builders.ts';
import { VideoStage } from './DualPlayer.tsx';
import { locatingStoreOf } from './locating/locating-store.ts';
import { LookHere } from './SeeingTowers.tsx';
import { useVideoStore, type VideoTarget } from './video-store.ts';

const { decision, video, camera, ranger, travel } = contract;
type Checked = Got<typeof video.checkAll>[number];
const POINT = crypto.randomUUID();

const channel = (name: string, channelNum: number): Checked => ({
  id: crypto.randomUUID(),
  deviceId: 'd',
  channelNum,
  name,
  cameraType: channelNum === 1 ? 'visible' : 'thermal',
  manufacturer: null,
  monitorId: POINT,
  monitorName: '一号塔',
  towerHeight: null,
  northCorrection: 0,
  position: { lng: 103.5, lat: 31.4 },
  gridNo: OFFICER.gridNo,
  gridName: OFFICER.gridName,
  isOnline: '1',
  state: 'idle',
  stateText: '',
  viewers: 0,
  isRecording: false,
  checkedAt: null,
});

function Opener({ target }: { readonly target: VideoTarget }) {
  const store = useVideoStore();
  return (
    <>
      <button type="button" onClick={() => store.open(target)}>
        打开
      </button>
      <VideoStage />
    </>
  );
}

/** A desk whose streams are refused with a media server's message. The other calls of a player succeed. */
function openVideoDesk(alarms: readonly NamedAlarm[] = []) {
  const desk = openDesk({ alarms });
  const { wire } = desk;
  wire.on(video.checkAll, () => [channel('可见光', 1), channel('热成像', 2)]);
  wire.on(video.mediaStream, ({ query: { cameraId = '' } }) => [
    { code: '-500', result: null, msg: '流媒体服务器中没有该路视频', url: null, protocol: null, cameraId, name: '', expiresAt: null },
  ]);
  wire.on(camera.cameraPosition, () => ({
    horizontalDegrees: 10,
    verticalDegrees: -2,
    zoom: 3,
    azimuthDegrees: 12,
    fieldOfViewDegrees: 20,
    aspect: 16 / 9,
    at: new Date(),
  }));
  wire.on(camera.operatorNow, () => ({ holder: null, isMine: false, askedBy: null, until: null }));
  wire.on(camera.presets, () => []);
  wire.on(ranger.rangerList, () => []);
  wire.on(travel.nearest, () => []);
  wire.on(travel.back, () => aWayBack());
  wire.on(decision.approach, () => null);
  return desk;
}

async function openPlayer(target: Partial<VideoTarget> = {}, alarms: readonly NamedAlarm[] = []) {
  const desk = openVideoDesk(alarms);
  desk.show(<Opener target={{ monitoringPointId: POINT, name: '一号塔', ...target }} />);
  await desk.user.click(await screen.findByRole('button', { name: '打开' }));
  return { ...desk, player: within(await screen.findByRole('dialog', { name: '实时视频 · 一号塔' })) };
}

// Proves §8.9
it('a stream that cannot be played shows the message of the reply and can be retried', async () => {
  const { player, user, wire } = await openPlayer();
  expect(await player.findAllByText('流媒体服务器中没有该路视频')).toHaveLength(2);
  expect(player.queryByRole('region', { name: '所看的火警' })).toBeNull();
  const [again] = player.getAllByRole('button', { name: '重试' });
  if (again) await user.click(again);
  await expect.poll(() => wire.calls(video.mediaStream).length).toBe(3);
});

it('an alarm can be judged and undone in the player that was opened for it, and people can be dispatched from there', async () => {
  const alarm = anAlarm('camera', { id: crypto.randomUUID() });
  const { app, player, user } = await openPlayer({ watched: { alarm, isReadOnly: false } }, [alarm]);
  const bar = within(await player.findByRole('region', { name: '所看的火警' }));
  await user.click(bar.getByRole('button', { name: '误报或疑似' }));
  await user.click(within(await screen.findByRole('dialog', { name: '火情研判' })).getByRole('button', { name: '确定' }));
  const held = () => pendingRequestsOf(app).store.getState().held;
  expect(held()?.request).toMatchObject({ kind: 'judge', judgement: { verdict: 'false' } });
  expect(bar.queryByRole('button', { name: '误报或疑似' })).toBeNull();
  await user.click(bar.getByRole('button', { name: '撤销（u）' }));
  expect(held()).toBeNull();
  await user.click(bar.getByRole('button', { name: '派遣' }));
  await screen.findByRole('dialog', { name: '任务派遣' });
});

it('an alarm that is already judged, or was opened from a task, cannot be judged in the player', async () => {
  const judged = anAlarm('camera', { id: crypto.randomUUID(), response: judgedBy('real', '阿坝州值班员') });
  const { player } = await openPlayer({ watched: { alarm: judged, isReadOnly: true } });
  const bar = within(await player.findByRole('region', { name: '所看的火警' }));
  expect([bar.getByText('真实火情').tagName, bar.queryAllByRole('button')]).toEqual(['SPAN', []]);
});

it('located positions are shown next to the pictures', async () => {
  const { app, player } = await openPlayer();
  await player.findAllByText('流媒体服务器中没有该路视频');
  act(() => locatingStoreOf(app).take(aSight('一号塔')));
  const sights = within(await player.findByRole('region', { name: '定位' }));
  sights.getByRole('region', { name: '定位结果' });
});

it('a player that was docked opens docked again', async () => {
  const { user } = await openPlayer();
  const player = () => screen.getByRole('dialog', { name: '实时视频 · 一号塔' });
  expect(player().dataset.dock).toBe('none');
  await user.click(within(player()).getByRole('button', { name: '窗口位置' }));
  await user.click(await screen.findByRole('menuitem', { name: '停靠在右侧' }));
  await waitFor(() => expect(player().dataset.dock).toBe('right'));
  await user.click(within(player()).getByRole('button', { name: '关闭' }));
  await user.click(screen.getByRole('button', { name: '打开' }));
  expect(player().dataset.dock).toBe('right');
});

it('the camera of a new alarm is shown next to its popup until the user switches that off', async () => {
  const { facts } = anAlarm('camera');
  const alarm = anAlarm('camera', { facts: { ...facts, deviceId: 'd', monitoringPointId: POINT } });
  const { user, show } = openVideoDesk();
  show(<LookHere alarm={alarm} isReadOnly={false} place="marker" />);
  const beside = within(await screen.findByRole('region', { name: '现场画面 · 可见光' }));
  await beside.findByText('流媒体服务器中没有该路视频');
  await user.click(beside.getByRole('button', { name: '不在火警旁显示画面（可在火警详情中再打开）' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: '现场画面 · 可见光' })).toBeNull());
  await user.click(screen.getByRole('button', { name: '现场画面' }));
  await screen.findByRole('region', { name: '现场画面 · 可见光' });
});
