// Texts of the printed bulletin and situation map, in both languages.
import type { AlarmKind } from '../../../alarm/alarm.ts';
import type { DocumentField, DocumentNumber, FireDocumentKind } from '../../fire-document.ts';

export const FILE_SUMMARY = '火情快报或态势图的文件（id，format 为 pdf 或 docx）：已签发的按签发时的内容，草稿按现在的';

interface WeatherFacts {
  readonly text: string;
  readonly temperatureCelsius: string;
  readonly humidityPercent: string;
  readonly windDir: string;
  readonly windScale: string;
  readonly observedAt: string;
}

/** A short summary of a forecast. */
interface SpreadFacts {
  readonly begin: string;
  readonly hours: number;
  readonly isDemo: boolean;
  readonly areas: readonly { readonly hours: number; readonly hectares: string }[];
  /** The first places hit, with the time of day. */
  readonly hits: readonly { readonly name: string; readonly inhabitants: number | null; readonly at: string; readonly isBorder: boolean }[];
  /** How many further places are hit. */
  readonly more: number;
}

export interface SituationTexts {
  readonly house: string;
  readonly draft: string;
  readonly drill: string;
  readonly separator: string;
  readonly source: Readonly<Record<AlarmKind, string>>;
  readonly fields: Readonly<Record<DocumentField, string>>;
  readonly noWeather: string;
  readonly noArea: string;
  readonly noCause: string;
  readonly legend: string;
  readonly unknown: string;
  title(kind: FireDocumentKind, gridName: string): string;
  mapTitle(address: string): string;
  to(gridName: string): string;
  place(address: string, lng: string, lat: string): string;
  found(source: string, observed: string, arrived: string): string;
  weather(now: WeatherFacts): string;
  area(hectares: string, count: number): string;
  spread(forecast: SpreadFacts): string;
  forces(names: readonly string[], count: number, teams: readonly string[]): string;
  order(time: string, receivers: readonly string[], content: string): string;
  number(number: DocumentNumber): string;
  subtitle(number: string, time: string): string;
  corrects(number: string, reason: string): string;
  signed(by: string, time: string): string;
  drawn(by: string, time: string): string;
  caption(symbols: readonly string[], time: string, by: string): string;
  footer(sha256: string): string;
}

const zh: SituationTexts = {
  house: '林火瞭望',
  draft: '草稿',
  drill: '演练',
  separator: '、',
  source: { satellite: '卫星监测', camera: '视频监控', report: '人员上报', smoke: '烟感报警', danger: '隐患检查' },
  fields: {
    to: '主送',
    place: '地点',
    found: '发现与接报',
    weather: '天气',
    area: '过火面积',
    spread: '蔓延推演',
    forces: '投入力量',
    cause: '起火原因',
    measures: '已采取措施',
    next: '下一步',
    title: '图名',
    note: '说明',
  },
  noWeather: '气象资料暂缺。',
  noArea: '正在核实。',
  noCause: '正在调查。',
  legend: '图例',
  unknown: '—',
  title: (kind, gridName) => (kind === 'bulletin' ? `${gridName}森林火情快报` : `${gridName}火场态势图`),
  mapTitle: (address) => `${address}火场态势图`,
  to: (gridName) => `${gridName}森林草原防灭火指挥部办公室`,
  place: (address, lng, lat) => `${address}（东经 ${lng}°，北纬 ${lat}°）`,
  found: (source, observed, arrived) => `${source}，${observed} 发现，${arrived} 接报。`,
  weather: ({ text, temperatureCelsius, humidityPercent, windDir, windScale, observedAt }) =>
    `${text}，气温 ${temperatureCelsius}℃，相对湿度 ${humidityPercent}%，${windDir} ${windScale} 级（${observedAt}）。`,
  area: (hectares, count) => `约 ${hectares} 公顷（按态势标绘的 ${count} 处过火区量算）。`,
  spread: ({ begin, hours, isDemo, areas, hits, more }) =>
    [
      `${begin} 起 ${hours} 小时的模型推算，不是观测${isDemo ? '（用演示数据）' : ''}：`,
      areas.length === 0 ? '未见蔓延。' : `过火面积 ${areas.map((one) => `${one.hours} 小时约 ${one.hectares} 公顷`).join('、')}。`,
      hits.length === 0
        ? ''
        : `预计到达：${hits
            .map(
              ({ name, inhabitants, at, isBorder }) =>
                `${isBorder ? '进入' : ''}${name}${inhabitants === null ? '' : `（约 ${inhabitants} 人）`} ${at}`,
            )
            .join('、')}${more > 0 ? `等 ${hits.length + more} 处` : ''}。`,
    ].join(''),
  forces: (names, count, teams) =>
    `${[
      count === 0 ? '尚无派遣记录' : `已派护林员 ${count} 人（${names.join('、')}${count > names.length ? '等' : ''}）`,
      ...(teams.length === 0 ? [] : [`在场队伍：${teams.join('、')}`]),
    ].join('；')}。`,
  order: (time, receivers, content) => `${time.slice(5, 16)} 命令${receivers.join('、')}：${content}`,
  number: ({ year, count }) => `〔${year}〕${count}号`,
  subtitle: (number, time) => `${number}　　${time}`,
  corrects: (number, reason) => `本件更正${number}。原因：${reason}`,
  signed: (by, time) => `签发：${by}　　${time}`,
  drawn: (by, time) => `拟稿：${by}　　${time}`,
  caption: (symbols, time, by) =>
    [...(symbols.length === 0 ? [] : [`图例：${symbols.join('、')}`]), `态势时间 ${time}`, `制图 ${by}`].join('　'),
  footer: (sha256) => `SHA-256 ${sha256}`,
};

