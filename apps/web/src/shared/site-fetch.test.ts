import { expect, it } from 'vitest';
import { createSiteFetch, fileOf } from './site-fetch.ts';

it('a call to our site carries the current token and the language, and without a session no call is made', async () => {
  let token: string | null = 'one';
  const sent: (readonly [address: string, ...headers: (string | null)[]])[] = [];
  const siteFetch = createSiteFetch({ token: () => token, language: 'en' }, async (address, init) => {
    const headers = new Headers(init?.headers);
    sent.push([address, headers.get('authorization'), headers.get('accept-language'), headers.get('range')]);
    return new Response();
  });
  await siteFetch('/terrain/1/2/3');
  token = 'two';
  await siteFetch('/files/1', { headers: { range: 'bytes=0-0' } });
  token = null;
  await expect(siteFetch('/terrain/1/2/3')).rejects.toThrow('no session');
  expect(sent).toEqual([
    ['/terrain/1/2/3', 'Bearer one', 'en', null],
    ['/files/1', 'Bearer two', 'en', 'bytes=0-0'],
  ]);
});

it('a refusal is not returned as a file', async () => {
  await expect(fileOf(Response.json({ code: 403 }))).rejects.toThrow();
  await expect(fileOf(new Response('', { status: 404 }))).rejects.toThrow('404');
  const places = new Response('{}', { headers: { 'content-type': 'application/geo+json' } });
  expect(await (await fileOf(places)).text()).toBe('{}');
  expect(await (await fileOf(new Response('picture', { headers: { 'content-type': 'image/png' } }))).text()).toBe('picture');
});
