// The page's language, stored in this browser, and the single mechanism for messages: an object per language, of one type that the compiler
// checks (decision 0022). Messages are defined next to their feature; a message with a value is a function.
import type { Language } from '@lookout/contract';
import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import { storageOf } from './storage.ts';

/** Values for `<html lang>` and for the browser's storage. */
const TAGS: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en' };
const STORAGE_KEY = 'language';

const store = createStore<Language>(() => 'zh');

/** For use outside components: calls, parts of the globe. */
export const currentLanguage = (): Language => store.getState();
/** @returns unsubscribe */
export const onLanguage = (changed: (language: Language) => void): (() => void) => store.subscribe(changed);
export const useLanguage = (): Language => useSyncExternalStore(store.subscribe, store.getState);

/** The choice is stored for the next visit. */
export function setLanguage(language: Language): void {
  storageOf(window).setItem(STORAGE_KEY, TAGS[language]);
  speak(language);
}

/** Sets the language of this page only. */
function speak(language: Language): void {
  document.documentElement.lang = TAGS[language];
  store.setState(language, true);
}

/**
 * Restores the stored language; call before the first render.
 * @param requested the language in the page's URL (`/map?lang=en`), which is not stored; null: none
 */
export function startLanguage(requested: Language | null = null): void {
  if (requested !== null) speak(requested);
  else if (storageOf(window).getItem(STORAGE_KEY) === TAGS.en) setLanguage('en');
}

export const otherLanguage = (language: Language): Language => (language === 'en' ? 'zh' : 'en');

/** @returns the hook that gives a component its messages */
export const messagesIn = <W>(messages: Readonly<Record<Language, W>>) => {
  return (): W => messages[useLanguage()];
};
