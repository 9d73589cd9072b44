// Messages of the ranger's map and of the directions to a place, in both languages.
import { messagesIn } from '../../shared/language.ts';
import type { OfflineReadiness } from '../offline/registration.ts';

const offline: Readonly<Record<OfflineReadiness, string>> = {
  insecure: '当前以 http 打开：不能离线打开，也没有手机定位。请改用 https 地址（可向管理员索取）。',
  unsupported: '这个浏览器不支持离线打开，请换用系统自带的浏览器。',
  preparing: '正在准备离线使用…',
  ready: '没有网络也能打开本页',
  failed: '离线使用没有准备好，下次打开时再试。',
};
const metresZh = (of: number) => (of >= 1000 ? `${(of / 1000).toFixed(1)} 公里` : `${Math.round(of / 10) * 10} 米`);
const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);

export const mapZh = {
  title: '网格地图',
  open: '打开地图',
  shut: '收起地图',
  map: '网格地图：网格边界、我的位置与轨迹、任务',
  none: '本机还没有网格地图，联网后自动下载。',
  loading: (percent: number) => `正在下载离线地图 ${percent}%`,
  failed: '离线地图没有下载成功，联网后可以再试。',
  kept: (bytes: number, most: number, at: string) => `离线地图 ${megabytes(bytes)} MB（上限 ${megabytes(most)} MB），更新于 ${at}`,
  notKept: '地图已取得，但本机无法保存：关闭页面后需要重新下载。',
  flat: '没有地形底图',
  approximate: '边界为示意',
  update: '更新地图',
  drop: '删除地图',
  me: '我的位置',
  locate: '回到我的位置',
  zoomIn: '放大',
  zoomOut: '缩小',
  offline,
  newer: '有新版本',
  reload: '更新',
  way: {
    title: '导航',
    distance: (metres: number) => `直线 ${metresZh(metres)}`,
    bearing: (degrees: number) => `方位 ${degrees}°`,
    turn: '箭头随手机转动',
    north: '箭头上方为正北',
    compass: '打开指南针',
    noPosition: '开启位置上报后，这里显示方向和距离。',
    straight: '直线方向，不是道路；注意山势和河流。',
    apps: { geo: '手机地图', amap: '高德地图', baidu: '百度地图' },
    appsHint: '在地图应用中打开（坐标已换算）',
  },
};

export type MapMessages = typeof mapZh;

const metresEn = (of: number) => (of >= 1000 ? `${(of / 1000).toFixed(1)} km` : `${Math.round(of / 10) * 10} m`);

export const mapEn: MapMessages = {
  title: 'Map of the grid',
  open: 'Open the map',
  shut: 'Close the map',
  map: 'Map of the grid: its boundary, my position and track, tasks',
  none: 'There is no map of the grid on this phone yet; it is fetched when there is a line.',
  loading: (percent) => `Fetching the offline map ${percent}%`,
  failed: 'The offline map could not be fetched; try again when there is a line.',
  kept: (bytes, most, at) => `Offline map ${megabytes(bytes)} MB (at most ${megabytes(most)} MB), updated ${at}`,
  notKept: 'The map is here, but this phone cannot keep it: it is gone when the page is closed.',
  flat: 'No picture of the ground',
  approximate: 'Boundaries are approximate',
  update: 'Update the map',
  drop: 'Delete the map',
  me: 'My position',
  locate: 'Back to my position',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  offline: {
    insecure: 'Opened by http: the page does not open offline, and there is no position. Use the https address.',
    unsupported: 'This browser cannot open the page offline.',
    preparing: 'Getting ready for use offline…',
    ready: 'This page opens without a line',
    failed: 'Not ready for use offline; tried again at the next visit.',
  },
  newer: 'There is a newer version',
  reload: 'Update',
  way: {
    title: 'Navigate',
    distance: (metres) => `${metresEn(metres)} straight`,
    bearing: (degrees) => `bearing ${degrees}°`,
    turn: 'The arrow turns with the phone',
    north: 'Up is north',
    compass: 'Use the compass',
    noPosition: 'With position sharing on, direction and distance are shown here.',
    straight: 'A straight line, not a road: mind slopes and rivers.',
    apps: { geo: 'Map app', amap: 'Amap', baidu: 'Baidu Maps' },
    appsHint: 'Open in a map app (coordinates converted)',
  },
};

export const useMapMessages = messagesIn<MapMessages>({ zh: mapZh, en: mapEn });
