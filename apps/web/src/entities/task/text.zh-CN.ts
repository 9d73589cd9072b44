// The words of tasks, in Chinese; the ranger's page says them too.
import { words } from '@lookout/contract';
import type { Priority, TaskState, TaskStatus, TaskType } from '@lookout/domain';

const statuses: Readonly<Record<TaskStatus, string>> = { waiting: '待接收', 'under-way': '进行中', done: '已完成', cancelled: '已取消' };
const states: Readonly<Record<TaskState, string>> = {
  sent: '已派发',
  received: '已接收',
  'on-the-way': '途中',
  arrived: '已到达',
  reported: '已回报',
  done: '已完成',
};
/** 1 is the most urgent, as with the response levels Ⅰ–Ⅳ of the national plans. */
const priorities: Readonly<Record<Priority, string>> = { 1: '特急', 2: '紧急', 3: '较急', 4: '一般' };

/** Specification §3, task types 1–4. */
const types: Readonly<Record<TaskType, string>> = {
  'person-report': '人员上报火情',
  'monitoring-point': '监控点报警',
  satellite: '卫星火情',
  'newly-found': '新发现火情',
};

export const tasksZh = {
  statuses,
  states,
  priorities,
  types,
  overdue: '已超时',
  fields: {
    type: '任务类型',
    place: '位置',
    grid: '所属网格',
    coordinates: '经纬度',
    window: '任务时间',
    operator: '派遣人',
    created: '派遣时间',
    people: '人员',
    vehicles: '车辆',
    equipment: '装备',
    reserve: '备注',
    fire: '对应火警',
    cancelled: '取消时间',
    cancelReason: '取消原因',
  },
  counts: { people: (n: number) => `${n} 人`, vehicles: (n: number) => `${n} 辆`, equipment: (n: number) => `${n} 件` },
  window: (from: string, to: string) => `${from} 至 ${to}`,
  detail: '任务详情',
  photos: '任务照片',
  members: (n: number) => `护林员（${n} 人）`,
  noSteps: '尚无回报',
  stepPhotos: '现场照片',
  photo: (n: number) => `照片 ${n}`,
  enlarge: (n: number) => `放大查看：照片 ${n}`,
  toFire: '查看火警',
  notFound: '没有这个任务，或不在您的网格内',
  notFoundHint: '任务可能属于别的网格；请核对链接。',
  stale: '没能取得最新进展，以下可能不是最新。',
  cancel: '取消任务',
  cancelTitle: '取消这个任务？护林员会看到取消和原因。',
  cancelReason: '取消原因',
  cancelReasonPlaceholder: '例如：火已扑灭，请返回',
  needReason: '请填写取消原因',
  cancelYes: '确定取消',
  cancelNo: '不取消',
  cancelled: words.processed as string,
  cancelFailed: '没有取消成功，填写的原因仍保留，可以再试。',
  fireTasks: '派遣任务',
  noFireTasks: '还没有派遣',
  noFireTasksHint: '派遣后，每个护林员走到哪一步会显示在这里。',
  openTasks: '在办任务',
  noOpenTasks: '没有在办任务',
  noOpenTasksHint: '派遣出去、尚未完成的任务会列在这里。',
  loading: '加载中…',
  loadFailed: '没能取得任务',
  retry: '重试',
  stateCount: (state: string, n: number) => `${state} ${n}`,
  open: (content: string) => `打开任务：${content}`,
};

export type TasksWords = typeof tasksZh;
