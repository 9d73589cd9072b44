// Messages of 资源搜索, in both languages.

import { messagesIn } from '@lookout/web/shared/language.ts';
import { resourceNames } from '../../resource.calls.ts';
import type { AssetKind } from '../../resource.ts';

export const resourceSearchZh = {
  title: '资源搜索',
  hows: { name: '名称', around: '周边', box: '范围' },
  kinds: '类别',
  allKinds: '全部类别',
  kindNames: resourceNames as Readonly<Record<AssetKind, string>>,
  name: '名称（可不填）',
  point: '中心点（经度, 纬度）',
  radius: '半径',
  within: (text: string) => `${text}内`,
  drag: '拖框',
  dragging: '请在地图上按住鼠标拖出范围',
  takeView: '取当前视野',
  noBox: '尚未选定范围',
  submit: '搜索',
  hints: {
    name: '选类别或填名称后搜索；结果按与视野中心的距离排列。',
    around: '在地图上点选，或输入经纬度，再选半径。',
    box: '在地图上拖出一个框，或取当前视野为范围。',
  },
  ways: { name: '距离与方位：自视野中心', around: '距离与方位：自中心点', box: '距离与方位：自范围中心' },
  list: '搜索结果',
  counts: '按类别',
  all: '全部',
  cut: (n: number) => `结果很多，只列出 ${n} 处。请缩小范围或选类别。`,
  export: '导出',
  file: '资源搜索.csv',
  columns: [
    ...['名称', '类别', '编号', '状态', '所属网格', '网格编号', '经度', '纬度', '海拔（米）'],
    ...['距离（米）', '方位（度）', '负责人', '电话', '描述'],
  ] as readonly string[],
  none: { title: '没有找到资源', hint: '放宽半径或范围，去掉类别或名称再试。' },
};

export type ResourceSearchMessages = typeof resourceSearchZh;

const kindNamesEn: ResourceSearchMessages['kindNames'] = {
  fireCommand: 'Command post',
  cemetery: 'Cemetery',
  checkStation: 'Check station',
  materialRepository: 'Material store',
  team: 'Fire team',
  watchTower: 'Watch tower',
  waterSource: 'Water source',
  DangerSource: 'Danger source',
  HelicopterPoint: 'Helicopter point',
  uav: 'UAV',
  inspectionPost: 'Inspection post',
  'monitoring-point': 'Monitoring point',
  camera: 'Camera',
};

export const resourceSearchEn: ResourceSearchMessages = {
  title: 'Search resources',
  hows: { name: 'By name', around: 'Around', box: 'In a box' },
  kinds: 'Kinds',
  allKinds: 'All kinds',
  kindNames: kindNamesEn,
  name: 'Name (optional)',
  point: 'Centre (lng, lat)',
  radius: 'Radius',
  within: (text) => `within ${text}`,
  drag: 'Drag a box',
  dragging: 'Press on the map, drag, let go',
  takeView: 'Take the view',
  noBox: 'No box yet',
  submit: 'Search',
  hints: {
    name: 'Choose kinds or enter a name; nearest to the middle of the view first.',
    around: 'Click on the map or enter coordinates, then choose a radius.',
    box: 'Drag a box on the map, or take the view as the box.',
  },
  ways: { name: 'Way from the middle of the view', around: 'Way from the centre', box: 'Way from the middle of the box' },
  list: 'Found',
  counts: 'By kind',
  all: 'All',
  cut: (n) => `Only ${n} are listed. Narrow the search.`,
  export: 'Export',
  file: 'resources.csv',
  // Exported files have Chinese headers in either language.
  columns: [
    ...['名称', '类别', '编号', '状态', '所属网格', '网格编号', '经度', '纬度', '海拔（米）'],
    ...['距离（米）', '方位（度）', '负责人', '电话', '描述'],
  ],
  none: { title: 'Nothing found', hint: 'Widen radius or box, or leave out kinds and name.' },
};

export const useResourceSearchMessages = messagesIn<ResourceSearchMessages>({ zh: resourceSearchZh, en: resourceSearchEn });
