// Messages of 火险等级, in both languages.

import { dangerTexts } from '@lookout/report';
import { messagesIn } from '@lookout/web/shared/language.ts';
import type { FireLevel } from '../fire-level.ts';
import type { FireDriver } from '../fire-weather.ts';

/** What each driver of the danger means for a fire. */
const effectsZh: Readonly<Record<FireDriver, string>> = {
  wind: '火一旦着起蔓延快',
  humidity: '细小可燃物极易着火',
  temperature: '可燃物失水快',
  drought: '深层可燃物干，火难扑灭',
  rain: '地表落叶枯草干燥易燃',
};

export const riskZh = {
  layer: '火险等级（打开标签页时）',
  day: '日期',
  newest: '最近一日',
  isForecast: '预报：由最近观测日的湿度码与天气预报推算，只作参考。',
  level: '等级',
  list: '各地火险等级',
  legend: '火险等级图例（数字为等级，后为地方数）',
  /** Shown while no boundaries of the lower-level grids are imported. */
  onWhole: '地图颜色为示意：没有导入下级边界，整片按本级等级着色，数字为各地等级。',
  children: '下一级',
  counties: '到县',
  levels: dangerTexts.zh.levels,
  levelName: (level: FireLevel) => dangerTexts.zh.numbered[level],
  driver: (driver: FireDriver) => `主要因${dangerTexts.zh.drivers[driver]}：${effectsZh[driver]}`,
  driversText: dangerTexts.zh.driversText,
  rating: dangerTexts.zh.rating,
  ratingHint: '等级、地图颜色、预警与起火可能性都按 LY/T 1172，加拿大 FWI 并列供参考。计分表在“火险规则”，标“待核对”的部分须由当地核对。',
  byIndex: '这一日缺少 LY/T 1172 所需的天气，等级按加拿大 FWI。',
  index: dangerTexts.zh.index,
  warned: dangerTexts.zh.warned,
  beside: dangerTexts.zh.beside,
  fuel: dangerTexts.zh.fuel,
  fuels: '各类可燃物的火头（加拿大 FBP，平地；模型推算，非观测）',
  noDriver: '天气平和，没有突出的因素',
  gap: (days: number) => `此前 ${days} 日缺少天气，指数从最后有天气的一日接续，仅供参考。`,
  demo: '演示天气',
  of: (grid: string, day: string) => `${grid} ${day} 的火险`,
  noon: (temperature: number, humidity: number, wind: number, rain: number) =>
    `正午 ${temperature.toFixed(1)} ℃，湿度 ${Math.round(humidity)}%，风速 ${wind.toFixed(1)} km/h，24小时降水 ${rain.toFixed(1)} mm`,
  chart: (days: number) => `近 ${days} 日火险天气指数（FWI），圆点内为等级`,
  parts: {
    FWI: '火险天气指数',
    FFMC: '细小可燃物湿度码：易燃程度',
    DMC: '腐殖质湿度码：中层可燃物',
    DC: '干旱码：深层可燃物',
    ISI: '初始蔓延指数',
    BUI: '累积指数：可燃物总量',
  },
  empty: { title: '还没有火险等级', hint: '每日正午的天气到齐后算出；请稍后再看，或选其他日期。' },
  noneThatDay: (day: string) => ({ title: `${day} 没有火险等级`, hint: '换一个日期，或清空日期查看最近一日。' }),
};

export type RiskMessages = typeof riskZh;

const effectsEn: Readonly<Record<FireDriver, string>> = {
  wind: 'what burns spreads fast',
  humidity: 'fine fuel catches at once',
  temperature: 'fuel dries fast',
  drought: 'deep fuel is dry and hard to put out',
  rain: 'the litter is dry',
};

export const riskEn: RiskMessages = {
  layer: 'Fire risk (while its tab is open)',
  day: 'Day',
  newest: 'Newest day',
  isForecast: 'A forecast, worked out from the moisture codes of the last observed day and the weather forecast; a guide only.',
  level: 'Level',
  list: 'Fire risk by place',
  legend: 'Legend of fire-risk levels (the level, then how many places)',
  onWhole: 'Colours are schematic: without boundaries of the parts the whole area has its own level; the numbers are those of the places.',
  children: 'Next level',
  counties: 'Counties',
  levels: dangerTexts.en.levels,
  levelName: (level) => `level ${dangerTexts.en.numbered[level]}`,
  driver: (driver) => `Driven by ${dangerTexts.en.drivers[driver]}: ${effectsEn[driver]}`,
  driversText: dangerTexts.en.driversText,
  rating: dangerTexts.en.rating,
  ratingHint:
    'The level, the colours of the map, warnings and how likely a fire is all go by LY/T 1172; the Canadian FWI stands beside it for comparison. The points are under Rules of fire danger, and those marked as unconfirmed have to be confirmed locally.',
  byIndex: 'The weather that LY/T 1172 asks for is not known of this day; the level is that of the Canadian FWI.',
  index: dangerTexts.en.index,
  warned: dangerTexts.en.warned,
  beside: dangerTexts.en.beside,
  fuel: dangerTexts.en.fuel,
  fuels: 'Head of a fire by fuel (Canadian FBP, level ground; a model, not observed)',
  noDriver: 'Mild weather; nothing stands out',
  gap: (days) => `${days} day(s) before have no weather; the codes went on from the last known day.`,
  demo: 'demo weather',
  of: (grid, day) => `Fire risk of ${grid} on ${day}`,
  noon: (temperature, humidity, wind, rain) =>
    `Noon ${temperature.toFixed(1)} °C, humidity ${Math.round(humidity)}%, wind ${wind.toFixed(1)} km/h, rain in 24 h ${rain.toFixed(1)} mm`,
  chart: (days) => `Fire Weather Index of ${days} days, the level in the dots`,
  parts: {
    FWI: 'Fire Weather Index',
    FFMC: 'Fine Fuel Moisture Code',
    DMC: 'Duff Moisture Code',
    DC: 'Drought Code',
    ISI: 'Initial Spread Index',
    BUI: 'Buildup Index',
  },
  empty: {
    title: 'No fire-risk level yet',
    hint: 'It is worked out when the noon weather is there; come back later, or choose another day.',
  },
  noneThatDay: (day) => ({ title: `No fire-risk level on ${day}`, hint: 'Choose another day, or clear it for the newest.' }),
};

export const useRiskMessages = messagesIn<RiskMessages>({ zh: riskZh, en: riskEn });
