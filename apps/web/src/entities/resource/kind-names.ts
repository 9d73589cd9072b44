// What the kinds of things that stand somewhere are called.
import { resourceNames } from '@lookout/contract';
import type { PlacedKind } from '@lookout/domain';

type KindNames = Readonly<Record<PlacedKind, string>>;

export const kindNamesZh: KindNames = resourceNames;

export const kindNamesEn: KindNames = {
  fireCommand: 'Command post',
  cemetery: 'Cemetery',
  checkStation: 'Check station',
  materialRepository: 'Material store',
  team: 'Fire crew',
  watchTower: 'Watch tower',
  waterSource: 'Water source',
  DangerSource: 'Danger source',
  HelicopterPoint: 'Helicopter point',
  uav: 'Drone',
  inspectionPost: 'Inspection post',
  monitor: 'Monitoring point',
  camera: 'Camera',
};
