// Starts i18next: Chinese is there at once, English is fetched when somebody wants it.
import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { zhCN } from './zh-CN.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof zhCN };
    strictKeyChecks: true;
  }
}

export const LANGUAGES = ['zh-CN', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];
const KEPT = 'language';

type Keep = Pick<Storage, 'getItem' | 'setItem'>;

/** @returns the ready instance, in the language chosen here last. */
export async function startText(storage: Keep): Promise<i18n> {
  const text = createInstance();
  await text.use(initReactI18next).init({
    lng: 'zh-CN',
    fallbackLng: 'zh-CN',
    resources: { 'zh-CN': { translation: zhCN } },
    interpolation: { escapeValue: false },
    returnObjects: false,
  });
  if (storage.getItem(KEPT) === 'en') await speak(text, 'en', storage);
  return text;
}

export async function speak(text: i18n, language: Language, storage: Keep): Promise<void> {
  if (language === 'en' && !text.hasResourceBundle('en', 'translation')) {
    const { en } = await import('./en.ts');
    text.addResourceBundle('en', 'translation', en);
  }
  await text.changeLanguage(language);
  storage.setItem(KEPT, language);
  document.documentElement.lang = language;
}
