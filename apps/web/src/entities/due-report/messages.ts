// What the facts are called that officers note for a fire's reports, in both languages.
import type { NotedFact } from '@lookout/domain';

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
