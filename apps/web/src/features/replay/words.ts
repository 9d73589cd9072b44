import { wordsIn } from '../../shared/language.ts';
import { replayEn } from './text.en.ts';
import { type ReplayWords, replayZh } from './text.zh-CN.ts';

export const useReplayWords = wordsIn<ReplayWords>({ zh: replayZh, en: replayEn });
