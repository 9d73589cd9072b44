// The texts of a fire's story, in both languages, for the page, the sealed package and print.
import type { Language } from '@lookout/contract';
import { type AlarmKind, type CloseOutcome, INCIDENT_KEEPER_NAME, type RealFireType } from '@lookout/features/alarm/alarm.ts';
import type { LookResult } from '@lookout/features/alarm/look-result.ts';
import type { StoryKind, StoryTopic } from '@lookout/features/fire-story/fire-story.ts';
import type { ResponseLevel } from '@lookout/features/plan/plan.ts';
import type { PlotKind } from '@lookout/features/plot/plot-kinds.ts';
import type { MessageSender } from '@lookout/features/ranger-message/ranger-message.ts';
import { reportReasonText } from '@lookout/features/reporting/reporting-message.wire.ts';
import type { NotedFact, ReportReason } from '@lookout/features/reporting/reporting-rule.ts';
import type { SafetyEnd, SafetyReason } from '@lookout/features/safety/safety.ts';
import type { FireDocumentKind } from '@lookout/features/situation/fire-document.ts';
import type { SosOutcome } from '@lookout/features/sos/sos.ts';
import type { TaskState } from '@lookout/features/task/task.ts';
import { lookTexts } from './look-results.ts';

export interface StoryTexts {
  readonly topics: Readonly<Record<StoryTopic, string>>;
  readonly kinds: Readonly<Record<StoryKind, string>>;
  readonly alarmKinds: Readonly<Record<AlarmKind, string>>;
  readonly fireTypes: Readonly<Record<RealFireType, string>>;
  /** Shown instead of the judge when the verdict was inherited from the fire. */
  readonly inherited: string;
  readonly verdicts: Readonly<Record<'real' | 'false' | 'unjudged', string>>;
  readonly outcomes: Readonly<Record<CloseOutcome, string>>;
  look(result: LookResult, isHot: boolean | null): string;
  readonly taskStates: Readonly<Record<TaskState | 'cancelled', string>>;
  readonly sosOutcomes: Readonly<Record<SosOutcome, string>>;
  readonly safetyReasons: Readonly<Record<SafetyReason, string>>;
  readonly safetyEnds: Readonly<Record<SafetyEnd, string>>;
  safetyMargin(minutes: number): string;
  /** The other party of a message, and who wrote it. */
  messageWith(fullName: string, sender: MessageSender): string;
  readonly facts: Readonly<Record<NotedFact, string>>;
  readonly plots: Readonly<Record<PlotKind, string>>;
  readonly documents: Readonly<Record<FireDocumentKind, string>>;
  reportReason(reason: ReportReason): string;
  readonly levels: Readonly<Record<ResponseLevel, string>>;
  readonly decisions: Readonly<Record<'split' | 'merge', string>>;
  readonly yes: string;
  readonly no: string;
  readonly nothing: string;
  readonly separator: string;
  readonly list: string;
  readonly feed: string;
  readonly record: string;
  alarms(count: number): string;
  recordings(count: number): string;
  /** Note on entries that may have been moved from the log to archive files. */
  archived(before: string, files: string): string;
  was(text: string): string;
  becomes(text: string): string;
  from(text: string): string;
  receivers(text: string): string;
  due(time: string): string;
  reason(text: string): string;
  renovated: string;
  onBehalf(receiver: string): string;
  split(staying: number, leaving: number): string;
  sealed(sha256: string): string;
  packaged(lines: number, pictures: number): string;
  /** A model's forecast for this many hours. */
  spread(hours: number, hectares: string): string;
  spreadHours(hours: number): string;
  spreadSeen(count: number): string;
  version(number: number): string;
  documentNumber(year: number, count: number): string;
  priority(number: number): string;
  person(name: string, first: string, last: string, arrived: string | null): string;
  weather(given: { gridName: string; temperature: string; humidity: string; windSpeed: string; rain: string; fwi: string }): string;
}

