// Messages of 人员安全 for officers: notice, list and taking an alarm, in both languages.
import { messagesIn } from '@lookout/web/shared/language.ts';

const safetyDeskZh = {
  title: '人员安全',
  region: '人员安全通知',
  list: '火场附近人员，余量少的在前',
  headline: (gridName: string, fullName: string, text: string) => `${gridName} ${fullName}，${text}`,
  wayOut: (text: string) => `撤离：${text}`,
  place: (age: string) => `最后位置 ${age}`,
  lostContact: '失联',
  phone: '电话',
  noPhone: '没有登记电话',
  raisedAt: (time: string) => `${time} 报警`,
  checkedAt: (time: string) => `依据 ${time} 的推算`,
  more: (n: number) => `还有 ${n} 人有危险没有接手`,
  take: '接手',
  takeOf: (name: string) => `接手 ${name} 的人员安全告警`,
  show: '看撤离路线',
  showOf: (name: string) => `看撤离路线：${name}`,
  showPlace: '看位置',
  showPlaceOf: (name: string) => `看位置：${name}`,
  hide: '收起路线',
  hideOf: (name: string) => `收起路线：${name}`,
  blocked: '浏览器还没有允许声音：请在页面上点一下',
  failed: '没有成功',
  counts: (danger: number, total: number) => `火场附近 ${total} 人，有危险 ${danger} 人`,
  estimate: '余量 = 火到达他所在处的时间（取较早的一成；单次推演为此另算 20 次）− 步行到安全处的时间。模型推算，不是观测；以现场联系为准。',
  stale: '连接中断：余量按最后收到的推算，可能已经变化。',
  none: {
    title: '没有人在火的前方',
    hint: '有火情推演时，推演范围内的护林员按撤离余量列在这里；余量不足 30 分钟、无路可退或失联会在各页报警。',
  },
};

type SafetyDeskMessages = typeof safetyDeskZh;

const safetyDeskEn: SafetyDeskMessages = {
  title: 'Safety of people',
  region: 'Notices of people in danger',
  list: 'People near fires, the least margin first',
  headline: (gridName, fullName, text) => `${gridName} ${fullName}: ${text}`,
  wayOut: (text) => `Way out: ${text}`,
  place: (age) => `last position ${age}`,
  lostContact: 'contact lost',
  phone: 'Phone',
  noPhone: 'No phone on record',
  raisedAt: (time) => `alarm at ${time}`,
  checkedAt: (time) => `worked out at ${time}`,
  more: (n) => `${n} more in danger whom nobody has taken`,
  take: 'Take',
  takeOf: (name) => `Take the alarm of ${name}`,
  show: 'Show the way out',
  showOf: (name) => `Show the way out of ${name}`,
  showPlace: 'Show the place',
  showPlaceOf: (name) => `Show the place of ${name}`,
  hide: 'Hide the way out',
  hideOf: (name) => `Hide the way out of ${name}`,
  blocked: 'The browser does not allow sound yet: click anywhere on the page',
  failed: 'It did not work',
  counts: (danger, total) => `${total} near fires, ${danger} in danger`,
  estimate:
    'Margin: the time of the fire at his place (the early tenth of an ensemble; of a single forecast, of 20 more grown for it) less the time on foot to a safe place. A model’s word, not observed; what he says by phone counts.',
  stale: 'The connection is lost: margins are those last received and may have changed.',
  none: {
    title: 'Nobody is before a fire',
    hint: 'While a fire has a forecast, rangers within it are listed here by their margin; below 30 min, without a way out or without contact every page alarms.',
  },
};

export const useSafetyDeskMessages = messagesIn<SafetyDeskMessages>({ zh: safetyDeskZh, en: safetyDeskEn });
