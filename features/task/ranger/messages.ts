// Messages of a ranger's tasks, in both languages; states, statuses and priorities come from features/task/parts.
import type { CompassPoint } from '@lookout/domain';
import type { PositionFault } from '@lookout/web/patrol/phone-position.ts';
import { messagesIn } from '@lookout/web/shared/language.ts';
import { COMPASS_POINTS } from '@lookout/web/shared/text/compass.ts';
import { tasksEn, tasksZh } from '../parts/messages.ts';
import type { TaskProgress } from '../task.ts';

const steps: Readonly<Record<TaskProgress, string>> = {
  received: '接收',
  'on-the-way': '出发',
  arrived: '到达',
  reported: '回报',
  done: '完成',
};
const faults: Readonly<Record<PositionFault, string>> = {
  insecure: '当前以 http 打开，浏览器不提供手机定位，无法上报位置。请改用 https 地址。',
  unsupported: '这部手机的浏览器不支持定位，无法上报位置。',
  denied: '没有定位权限，无法上报位置。请在浏览器的网站设置中允许“位置”。',
  unavailable: '暂时收不到定位信号，正在继续尝试。',
  timeout: '定位超时，正在继续尝试。',
};
const metresZh = (of: number) => (of >= 1000 ? `${(of / 1000).toFixed(1)} 公里` : `${Math.round(of / 10) * 10} 米`);

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
  location: '任务地点',
  way: (metresAway: number, point: CompassPoint, degrees: number) =>
    `在您${COMPASS_POINTS.zh[point]}方向 ${metresZh(metresAway)}（方位 ${degrees}°）`,
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
  readyTexts: '常用语',
  reportPlaceholder: '现场情况：火势、范围、处置、需要什么支援',
  noContent: '请填写回报内容，或拍一张照片',
  reportAgain: '再次回报',
  doneAsk: '确定任务已完成吗？完成后不能再回报。',
  doneYes: '完成',
  ownReports: '我的回报记录',
  sent: (time: string) => `${time} 已送达`,
  waiting: '等待发送，联网后按顺序自动发送',
  sending: '正在发送…',
  refused: (why: string) => `没有被接受：${why}`,
  discard: '删除这条',
  queued: '已存在本机，联网后自动发送',
  delivered: '已送达',
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

export type OwnTasksMessages = typeof ownTasksZh;

const metresEn = (of: number) => (of >= 1000 ? `${(of / 1000).toFixed(1)} km` : `${Math.round(of / 10) * 10} m`);

export const ownTasksEn: OwnTasksMessages = {
  title: 'My tasks',
  loading: 'Loading tasks…',
  none: 'No task now',
  noneHint: 'Tasks sent to you appear here by themselves, with sound and vibration.',
  ended: (n) => `${n} ended`,
  stale: 'The server was not reached; these tasks may be old.',
  failed: 'The tasks could not be loaded; trying again.',
  fresh: (content) => `New task: ${content}`,
  cancelled: (content, reason) => `Task cancelled: ${content} (${reason})`,
  until: (time) => `until ${time}`,
  back: 'Back',
  location: 'Place',
  way: (metresAway, point, degrees) => `${metresEn(metresAway)} ${COMPASS_POINTS.en[point]} of you (bearing ${degrees}°)`,
  wayUnknown: 'Distance and direction are shown once your position is known.',
  window: 'Time',
  operator: 'Sent by',
  resources: 'With',
  resourcesOf: (people, vehicles, equipment) => `people ${people}, vehicles ${vehicles}, equipment ${equipment}`,
  reserve: 'Remarks',
  photos: 'Photos',
  photo: (n) => `Photo of the task ${n}`,
  cancelTitle: 'The task was cancelled',
  cancelHint: (time, reason) => `Cancelled ${time}: ${reason}. Stop here; use “Report a fire” if there is something to say.`,
  doneTitle: 'The task is done',
  steps: { received: 'Received', 'on-the-way': 'Setting out', arrived: 'I am there', reported: 'Report', done: 'Done' },
  progress: 'Progress',
  reportTitle: 'Report from the place',
  readyTexts: 'Ready texts',
  reportPlaceholder: 'Fire, extent, what was done, what is needed',
  noContent: 'Write a report, or take a photo',
  reportAgain: 'Report again',
  doneAsk: 'Is the task done? Nothing can be reported afterwards.',
  doneYes: 'Done',
  ownReports: 'What I have said',
  sent: (time) => `Delivered ${time}`,
  waiting: 'Waiting; sent by itself, in order',
  sending: 'Sending…',
  refused: (why) => `Not taken: ${why}`,
  discard: 'Delete this',
  queued: 'Kept on this phone; it goes out by itself',
  delivered: 'Delivered',
  notKept: 'Not sent, and this phone could not keep it (storage full?). Try again later.',
  position: {
    title: 'Position',
    start: 'Share my position',
    startHint: 'While this page is open your position is sent every 15 seconds, so that the officers see where you are.',
    stop: 'Stop',
    searching: 'Locating…',
    on: 'Position is shared',
    last: (time) => `last ${time}`,
    waiting: (n) => (n === 1 ? '1 position waits' : `${n} positions wait`),
    faults: {
      insecure: 'The page was opened by http, where browsers give no position. Use the https address.',
      unsupported: 'This browser cannot locate the phone.',
      denied: 'No permission to locate. Allow “Location” in the browser’s site settings.',
      unavailable: 'No position signal now; still trying.',
      timeout: 'Locating takes long; still trying.',
    },
  },
};

/** Includes the task messages that other pages share. */
export const useOwnTasksMessages = messagesIn({
  zh: { ...ownTasksZh, shared: tasksZh },
  en: { ...ownTasksEn, shared: tasksEn },
});