const en: SituationTexts = {
  house: 'Fire Lookout',
  draft: 'DRAFT',
  drill: 'EXERCISE',
  separator: ', ',
  source: { satellite: 'Satellite', camera: 'Camera', report: 'Report by a person', smoke: 'Smoke sensor', danger: 'Danger check' },
  fields: {
    to: 'To',
    place: 'Place',
    found: 'Discovered',
    weather: 'Weather',
    area: 'Burnt area',
    spread: 'Forecast of spread',
    forces: 'Forces',
    cause: 'Cause',
    measures: 'Measures taken',
    next: 'Next steps',
    title: 'Title',
    note: 'Note',
  },
  noWeather: 'No weather at hand.',
  noArea: 'Being verified.',
  noCause: 'Under investigation.',
  legend: 'Legend',
  unknown: '—',
  title: (kind, gridName) => (kind === 'bulletin' ? `Forest fire bulletin, ${gridName}` : `Situation map, ${gridName}`),
  mapTitle: (address) => `Situation at ${address}`,
  to: (gridName) => `Forest fire command, ${gridName}`,
  place: (address, lng, lat) => `${address} (${lng}° E, ${lat}° N)`,
  found: (source, observed, arrived) => `${source}; seen ${observed}, reported ${arrived}.`,
  weather: ({ text, temperatureCelsius, humidityPercent, windDir, windScale, observedAt }) =>
    `${text}, ${temperatureCelsius} °C, humidity ${humidityPercent}%, wind ${windDir} force ${windScale} (${observedAt}).`,
  area: (hectares, count) => `About ${hectares} ha (measured on ${count} plotted burnt areas).`,
  spread: ({ begin, hours, isDemo, areas, hits, more }) =>
    [
      `By a model, not observed${isDemo ? ' (with demo data)' : ''}; ${hours} h from ${begin}:`,
      areas.length === 0 ? 'it does not spread.' : `${areas.map((one) => `about ${one.hectares} ha after ${one.hours} h`).join(', ')}.`,
      ...(hits.length === 0
        ? []
        : [
            `Expected to reach ${hits
              .map(
                ({ name, inhabitants, at, isBorder }) =>
                  `${isBorder ? 'the border of ' : ''}${name}${inhabitants === null ? '' : ` (about ${inhabitants} people)`} ${at}`,
              )
              .join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
          ]),
    ].join(' '),
  forces: (names, count, teams) =>
    `${[
      count === 0 ? 'Nobody dispatched yet' : `${count} rangers sent (${names.join(', ')}${count > names.length ? ' and others' : ''})`,
      ...(teams.length === 0 ? [] : [`teams on site: ${teams.join(', ')}`]),
    ].join('; ')}.`,
  order: (time, receivers, content) => `${time.slice(5, 16)} order to ${receivers.join(', ')}: ${content}`,
  number: ({ year, count }) => `[${year}] No. ${count}`,
  subtitle: (number, time) => `${number}    ${time}`,
  corrects: (number, reason) => `This corrects ${number}. Why: ${reason}`,
  signed: (by, time) => `Issued by ${by}    ${time}`,
  drawn: (by, time) => `Drafted by ${by}    ${time}`,
  caption: (symbols, time, by) =>
    [...(symbols.length === 0 ? [] : [`Legend: ${symbols.join(', ')}`]), `situation of ${time}`, `drawn by ${by}`].join('; '),
  footer: (sha256) => `SHA-256 ${sha256}`,
};

export const situationTexts = (language: 'zh' | 'en'): SituationTexts => (language === 'zh' ? zh : en);
