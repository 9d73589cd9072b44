import type { GridNo } from '@lookout/domain';
import { describe, expect, it } from 'vitest';
import type { CheckedCamera } from '../../camera/camera.ts';
import { treeOf } from './camera-tree.ts';

const checkedCamera = (id: string, over: Partial<CheckedCamera> = {}): CheckedCamera => ({
  id,
  monitoringPointId: 'm1',
  deviceId: 'd1',
  channelNum: 1,
  name: id,
  cameraType: 'visible',
  towerHeightMetres: 30,
  northCorrectionDegrees: 0,
  position: { lng: 103.6, lat: 31.5 },
  manufacturer: 'onvif',
  online: true,
  gridNo: '513221' as GridNo,
  gridName: '汶川县',
  monitoringPointName: '一号塔',
  state: 'idle',
  stateText: '空闲',
  viewers: 0,
  isRecording: false,
  checkedAt: null,
  ...over,
});

const CAMERAS = [
  checkedCamera('热成像', { channelNum: 2, online: false }),
  checkedCamera('可见光'),
  checkedCamera('独立', { monitoringPointId: null, monitoringPointName: null }),
  checkedCamera('理县塔可见光', { gridNo: '513222' as GridNo, gridName: '理县', monitoringPointId: 'm2', monitoringPointName: '二号塔' }),
];
const shape = (text = '', filter: Parameters<typeof treeOf>[2] = 'all') =>
  treeOf(CAMERAS, text, filter).map(({ name, online, total, points }) => [
    `${name} ${online}/${total}`,
    points.map((point) => [point.name, point.cameras.map(({ name: camera }) => camera)]),
  ]);

describe('the camera tree', () => {
  it('has grid, point and channel; a camera without a point forms its own node', () =>
    expect(shape()).toEqual([
      [
        '汶川县 2/3',
        [
          ['独立', ['独立']],
          ['一号塔', ['可见光', '热成像']],
        ],
      ],
      ['理县 1/1', [['二号塔', ['理县塔可见光']]]],
    ]));
  it('can be searched by camera, point and grid', () => {
    expect(shape('热')).toEqual([['汶川县 0/1', [['一号塔', ['热成像']]]]]);
    expect(shape('一号塔')).toEqual([['汶川县 1/2', [['一号塔', ['可见光', '热成像']]]]]);
    expect(shape('理县').length).toBe(1);
    expect(shape('没有')).toEqual([]);
  });
  it('can show only the cameras that are online, or only those that are not', () => {
    expect(shape('', 'offline')).toEqual([['汶川县 0/1', [['一号塔', ['热成像']]]]]);
    expect(shape('', 'online').length).toBe(2);
  });
});
