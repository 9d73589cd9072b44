// The demo's forest farms, villages and roads around the county seats of Wenchuan and Lixian: made up, the same on every machine.

interface Spot {
  readonly name: string;
  readonly lng: number;
  readonly lat: number;
  /** Degrees from the middle to the edge, about. */
  readonly reach: number;
  readonly attributes: Readonly<Record<string, string | number>>;
}

const FARMS: readonly Spot[] = [
  { name: '威州林场', lng: 103.66, lat: 31.52, reach: 0.045, attributes: { 优势树种: '云杉', 林龄: 42, 郁闭度: 0.7 } },
  { name: '草坡林场', lng: 103.42, lat: 31.33, reach: 0.06, attributes: { 优势树种: '冷杉', 林龄: 65, 郁闭度: 0.8 } },
  { name: '龙溪林场', lng: 103.53, lat: 31.58, reach: 0.04, attributes: { 优势树种: '油松', 林龄: 28, 郁闭度: 0.6 } },
  { name: '米亚罗林场', lng: 102.82, lat: 31.66, reach: 0.07, attributes: { 优势树种: '岷江冷杉', 林龄: 80, 郁闭度: 0.8 } },
  { name: '杂谷脑林场', lng: 103.12, lat: 31.47, reach: 0.05, attributes: { 优势树种: '高山栎', 林龄: 35, 郁闭度: 0.65 } },
];
const VILLAGES: readonly Spot[] = [
  { name: '禹碑岭村', lng: 103.6, lat: 31.47, reach: 0.012, attributes: { 户数: 186 } },
  { name: '七盘沟村', lng: 103.57, lat: 31.43, reach: 0.012, attributes: { 户数: 240 } },
  { name: '布瓦村', lng: 103.57, lat: 31.5, reach: 0.01, attributes: { 户数: 132 } },
  { name: '萝卜寨村', lng: 103.66, lat: 31.46, reach: 0.011, attributes: { 户数: 226 } },
  { name: '甘堡村', lng: 103.2, lat: 31.46, reach: 0.011, attributes: { 户数: 158 } },
  { name: '桃坪村', lng: 103.44, lat: 31.56, reach: 0.01, attributes: { 户数: 98 } },
];
const ROADS: readonly { readonly name: string; readonly level: string; readonly line: readonly (readonly [number, number])[] }[] = [
  {
    name: '国道317',
    level: '国道',
    line: [
      [103.59, 31.48],
      [103.5, 31.53],
      [103.44, 31.555],
      [103.33, 31.52],
      [103.2, 31.455],
      [103.16, 31.44],
      [103.0, 31.55],
      [102.82, 31.65],
    ],
  },
  {
    name: '国道213',
    level: '国道',
    line: [
      [103.49, 31.08],
      [103.48, 31.2],
      [103.53, 31.33],
      [103.57, 31.42],
      [103.59, 31.48],
      [103.68, 31.56],
      [103.78, 31.64],
    ],
  },
  {
    name: '草坡乡道',
    level: '县道',
    line: [
      [103.53, 31.33],
      [103.48, 31.32],
      [103.42, 31.34],
    ],
  },
  {
    name: '布瓦防火道',
    level: '林道',
    line: [
      [103.59, 31.48],
      [103.575, 31.495],
      [103.56, 31.52],
      [103.54, 31.55],
    ],
  },
  {
    name: '威州防火道',
    level: '林道',
    line: [
      [103.6, 31.485],
      [103.625, 31.5],
      [103.65, 31.51],
      [103.68, 31.535],
    ],
  },
];
const CORNERS = 24;

export const demoFarms = () => collectionOf(FARMS.map((spot, i) => areaOf(spot, i, { 管理单位: '演示' })));
export const demoVillages = () => collectionOf(VILLAGES.map((spot, i) => areaOf(spot, i + 11, {})));
export const demoRoads = () =>
  collectionOf(
    ROADS.map(({ name, level, line }) => ({
      type: 'Feature',
      properties: { 名称: name, 道路等级: level, 说明: NOTE },
      geometry: { type: 'LineString', coordinates: line },
    })),
  );

const NOTE = '示意，非实测';
const collectionOf = (features: readonly object[]) => ({ type: 'FeatureCollection', features });

/** An outline as uneven as real ones: three waves round the middle, shifted by the number. */
function areaOf({ name, lng, lat, reach, attributes }: Spot, number: number, more: object) {
  const ring = Array.from({ length: CORNERS }, (_, i) => {
    const turn = (2 * Math.PI * i) / CORNERS;
    const radius = reach * (1 + 0.18 * Math.sin(2 * turn + number) + 0.12 * Math.sin(3 * turn + 2 * number) + 0.06 * Math.cos(7 * turn));
    return [round(lng + (radius * Math.cos(turn)) / Math.cos((lat * Math.PI) / 180)), round(lat + radius * Math.sin(turn))];
  });
  const properties = { 名称: name, ...attributes, ...more, 说明: NOTE };
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] } };
}

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
