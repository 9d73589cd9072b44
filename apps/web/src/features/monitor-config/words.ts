import { wordsIn } from '../../shared/language.ts';
import { monitorConfigEn } from './text.en.ts';
import { type MonitorConfigWords, monitorConfigZh } from './text.zh-CN.ts';

export const useMonitorConfigWords = wordsIn<MonitorConfigWords>({ zh: monitorConfigZh, en: monitorConfigEn });
