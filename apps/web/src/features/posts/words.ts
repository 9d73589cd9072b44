import { wordsIn } from '../../shared/language.ts';
import { postsEn } from './text.en.ts';
import { type PostsWords, postsZh } from './text.zh-CN.ts';

export const usePostsWords = wordsIn<PostsWords>({ zh: postsZh, en: postsEn });
