import { useTranslation } from 'react-i18next';
import type { LayerTitle } from '../../stores/layer-registry.ts';
import { layersEn } from './text.en.ts';
import { type LayerWords, layersZh } from './text.zh-CN.ts';

/** The layer tree's words in the language of the page. */
export function useLayerWords(): LayerWords & { readonly titleOf: (title: LayerTitle) => string } {
  const { i18n } = useTranslation();
  const isEnglish = i18n.language === 'en';
  return { ...(isEnglish ? layersEn : layersZh), titleOf: ({ zh, en }) => (isEnglish ? en : zh) };
}
