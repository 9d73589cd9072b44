// Messages of 视频预览, in both languages.
import { messagesIn } from '../../shared/language.ts';

export const liveVideoZh = {
  title: '视频预览',
  tree: {
    title: '摄像头',
    search: '按摄像头、监控点或网格查找',
    online: (online: number, total: number) => `${online}/${total} 在线`,
    online1: '在线',
    put: (name: string) => `点击或拖到画面：${name}`,
    none: '没有符合条件的摄像头',
    empty: '网格内没有摄像头',
    emptyHint: '请在摄像头设置中登记。',
  },
  alarms: {
    title: '24 小时内未处理的监控报警',
    none: '没有',
    put: (name: string) => `放到画面：${name}`,
    open: (address: string) => `在地图上看：${address}`,
    map: '地图',
  },
  wall: {
    title: '视频墙',
    layout: '画面数',
    count: (count: number) => `${count} 画面`,
    hint: '点击左侧摄像头，或拖到画面；双击放大',
    enlargedHint: '已放大，双击或按 Esc 还原',
    tile: (number: number) => `画面 ${number}`,
    empty: '从左侧选一个摄像头',
    gone: '该摄像头已不在列表中',
    clear: (number: number) => `关闭画面 ${number}`,
    clearAll: '全部关闭',
  },
};
export type LiveVideoMessages = typeof liveVideoZh;

export const liveVideoEn: LiveVideoMessages = {
  title: 'Video',
  tree: {
    title: 'Cameras',
    search: 'Find by camera, point or grid',
    online: (online, total) => `${online}/${total} online`,
    online1: 'Online',
    put: (name) => `Click, or drag to a tile: ${name}`,
    none: 'No camera matches',
    empty: 'No cameras in this grid',
    emptyHint: 'Register them in the camera setup.',
  },
  alarms: {
    title: 'Camera alarms of 24 hours, open',
    none: 'None',
    put: (name) => `Put on the wall: ${name}`,
    open: (address) => `Show on the map: ${address}`,
    map: 'Map',
  },
  wall: {
    title: 'Video wall',
    layout: 'Tiles',
    count: (count) => (count === 1 ? '1 tile' : `${count} tiles`),
    hint: 'Click a camera on the left, or drag it to a tile; double click enlarges',
    enlargedHint: 'Enlarged; double click or Esc goes back',
    tile: (number) => `Tile ${number}`,
    empty: 'Choose a camera on the left',
    gone: 'This camera is no longer listed',
    clear: (number) => `Close tile ${number}`,
    clearAll: 'Close all',
  },
};

export const useLiveVideoMessages = messagesIn<LiveVideoMessages>({ zh: liveVideoZh, en: liveVideoEn });
