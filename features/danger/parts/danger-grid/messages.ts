// Messages of 火险格网 on the globe, in both languages.
import type { LandCover } from '@lookout/domain';
import { dangerTexts } from '@lookout/report';
import { messagesIn } from '@lookout/web/shared/language.ts';
import { COMPASS_LABELS, COMPASS_POINTS } from '@lookout/web/shared/text/compass.ts';
import type { DangerBy } from './danger-by.ts';

type Ground = 'demo' | 'imported' | 'mixed' | 'none';
type WeatherSource = 'qweather' | 'demo';

const sourcesZh: Readonly<Record<WeatherSource, string>> = { qweather: '和风天气', demo: '演示天气' };
export const dangerGridZh = {
  title: '火险格网（模型）',
  close: '关闭火险格网',
  days: '日期',
  today: '今天',
  onDay: (day: string) => `${day}（北京时间）`,
  show: '显示',
  by: { rating: '火险等级', index: 'FWI', intensity: '火头强度' } as Readonly<Record<DangerBy, string>>,
  legend: '图例',
  levels: dangerTexts.zh.numbered,
  /** kW/m. */
  intensity: (n: number, from: number, to: number | null) =>
    to === null ? `${n}级：${from.toLocaleString()} kW/m 以上` : `${n}级：${from.toLocaleString()}–${to.toLocaleString()} kW/m`,
  share: (percent: number) => `${percent.toFixed(percent > 0 && percent < 1 ? 1 : 0)}%`,
  without: '不分级（水面、城镇，或没有资料）',
  cut: (n: number) => `只画出离视野中心最近的 ${n} 个市州，请放大`,
  none: { title: '视野内没有有天气的市州', hint: '把地图移到有火险等级的市州上。' },
  noWeather: { title: '这一天还没有火险天气', hint: '观测在正午后到齐；预报以天气服务所及为限。请换一天。' },
  noRating: {
    title: '这一天没有 LY/T 1172 所需的资料',
    hint: '计分要最高气温、最小湿度、最大风力与连旱日数，这一天没有存下。请换一天，或看火险等级。',
  },
  cellsOfModel: '模型推算，待核对：怎么算的',
  model:
    '模型推算，不是观测。由网格的正午天气按海拔和坡向推到每格（加拿大 FWI）；强度按地类对应的 FBP 可燃物，平地。坡向增温与可燃物对应待核对。颜色按指数，节假日与雷电不改变颜色；按规则抬高的预警等级见每格。',
  ratingModel:
    '模型推算，不是观测。网格的最高气温与最小湿度（视为同一时刻）按海拔和坡向推到每格，风、连旱与季节为网格的，按其计分表（LY/T 1172-95）计分；计分表不分地类，不燃的地类不分级。把这个标准用到格上是我们的做法，待核对。',
  ratingToConfirm: dangerTexts.zh.ratingToConfirm,
  ratingAtLeast: '有的网格连旱可能更久，等级可能更高',
  cells: (kilometres: string) => `每格约 ${kilometres} 公里`,
  observed: '实况天气',
  forecast: (time: string) => `预报，${time} 取得`,
  sources: sourcesZh,
  heights: { demo: '演示地形', imported: '导入高程', mixed: '部分为演示地形', none: '没有高程' } as Readonly<Record<Ground, string>>,
  cover: (files: readonly string[]) => (files.length === 0 ? '没有导入地类，不知何处不燃，也没有强度' : `地类：${files.join('、')}`),
  askHint: '点地面，看那一格的等级和成因。',
  cellTitle: '这一格',
  outside: '这一处没有格：在辖区以外，或所在市州这一天没有格网。',
  closeCell: '收起这一格',
  cell: {
    level: '等级',
    noLevel: '不分级：没有天气，或地类不燃',
    intensity: '火头强度',
    intensityIn: (n: number, fuel: string) => `${n}级（${fuel}，平地）`,
    cause: '成因',
    mild: '天气平和，没有突出的因素',
    noon: '本格正午',
    noonText: (temperature: number, humidity: number, wind: number, rain: number) =>
      `${temperature.toFixed(1)} ℃，湿度 ${Math.round(humidity)}%，风 ${wind.toFixed(1)} km/h，24小时雨 ${rain.toFixed(1)} mm`,
    weather: '天气取自',
    index: '加拿大指数',
    rating: 'LY/T 1172',
    noRating: '没有所需的资料',
    ratingText: (level: 1 | 2 | 3 | 4 | 5, htz: number, isAtLeast: boolean) =>
      `${dangerTexts.zh.numbered[level]}，HTZ ${htz}${isAtLeast ? ' 以上' : ''}`,
    toConfirm: '待核对',
    dry: '连旱',
    dryDays: (days: number, isAtLeast: boolean) => `${days} 日${isAtLeast ? '以上' : ''}`,
    height: '海拔',
    metres: (n: number, grid: number | null) =>
      grid === null ? `${Math.round(n)} 米` : `${Math.round(n)} 米（网格代表点 ${Math.round(grid)} 米）`,
    slope: '坡度、坡向',
    slopeText: (degrees: number, facing: string | null) => (facing === null ? '平地' : `${degrees.toFixed(0)}°，朝${facing}`),
    cover: '地类',
    coverText: (kind: string, value: number, file: string) => `${kind}（${value}，${file}）`,
    covers: { forest: '林地', grass: '草地', farm: '农田', other: '其他' } as Readonly<Record<LandCover, string>>,
    unknown: '未知',
  },
  /** Used after 朝, where 北 is right, not the 正北 of a full sentence. */
  compass: COMPASS_LABELS.zh,
  driversText: dangerTexts.zh.driversText,
  fuelName: dangerTexts.zh.fuelName,
  warned: dangerTexts.zh.warned,
  ratingPart: dangerTexts.zh.ratingPart,
  index: dangerTexts.zh.index,
};

