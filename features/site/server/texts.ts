// The texts of the files of chosen sites, in both languages.
import type { Language } from '@lookout/contract';

export const SITE_FILE_SUMMARY = '自己的一次选址的结果：id，format 为 geojson、kml、pdf 或 docx';

interface SiteTexts {
  readonly house: string;
  title(gridName: string): string;
  readonly asked: string;
  readonly count: string;
  readonly mast: string;
  readonly range: string;
  readonly target: string;
  readonly source: string;
  readonly sources: Readonly<Record<'ridges' | 'places', string>>;
  readonly candidates: string;
  readonly danger: string;
  readonly evenDanger: string;
  readonly sites: string;
  readonly columns: readonly [string, string, string, string, string, string, string];
  readonly totals: string;
  readonly forest: string;
  readonly before: string;
  readonly added: string;
  readonly after: string;
  readonly basis: string;
  hectares(value: string): string;
  metres(value: string): string;
  /** Area, and its share of the forest weighted by danger. */
  weighted(hectares: string, percent: string): string;
  readonly noRoad: string;
}

const zh: SiteTexts = {
  house: '林火瞭望',
  title: (gridName) => `瞭望塔选址 ${gridName}`,
  asked: '条件',
  count: '座数',
  mast: '塔高',
  range: '可视距离',
  target: '目标离地',
  source: '候选位置',
  sources: { ridges: '山脊（由高程找出）', places: '给出的位置' },
  candidates: '比较的候选数',
  danger: '火险日期',
  evenDanger: '没有天气数据，各处林地同权',
  sites: '建议位置（按建设顺序）',
  columns: ['序', '名称', '经度', '纬度', '海拔', '新看见林地', '离路'],
  totals: '合计',
  forest: '林地',
  before: '现有塔看得见',
  added: '新塔增加',
  after: '建成后看得见',
  basis:
    '按高程计算，含地球曲率与大气折光；加权为林地面积乘以火险与可燃物。未计树木与建筑的遮挡，离路为直线距离。建塔前请到现场核对通视、用地与供电。',
  hectares: (value) => `${value} 公顷`,
  metres: (value) => `${value} 米`,
  weighted: (hectares, percent) => `${hectares} 公顷（加权占 ${percent}）`,
  noRoad: '—',
};

const en: SiteTexts = {
  house: 'Fire Lookout',
  title: (gridName) => `Sites for towers ${gridName}`,
  asked: 'Question',
  count: 'Towers',
  mast: 'Mast height',
  range: 'Range',
  target: 'Target above ground',
  source: 'Candidates',
  sources: { ridges: 'ridges, found from the elevations', places: 'given places' },
  candidates: 'Candidates compared',
  danger: 'Danger of',
  evenDanger: 'no weather is stored; all forest weighs the same',
  sites: 'Proposed sites, in the order of building',
  columns: ['#', 'Name', 'Longitude', 'Latitude', 'Elevation', 'Forest newly seen', 'To a road'],
  totals: 'Totals',
  forest: 'Forest',
  before: 'Seen by the standing masts',
  added: 'Added by the new towers',
  after: 'Seen afterwards',
  basis:
    'Computed from elevations with the curvature of the earth and refraction. Weighted: forest by fire danger and fuel. Trees and buildings are not considered, and the distance to a road is a straight line. Check the view, the land and the power supply on site before building.',
  hectares: (value) => `${value} ha`,
  metres: (value) => `${value} m`,
  weighted: (hectares, percent) => `${hectares} ha (${percent} by weight)`,
  noRoad: '—',
};

export const SITE_TEXTS: Readonly<Record<Language, SiteTexts>> = { zh, en };
