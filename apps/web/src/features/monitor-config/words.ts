import { useTranslation } from 'react-i18next';
import { monitorConfigEn } from './text.en.ts';
import { type MonitorConfigWords, monitorConfigZh } from './text.zh-CN.ts';

export function useMonitorConfigWords(): MonitorConfigWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? monitorConfigEn : monitorConfigZh;
}