type DangerGridMessages = typeof dangerGridZh;

const sourcesEn: Readonly<Record<WeatherSource, string>> = { qweather: 'QWeather', demo: 'demo weather' };

export const dangerGridEn: DangerGridMessages = {
  title: 'Fire danger by cells (model)',
  close: 'Close fire danger by cells',
  days: 'Day',
  today: 'today',
  onDay: (day) => `${day} (Beijing time)`,
  show: 'Show',
  by: { rating: 'Danger level', index: 'FWI', intensity: 'Head intensity' },
  legend: 'Legend',
  levels: dangerTexts.en.numbered,
  intensity: (n, from, to) =>
    to === null ? `${n}: above ${from.toLocaleString()} kW/m` : `${n}: ${from.toLocaleString()} to ${to.toLocaleString()} kW/m`,
  share: (percent) => `${percent.toFixed(percent > 0 && percent < 1 ? 1 : 0)}%`,
  without: 'No class (water, towns, or nothing known)',
  cut: (n) => `Only the ${n} prefectures nearest to the middle are drawn; please zoom in`,
  none: { title: 'No prefecture with weather in view', hint: 'Move the map over a prefecture that has fire-risk levels.' },
  noWeather: {
    title: 'No fire weather on this day yet',
    hint: 'Observations are there after noon; forecasts reach as far as the weather service does. Choose another day.',
  },
  noRating: {
    title: 'What LY/T 1172 rates is not known of this day',
    hint: 'It rates the highest temperature, the lowest humidity, the strongest wind and the days without rain, which were not stored of this day. Choose another day, or the danger level.',
  },
  cellsOfModel: 'A model, to be confirmed: how it is worked out',
  model:
    'A model, not observed. The noon of the grid is carried to the height and aspect of each cell (Canadian FWI); intensity in the FBP fuel of its land cover, on level ground. The warmth of slopes and the choice of fuels are still to be confirmed. Colours go by the index: holidays and lightning change none; the warned level that the rules raise is told of each cell.',
  ratingModel:
    'A model, not observed. The highest temperature and the lowest humidity of the grid, taken to be of one hour, are carried to the height and aspect of each cell; wind, days without rain and season are the grid’s, rated by its table (LY/T 1172-95). The table has no classes of land cover; what does not burn has no class. Rating cells by this standard is our own way, still to be confirmed.',
  ratingToConfirm: dangerTexts.en.ratingToConfirm,
  ratingAtLeast: 'the dry spell of a grid may be longer, and the level higher',
  cells: (kilometres) => `cells of about ${kilometres} km`,
  observed: 'observed weather',
  forecast: (time) => `forecast, asked ${time}`,
  sources: sourcesEn,
  heights: { demo: 'demo terrain', imported: 'imported elevation', mixed: 'demo terrain in part', none: 'no elevation' },
  cover: (files) =>
    files.length === 0
      ? 'no land cover imported: nobody knows where nothing burns, and there is no intensity'
      : `land cover: ${files.join(', ')}`,
  askHint: 'Click the ground for the level of a cell and its causes.',
  cellTitle: 'This cell',
  outside: 'There is no cell here: the place is outside your area, or its prefecture has no grid on this day.',
  closeCell: 'Close this cell',
  cell: {
    level: 'Level',
    noLevel: 'No class: no weather, or nothing burns there',
    intensity: 'Head intensity',
    intensityIn: (n, fuel) => `class ${n} (${fuel}, level ground)`,
    cause: 'Causes',
    mild: 'Mild weather; nothing stands out',
    noon: 'Noon here',
    noonText: (temperature, humidity, wind, rain) =>
      `${temperature.toFixed(1)} °C, humidity ${Math.round(humidity)}%, wind ${wind.toFixed(1)} km/h, rain in 24 h ${rain.toFixed(1)} mm`,
    weather: 'Weather of',
    index: 'Canadian index',
    rating: 'LY/T 1172',
    noRating: 'what it rates is not known',
    ratingText: (level, htz, isAtLeast) => `level ${dangerTexts.en.numbered[level]}, HTZ ${isAtLeast ? 'at least ' : ''}${htz}`,
    toConfirm: 'to be confirmed',
    dry: 'Days without rain',
    dryDays: (days, isAtLeast) => `${isAtLeast ? 'at least ' : ''}${days}`,
    height: 'Height',
    metres: (n, grid) => (grid === null ? `${Math.round(n)} m` : `${Math.round(n)} m (the grid's place: ${Math.round(grid)} m)`),
    slope: 'Slope, aspect',
    slopeText: (degrees, facing) => (facing === null ? 'level' : `${degrees.toFixed(0)}°, faces ${facing}`),
    cover: 'Land cover',
    coverText: (kind, value, file) => `${kind} (${value}, ${file})`,
    covers: { forest: 'forest', grass: 'grassland', farm: 'farmland', other: 'other' },
    unknown: 'unknown',
  },
  compass: COMPASS_POINTS.en,
  driversText: dangerTexts.en.driversText,
  fuelName: dangerTexts.en.fuelName,
  warned: dangerTexts.en.warned,
  ratingPart: dangerTexts.en.ratingPart,
  index: dangerTexts.en.index,
};

export const useDangerGridMessages = messagesIn<DangerGridMessages>({ zh: dangerGridZh, en: dangerGridEn });
