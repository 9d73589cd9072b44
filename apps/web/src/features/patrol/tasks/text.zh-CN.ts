// The words of a ranger's tasks, in Chinese; states, status and priorities come from entities/task.
import type { CompassPoint, TaskProgress } from '@lookout/domain';
import type { PlaceFault } from '../phone-place.ts';

const points: Readonly<Record<CompassPoint, string>> = {
  n: '正北',
  ne: '东北',
  e: '正东',
  se: '东南',
  s: '正南',
  sw: '西南',
  w: '正西',
  nw: '西北',
};
const steps: Readonly<Record<TaskProgress, string>> = {
  received: '接收',
  'on-the-way': '出发',
  arrived: '到达',
  reported: '回报',
  done: '完成',
};
const faults: Readonly<Record<PlaceFault, string>> = {
  insecure: '当前以 http 打开，浏览器不提供手机定位，无法上报位置。请改用 https 地址。',
  unsupported: '这部手机的浏览器不支持定位，无法上报位置。',
  denied: '没有定位权限，无法上报位置。请在浏览器的网站设置中允许“位置”。',
  unavailable: '暂时收不到定位信号，正在继续尝试。',
  timeout: '定位超时，正在继续尝试。',
};
const metres = (of: number) => (of >= 1000 ? `${(of / 1000).toFixed(1)} 公里` : `${Math.round(of / 10) * 10} 米`);

export const ownTasksZh = {
  title: '我的任务',
  loading: '正在取得任务…',
  none: '现在没有任务',
  noneHint: '派给您的任务会自动出现在这里，并有声音和振动提醒。',
  ended: (n: number) => `已结束 ${n} 项`,
  stale: '没有连上服务器，以下任务可能不是最新。',
  failed: '没能取得任务，正在自动重试。',
  fresh: (content: string) => `新任务：${content}`,
  cancelled: (content: string, reason: string) => `任务已取消：${content}（${reason}）`,
  until: (time: string) => `${time} 前完成`,
  back: '返回',
  place: '任务地点',
  way: (metresAway: number, point: CompassPoint, degrees: number) => `在您${points[point]}方向 ${metres(metresAway)}（方位 ${degrees}°）`,
  wayUnknown: '开启位置上报后，这里显示距离和方向。',
  window: '任务时间',
  operator: '派遣人',
  resources: '配备',
  resourcesOf: (people: number, vehicles: number, equipment: number) => `人员 ${people}，车辆 ${vehicles}，装备 ${equipment}`,
  reserve: '备注',
  photos: '任务照片',
  photo: (n: number) => `任务照片 ${n}`,
  cancelTitle: '任务已取消',
  cancelHint: (time: string, reason: string) => `${time} 取消，原因：${reason}。请停止执行，有情况可用“上报火情”。`,
  doneTitle: '任务已完成',
  steps,
  progress: '进展',
  reportTitle: '现场回报',
  reportPlaceholder: '现场情况：火势、范围、处置、需要什么支援',
  nothingSaid: '请填写回报内容，或拍一张照片',
  reportAgain: '再次回报',
  doneAsk: '确定任务已完成吗？完成后不能再回报。',
  doneYes: '完成',
  said: '我的回报记录',
  sent: (time: string) => `${time} 已送达`,
  waiting: '等待发送，联网后按顺序自动发送',
  sending: '正在发送…',
  refused: (why: string) => `没有被接受：${why}`,
  discard: '删除这条',
  queued: '已存在本机，联网后自动发送',
  told: '已送达',
  notKept: '没有发送成功，本机也无法保存（存储空间不足？），请稍后再试。',
  position: {
    title: '位置上报',
    start: '开启位置上报',
    startHint: '开启后，本页打开期间每 15 秒上报一次您的位置，指挥员可以看到您在哪里。',
    stop: '停止',
    searching: '正在定位…',
    on: '位置上报中',
    last: (time: string) => `上次 ${time}`,
    waiting: (n: number) => `${n} 个位置待补发`,
    faults,
  },
};

export type OwnTasksWords = typeof ownTasksZh;
