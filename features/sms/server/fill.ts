// The placeholders of a template, and the values of an alarm for them.
import { formatTime } from '@lookout/contract';
import { ok, type Result, refuse } from '@lookout/domain';
import { type Alarm, type AlarmKind, judgementOf, type RealFireType, type Verdict, verdictOf } from '../../alarm/alarm.ts';

const sources: Readonly<Record<AlarmKind, string>> = {
  satellite: '卫星热点',
  camera: '监控报警',
  report: '人员上报',
  smoke: '烟感报警',
  danger: '隐患检查',
};

const verdicts: Readonly<Record<Verdict, string>> = { unjudged: '未研判', false: '误报或疑似', real: '真实火情' };

const realFireTypes: Readonly<Record<RealFireType, string>> = {
  farm: '农事用火',
  domestic: '居民生活用火',
  garbage: '焚烧垃圾',
  'folk-custom': '民俗用火',
  construction: '施工用火',
  smoking: '吸烟',
  forest: '森林火灾',
  grassland: '草原火灾',
};

const spaces: Readonly<Record<string, (alarm: Alarm) => string>> = {
  地点: ({ formattedAddress }) => formattedAddress,
  时间: ({ observedAt }) => formatTime(observedAt),
  来源: ({ facts }) => sources[facts.kind],
  火情: ({ response }) => {
    const type = judgementOf(response)?.realFireType ?? null;
    return verdicts[verdictOf(response)] + (type === null ? '' : `（${realFireTypes[type]}）`);
  },
  备注: ({ response }) => judgementOf(response)?.note ?? response.push?.note ?? '无',
  编号: ({ id, facts }) => (facts.kind === 'satellite' ? facts.fireNo : id),
};

const SPACE = /\{([^{}]*)\}/g;

/** The placeholders of a text that no alarm can fill, as written. */
export const unknownSpaces = (text: string): string[] =>
  [...text.matchAll(SPACE)].filter(([, name = '']) => !Object.hasOwn(spaces, name)).map(([space]) => space);

/** The text with its placeholders filled; a refusal lists the unknown placeholders. */
export function fill(text: string, alarm: Alarm): Result<string, string[]> {
  const unknown = unknownSpaces(text);
  if (unknown.length > 0) return refuse(unknown);
  return ok(text.replace(SPACE, (_space, name: string) => spaces[name]?.(alarm) ?? ''));
}
