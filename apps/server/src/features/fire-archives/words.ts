// The words of the printed report, in both languages.
import type {
  AlarmHistoryLine,
  BurnedMethod,
  BurnedSeverity,
  CloseOutcome,
  FireGrade,
  LandCover,
  LossItem,
  LossUnit,
  RealFireType,
  TaskState,
} from '@lookout/domain';

export const REPORT_SUMMARY = '灾后评估报告（fireId，version 缺省为最新，format 为 pdf 或 docx）';

interface ReportWords {
  readonly title: string;
  readonly house: string;
  readonly draft: string;
  readonly unfiled: string;
  subtitle(version: number, state: string): string;
  readonly sealed: string;
  footer(sha256: string): string;
  readonly unknown: string;
  readonly chapters: Readonly<
    Record<'facts' | 'events' | 'weather' | 'tasks' | 'area' | 'losses' | 'review' | 'pictures' | 'versions', string>
  >;
  readonly facts: Readonly<
    Record<
      | 'place'
      | 'grid'
      | 'position'
      | 'observed'
      | 'arrived'
      | 'closed'
      | 'outcome'
      | 'fireType'
      | 'duration'
      | 'grade'
      | 'area'
      | 'casualties'
      | 'lossYuan'
      | 'sealed',
      string
    >
  >;
  readonly columns: Readonly<
    Record<
      | 'time'
      | 'who'
      | 'what'
      | 'day'
      | 'temperature'
      | 'humidity'
      | 'wind'
      | 'rain'
      | 'task'
      | 'people'
      | 'status'
      | 'cover'
      | 'hectares'
      | 'severity'
      | 'share'
      | 'item'
      | 'quantity'
      | 'unit'
      | 'yuan'
      | 'note'
      | 'version'
      | 'reason'
      | 'hash',
      string
    >
  >;
  readonly none: Readonly<Record<'weather' | 'tasks' | 'area' | 'losses' | 'cover' | 'lessons', string>>;
  readonly cause: string;
  readonly review: string;
  readonly lessons: string;
  readonly corrects: (version: number, sha256: string, reason: string) => string;
  readonly mapCaption: string;
  pictureCaption(index: number, time: string, by: string): string;
  casualties(dead: number, badlyHurt: number, slightlyHurt: number): string;
  hours(minutes: number): string;
  hectares(amount: string): string;
  yuan(amount: string): string;
  readonly method: Readonly<Record<BurnedMethod, string>>;
  source(method: string, source: string | null): string;
  readonly grade: Readonly<Record<FireGrade, string>>;
  readonly cover: Readonly<Record<LandCover, string>>;
  readonly severity: Readonly<Record<BurnedSeverity, string>>;
  /** Pictures of a date: its files, and the day where it was told. */
  pictures(date: 'before' | 'after', files: string, day: string | null): string;
  mapping(threshold: string, leastHectares: string): string;
  coverByFiles(files: string): string;
  readonly coverByAlarm: string;
  readonly plots: string;
  readonly item: Readonly<Record<LossItem, string>>;
  readonly unit: Readonly<Record<LossUnit, string>>;
  readonly outcome: Readonly<Record<CloseOutcome, string>>;
  readonly fireType: Readonly<Record<RealFireType, string>>;
  readonly taskState: Readonly<Record<TaskState | 'cancelled', string>>;
  readonly act: Readonly<Record<AlarmHistoryLine['kind'], string>>;
  readonly real: string;
  readonly false: string;
  readonly separator: string;
}

