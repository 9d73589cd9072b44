import { describe, expect, it } from 'vitest';
import type { TalliedPoint } from '../../camera.ts';
import { chosenPoints, tallyPoints } from './point-facts.ts';

const point = (name: string, gridNo: string, online: boolean, cameraCount = 2, onlineCount = 1): TalliedPoint =>
  ({
    id: name,
    name,
    gridNo,
    gridName: gridNo === '513221' ? '汶川县' : '理县',
    online,
    resourceCode: `JK-${name}`,
    cameraCount,
    onlineCount,
  }) as TalliedPoint;

const points = [point('米亚罗', '513222', false, 3, 0), point('映秀', '513221', true), point('水磨', '513221', true)];

describe('monitoring points of the panel', () => {
  it('are found by name, code or grid, and ordered by grid', () => {
    const names = (text: string, state: 'all' | 'online' | 'offline') => chosenPoints(points, text, state).map(({ name }) => name);
    expect(names('', 'all')).toEqual(['水磨', '映秀', '米亚罗']);
    expect(names(' 汶川 ', 'all')).toEqual(['水磨', '映秀']);
    expect(names('jk-米', 'all')).toEqual(['米亚罗']);
    expect(names('', 'online')).toEqual(['水磨', '映秀']);
    expect(names('', 'offline')).toEqual(['米亚罗']);
  });

  it('are counted together with their cameras', () => {
    expect(tallyPoints(points)).toEqual({ total: 3, online: 2, cameras: 7, camerasOnline: 2 });
  });
});
