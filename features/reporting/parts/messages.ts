// The labels of the facts that officers note for a fire's reports, and the texts of foreseen reports, in both languages.

import { messagesIn } from '@lookout/web/shared/language.ts';
import type { NotedFact } from '../reporting-rule.ts';

export const notedFactsZh: Readonly<Record<NotedFact, string>> = {
  areaHectares: '过火面积（公顷）',
  dead: '死亡人数',
  badlyHurt: '重伤人数',
  threat: '威胁居民点或重要设施',
  forest: '林地种类',
  holiday: '节假日',
  media: '媒体关注',
  help: '需要省上支援',
};

const foreseenZh = {
  title: '预计需报送',
  hint: '按最近一次推演与报送规则的提示，不是应报事项，不计时限；是否报送以实际情况为准。',
  line: (expected: string, reason: string) => `约 ${expected} ${reason}`,
  due: (due: string, document: string) => `届时应于 ${due} 前报送（${document}）`,
  unverified: '待核对',
};
type ForeseenMessages = typeof foreseenZh;

export const notedFactsEn: Readonly<Record<NotedFact, string>> = {
  areaHectares: 'Burnt area (ha)',
  dead: 'Dead',
  badlyHurt: 'Badly hurt',
  threat: 'Homes or key facilities threatened',
  forest: 'Kind of forest',
  holiday: 'Holiday',
  media: 'The media ask',
  help: 'Help from the province needed',
};

const foreseenEn: ForeseenMessages = {
  title: 'Reports to expect',
  hint: 'A hint by the newest forecast and the rules of reporting: nothing is owed, no deadline runs. Whether to report goes by what happens.',
  line: (expected, reason) => `about ${expected}: ${reason}`,
  due: (due, document) => `would be due by ${due} (${document})`,
  unverified: 'to be confirmed',
};
export const useForeseenMessages = messagesIn<ForeseenMessages>({ zh: foreseenZh, en: foreseenEn });
