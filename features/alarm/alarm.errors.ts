// Refusals of calls about alarms.
import { business, conflict, formatTime, invalid, messages, notFound } from '@lookout/contract';
import { areaEn, areaZh, type WrongArea } from '@lookout/contract/errors/general.ts';
import { type ByOrUnknown, verdictEn, verdictZh } from '../duty/duty.errors.ts';
import type { AlarmKind, Verdict } from './alarm.ts';

export const alarmErrors = {
  'pointing-azimuth': invalid('方位须在0到360度之间，不含360；正北为0', 'The direction must be from 0 to below 360 degrees; north is 0'),
  'pointing-distance': invalid<{ least: number; most: number }>(
    ({ least, most }) => `距离须在${least}米到${most / 1_000}公里之间`,
    ({ least, most }) => `The distance must be ${least} m to ${most / 1_000} km`,
  ),
  'pointing-from-needed': invalid('按方位和距离指认须有您所在的位置', 'A direction and a distance need the place where you stand'),
  'pointing-half-a-place': invalid('所在位置须同时给出经度和纬度', 'The place where you stand needs longitude and latitude'),
  'pointing-elsewhere': invalid<{ metres: number }>(
    ({ metres }) => `按方位和距离推出的位置与火情位置相差${metres}米，请重新指认`,
    ({ metres }) => `Direction and distance lead to a place ${metres} m from the position of the fire; please point again`,
  ),
  'alarm-deleted': notFound<ByOrUnknown & { at: Date }>(
    ({ by, at }) => `该火警已由${by ?? '管理员'}于 ${formatTime(at)} 删除`,
    ({ by, at }) => `This alarm was deleted by ${by ?? 'an administrator'} at ${formatTime(at)}`,
  ),
  'alarm-moved-away': notFound<ByOrUnknown & { at: Date }>(
    ({ by, at }) => `该火警已由${by ?? '管理员'}于 ${formatTime(at)} 移到您的网格之外`,
    ({ by, at }) => `This alarm was moved out of your grid by ${by ?? 'an administrator'} at ${formatTime(at)}`,
  ),
  closed: conflict<ByOrUnknown>(
    ({ by }) => `该火情已由${by ?? '他人'}关闭`,
    ({ by }) => `This fire was closed by ${by ?? 'somebody else'}`,
  ),
  'already-acknowledged': conflict<ByOrUnknown>(
    ({ by }) => `已由${by ?? '他人'}接警`,
    ({ by }) => `Already acknowledged by ${by ?? 'somebody else'}`,
  ),
  'already-judged': conflict<ByOrUnknown & { verdict: Verdict }>(
    ({ by, verdict }) => `已由${by ?? '他人'}研判为${verdictZh[verdict]}`,
    ({ by, verdict }) => `Already judged by ${by ?? 'somebody else'}: ${verdictEn[verdict]}`,
  ),
  'already-pushed': conflict('该火警已上报', 'This alarm has already been pushed'),
  'already-handled': conflict('该火警已不在待处理中', 'This alarm is not in the queue any more'),
  'already-dispatched': conflict<{ by: string }>(
    ({ by }) => `该火警已由${by}派遣`,
    ({ by }) => `${by} has already sent people to this alarm`,
  ),
  'not-judged': business('尚未研判，不能更正', 'Not judged yet: there is nothing to correct'),
  'not-pushed': business('尚未上报，不能撤回', 'Not pushed yet: there is nothing to withdraw'),
  'not-handled': business('尚未处置，不能重新打开', 'Not handled yet: it cannot be reopened'),
  'not-in-progress': business('不是在燃火情，不能关闭', 'Not a fire in progress: it cannot be closed'),
  'not-closed': business('该火情没有关闭，不能按复燃重新打开', 'This fire is not closed: it cannot be reopened as rekindled'),
  'no-superior': business('已是最高一级，没有上级可以上报', 'This is the highest level: there is no superior to push it to'),
  'pushed-further': business('上级已继续上报，不能撤回', 'The superior has pushed it further: it cannot be withdrawn'),
  'not-judged-kind': business<{ kind: AlarmKind }>(
    ({ kind }) => (kind === 'smoke' ? '烟感报警不作研判，请推送' : '隐患检查不作研判，请处置'),
    ({ kind }) =>
      kind === 'smoke' ? 'A smoke alarm is not judged; please push it on' : 'A danger check is not judged; please have it put right',
  ),
  'smoke-not-pushed': business(
    '烟感报警请先推送为监控火警，再派遣',
    'Please push the smoke alarm on as a camera alarm first, then send people',
  ),
  'not-for-kind': business<{ kind: AlarmKind }>(
    ({ kind }) => (kind === 'smoke' ? '烟感报警请推送，不作其他处置' : '该类报警不能这样处置'),
    ({ kind }) => (kind === 'smoke' ? 'A smoke alarm is only pushed on' : 'This cannot be done to an alarm of this kind'),
  ),
  'report-has-no-type': invalid('人员上报的火情不选类型', "No type is chosen for a person's report"),
  'only-real-fire-has-type': invalid('只有真实火情才有类型', 'Only a real fire has a type'),
  'verdict-needed': invalid('请选择真实或误报', 'Please choose real or false'),
  'only-checks-are-renovated': invalid('只有隐患检查可以整改', 'Only a danger check can be put right'),
  'move-failed': business<{ reason: WrongArea }>(
    ({ reason }) => `${messages.moveFailed}：${areaZh(reason)}`,
    ({ reason }) => `The fire could not be moved: ${areaEn(reason)}`,
  ),
} as const;
