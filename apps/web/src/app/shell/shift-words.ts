import { useTranslation } from 'react-i18next';
import { shiftEn } from './shift-text.en.ts';
import { type ShiftWords, shiftZh } from './shift-text.zh-CN.ts';

export function useShiftWords(): ShiftWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? shiftEn : shiftZh;
}
