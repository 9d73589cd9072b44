import { useTranslation } from 'react-i18next';
import { postsEn } from './text.en.ts';
import { type PostsWords, postsZh } from './text.zh-CN.ts';

export function usePostsWords(): PostsWords {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? postsEn : postsZh;
}
