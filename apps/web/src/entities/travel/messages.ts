// Messages of travel times, in both languages. Ways and reasons are worded by the server.
import { FLIGHT_RADIUS_METRES, TRAVEL_RADIUS_METRES, type TravelMode } from '@lookout/contract';
import { messagesIn } from '../../shared/language.ts';
import type { Roads } from './arrivals.ts';

const [BY_LAND, BY_AIR] = [TRAVEL_RADIUS_METRES / 1_000, FLIGHT_RADIUS_METRES / 1_000];

type RoadTexts = Readonly<Record<Roads, string | null>>;
const roadsZh: RoadTexts = { none: '没有导入道路，按步行估算', demo: '演示道路', imported: null, mixed: '部分为演示道路' };
const roadsEn: RoadTexts = {
  none: 'no roads were imported: estimated on foot',
  demo: 'roads of the demo',
  imported: null,
  mixed: 'roads of the demo in part',
};

const modesZh: Readonly<Record<TravelMode, string>> = {
  foot: '步行',
  car: '汽车',
  'fire-engine': '消防车',
  motorcycle: '摩托车',
  helicopter: '直升机',
};
const modesEn: Readonly<Record<TravelMode, string>> = {
  foot: 'On foot',
  car: 'Car',
  'fire-engine': 'Fire engine',
  motorcycle: 'Motorcycle',
  helicopter: 'Helicopter',
};

export const travelZh = {
  orderLabel: '排列方式',
  orders: { time: '按时间', distance: '按距离' },
  title: '谁先到',
  within: `${BY_LAND} 公里内（直升机 ${BY_AIR} 公里）`,
  none: `${BY_LAND} 公里内没有可派的人员和队伍`,
  estimate: '模型估算',
  estimateHint: '到场时间由模型按道路、地形和地类估算，不是实测；以现场报告为准。',
  roads: roadsZh,
  waiting: '正在估算到场时间，先按距离排列',
  failed: '到场时间没有算出来，按距离排列',
  retry: '重试',
  minutes: (n: number) => `约 ${n} 分钟`,
  hours: (hours: number, minutes: number) => (minutes === 0 ? `约 ${hours} 小时` : `约 ${hours} 小时 ${minutes} 分`),
  arrives: (clock: string) => `${clock} 到`,
  cannot: '到不了',
  straight: (text: string) => `直线 ${text}`,
  positionAt: (clock: string) => `位置 ${clock}`,
  all: (n: number) => `展开全部 ${n} 个`,
  less: '收起',
  route: (name: string) => `在地图上画出${name}的路线`,
  firstTeams: '先到的队伍',
  reach: {
    act: '到达范围',
    title: (name: string) => `到达范围 · ${name}`,
    mode: '出行方式',
    modes: modesZh,
    legend: '图例',
    within: (minutes: number) => `${minutes} 分钟内`,
    nothing: '到不了任何地方',
    close: '关闭到达范围',
  },
};

type TravelMessages = typeof travelZh;

const travelEn: TravelMessages = {
  orderLabel: 'Order',
  orders: { time: 'By time', distance: 'By distance' },
  title: 'Who is there first',
  within: `within ${BY_LAND} km (helicopters ${BY_AIR} km)`,
  none: `Nobody who could be sent within ${BY_LAND} km`,
  estimate: 'Estimated by a model',
  estimateHint:
    'Times of arrival are a model’s word, from roads, relief and land cover, and not measured; what is reported from the place counts.',
  roads: roadsEn,
  waiting: 'Working out times of arrival; by distance until then',
  failed: 'Times of arrival could not be worked out; by distance',
  retry: 'Try again',
  minutes: (n) => `about ${n} min`,
  hours: (hours, minutes) => (minutes === 0 ? `about ${hours} h` : `about ${hours} h ${minutes} min`),
  arrives: (clock) => `there at ${clock}`,
  cannot: 'cannot come',
  straight: (text) => `${text} in a straight line`,
  positionAt: (clock) => `position of ${clock}`,
  all: (n) => `Show all ${n}`,
  less: 'Fewer',
  route: (name) => `Draw the way of ${name} on the map`,
  firstTeams: 'Crews that are there first',
  reach: {
    act: 'Reach',
    title: (name) => `Reach · ${name}`,
    mode: 'Travelling by',
    modes: modesEn,
    legend: 'Legend',
    within: (minutes) => `within ${minutes} min`,
    nothing: 'nowhere',
    close: 'Close the reach',
  },
};

export const useTravelMessages = messagesIn<TravelMessages>({ zh: travelZh, en: travelEn });
