// The texts that a printed page adds itself.

/** 第 1 页 共 3 页, in its parts: the page's number is the second, the number of pages the fourth. */
export const pageTexts = <T>(language: 'zh' | 'en', page: T, pages: T): [string, T, string, T, string] =>
  language === 'zh' ? ['第 ', page, ' 页 共 ', pages, ' 页'] : ['Page ', page, ' of ', pages, ''];
