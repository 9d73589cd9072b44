// Errors of handling an alarm. Most codes are the domain's own refusals (`ActionRefusal`).

import { business, conflict, formatTime, invalid, notFound, unavailable } from '@lookout/contract';
import type { Verdict } from '../alarm/alarm.ts';
import type { BurningState } from '../burning/burning.ts';
import type { TaskMember } from '../task/task.ts';

/** The user who was first; null where the name is not known. */
export type ByOrUnknown = { by: string | null };

export const verdictZh = { real: '真实火情', false: '误报或疑似', unjudged: '未研判' } as const satisfies Record<Verdict, string>;
export const verdictEn = { real: 'a real fire', false: 'false or suspected', unjudged: 'not judged' } as const satisfies Record<
  Verdict,
  string
>;

// Tasks, shifts, plots, burnings, short messages and the weather.

type By = { by: string };

const taskStateZh = {
  sent: '已派发',
  received: '已接收',
  'on-the-way': '途中',
  arrived: '已到达',
  reported: '已回报',
  done: '已完成',
} as const satisfies Record<TaskMember['state'], string>;
const taskStateEn = {
  sent: 'sent',
  received: 'received',
  'on-the-way': 'on the way',
  arrived: 'arrived',
  reported: 'reported',
  done: 'done',
} as const satisfies Record<TaskMember['state'], string>;

const burningZh = {
  pending: '待审批',
  approved: '已批准',
  refused: '已驳回',
  withdrawn: '已撤回',
} as const satisfies Record<BurningState, string>;
const burningEn = {
  pending: 'pending',
  approved: 'approved',
  refused: 'refused',
  withdrawn: 'withdrawn',
} as const satisfies Record<BurningState, string>;

/** Only the statuses that a duty officer can act on. */
const NO_WEATHER_HERE = ['该地区没有天气数据', 'There is no weather for this area'] as const;
const WEATHER_STATUS: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  204: NO_WEATHER_HERE,
  400: ['天气服务：请求错误', 'Weather service: the request is wrong'],
  401: ['天气服务：密钥无效', 'Weather service: the key is not valid'],
  402: ['天气服务：超过访问次数或余额不足', 'Weather service: too many requests, or no credit left'],
  403: ['天气服务：没有权限', 'Weather service: no right to ask'],
  404: NO_WEATHER_HERE,
  429: ['天气服务：访问过于频繁', 'Weather service: requests come too often'],
  500: ['天气服务：无响应', 'Weather service: no answer'],
};

