import { wordsIn } from '../../shared/language.ts';
import { burningsEn } from './text.en.ts';
import { type BurningWords, burningsZh } from './text.zh-CN.ts';

export const useBurningWords = wordsIn<BurningWords>({ zh: burningsZh, en: burningsEn });
