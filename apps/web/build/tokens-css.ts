// Turns the design tokens into one style sheet, `@tokens.css`, at build time, so that CSS files use names for colours and sizes instead of
// values.
import type { Plugin } from 'vite';
import { COLOURS, FONT, SIZES, STACK } from '../src/shared/tokens.ts';

const NAME = '@tokens.css';
// Without the \0 prefix of virtual modules, because Vite's CSS plugins skip those.
const RESOLVED = '/@tokens.css';

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const variable = ([name, value]: readonly [string, string]) => `--${kebab(name)}:${value}`;

export const tokensCss = (): string => {
  const sizes = Object.entries(SIZES).map(([name, pixels]) => [name, `${pixels}px`] as const);
  const stack = Object.entries(STACK).map(([name, z]) => [`z-${name}`, String(z)] as const);
  return `:root{${[...Object.entries(COLOURS), ...sizes, ...stack, ['font', FONT] as const].map(variable).join(';')}}`;
};

export function tokensModule(): Plugin {
  return {
    name: 'lookout-tokens',
    resolveId: (source) => (source === NAME ? RESOLVED : null),
    load: (module) => (module === RESOLVED ? tokensCss() : null),
    // The background colour of the browser window before any style sheet is loaded.
    transformIndexHtml: (html) => html.replace('%GROUND%', COLOURS.ground),
  };
}
