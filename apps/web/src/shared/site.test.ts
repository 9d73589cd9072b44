import { expect, it } from 'vitest';
import { atSite, withinSite } from './site.ts';

it('an address of the site is resolved below its path, and one of another site is unchanged', () => {
  expect(['/files/a', '/', '//host/x', 'https://host/x', 'blob:x'].map((one) => atSite(one, '/lookout'))).toEqual([
    '/lookout/files/a',
    '/lookout/',
    '//host/x',
    'https://host/x',
    'blob:x',
  ]);
  expect(['/lookout/manage', '/lookout', '/lookout/', '/lookouts', '/manage'].map((one) => withinSite(one, '/lookout'))).toEqual([
    '/manage',
    '/',
    '/',
    '/lookouts',
    '/manage',
  ]);
  expect([atSite('/files/a', ''), withinSite('/manage', '')]).toEqual(['/files/a', '/manage']);
});
