import { useTranslation } from 'react-i18next';
import { monitoringPointsEn } from './text.en.ts';
import { type MonitoringPointsWords, monitoringPointsZh } from './text.zh-CN.ts';

export function useMonitoringPointsWords(): MonitoringPointsWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? monitoringPointsEn : monitoringPointsZh;
}
