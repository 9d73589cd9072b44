import { messagesIn } from '@lookout/web/shared/language.ts';
import type { TargetMetres } from '../../coverage/coverage.ts';
import type { CandidateSource, SiteFailure, SiteSearch } from '../site.ts';

interface SiteMessages {
  readonly title: string;
  readonly lead: string;
  readonly coverage: string;
  readonly question: string;
  readonly count: string;
  readonly mast: string;
  readonly range: string;
  readonly target: string;
  readonly targets: Readonly<Record<TargetMetres, string>>;
  readonly candidates: string;
  readonly sources: Readonly<Record<CandidateSource, string>>;
  readonly spacing: string;
  readonly begin: string;
  readonly incomplete: string;
  readonly draw: string;
  readonly stopDrawing: string;
  readonly drawing: string;
  readonly file: string;
  readonly reading: string;
  readonly fileHint: string;
  readonly clear: string;
  drawnName(number: number): string;
  placesSoFar(count: number): string;
  rejected(line: number, reason: string): string;
  moreRejected(count: number): string;
  readonly searches: string;
  readonly noSearches: string;
  readonly noSearchesHint: string;
  towers(count: number): string;
  readonly states: Readonly<Record<SiteSearch['state'], string>>;
  readonly failures: Readonly<Record<SiteFailure, string>>;
  readonly progress: string;
  readonly cancel: string;
  readonly remove: string;
  readonly chosen: string;
  readonly order: string;
  readonly place: string;
  readonly adds: string;
  readonly road: string;
  above(metres: number): string;
  metres(metres: number): string;
  hectares(value: string): string;
  weighted(hectares: string, percent: string): string;
  readonly forest: string;
  readonly before: string;
  readonly added: string;
  readonly after: string;
  basis(candidates: number, masts: number, dangerDay: string | null): string;
  fewer(count: number): string;
  outside(count: number): string;
  withoutElevation(count: number): string;
  readonly pictureHint: string;
  readonly pictureLoading: string;
  readonly pictureFailed: string;
  readonly files: Readonly<Record<'label' | 'busy' | 'preview' | 'pdf' | 'word' | 'failed', string>>;
}

const zh: SiteMessages = {
  title: '瞭望塔选址',
  lead: '从山脊或给出的位置中，选出一起看见最多高火险林地的几处；现有的塔已经看见的不重复计。',
  coverage: '看现有塔的视域',
  question: '选址条件',
  count: '座数',
  mast: '塔高（米）',
  range: '可视距离（公里）',
  target: '看见的目标',
  targets: { 0: '地面', 10: '离地 10 米的烟', 50: '离地 50 米的烟' },
  candidates: '候选位置',
  sources: { ridges: '山脊', places: '点选或文件' },
  spacing: '山脊候选的间距（米）',
  begin: '开始选址',
  incomplete: '请填完各项',
  draw: '在地图上点选',
  stopDrawing: '停止点选',
  drawing: '在地图上逐个点击候选位置，Esc 结束。',
  file: '读取文件',
  reading: '正在读取…',
  fileHint: 'Excel、CSV（名称、经度、纬度），或 GeoJSON、KML、GPX、shapefile 的点。',
  clear: '清空',
  drawnName: (number) => `点${number}`,
  placesSoFar: (count) => `已有 ${count} 处。`,
  rejected: (line, reason) => `第 ${line} 行：${reason}`,
  moreRejected: (count) => `另有 ${count} 行未读取`,
  searches: '我的选址',
  noSearches: '还没有选址',
  noSearchesHint: '填好上面的条件，然后开始选址。',
  towers: (count) => `${count} 座`,
  states: { waiting: '排队中', running: '正在计算…', done: '已算完', failed: '没有结果' },
  failures: {
    'no-elevation': '这里没有高程数据，请先导入高程',
    'no-candidates': '这里没有候选位置：山脊太缓，或给出的位置都在网格外',
    'nothing-to-see': '没有候选位置能新看见林地',
    'no-land': '这个网格的边界未知',
    'too-long': '计算超时，请缩小范围或加大间距',
    fault: '计算出错，请再试一次；多次出错请联系管理员',
  },
  progress: '选址进度',
  cancel: '取消',
  remove: '删除结果',
  chosen: '建议位置，按建设顺序',
  order: '序',
  place: '位置',
  adds: '新看见林地',
  road: '离路',
  above: (metres) => `海拔 ${metres} 米`,
  metres: (metres) => `${metres} 米`,
  hectares: (value) => `${value} 公顷`,
  weighted: (hectares, percent) => `${hectares} 公顷（加权 ${percent}）`,
  forest: '林地',
  before: '现有塔看得见',
  added: '新塔增加',
  after: '建成后看得见',
  basis: (candidates, masts, dangerDay) =>
    `比较了 ${candidates} 处候选，计入 ${masts} 座现有的塔；${dangerDay === null ? '没有天气数据，各处林地同权' : `按 ${dangerDay} 的火险与可燃物加权`}。未计树木与建筑的遮挡，离路为直线距离。`,
  fewer: (count) => `只选出 ${count} 处：其余候选不再增加看得见的林地`,
  outside: (count) => `${count} 处在网格外，未计`,
  withoutElevation: (count) => `${count} 处没有高程，未计`,
  pictureHint: '点一个位置的名称，地图上画出它新看见的地面。',
  pictureLoading: '正在取视域图…',
  pictureFailed: '没有取到这一处的视域图，请稍后再点',
  files: { label: '报告', busy: '正在生成…', preview: '预览', pdf: '下载 PDF', word: '下载 Word', failed: '文件没有生成，请稍后再试' },
};

