import { useTranslation } from 'react-i18next';
import { deviceEn } from './text.en.ts';
import { type DeviceWords, deviceZh } from './text.zh-CN.ts';

export function useDeviceWords(): DeviceWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? deviceEn : deviceZh;
}
