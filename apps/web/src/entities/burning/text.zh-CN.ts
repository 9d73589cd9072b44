// The words of 用火报备, in Chinese.
import type { BurningPhase, BurningPurpose, BurningState } from '@lookout/domain';

const purposes: Readonly<Record<BurningPurpose, string>> = {
  farm: '农事用火',
  'folk-custom': '祭祀用火',
  domestic: '生活用火',
  construction: '工程用火',
  prescribed: '计划烧除',
  other: '其他',
};
const states: Readonly<Record<BurningState, string>> = { pending: '待审批', approved: '已批准', refused: '已驳回', withdrawn: '已撤回' };
const phases: Readonly<Record<BurningPhase, string>> = { before: '未开始', burning: '用火中', over: '已结束' };

export const burningsZh = {
  title: '用火报备',
  purposes,
  states,
  phases,
  add: '申请用火',
  fields: {
    applicant: '申请人',
    phone: '联系电话',
    purpose: '用火类型',
    position: '用火地点（经度, 纬度）',
    address: '地址',
    window: '用火时间',
    area: '面积（公顷）',
    peopleCount: '看守人数',
    measures: '防火措施',
    grid: '所属网格',
    state: '状态',
    created: '申请时间',
    review: '审批',
  },
  placeholders: {
    address: '村、组、地块',
    measures: '隔离带、水源、看守人员',
    begin: '开始时间',
    end: '结束时间',
  },
  rules: {
    applicant: '请填写申请人',
    phone: '请填写联系电话',
    badPhone: '电话号码格式不正确',
    purpose: '请选择用火类型',
    position: '请选择用火地点',
    window: '请选择用火时间',
    order: '结束时间应晚于开始时间',
    most: (days: number) => `用火时间不能超过${days}天`,
    reason: '请填写原因',
  },
  send: '提交申请',
  sending: '正在提交…',
  sent: '申请已提交，等待审批',
  failed: '没有提交成功，填写的内容仍保留，可以再试。',
  cancel: '取消',
  leaveAsk: '放弃已填写的内容吗？',
  leave: '放弃',
  stay: '继续填写',
  review: {
    approved: '批准',
    refused: '驳回',
    withdrawn: '撤回',
    ask: {
      approved: '批准后，用火时段内此处附近的火警会提示已报备；火警不会因此被隐藏或关闭。',
      refused: '请写明驳回的原因，申请人会看到。',
      withdrawn: '撤回后不再视为已报备。请写明原因。',
    },
    note: '说明',
    reason: '原因',
    done: { approved: '已批准', refused: '已驳回', withdrawn: '已撤回' },
    first: (who: string, at: string, state: string) => `${who} 已于 ${at} 处理：${state}`,
    failed: '没有处理成功，可以再试。',
    by: (who: string, at: string) => `${who} · ${at}`,
  },
  window: (from: string, to: string) => `${from} 至 ${to}`,
  hectares: (text: string) => `${text} 公顷`,
  people: (n: number) => `看守 ${n} 人`,
  fly: '地图',
  gone: '该用火已结束、被驳回或被撤回',
  hint: (n: number) => `附近有 ${n} 处已批准的用火正在进行，请核实，不得据此关闭火警：`,
  hintRow: (purpose: string, applicant: string, way: string) => `${purpose} ${applicant}，${way}`,
};

export type BurningWords = typeof burningsZh;