const en: SiteMessages = {
  title: 'Sites for towers',
  lead: 'Of ridges or given places, those that together see most forest at high danger. What standing masts see already is not counted again.',
  coverage: 'See what standing masts see',
  question: 'Question',
  count: 'Towers',
  mast: 'Mast (m)',
  range: 'Range (km)',
  target: 'Target',
  targets: { 0: 'the ground', 10: 'smoke at 10 m', 50: 'smoke at 50 m' },
  candidates: 'Candidates',
  sources: { ridges: 'Ridges', places: 'Drawn or file' },
  spacing: 'Spacing of ridges (m)',
  begin: 'Find sites',
  incomplete: 'Please fill in all fields',
  draw: 'Draw on the map',
  stopDrawing: 'Stop drawing',
  drawing: 'Click the candidate places on the map one by one; Esc ends.',
  file: 'Read a file',
  reading: 'Reading…',
  fileHint: 'Excel or CSV (名称, 经度, 纬度), or points of GeoJSON, KML, GPX or a shapefile.',
  clear: 'Clear',
  drawnName: (number) => `Point ${number}`,
  placesSoFar: (count) => `${count} so far.`,
  rejected: (line, reason) => `Line ${line}: ${reason}`,
  moreRejected: (count) => `${count} more lines were not read`,
  searches: 'My searches',
  noSearches: 'No search yet',
  noSearchesHint: 'Fill in the question above and start.',
  towers: (count) => (count === 1 ? '1 tower' : `${count} towers`),
  states: { waiting: 'Waiting', running: 'Computing…', done: 'Done', failed: 'No result' },
  failures: {
    'no-elevation': 'There is no elevation here; please import it first',
    'no-candidates': 'There are no candidates here: no ridge rises enough, or all given places lie beyond the grid',
    'nothing-to-see': 'No candidate sees forest that is not seen already',
    'no-land': 'The boundary of this grid is not known',
    'too-long': 'The computation took too long; please choose a smaller area or a larger spacing',
    fault: 'The computation failed; please try again, and contact the administrator if it fails repeatedly',
  },
  progress: 'Progress of the search',
  cancel: 'Cancel',
  remove: 'Remove the result',
  chosen: 'Proposed places, in the order of building',
  order: '#',
  place: 'Place',
  adds: 'Forest newly seen',
  road: 'To a road',
  above: (metres) => `${metres} m a.s.l.`,
  metres: (metres) => `${metres} m`,
  hectares: (value) => `${value} ha`,
  weighted: (hectares, percent) => `${hectares} ha (${percent} by weight)`,
  forest: 'Forest',
  before: 'Seen by standing masts',
  added: 'Added by new towers',
  after: 'Seen afterwards',
  basis: (candidates, masts, dangerDay) =>
    `${candidates} candidates were compared, beside ${masts} standing masts; ${dangerDay === null ? 'no weather is stored, and all forest weighs the same' : `weighted by the danger of ${dangerDay} and by fuel`}. Trees and buildings are not considered; the distance to a road is a straight line.`,
  fewer: (count) => `Only ${count} chosen: no other candidate adds forest in view`,
  outside: (count) => `${count} places lie beyond the grid and were left out`,
  withoutElevation: (count) => `${count} places have no elevation and were left out`,
  pictureHint: 'Click the name of a place to draw the ground that it would newly see.',
  pictureLoading: 'Loading the viewshed…',
  pictureFailed: 'The viewshed of this place could not be loaded; please try again later',
  files: {
    label: 'Report',
    busy: 'Creating…',
    preview: 'Preview',
    pdf: 'Download PDF',
    word: 'Download Word',
    failed: 'The file was not created; please try again later',
  },
};

export const useSiteMessages = messagesIn({ zh, en });
