import { wordsIn } from '../../shared/language.ts';
import { videoEn } from './text.en.ts';
import { type VideoWords, videoZh } from './text.zh-CN.ts';

export const useVideoWords = wordsIn<VideoWords>({ zh: videoZh, en: videoEn });