const zh: ReportWords = {
  title: '森林火灾评估报告',
  house: '林火瞭望',
  draft: '草稿',
  unfiled: '未建档',
  subtitle: (version, state) => `第 ${version} 版 · ${state}`,
  sealed: '已封存',
  footer: (sha256) => `SHA-256 ${sha256}`,
  unknown: '—',
  chapters: {
    facts: '一、基本情况',
    events: '二、经过',
    weather: '三、当时天气',
    tasks: '四、力量与任务',
    area: '五、过火面积',
    losses: '六、伤亡与损失',
    review: '七、评估',
    pictures: '八、现场照片',
    versions: '九、版本',
  },
  facts: {
    place: '地点',
    grid: '网格',
    position: '经纬度',
    observed: '发现时间',
    arrived: '接报时间',
    closed: '关闭时间',
    outcome: '结果',
    fireType: '火情类型',
    duration: '历时',
    grade: '火灾等级',
    area: '过火面积',
    casualties: '人员伤亡',
    lossYuan: '损失合计',
    sealed: '封存',
  },
  columns: {
    time: '时间',
    who: '人员',
    what: '事项',
    day: '日期',
    temperature: '气温 ℃',
    humidity: '湿度 %',
    wind: '风速 km/h',
    rain: '降水 mm',
    task: '任务',
    people: '护林员',
    status: '进展',
    cover: '地类',
    hectares: '公顷',
    severity: '过火程度',
    share: '比例',
    item: '项目',
    quantity: '数量',
    unit: '单位',
    yuan: '金额（元）',
    note: '说明',
    version: '版本',
    reason: '更正原因',
    hash: 'SHA-256',
  },
  none: {
    weather: '没有当日的天气观测。',
    tasks: '没有派遣任务。',
    area: '尚未确定过火范围。',
    losses: '没有登记损失。',
    cover: '地类未知。',
    lessons: '没有登记经验教训。',
  },
  cause: '起火原因',
  review: '处置评估',
  lessons: '经验教训',
  corrects: (version, sha256, reason) => `本版更正第 ${version} 版（SHA-256 ${sha256}）。原因：${reason}`,
  mapCaption: '态势图：过火范围、标绘、护林员轨迹与起火点',
  pictureCaption: (index, time, by) => `照片 ${index}　${time}　${by}`,
  casualties: (dead, badlyHurt, slightlyHurt) => `死亡 ${dead} 人，重伤 ${badlyHurt} 人，轻伤 ${slightlyHurt} 人`,
  hours: (minutes) => `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分`,
  hectares: (amount) => `${amount} 公顷`,
  yuan: (amount) => `${amount} 元`,
  method: { drawn: '手绘', imported: '导入', satellite: '卫星影像' },
  source: (method, source) => (source === null ? `来源：${method}` : `来源：${method}（${source}）`),
  grade: { general: '一般', larger: '较大', major: '重大', extraordinary: '特别重大' },
  cover: { forest: '林地', grass: '草地', farm: '农田', other: '其他' },
  severity: { low: '低度', 'moderate-low': '中低度', 'moderate-high': '中高度', high: '高度' },
  pictures: (date, files, day) => `${date === 'before' ? '灾前' : '灾后'}影像：${files}${day === null ? '' : `（${day}）`}`,
  mapping: (threshold, leastHectares) => `归一化燃烧率差值 dNBR ≥ ${threshold}，不计小于 ${leastHectares} 公顷的零星范围。`,
  coverByFiles: (files) => `地类依据：导入的地类数据（${files}）`,
  coverByAlarm: '地类依据：卫星报警的地类比例',
  plots: '当时标绘',
  item: {
    timber: '林木蓄积',
    saplings: '幼树',
    bamboo: '竹子',
    buildings: '房屋',
    livestock: '牲畜',
    vehicles: '车辆',
    equipment: '装备',
    firefighting: '扑救投入',
    other: '其他',
  },
  unit: { 'cubic-metre': '立方米', plant: '株', room: '间', head: '头', piece: '件', 'person-day': '人·日' },
  outcome: { extinguished: '已扑灭', 'burnt-out': '自行熄灭', 'no-fire': '核实非火情', 'handed-over': '已移交', other: '其他' },
  fireType: {
    farm: '农事用火',
    domestic: '居民生活用火',
    garbage: '焚烧垃圾',
    'folk-custom': '民俗用火',
    construction: '施工用火',
    smoking: '吸烟',
    forest: '森林火灾',
    grassland: '草原火灾',
  },
  taskState: {
    sent: '已派发',
    received: '已接收',
    'on-the-way': '途中',
    arrived: '已到达',
    reported: '已回报',
    done: '已完成',
    cancelled: '已取消',
  },
  act: {
    'alarm.recorded': '报警到达',
    'alarm.linked': '由烟感报警转来',
    'alarm.seen': '查看',
    'alarm.acknowledged': '接警',
    'alarm.taken-over': '接手',
    'alarm.judged': '研判',
    'alarm.corrected': '更正研判',
    'alarm.pushed': '上报',
    'alarm.push-withdrawn': '撤回上报',
    'alarm.handled': '处置',
    'alarm.reopened': '重新打开',
    'alarm.moved': '移位',
    'alarm.edited': '修改',
    'alarm.dispatched': '派遣',
    'alarm.progressed': '任务进展',
    'alarm.messaged': '短信',
    'alarm.closed': '关闭',
    'alarm.deleted': '删除',
  },
  real: '真实火情',
  false: '误报或疑似',
  separator: '，',
};

