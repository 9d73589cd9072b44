import { useTranslation } from 'react-i18next';
import { replayEn } from './text.en.ts';
import { type ReplayWords, replayZh } from './text.zh-CN.ts';

export function useReplayWords(): ReplayWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? replayEn : replayZh;
}
