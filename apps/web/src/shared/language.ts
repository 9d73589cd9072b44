// The language of the page, kept in this browser, and the one way to messages: an object for each language, of one shape that the compiler
// holds (decision 0022). Messages stand beside the feature that says them; what depends on a value is a function.
import type { Language } from '@lookout/contract';
import { useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';

/** As `<html lang>` and the browser's storage name them. */
const TAGS: Readonly<Record<Language, string>> = { zh: 'zh-CN', en: 'en' };
const KEPT = 'language';

const store = createStore<Language>(() => 'zh');

/** For what is no component: calls, the globe's parts. */
export const currentLanguage = (): Language => store.getState();
/** @returns stop */
export const onLanguage = (changed: (language: Language) => void): (() => void) => store.subscribe(changed);
export const useLanguage = (): Language => useSyncExternalStore(store.subscribe, store.getState);

/** The other of the two is kept for the next visit. */
export function setLanguage(language: Language): void {
  localStorage.setItem(KEPT, TAGS[language]);
  document.documentElement.lang = TAGS[language];
  store.setState(language, true);
}

/** The language chosen here last; before anything is rendered. */
export function startLanguage(): void {
  if (localStorage.getItem(KEPT) === TAGS.en) setLanguage('en');
}

/** What the button says that leads to it. */
export const otherLanguage = (language: Language): Language => (language === 'en' ? 'zh' : 'en');

/** @returns the hook that gives a component its messages */
export const messagesIn = <W>(messages: Readonly<Record<Language, W>>) => {
  return (): W => messages[useLanguage()];
};