const en: ReportWords = {
  title: 'Forest fire assessment',
  house: 'Fire Lookout',
  draft: 'DRAFT',
  unfiled: 'Not filed',
  subtitle: (version, state) => `Version ${version} · ${state}`,
  sealed: 'sealed',
  footer: (sha256) => `SHA-256 ${sha256}`,
  unknown: '—',
  chapters: {
    facts: '1 The fire',
    events: '2 What happened',
    weather: '3 Weather then',
    tasks: '4 People and tasks',
    area: '5 Burned area',
    losses: '6 Casualties and losses',
    review: '7 Review',
    pictures: '8 Pictures',
    versions: '9 Versions',
  },
  facts: {
    place: 'Place',
    grid: 'Grid',
    position: 'Position',
    observed: 'Seen at',
    arrived: 'Reported at',
    closed: 'Closed at',
    outcome: 'Outcome',
    fireType: 'Kind of fire',
    duration: 'Duration',
    grade: 'Grade',
    area: 'Burned area',
    casualties: 'Casualties',
    lossYuan: 'Losses in all',
    sealed: 'Sealed',
  },
  columns: {
    time: 'Time',
    who: 'Who',
    what: 'What',
    day: 'Day',
    temperature: 'Temp. °C',
    humidity: 'Humidity %',
    wind: 'Wind km/h',
    rain: 'Rain mm',
    task: 'Task',
    people: 'Rangers',
    status: 'Progress',
    cover: 'Land cover',
    hectares: 'Hectares',
    severity: 'Severity',
    share: 'Share',
    item: 'Item',
    quantity: 'Quantity',
    unit: 'Unit',
    yuan: 'Value (CNY)',
    note: 'Note',
    version: 'Version',
    reason: 'Why corrected',
    hash: 'SHA-256',
  },
  none: {
    weather: 'There is no observation of those days.',
    tasks: 'Nobody was dispatched.',
    area: 'The burned area is not set yet.',
    losses: 'No losses are entered.',
    cover: 'The land cover is not known.',
    lessons: 'No lessons are entered.',
  },
  cause: 'Cause',
  review: 'Review of the response',
  lessons: 'Lessons',
  corrects: (version, sha256, reason) => `This version corrects version ${version} (SHA-256 ${sha256}). Why: ${reason}`,
  mapCaption: 'Situation: burned area, drawings, tracks of rangers, and where the fire was reported',
  pictureCaption: (index, time, by) => `Picture ${index}, ${time}, ${by}`,
  casualties: (dead, badlyHurt, slightlyHurt) => `${dead} dead, ${badlyHurt} badly hurt, ${slightlyHurt} slightly hurt`,
  hours: (minutes) => `${Math.floor(minutes / 60)} h ${minutes % 60} min`,
  hectares: (amount) => `${amount} ha`,
  yuan: (amount) => `CNY ${amount}`,
  method: { drawn: 'drawn by hand', imported: 'imported', satellite: 'satellite pictures' },
  source: (method, source) => (source === null ? `Source: ${method}` : `Source: ${method} (${source})`),
  grade: { general: 'General', larger: 'Larger', major: 'Major', extraordinary: 'Extraordinary' },
  cover: { forest: 'Forest', grass: 'Grassland', farm: 'Farmland', other: 'Other' },
  severity: { low: 'Low', 'moderate-low': 'Moderate–low', 'moderate-high': 'Moderate–high', high: 'High' },
  pictures: (date, files, day) => `Pictures ${date} the fire: ${files}${day === null ? '' : ` (${day})`}`,
  mapping: (threshold, leastHectares) => `Change of the normalized burn ratio, dNBR ≥ ${threshold}; specks below ${leastHectares} ha are left out.`,
  coverByFiles: (files) => `Cover: by imported land cover (${files})`,
  coverByAlarm: 'Cover: by the shares of the satellite alarm',
  plots: 'Drawings of the time',
  item: {
    timber: 'Standing timber',
    saplings: 'Saplings',
    bamboo: 'Bamboo',
    buildings: 'Buildings',
    livestock: 'Livestock',
    vehicles: 'Vehicles',
    equipment: 'Equipment',
    firefighting: 'Firefighting',
    other: 'Other',
  },
  unit: { 'cubic-metre': 'm³', plant: 'plants', room: 'rooms', head: 'head', piece: 'pieces', 'person-day': 'person-days' },
  outcome: { extinguished: 'Extinguished', 'burnt-out': 'Burnt out', 'no-fire': 'No fire', 'handed-over': 'Handed over', other: 'Other' },
  fireType: {
    farm: 'Farm burning',
    domestic: 'Domestic fire',
    garbage: 'Garbage burning',
    'folk-custom': 'Folk custom',
    construction: 'Construction',
    smoking: 'Smoking',
    forest: 'Forest fire',
    grassland: 'Grassland fire',
  },
  taskState: {
    sent: 'sent',
    received: 'received',
    'on-the-way': 'on the way',
    arrived: 'arrived',
    reported: 'reported',
    done: 'done',
    cancelled: 'cancelled',
  },
  act: {
    'alarm.recorded': 'Alarm arrived',
    'alarm.linked': 'Made from a smoke alarm',
    'alarm.seen': 'Seen',
    'alarm.acknowledged': 'Acknowledged',
    'alarm.taken-over': 'Taken over',
    'alarm.judged': 'Judged',
    'alarm.corrected': 'Judgement corrected',
    'alarm.pushed': 'Pushed',
    'alarm.push-withdrawn': 'Push withdrawn',
    'alarm.handled': 'Handled',
    'alarm.reopened': 'Reopened',
    'alarm.moved': 'Moved',
    'alarm.edited': 'Edited',
    'alarm.dispatched': 'Dispatched',
    'alarm.progressed': 'Progress of a task',
    'alarm.messaged': 'Message sent',
    'alarm.closed': 'Closed',
    'alarm.deleted': 'Deleted',
  },
  real: 'real fire',
  false: 'false or suspected',
  separator: ', ',
};

export const reportWords = (language: 'zh' | 'en'): ReportWords => (language === 'zh' ? zh : en);
export type { ReportWords };