export const storyTexts: Readonly<Record<Language, StoryTexts>> = {
  zh: {
    topics: {
      sighting: '报警',
      response: '处置',
      decision: '归并',
      task: '任务',
      message: '短信与命令',
      report: '报送与文书',
      plan: '预案',
      drawing: '标绘',
      distress: '求救',
      forecast: '蔓延推演',
      people: '人员位置',
      weather: '天气',
    },
    kinds: {
      'alarm.recorded': '火警到达',
      'alarm.linked': '由烟感报警转来',
      'alarm.moved': '移位',
      'alarm.edited': '修改记录',
      'alarm.second-looked': '自动复核',
      'alarm.seen': '看到',
      'alarm.acknowledged': '接警',
      'alarm.taken-over': '接手',
      'alarm.judged': '研判',
      'alarm.corrected': '更正研判',
      'alarm.pushed': '推送上级',
      'alarm.push-withdrawn': '撤回推送',
      'alarm.handled': '处置完毕',
      'alarm.reopened': '重新打开',
      'alarm.closed': '关闭火情',
      'alarm.rekindled': '复燃',
      'incident.split': '拆分火情',
      'incident.merged': '合并火情',
      'incident.undone': '撤销拆分或合并',
      'incident.fact-noted': '登记报送事实',
      'incident.packaged': '封存经过',
      'alarm.dispatched': '派遣',
      'alarm.progressed': '任务进展',
      'task.dispatched': '派遣',
      'task.advanced': '任务进展',
      'task.cancelled': '取消任务',
      'alarm.messaged': '发短信',
      'alarm.ordered': '下达命令',
      'alarm.order-received': '收到命令',
      'alarm.order-withdrawn': '撤回命令',
      'due-report.fell-due': '应报送',
      'due-report.sent': '报送',
      'due-report.received': '签收报送件',
      'due-report.read': '阅报送件',
      'due-report.escalated': '转报上级',
      'due-report.told-late': '迟报提醒',
      'due-report.lapsed': '不再需要报送',
      'document.begun': '起草文书',
      'document.issued': '签发文书',
      'archive.opened': '建档',
      'archive.sealed': '封存档案',
      'plan-run.started': '启动预案',
      'plan-run.level-changed': '调整响应级别',
      'plan-run.item-done': '完成预案事项',
      'plan-run.item-reopened': '预案事项改为未完成',
      'plan-run.ended': '结束响应',
      'plot.drawn': '标绘',
      'plot.revised': '修改标绘',
      'plot.removed': '删除标绘',
      'ranger-message.sent': '护林员消息',
      'ranger-message.read': '已读护林员消息',
      'safety.alarm-raised': '人员安全告警',
      'safety.alarm-taken': '接手人员安全告警',
      'safety.alarm-ended': '人员安全告警解除',
      'sos.raised': '求救',
      'sos.pressed': '再次求救',
      'sos.located': '求救位置更新',
      'sos.taken': '接手求救',
      'sos.cancelled': '取消求救',
      'sos.closed': '关闭求救',
      'spread.finished': '蔓延推演',
      'spread.cancelled': '取消推演',
      'record.people': '人员位置',
      'record.weather': '正午天气',
    },
    alarmKinds: { satellite: '卫星', camera: '监控', report: '人员上报', smoke: '烟感', danger: '隐患检查' },
    fireTypes: {
      farm: '农事用火',
      domestic: '居民生活用火',
      garbage: '焚烧垃圾',
      'folk-custom': '民俗用火',
      construction: '施工用火',
      smoking: '吸烟',
      forest: '森林火灾',
      grassland: '草原火灾',
    },
    inherited: `由“${INCIDENT_KEEPER_NAME}”沿用在燃火情的判定`,
    verdicts: { real: '真实火情', false: '误报或疑似', unjudged: '未研判' },
    look: lookTexts.zh,
    outcomes: { extinguished: '已扑灭', 'burnt-out': '自行熄灭', 'no-fire': '核实非火情', 'handed-over': '已移交', other: '其他' },
    taskStates: {
      sent: '已派发',
      received: '已接收',
      'on-the-way': '途中',
      arrived: '已到达',
      reported: '已回报',
      done: '已完成',
      cancelled: '已取消',
    },
    safetyReasons: { 'no-way-out': '无路可退', margin: '撤离余量不足', 'lost-contact': '火场附近失联' },
    safetyEnds: { 'out-of-danger': '已脱离危险', 'no-forecast': '推演时段已过或火情已结束，不再判断' },
    messageWith: (fullName, sender) => (sender === 'desk' ? `发给 ${fullName}` : `${fullName} 发来`),
    safetyMargin: (minutes) => `余量 ${minutes} 分钟（模型推算，不是观测）`,
    sosOutcomes: { rescued: '已获救', safe: '自行脱险', 'handed-over': '已移交公安、消防或医疗', 'false-alarm': '误报', other: '其他' },
    facts: {
      areaHectares: '过火面积（公顷）',
      dead: '死亡人数',
      badlyHurt: '重伤人数',
      threat: '威胁居民点或重要设施',
      forest: '林地种类',
      holiday: '节假日',
      media: '媒体关注',
      help: '需要省上支援',
    },
    plots: { point: '点', line: '线', polygon: '面', arrow: '进攻箭头', label: '文字' },
    documents: { bulletin: '火情快报', 'situation-map': '态势图' },
    reportReason: (reason) => reportReasonText(reason, 'zh'),
    levels: { 4: 'Ⅳ级', 3: 'Ⅲ级', 2: 'Ⅱ级', 1: 'Ⅰ级' },
    decisions: { split: '拆分', merge: '合并' },
    yes: '是',
    no: '否',
    nothing: '（空）',
    separator: '，',
    list: '、',
    feed: '接口',
    record: '记录',
    alarms: (count) => `${count} 条火警`,
    recordings: (count) => `录像 ${count} 段`,
    archived: (before, files) => `${before} 以前的部分记录可能已移出日志，见归档文件 ${files}`,
    was: (text) => `原为 ${text}`,
    becomes: (text) => `改为 ${text}`,
    from: (text) => `推送自 ${text}`,
    receivers: (text) => `收件人：${text}`,
    due: (time) => `时限 ${time}`,
    reason: (text) => `原因：${text}`,
    renovated: '已整改',
    onBehalf: (receiver) => `${receiver}（代记）`,
    split: (staying, leaving) => `${leaving} 条火警与其余 ${staying} 条不是同一起火`,
    sealed: (sha256) => `SHA-256 ${sha256}`,
    packaged: (lines, pictures) => `${lines} 条经过、${pictures} 张图片`,
    spread: (hours, hectares) => `推算 ${hours} 小时内蔓延 ${hectares} 公顷（模型推算，不是观测）`,
    spreadHours: (hours) => `${hours} 小时`,
    spreadSeen: (count) => `按 ${count} 项观测校正`,
    version: (number) => `第 ${number} 版`,
    documentNumber: (year, count) => `〔${year}〕${count}号`,
    priority: (number) => `优先级 ${number}`,
    person: (name, first, last, arrived) =>
      `${name}：${first} 至 ${last}，${arrived === null ? '未进入火场 500 米内' : `${arrived} 到达火场 500 米内`}`,
    weather: ({ gridName, temperature, humidity, windSpeed, rain, fwi }) =>
      `${gridName}：气温 ${temperature} ℃，湿度 ${humidity}%，风速 ${windSpeed} km/h，24 小时降水 ${rain} mm，FWI ${fwi}`,
  },
  en: {
    topics: {
      sighting: 'Alarms',
      response: 'Response',
      decision: 'One fire or two',
      task: 'Tasks',
      message: 'Messages and orders',
      report: 'Reports and papers',
      plan: 'Plans',
      drawing: 'Drawings',
      distress: 'SOS',
      forecast: 'Forecast',
      people: 'Positions',
      weather: 'Weather',
    },
    kinds: {
      'alarm.recorded': 'Alarm arrived',
      'alarm.linked': 'Made of a smoke alarm',
      'alarm.moved': 'Place corrected',
      'alarm.edited': 'Record changed',
      'alarm.second-looked': 'Second look',
      'alarm.seen': 'Seen',
      'alarm.acknowledged': 'Acknowledged',
      'alarm.taken-over': 'Taken over',
      'alarm.judged': 'Judged',
      'alarm.corrected': 'Judgement corrected',
      'alarm.pushed': 'Pushed upwards',
      'alarm.push-withdrawn': 'Push withdrawn',
      'alarm.handled': 'Handled',
      'alarm.reopened': 'Reopened',
      'alarm.closed': 'Fire closed',
      'alarm.rekindled': 'Rekindled',
      'incident.split': 'Fire split',
      'incident.merged': 'Fires merged',
      'incident.undone': 'Split or merge taken back',
      'incident.fact-noted': 'Reporting fact noted',
      'incident.packaged': 'Story sealed',
      'alarm.dispatched': 'Dispatched',
      'alarm.progressed': 'Task progress',
      'task.dispatched': 'Dispatched',
      'task.advanced': 'Task progress',
      'task.cancelled': 'Task cancelled',
      'alarm.messaged': 'Short message',
      'alarm.ordered': 'Order given',
      'alarm.order-received': 'Order received',
      'alarm.order-withdrawn': 'Order withdrawn',
      'due-report.fell-due': 'Report fell due',
      'due-report.sent': 'Report sent',
      'due-report.received': 'Report received',
      'due-report.read': 'Report read',
      'due-report.escalated': 'Report escalated',
      'due-report.told-late': 'Reminder: report is late',
      'due-report.lapsed': 'Report no longer needed',
      'document.begun': 'Paper drafted',
      'document.issued': 'Paper issued',
      'archive.opened': 'Archive opened',
      'archive.sealed': 'Archive sealed',
      'plan-run.started': 'Plan started',
      'plan-run.level-changed': 'Response level changed',
      'plan-run.item-done': 'Plan item done',
      'plan-run.item-reopened': 'Plan item reopened',
      'plan-run.ended': 'Response ended',
      'plot.drawn': 'Drawing',
      'plot.revised': 'Drawing changed',
      'plot.removed': 'Drawing removed',
      'ranger-message.sent': 'Message with a ranger',
      'ranger-message.read': 'Message read',
      'safety.alarm-raised': 'Person in danger',
      'safety.alarm-taken': 'Alarm about a person taken',
      'safety.alarm-ended': 'Alarm about a person over',
      'sos.raised': 'SOS',
      'sos.pressed': 'SOS pressed again',
      'sos.located': 'SOS position updated',
      'sos.taken': 'SOS taken',
      'sos.cancelled': 'SOS called off',
      'sos.closed': 'SOS closed',
      'spread.finished': 'Forecast of the fire',
      'spread.cancelled': 'Forecast cancelled',
      'record.people': 'Positions',
      'record.weather': 'Weather at noon',
    },
    alarmKinds: { satellite: 'satellite', camera: 'camera', report: 'report', smoke: 'smoke sensor', danger: 'inspection' },
    fireTypes: {
      farm: 'farm fire',
      domestic: 'domestic fire',
      garbage: 'burning of garbage',
      'folk-custom': 'fire by folk custom',
      construction: 'fire at construction',
      smoking: 'smoking',
      forest: 'forest fire',
      grassland: 'grassland fire',
    },
    inherited: 'the fire association, with the verdict of the fire in progress',
    verdicts: { real: 'real fire', false: 'false or doubtful', unjudged: 'not judged' },
    look: lookTexts.en,
    outcomes: {
      extinguished: 'extinguished',
      'burnt-out': 'burnt out',
      'no-fire': 'found to be no fire',
      'handed-over': 'handed over',
      other: 'other',
    },
    taskStates: {
      sent: 'sent',
      received: 'received',
      'on-the-way': 'on the way',
      arrived: 'arrived',
      reported: 'reported',
      done: 'done',
      cancelled: 'cancelled',
    },
    safetyReasons: { 'no-way-out': 'no way out', margin: 'too little time to get out', 'lost-contact': 'out of contact near the fire' },
    safetyEnds: { 'out-of-danger': 'out of danger', 'no-forecast': 'no forecast or fire any more, nothing is said' },
    messageWith: (fullName, sender) => (sender === 'desk' ? `to ${fullName}` : `from ${fullName}`),
    safetyMargin: (minutes) => `${minutes} min to spare by the model, not an observation`,
    sosOutcomes: {
      rescued: 'rescued',
      safe: 'got out of danger himself',
      'handed-over': 'handed over to police, fire brigade or doctors',
      'false-alarm': 'false alarm',
      other: 'other',
    },
    facts: {
      areaHectares: 'burnt area (ha)',
      dead: 'dead',
      badlyHurt: 'badly hurt',
      threat: 'homes or key facilities threatened',
      forest: 'kind of forest',
      holiday: 'holiday',
      media: 'the media ask',
      help: 'help from the province needed',
    },
    plots: { point: 'point', line: 'line', polygon: 'area', arrow: 'arrow', label: 'text' },
    documents: { bulletin: 'fire bulletin', 'situation-map': 'situation map' },
    reportReason: (reason) => reportReasonText(reason, 'en'),
    levels: { 4: 'level IV', 3: 'level III', 2: 'level II', 1: 'level I' },
    decisions: { split: 'split', merge: 'merge' },
    yes: 'yes',
    no: 'no',
    nothing: '(empty)',
    separator: '; ',
    list: ', ',
    feed: 'feed',
    record: 'record',
    alarms: (count) => `${count} alarms`,
    archived: (before, files) => `part of what came before ${before} may have left the log: see ${files}`,
    recordings: (count) => (count === 1 ? '1 film' : `${count} films`),
    was: (text) => `was ${text}`,
    becomes: (text) => `now ${text}`,
    from: (text) => `from ${text}`,
    receivers: (text) => `to ${text}`,
    due: (time) => `by ${time}`,
    reason: (text) => `reason: ${text}`,
    renovated: 'put right',
    onBehalf: (receiver) => `${receiver} (noted by another)`,
    split: (staying, leaving) => `${leaving} alarms are not of one fire with the other ${staying}`,
    sealed: (sha256) => `SHA-256 ${sha256}`,
    packaged: (lines, pictures) => `${lines} lines, ${pictures} pictures`,
    spread: (hours, hectares) => `within ${hours} h ${hectares} ha by the model, not an observation`,
    spreadHours: (hours) => `${hours} h`,
    spreadSeen: (count) => `corrected by ${count} observation${count === 1 ? '' : 's'}`,
    version: (number) => `version ${number}`,
    documentNumber: (year, count) => `[${year}] no. ${count}`,
    priority: (number) => `priority ${number}`,
    person: (name, first, last, arrived) =>
      `${name}: ${first} to ${last}, ${arrived === null ? 'never within 500 m of the fire' : `within 500 m of the fire at ${arrived}`}`,
    weather: ({ gridName, temperature, humidity, windSpeed, rain, fwi }) =>
      `${gridName}: ${temperature} °C, humidity ${humidity}%, wind ${windSpeed} km/h, rain in 24 h ${rain} mm, FWI ${fwi}`,
  },
};
