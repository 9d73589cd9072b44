import { useTranslation } from 'react-i18next';
import { fireReportEn } from './text.en.ts';
import { type FireReportWords, fireReportZh } from './text.zh-CN.ts';

export function useFireReportWords(): FireReportWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? fireReportEn : fireReportZh;
}
