import { wordsIn } from '../../shared/language.ts';
import { monitoringPointsEn } from './text.en.ts';
import { type MonitoringPointsWords, monitoringPointsZh } from './text.zh-CN.ts';

export const useMonitoringPointsWords = wordsIn<MonitoringPointsWords>({ zh: monitoringPointsZh, en: monitoringPointsEn });
