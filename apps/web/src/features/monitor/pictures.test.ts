import { expect, it } from 'vitest';
import { anAlarm } from '../../entities/testing/things.ts';
import { monitorZh } from './messages.ts';
import { picturesOf } from './pictures.ts';

it('pictures come in the order they are compared', () => {
  expect(picturesOf(anAlarm('camera').facts, monitorZh)).toEqual([
    { url: '/files/p1', caption: '图片 1' },
    { url: '/files/p2', caption: '图片 2' },
  ]);
  expect(picturesOf({ ...anAlarm('satellite').facts, visibleImage: '/files/v' }, monitorZh)).toEqual([
    { url: '/files/v', caption: '可见光图像' },
  ]);
  expect(picturesOf(anAlarm('danger').facts, monitorZh)).toEqual([]);
});
