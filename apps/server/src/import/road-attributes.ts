// Reads a road's attributes from a file, by the names of OpenStreetMap, of its shapefiles (Geofabrik), and of Chinese road data. In each
// list of columns, the first column that a feature has is read.
import { type FileFault, fileFault } from '@lookout/domain';
import { type RoadClass, roadClassOf } from '@lookout/fire-model';

export type RoadAttributes = Readonly<Record<string, string | number>>;

export interface RoadFacts {
  readonly class: RoadClass;
  /** `backward`: against the order of the road's points. */
  readonly oneWay: 'no' | 'forward' | 'backward';
  readonly isBridge: boolean;
  readonly isTunnel: boolean;
  readonly isFord: boolean;
  /** km/h; null: not stated. */
  readonly speedLimit: number | null;
}

/** Columns of the road class. A column with a known value takes precedence over one with an unknown value. */
export const CLASS_COLUMNS = [
  'highway',
  'fclass',
  'class',
  '道路等级',
  '行政等级',
  '技术等级',
  '等级',
  '道路类型',
  '类型',
  'type',
  '路线编号',
  '路线代码',
  'ref',
] as const;
const ONE_WAY_COLUMNS = ['oneway', '单行', '单行线', '单向'] as const;
const BRIDGE_COLUMNS = ['bridge', '桥梁', '桥'] as const;
const TUNNEL_COLUMNS = ['tunnel', '隧道'] as const;
const FORD_COLUMNS = ['ford', '漫水', '过水路面'] as const;
const SPEED_COLUMNS = ['maxspeed', 'speed_limit', '限速', '最高限速'] as const;

/** Tags of OpenStreetMap that are read. */
export const OSM_KEYS = ['highway', 'oneway', 'junction', 'bridge', 'tunnel', 'ford', 'maxspeed', 'area'] as const;

/** Technical classes (JTG B01-2014), mapped to classes of about the same design speed. 待核对. */
const TECHNICAL: Readonly<Record<string, RoadClass>> = {
  一级: 'trunk',
  二级: 'primary',
  三级: 'tertiary',
  四级: 'unclassified',
  等外: 'service',
};

function classOfWord(word: string): RoadClass | null {
  const known = roadClassOf(word) ?? TECHNICAL[word.trim().replace(/公路$/, '')];
  if (known !== undefined && known !== null) return known;
  // Formats: Geofabrik's track_grade3, and several route numbers (G213;S9).
  const [first = ''] = word.split(/[;；、,]/);
  return roadClassOf(first.replace(/^track_grade\d$/, 'track'));
}

const textOf = (attributes: RoadAttributes, columns: readonly string[]): string => {
  const column = columns.find((name) => attributes[name] !== undefined);
  return column === undefined ? '' : String(attributes[column]).trim();
};

/** "F" is "no" in these columns of Geofabrik's files, and "forward" in that of one-way streets. */
const NO = new Set(['', 'no', 'false', 'f', 'n', '0', '否', '无']);
const isYes = (attributes: RoadAttributes, columns: readonly string[]): boolean => !NO.has(textOf(attributes, columns).toLowerCase());

const ONE_WAY: Readonly<Record<string, RoadFacts['oneWay']>> = {
  yes: 'forward',
  true: 'forward',
  '1': 'forward',
  f: 'forward',
  ft: 'forward',
  是: 'forward',
  单行: 'forward',
  正向: 'forward',
  '-1': 'backward',
  reverse: 'backward',
  t: 'backward',
  tf: 'backward',
  反向: 'backward',
};
const MPH = 1.609344;
const MOST_SPEED = 255;

/** Texts such as `CN:urban`, `none` or `walk`, and 0, mean that there is no limit. @returns undefined: a number that cannot be a speed */
function speedLimitOf(text: string): number | null | undefined {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)\s*(km\/h|kmh|mph|公里\/小时)?$/i.exec(text) ?? [];
  if (digits === undefined) return /^-\d/.test(text) ? undefined : null;
  const speed = Math.round(Number(digits) * (unit?.toLowerCase() === 'mph' ? MPH : 1));
  if (speed === 0) return null;
  return speed <= MOST_SPEED ? speed : undefined;
}

/** @param column of the class; null: any of `CLASS_COLUMNS` */
export function roadFactsOf(attributes: RoadAttributes, column: string | null): RoadFacts | FileFault {
  const columns = column === null ? CLASS_COLUMNS : [column];
  const words = columns.flatMap((name) => {
    const word = String(attributes[name] ?? '').trim();
    return word === '' ? [] : [word];
  });
  if (words.length === 0) return fileFault('road-class-missing', { columns });
  const roadClass = words.map(classOfWord).find((known) => known !== null);
  if (roadClass === undefined) return fileFault('road-class-unknown', { found: words[0] as string });
  const speed = textOf(attributes, SPEED_COLUMNS);
  const speedLimit = speedLimitOf(speed);
  if (speedLimit === undefined) return fileFault('road-speed-limit', { found: speed });
  const stated = textOf(attributes, ONE_WAY_COLUMNS).toLowerCase();
  // As in OpenStreetMap, motorways and roundabouts are one-way without a tag.
  const isImplied = stated === '' && (attributes.highway === 'motorway' || attributes.junction === 'roundabout');
  return {
    class: roadClass,
    oneWay: ONE_WAY[stated] ?? (isImplied ? 'forward' : 'no'),
    isBridge: isYes(attributes, BRIDGE_COLUMNS),
    isTunnel: isYes(attributes, TUNNEL_COLUMNS),
    isFord: isYes(attributes, FORD_COLUMNS),
    speedLimit,
  };
}

export const isFault = (facts: RoadFacts | FileFault): facts is FileFault => 'code' in facts;
