// Messages of the bare map /map, in both languages.

import type { MapEmbedLayer } from '@lookout/domain';
import { dangerTexts } from '@lookout/report';
import { messagesIn } from '@lookout/web/shared/language.ts';
import type { FireLevel } from '../../danger/fire-level.ts';

const layersZh: Readonly<Record<MapEmbedLayer, string>> = {
  alarms: '火警',
  resources: '资源与监测点',
  boundaries: '行政区边界',
  danger: '火险等级',
};

type Age = 'onehour' | 'threehour' | 'halfDay' | 'oneDay' | 'threeDays' | 'fiveDays' | 'older';
const agesZh: Readonly<Record<Age, string>> = {
  onehour: '1小时内',
  threehour: '3小时内',
  halfDay: '12小时内',
  oneDay: '1天内',
  threeDays: '3天内',
  fiveDays: '5天内',
  older: '5天以上',
};

export const mapZh = {
  title: '林火地图',
  opening: '正在打开地图…',
  /** Why no map is shown, and what to do. */
  missing: {
    title: '此地图需要令牌',
    hint: '这是林火瞭望的嵌入地图。地址中没有令牌，当前浏览器也没有登录。如刚才还能看到，请刷新嵌入它的网页；否则请向该网站索取完整地址，或在林火瞭望登录后打开。',
    login: '去登录',
  },
  over: {
    revoked: { title: '地图的令牌已被吊销', hint: '签发单位已停止此地图的共享。如需继续使用，请联系签发单位重新签发令牌。' },
    expired: { title: '地图的令牌已过期', hint: '此地图的共享期限已到。如需继续使用，请联系签发单位重新签发令牌。' },
    unknown: { title: '地图的令牌无效', hint: '没有这个令牌，或地址不完整。请向嵌入此页的网站索取完整地址。' },
    session: { title: '登录已失效', hint: '请在林火瞭望重新登录后打开此地图。' },
  },
  mismatch: { title: '令牌与地址不符', hint: '地址中的地图编号不是此令牌的编号。请使用签发时给出的完整地址。' },
  outside: { title: '网格不在此地图的范围内', hint: '地址中的网格超出了令牌的网格，或没有这个网格。请去掉或改正它。' },
  noLayers: { title: '没有可显示的内容', hint: '当前账号没有查看地图内容的权限。如需使用，请联系管理员开通。' },
  failed: { title: '没能打开地图', hint: '服务没有应答。请检查网络后重试。' },
  map: '地图',
  broken: '地图无法显示',
  controls: '地图控制',
  legend: '图例',
  fold: '收起图例',
  unfold: '展开图例',
  layers: layersZh,
  layerFailed: '没有取到',
  cutAlarms: (n: number) => `火警多于 ${n} 处，只列出最新的`,
  cutResources: (n: number) => `视野内多于 ${n} 处，请放大`,
  fire: '在燃火情',
  real: '真实火情',
  false: '误报或疑似',
  unjudged: '未研判（颜色为观测距今）',
  ages: agesZh,
  levels: dangerTexts.zh.levels,
  level: (level: FireLevel) => `${level} ${dangerTexts.zh.levels[level]}`,
  count: (n: number) => `${n} 处火警`,
  loadingAlarms: '正在取得火警…',
  updated: (time: string) => `更新于 ${time}`,
  lost: (time: string) => `连接中断，显示的是 ${time} 的情况，正在重试`,
  lostAtOnce: '连接中断，还没有取得火警，正在重试',
  demo: '演示数据',
  demoHint: '演示世界正在运行，图上的火警与资源都是虚构的。',
  until: (time: string) => `有效期至 ${time}`,
  open: '在林火瞭望中打开',
  system: '林火瞭望',
  card: {
    title: '火警',
    close: '关闭',
    state: '状态',
    place: '位置',
    grid: '所属网格',
    coordinates: '经纬度',
    observed: '观测时间',
    arrived: '接收时间',
  },
};

export type MapMessages = typeof mapZh;

export const mapEn: MapMessages = {
  title: 'Forest fire map',
  opening: 'Opening the map…',
  missing: {
    title: 'This map needs a token',
    hint: 'This is an embedded map of Fire Lookout. Its address holds no token, and nobody is logged in with this browser. If you saw it a moment ago, reload the page around it. Else ask that site for the whole address, or log in to Fire Lookout first.',
    login: 'Log in',
  },
  over: {
    revoked: {
      title: 'The token of this map was revoked',
      hint: 'The office that issued it no longer shares this map. Ask it for a new token if you still need the map.',
    },
    expired: {
      title: 'The token of this map has expired',
      hint: 'The time for which this map was shared is over. Ask the office that issued the token for a new one.',
    },
    unknown: {
      title: 'The token of this map is not valid',
      hint: 'There is no such token, or the address is not complete. Ask the site that embeds the map for the whole address.',
    },
    session: { title: 'The session is over', hint: 'Log in to Fire Lookout again and reopen this map.' },
  },
  mismatch: {
    title: 'The token is not for this address',
    hint: 'The number of the map in the address (embed) is not that of the token. Use the whole address that was given when the token was issued.',
  },
  outside: {
    title: 'The grid is outside this map',
    hint: 'The grid in the address lies beyond that of the token, or does not exist. Remove it or correct it.',
  },
  noLayers: { title: 'Nothing to show', hint: 'This account has no right to what the map shows. Ask an administrator for it.' },
  failed: { title: 'The map did not open', hint: 'The service did not answer. Check the network and try again.' },
  map: 'Map',
  broken: 'The map cannot be shown',
  controls: 'Map controls',
  legend: 'Legend',
  fold: 'Fold the legend',
  unfold: 'Unfold the legend',
  layers: { alarms: 'Fire alarms', resources: 'Resources and monitoring points', boundaries: 'Boundaries', danger: 'Fire danger' },
  layerFailed: 'not loaded',
  cutAlarms: (n) => `More than ${n} alarms: only the newest are listed`,
  cutResources: (n) => `More than ${n} in view: zoom in`,
  fire: 'Fire in progress',
  real: 'Real fire',
  false: 'False or suspected',
  unjudged: 'Not judged (colour: time since observed)',
  ages: {
    onehour: '1 hour',
    threehour: '3 hours',
    halfDay: '12 hours',
    oneDay: '1 day',
    threeDays: '3 days',
    fiveDays: '5 days',
    older: 'older',
  },
  levels: dangerTexts.en.levels,
  level: (level) => `${level} ${dangerTexts.en.levels[level]}`,
  count: (n) => `${n} ${n === 1 ? 'alarm' : 'alarms'}`,
  loadingAlarms: 'Loading the alarms…',
  updated: (time) => `Updated ${time}`,
  lost: (time) => `No connection: this is the state of ${time}. Trying again`,
  lostAtOnce: 'No connection: no alarms yet. Trying again',
  demo: 'Demo data',
  demoHint: 'The demo world is running: the alarms and resources on the map are invented.',
  until: (time) => `Valid until ${time}`,
  open: 'Open in Fire Lookout',
  system: 'Fire Lookout',
  card: {
    title: 'Fire alarm',
    close: 'Close',
    state: 'State',
    place: 'Place',
    grid: 'Grid',
    coordinates: 'Coordinates',
    observed: 'Observed',
    arrived: 'Received',
  },
};

export const useMapMessages = messagesIn({ zh: mapZh, en: mapEn });
