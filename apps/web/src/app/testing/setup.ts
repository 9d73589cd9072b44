// Removes two costs that no component test needs: React's record of where each element was created in the source, and whole computed
// styles.
import * as React from 'react';
import { afterEach, expect } from 'vitest';

/** The name under which React's packages share their internals; it is missing from React's types. */
const SHARED = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const counters = (React as unknown as Readonly<Record<string, object | undefined>>)[SHARED];
if (counters === undefined || !('recentlyCreatedOwnerStacks' in counters)) throw new Error('React counts its stack traces otherwise now');

// React takes a stack trace for every created element, a fifth of a test's time, to add it to a warning; from the 10,000th within a second
// on it takes none. The warning itself, and that it fails the test, do not depend on it.
Object.defineProperty(counters, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => undefined, configurable: true });

const computedStyle = window.getComputedStyle.bind(window);
const styleOf = (element: Element): string => element.getAttribute('style') ?? '';

const displays = new Map<string, string>();
/** `display` is not inherited: it depends on the element's tag, its own style and, of the style sheets, only on that of the icons. */
function displayOf(element: Element): string {
  if (!element.isConnected) return '';
  const style = styleOf(element);
  const isIcon = element.getAttribute('class')?.includes('anticon');
  const key = `${element.tagName} ${isIcon} ${element.hasAttribute('open')} ${style.includes('display') ? style : ''}`;
  const display = displays.get(key) ?? computedStyle(element).display;
  displays.set(key, display);
  return display;
}

const isVisibilitySet = (element: Element | null): boolean =>
  element !== null && (styleOf(element).includes('visibility') || isVisibilitySet(element.parentElement));
const visibilityOf = (element: Element): string => (isVisibilitySet(element) ? computedStyle(element).visibility : '');

const ANSWERED: Readonly<Record<string, (element: Element) => unknown>> = {
  display: displayOf,
  visibility: visibilityOf,
  getPropertyValue: (element) => (name: string) =>
    name === 'display' || name === 'visibility' ? ANSWERED[name]?.(element) : computedStyle(element).getPropertyValue(name),
};

// A query by role and name reads these two properties of every element. This DOM would compute all properties of the element and its
// parents from all style sheets.
window.getComputedStyle = (element) =>
  new Proxy({} as CSSStyleDeclaration, {
    get: (_, name) => ANSWERED[String(name)]?.(element) ?? Reflect.get(computedStyle(element), name),
  });

// Checks the assumption behind both answers: the style sheets of a component test are only antd's variables and the icons' layout.
afterEach(() => {
  const sheets = [...document.querySelectorAll('style')].map(({ textContent }) => textContent);
  expect(sheets.filter((sheet) => /[{;\s](display|visibility)\s*:/.test(sheet) && !sheet.startsWith('.anticon'))).toEqual([]);
});
