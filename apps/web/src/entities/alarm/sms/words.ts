import { useTranslation } from 'react-i18next';
import { smsEn } from './text.en.ts';
import { type SmsWords, smsZh } from './text.zh-CN.ts';

export function useSmsWords(): SmsWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? smsEn : smsZh;
}
