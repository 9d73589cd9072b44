// Messages of the layer tree and of imported layers.
import type { VectorLayerKind } from '@lookout/domain';
import { messagesIn } from '../../shared/language.ts';
import type { LayerGroup } from '../../stores/layer-registry.ts';

export const layersZh = {
  onMap: '地图上显示',
  title: '图层',
  tree: '图层树',
  close: '关闭',
  groups: {
    ground: '地面',
    boundaries: '边界',
    alarms: '火警',
    resources: '资源',
    monitoring: '监控',
    people: '护林员、任务',
    weather: '天气、火险、森林',
    vector: '矢量图层',
    scenes: '三维场景',
  } as Readonly<Record<LayerGroup, string>>,
  hints: {
    vector: (kilometres: string) => `视高 ${kilometres} 公里以下显示`,
    scenes: '视高 100 公里以下显示；二维地图只标出位置',
  },
  shown: (on: number, all: number) => `${on} / ${all}`,
  all: '全部',
  none: '全不选',
  opacity: (name: string) => `${name}的不透明度`,
  up: (name: string) => `${name}：上移一层`,
  down: (name: string) => `${name}：下移一层`,
  loading: '加载中…',
  empty: '没有数据',
  failed: '没有取到',
  retry: '重试',
  cut: (n: number) => `只画出 ${n} 处，请放大`,
  groupEmpty: {
    vector: '还没有导入。管理员可用 npm run import -- layers 导入林场、村、道路、水系',
    scenes: '还没有导入。管理员可用 npm run import -- scene 导入 3D Tiles 或 glTF',
  } as Readonly<Partial<Record<LayerGroup, string>>>,
  schematic: '示意',
  rows: {
    imagery: '影像',
    shading: '山体阴影',
    contours: '等高线',
    heightColours: '高程设色',
    boundaries: '行政区边界',
    marks: '未处置火警',
    fires: '在燃火情',
    footprints: '卫星像元范围',
    counts: '火警数量（市）',
  },
  kinds: { 'forest-farm': '林场', village: '村', road: '道路', water: '水系', other: '其他' } as Readonly<Record<VectorLayerKind, string>>,
  card: {
    unnamed: (kind: string) => `未命名的${kind}`,
    kind: '类别',
    layer: '图层',
    area: '面积',
    length: '长度',
    hectares: (n: number) => `${n.toLocaleString('zh-CN', { maximumFractionDigits: 1 })} 公顷`,
    kilometres: (n: number) => `${n.toLocaleString('zh-CN', { maximumFractionDigits: 2 })} 公里`,
    others: '此处还有',
  },
};

export type LayerMessages = typeof layersZh;

export const layersEn: LayerMessages = {
  onMap: 'Shown on the map',
  title: 'Layers',
  tree: 'Layer tree',
  close: 'Close',
  groups: {
    ground: 'Ground',
    boundaries: 'Boundaries',
    alarms: 'Fire alarms',
    resources: 'Resources',
    monitoring: 'Monitoring',
    people: 'Rangers and tasks',
    weather: 'Weather, fire risk, forest',
    vector: 'Vector layers',
    scenes: '3D scenes',
  },
  hints: {
    vector: (kilometres) => `Shown below ${kilometres} km of camera height`,
    scenes: 'Shown below 100 km of camera height; the 2D map only marks the place',
  },
  shown: (on, all) => `${on} / ${all}`,
  all: 'All',
  none: 'None',
  opacity: (name) => `Opacity of ${name}`,
  up: (name) => `${name}: one up`,
  down: (name) => `${name}: one down`,
  loading: 'Loading…',
  empty: 'No data',
  failed: 'Could not be loaded',
  retry: 'Try again',
  cut: (n) => `Only ${n} are drawn; come nearer`,
  groupEmpty: {
    vector: 'Nothing imported yet. npm run import -- layers brings in forest farms, villages, roads, waters',
    scenes: 'Nothing imported yet. npm run import -- scene brings in 3D Tiles or glTF',
  },
  schematic: 'schematic',
  rows: {
    imagery: 'Imagery',
    shading: 'Hill shading',
    contours: 'Contour lines',
    heightColours: 'Height colours',
    boundaries: 'Administrative boundaries',
    marks: 'Alarms not yet handled',
    fires: 'Fires in progress',
    footprints: 'Satellite footprints',
    counts: 'Alarm counts (prefectures)',
  },
  kinds: { 'forest-farm': 'Forest farm', village: 'Village', road: 'Road', water: 'Water', other: 'Other' },
  card: {
    unnamed: (kind) => `${kind} without a name`,
    kind: 'Kind',
    layer: 'Layer',
    area: 'Area',
    length: 'Length',
    hectares: (n) => `${n.toLocaleString('en', { maximumFractionDigits: 1 })} ha`,
    kilometres: (n) => `${n.toLocaleString('en', { maximumFractionDigits: 2 })} km`,
    others: 'Also here',
  },
};

/** The layer tree's messages in the language of the page. */
export const useLayerMessages = messagesIn<LayerMessages>({ zh: layersZh, en: layersEn });
