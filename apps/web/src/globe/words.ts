import { wordsIn } from '../shared/language.ts';
import { globeEn } from './text.en.ts';
import { type GlobeWords, globeZh } from './text.zh-CN.ts';

/** The globe's words in the language of the page. */
export const useGlobeWords = wordsIn<GlobeWords>({ zh: globeZh, en: globeEn });