export const dutyErrors = {
  'no-task-place': invalid('请选择任务地点', 'Please choose the place of the task'),
  'task-window-past': invalid<{ endsAt: Date }>(
    ({ endsAt }) => `任务时间已经过去（${formatTime(endsAt)} 结束）`,
    ({ endsAt }) => `The time of the task is past: it ended at ${formatTime(endsAt)}`,
  ),
  'task-ends-before-it-starts': invalid('结束时间须晚于开始时间', 'The end must be later than the beginning'),
  'no-such-ranger': invalid<{ id: string }>(
    ({ id }) => `没有这个护林员，或不在您的网格内：${id}`,
    ({ id }) => `There is no such ranger, or not in your grid: ${id}`,
  ),
  'replayed-at-most': invalid<{ most: number }>(
    ({ most }) => `一次最多回放${most}名护林员`,
    ({ most }) => `At most ${most} rangers can be replayed at once`,
  ),
  'track-format': invalid('轨迹文件格式应为 gpx 或 kml', 'A track file is gpx or kml'),
  'attendance-days-at-most': invalid<{ most: number }>(
    ({ most }) => `考勤统计最长${most}天`,
    ({ most }) => `Attendance covers at most ${most} days`,
  ),
  'account-disabled': invalid<{ fullName: string }>(
    ({ fullName }) => `${fullName}的账户已停用`,
    ({ fullName }) => `The account of ${fullName} is disabled`,
  ),
  'not-a-ranger': invalid<{ fullName: string }>(
    ({ fullName }) => `${fullName}不是护林员`,
    ({ fullName }) => `${fullName} is not a ranger`,
  ),
  'not-your-task': notFound('没有这个任务，或不是派给您的', 'There is no such task, or it was not given to you'),
  'task-cancelled': conflict<{ reason: string | null }>(
    ({ reason }) => `任务已取消：${reason ?? ''}`,
    ({ reason }) => `The task was cancelled: ${reason ?? ''}`,
  ),
  'task-done': conflict('任务已完成，不能取消', 'The task is done and cannot be cancelled'),
  'task-does-not-go-back': conflict<{ state: TaskMember['state'] }>(
    ({ state }) => `任务状态已是“${taskStateZh[state]}”，不能退回`,
    ({ state }) => `The task is already "${taskStateEn[state]}" and cannot return to an earlier state`,
  ),

  'desk-taken': conflict<By>(
    ({ by }) => `席位由${by}值班，须先交班或明确替换`,
    ({ by }) => `${by} has the desk: it must be handed over first, or taken over expressly`,
  ),
  'desk-changed': conflict('席位刚刚有变动，请重试', 'The desk has just changed hands; please try again'),
  'desk-empty': conflict('席位无人值班，不能交班', 'Nobody has the desk: there is nothing to hand over'),
  'successor-needed': invalid('请填写接班人', 'Please enter who takes the desk next'),
  'handover-note-needed': invalid<{ fires: number }>(
    ({ fires }) => `还有 ${fires} 起在燃火情，请填写交接说明`,
    ({ fires }) => `${fires} ${fires === 1 ? 'fire is' : 'fires are'} still in progress: please write a note for the next officer`,
  ),
  'not-on-duty': conflict<By>(
    ({ by }) => `席位由${by}值班，您不在班`,
    ({ by }) => `${by} has the desk: you are not on duty`,
  ),

  'plot-revised': conflict<By>(
    ({ by }) => `标绘已由${by}修改`,
    ({ by }) => `${by} has changed the plot`,
  ),

  'burning-ends-in-the-past': invalid('结束时间应晚于现在', 'The end must be later than now'),
  'burning-over': business('用火时间已过，不能再处理', 'The time of the burning is over'),
  'burning-reviewed': conflict<By & { state: BurningState }>(
    ({ by, state }) => `该申请${burningZh[state]}（${by}）`,
    ({ by, state }) => `This application is ${burningEn[state]} (${by})`,
  ),

  'template-unknown-spaces': invalid<{ spaces: readonly string[] }>(
    ({ spaces }) => `模板中有无法填写的空格：${spaces.join('、')}`,
    ({ spaces }) => `The template has placeholders without a value: ${spaces.join(', ')}`,
  ),
  'no-such-template': invalid('没有这个短信模板，可能已被删除', 'There is no such template; it may have been deleted'),
  'template-name-taken': conflict('已有同名的短信模板', 'There is a template of this name already'),
  'sms-without-content': invalid('请选择模板或填写短信内容', 'Please choose a template or write the message'),
  'sms-unknown-spaces': invalid<{ spaces: readonly string[] }>(
    ({ spaces }) => `短信内容中有无法填写的空格：${spaces.join('、')}`,
    ({ spaces }) => `The message has placeholders without a value: ${spaces.join(', ')}`,
  ),
  'sms-too-long': invalid<{ length: number; longest: number }>(
    ({ length, longest }) => `填入后有${length}个字，短信最多${longest}个字`,
    ({ length, longest }) => `It has ${length} characters when filled in; a message has at most ${longest}`,
  ),
  'receivers-not-there': invalid<{ count: number }>(
    ({ count }) => `有 ${count} 名用户不存在、已停用或不在您的网格内`,
    ({ count }) => `${count} of the users do not exist, are disabled, or are not in your grid`,
  ),
  'receivers-without-phone': invalid<{ fullNames: readonly string[] }>(
    ({ fullNames }) => `以下人员没有可用的电话：${fullNames.join('、')}`,
    ({ fullNames }) => `These people have no phone that could be used: ${fullNames.join(', ')}`,
  ),
  'no-receiver': invalid('请选择收件人或填写电话号码', 'Please choose who receives it, or enter a phone number'),

  /** Why a message remains in the outbox. */
  'sms-gateway-status': unavailable<{ status: number }>(
    ({ status }) => `短信网关返回 HTTP ${status}`,
    ({ status }) => `The message gateway answers HTTP ${status}`,
  ),
  'sms-gateway-silent': unavailable<{ seconds: number }>(
    ({ seconds }) => `短信网关 ${seconds} 秒内没有应答`,
    ({ seconds }) => `The message gateway did not answer within ${seconds} seconds`,
  ),
  'sms-gateway-unreadable': unavailable('短信网关的应答无法读取', 'The message gateway’s answer cannot be read'),
  'sms-gateway-unreachable': unavailable<{ reason: string }>(
    ({ reason }) => `短信网关无法连接（${reason}）`,
    ({ reason }) => `The message gateway cannot be reached (${reason})`,
  ),

  'weather-silent': unavailable('天气服务没有响应', 'The weather service does not answer'),
  'weather-not-set-up': unavailable('没有配置天气服务，请管理员设置', 'No weather service is set up; please set QWEATHER_KEY'),
  /** `status` is QWeather's own code, the errcode. */
  'weather-refused': unavailable<{ status: string }>(
    ({ status }) => WEATHER_STATUS[status]?.[0] ?? `天气服务返回 ${status}`,
    ({ status }) => WEATHER_STATUS[status]?.[1] ?? `The weather service answers ${status}`,
  ),
} as const;
