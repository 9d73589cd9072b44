import { wordsIn } from '../../shared/language.ts';
import { layersEn } from './text.en.ts';
import { type LayerWords, layersZh } from './text.zh-CN.ts';

/** The layer tree's words in the language of the page. */
export const useLayerWords = wordsIn<LayerWords>({ zh: layersZh, en: layersEn });
