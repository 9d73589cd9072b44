// Messages of travel times, in both languages. The server provides the texts of routes and reasons.

import { messagesIn } from '@lookout/web/shared/language.ts';
import type { NoJourney } from '../../task/task-journey.ts';
import { FLIGHT_RADIUS_METRES, TRAVEL_RADIUS_METRES, type TravelMode } from '../travel.calls.ts';
import type { Roads } from './arrivals.ts';

const [BY_LAND, BY_AIR] = [TRAVEL_RADIUS_METRES / 1_000, FLIGHT_RADIUS_METRES / 1_000];

type RoadTexts = Readonly<Record<Roads, string | null>>;
const roadsZh: RoadTexts = { none: '没有导入道路，按步行估算', demo: '演示道路', imported: null, mixed: '部分为演示道路' };
const modesZh: Readonly<Record<TravelMode, string>> = {
  foot: '步行',
  car: '汽车',
  'fire-engine': '消防车',
  motorcycle: '摩托车',
  helicopter: '直升机',
};
type WhyTexts = Readonly<Record<NoJourney, string>>;
const whyZh: WhyTexts = {
  'outside-ground': '不在已有地面数据的范围内',
  'no-landing-point': '没有降落点',
  'no-road-near': '附近没有可通行的道路',
  island: '所在道路与目的地一侧的道路不相连',
  'closed-by-fire': '道路将被火封闭',
  'too-far': '超出计算的时限',
};
const journeyZh = {
  units: { metres: (n: number) => `${n} 米`, kilometres: (text: string) => `${text} 公里` },
  separator: '，',
  expected: (clock: string) => `预计 ${clock} 到`,
  left: (distance: string) => `还有 ${distance}`,
  slower: (percent: number) => `比计划慢 ${percent} %`,
  faster: (percent: number) => `比计划快 ${percent} %`,
  standing: (clock: string | null) => (clock === null ? '停留中' : `停留中，现在出发预计 ${clock} 到`),
  offRoute: '已偏离计划路线',
  planned: '已按现位置重新计划',
  arrived: (clock: string | null) => (clock === null ? '已在现场' : `${clock} 到现场`),
  unknown: '不知何时到',
  noPosition: '没有位置，不知何时到',
  leftStraight: (distance: string) => `直线还有 ${distance}`,
  straight: (from: string | null, until: string | null) => (from === null ? '不知何时到' : `估计 ${from}～${until ?? ''} 到`),
  straightDoubt: (why: string | null) => (why === null ? '没有算出路线，仅按直线估算' : `没有算出路线：${why}；仅按直线估算`),
  noWay: (why: string) => `没有算出路线：${why}`,
  why: whyZh,
  avoidsFire: '绕开火场',
  positionAt: (clock: string) => `位置 ${clock}`,
  waiting: '正在查询何时到',
  failed: '没有查到何时到',
  stale: '连不上服务器，到达时间不是最新的',
  offline: '没有信号，不知何时到',
  retry: '重试',
  showWay: '看路线',
  hideWay: '收起路线',
  wayOf: (name: string) => `${name}的计划路线`,
};
export type JourneyMessages = typeof journeyZh;
const backZh = {
  ask: '查返回路线',
  waiting: '正在估算返回路线',
  failed: '返回路线没有算出来',
  none: (why: string) => `没有返回路线：${why}`,
  takes: (duration: string) => `返回${duration}`,
  cutOffAt: (clock: string) => `${clock} 后返回路线将被火切断`,
  cutOffSince: (clock: string) => `返回路线在 ${clock} 已被火切断`,
  beforeArrival: '到场前返回路线就会被切断',
  open: '推演时段内返回路线不被火切断',
  separator: '；',
};
type BackMessages = typeof backZh;
export const travelZh = {
  orderLabel: '排列方式',
  orders: { time: '按时间', distance: '按距离' },
  title: '谁先到',
  within: `${BY_LAND} 公里内（直升机 ${BY_AIR} 公里）`,
  none: `${BY_LAND} 公里内没有可派的人员和队伍`,
  estimate: '模型估算',
  estimateHint: '到场时间由模型按道路、地形和地类估算，不是实测；以现场报告为准。',
  roads: roadsZh,
  pastFire: (clock: string) => `按 ${clock} 起的推演避开火场`,
  avoidsFire: '绕开火场',
  journey: journeyZh,
  back: backZh,
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
  pads: '停机坪不等于有直升机：先电话确认有机可派，下列时间只按从该处起飞估算。',
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

const roadsEn: RoadTexts = {
  none: 'no roads were imported: estimated on foot',
  demo: 'roads of the demo',
  imported: null,
  mixed: 'roads of the demo in part',
};

const modesEn: Readonly<Record<TravelMode, string>> = {
  foot: 'On foot',
  car: 'Car',
  'fire-engine': 'Fire engine',
  motorcycle: 'Motorcycle',
  helicopter: 'Helicopter',
};

const whyEn: WhyTexts = {
  'outside-ground': 'outside the ground that is known',
  'no-landing-point': 'no landing point',
  'no-road-near': 'no road near that can be driven',
  island: 'on roads that are not joined to those at the place',
  'closed-by-fire': 'the fire closes the way',
  'too-far': 'not within the time allowed',
};

const journeyEn: JourneyMessages = {
  units: { metres: (n) => `${n} m`, kilometres: (text) => `${text} km` },
  separator: ', ',
  expected: (clock) => `expected at ${clock}`,
  left: (distance) => `${distance} left`,
  slower: (percent) => `${percent} % slower than planned`,
  faster: (percent) => `${percent} % faster than planned`,
  standing: (clock) => (clock === null ? 'standing still' : `standing still; if they go on now, there at ${clock}`),
  offRoute: 'off the planned way',
  planned: 'planned anew from where they are',
  arrived: (clock) => (clock === null ? 'there' : `there at ${clock}`),
  unknown: 'not known when',
  noPosition: 'no position: not known when',
  leftStraight: (distance) => `${distance} left in a straight line`,
  straight: (from, until) => (from === null ? 'not known when' : `perhaps ${from} to ${until ?? ''}`),
  straightDoubt: (why) => (why === null ? 'no way was found: a straight line only' : `no way was found: ${why}; a straight line only`),
  noWay: (why) => `no way was found: ${why}`,
  why: whyEn,
  avoidsFire: 'around the fire',
  positionAt: (clock) => `position of ${clock}`,
  waiting: 'Asking when they will be there',
  failed: 'It is not known when they will be there',
  stale: 'The server cannot be reached: times of arrival are older',
  offline: 'No signal: it is not known when you will be there',
  retry: 'Try again',
  showWay: 'Show the way',
  hideWay: 'Hide the way',
  wayOf: (name) => `Planned way of ${name}`,
};

const backEn: BackMessages = {
  ask: 'Ask for the way back',
  waiting: 'Working out the way back',
  failed: 'The way back could not be worked out',
  none: (why) => `No way back: ${why}`,
  takes: (duration) => `back in ${duration}`,
  cutOffAt: (clock) => `after ${clock} the fire cuts the way back off`,
  cutOffSince: (clock) => `the fire cut the way back off at ${clock}`,
  beforeArrival: 'it is cut off before they are there',
  open: 'within the forecast the fire does not cut the way back off',
  separator: '; ',
};

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
  pastFire: (clock) => `past the fire by the forecast from ${clock}`,
  avoidsFire: 'around the fire',
  journey: journeyEn,
  back: backEn,
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
  pads: 'A pad is no helicopter: call first whether one can be sent. The times are from that pad.',
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
