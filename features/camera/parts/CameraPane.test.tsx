import { OFFICER, openDesk } from '@lookout/web/app/testing/desk.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import type { CheckedCamera } from '../camera.ts';
import { CameraPane } from './CameraPane.tsx';

const CAMERA: CheckedCamera = {
  id: crypto.randomUUID(),
  deviceId: 'd',
  channelNum: 1,
  name: '可见光',
  cameraType: 'visible',
  manufacturer: null,
  monitoringPointId: null,
  monitoringPointName: '一号塔',
  towerHeightMetres: null,
  northCorrectionDegrees: 0,
  position: { lng: 103.5, lat: 31.4 },
  gridNo: OFFICER.gridNo,
  gridName: OFFICER.gridName,
  online: true,
  state: 'idle',
  stateText: '',
  viewers: 0,
  isRecording: false,
  checkedAt: null,
};

// Proves §2.35f, §8.9
it('a picture is enlarged to the full window, which Escape closes; a reply with an error code is shown with its text', async () => {
  const { wire, user, show } = openDesk();
  const refusal = {
    code: 'no-stream',
    result: '该摄像头没有设置视频地址',
    url: null,
    protocol: null,
    cameraId: CAMERA.id,
    name: CAMERA.name,
  };
  wire.on(contract.video.mediaStream, () => [{ ...refusal, expiresAt: null }]);
  show(<CameraPane camera={CAMERA} streamType={1} isChosen onChoose={() => undefined} />);
  const pane = await screen.findByRole('region', { name: '可见光' });
  await within(pane).findByText('该摄像头没有设置视频地址');
  expect(pane.dataset.full).toBe('false');
  await user.click(within(pane).getByRole('button', { name: '放大到全屏' }));
  expect(pane.dataset.full).toBe('true');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(pane.dataset.full).toBe('false'));
});
