import { useTranslation } from 'react-i18next';
import { riskEn } from './text.en.ts';
import { type RiskWords, riskZh } from './text.zh-CN.ts';

export function useRiskWords(): RiskWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? riskEn : riskZh;
}
