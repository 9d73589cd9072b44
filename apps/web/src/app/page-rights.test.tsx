// A page that opens also works: none of its calls is refused to a user who has only the page's right. (The wire fails a test when a call is
// refused.)

import { BurningPage } from '@lookout/features/burning/web/index.tsx';
import { CameraSetupPage } from '@lookout/features/camera/web/camera-setup/index.tsx';
import { NorthCorrectionPage } from '@lookout/features/camera/web/north-correction/index.tsx';
import { contract } from '@lookout/features/contract.ts';
import { PAGES } from '@lookout/features/web.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fill, OFFICER, openDesk } from './testing/desk.tsx';
import { answerOwnGrid, answerSecondLook } from './testing/own-grid.ts';

const rightOf = (path: string) => PAGES.find((page) => page.path === path)?.right;
const NO_ROWS = { total: 0, pageNo: 1, pageSize: 20, list: [] };
const CAMERA = '00000000-0000-4000-8000-000000000001';
const POINT = '00000000-0000-4000-8000-000000000002';

it('设备纠偏 lists cameras and nearby landmarks, calculates and saves with the video right alone', async () => {
  expect(rightOf('device')).toBe('watch-video');
  const { wire, user, show } = openDesk({ rights: ['watch-video'], at: `/manage/device?camera=${CAMERA}` });
  wire.on(contract.camera.monitorList, () => []);
  wire.on(contract.camera.cameraList, () => [
    {
      id: CAMERA,
      monitorId: POINT,
      deviceId: 'D1',
      channelNum: 1,
      name: '一号塔 可见光',
      cameraType: null,
      towerHeight: 30,
      position: { lng: 103.5, lat: 31.4 },
      northCorrection: 0,
      manufacturer: 'onvif',
      isOnline: '1' as const,
      gridNo: OFFICER.gridNo,
    },
  ]);
  wire.on(contract.resource.around, () => []);
  wire.on(contract.camera.correctNorth, ({ body }) => ({
    correctionDegrees: 2,
    before: { rmsDegrees: 2, residualsDegrees: [2] },
    after: { rmsDegrees: 0, residualsDegrees: [0] },
    outliers: [],
    isSaved: (body as { save: boolean }).save,
  }));
  show(<NorthCorrectionPage />);
  fill(await screen.findByLabelText('地标 1 位置'), '103.6, 31.4');
  fill(screen.getByLabelText('地标 1 设备水平角'), '88');
  await user.click(screen.getByRole('button', { name: '计算' }));
  await user.click(await screen.findByRole('button', { name: '保存' }));
  await screen.findByText('正北修正已保存：+2.000°');
  expect(wire.calls(contract.resource.around)).toHaveLength(1);
});

it('any officer, whatever his rights, can read 用火报备 and apply for it', async () => {
  expect(rightOf('FireReport')).toBe('officer');
  const { wire, user, show } = openDesk({ rights: [], at: '/manage/FireReport' });
  wire.on(contract.burning.burningPage, () => NO_ROWS);
  answerOwnGrid(wire);
  show(<BurningPage />);
  await waitFor(() => expect(wire.calls(contract.burning.burningPage)).not.toHaveLength(0));
  await user.click(screen.getByRole('button', { name: /申请用火/ }));
  await screen.findByRole('dialog', { name: '申请用火' });
});

it('摄像头设置 lists points and cameras with the camera-settings right alone', async () => {
  expect(rightOf('monitorConfig')).toBe('set-up-cameras');
  const { wire, user, show } = openDesk({ rights: ['set-up-cameras'], at: '/manage/monitorConfig' });
  const point = {
    id: POINT,
    name: '一号塔',
    isOnline: '1' as const,
    districtName: null,
    streetName: null,
    gridNo: OFFICER.gridNo,
    gridName: OFFICER.gridName,
    position: { lng: 103.5, lat: 31.4, z: null },
    leaderName: null,
    leaderPhone: null,
    description: null,
    monitorRange: null,
    horizontalAngle: null,
    resourceCode: null,
    resourceType: 'monitor' as const,
    towerHeight: 30,
  };
  answerOwnGrid(wire);
  answerSecondLook(wire);
  wire.on(contract.camera.monitorPage, () => ({ ...NO_ROWS, total: 1, list: [point] }));
  wire.on(contract.post.camerasByPoint, () => []);
  show(<CameraSetupPage />);
  await screen.findByText('一号塔');
  await user.click(screen.getByRole('button', { name: /expand|展开/i }));
  await waitFor(() => expect(wire.calls(contract.post.camerasByPoint)).not.toHaveLength(0));
});
