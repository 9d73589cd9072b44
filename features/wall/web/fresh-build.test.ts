import { expect, it, vi } from 'vitest';
import { scriptsOf, watchBuild } from './fresh-build.ts';

const page = (script: string) => `<!doctype html><head><script type="module" crossorigin src="/assets/${script}"></script></head>`;
const window = { setInterval: () => 0, clearInterval: () => undefined } as unknown as Window;

it('a wall reloads when the server serves another build, but not when the server does not answer', async () => {
  const reload = vi.fn();
  let answer = async (): Promise<Response> => new Response(page('index-a.js'));
  const { look } = watchBuild({ fetch: () => answer(), own: scriptsOf(page('index-a.js')), window, reload });
  await look();
  answer = async () => new Response('Bad Gateway', { status: 502 });
  await look();
  answer = async () => new Response('<html>maintenance</html>');
  await look();
  answer = () => Promise.reject(new TypeError('no line'));
  await look();
  expect(reload).not.toHaveBeenCalled();
  answer = async () => new Response(page('index-b.js'));
  await look();
  expect(reload).toHaveBeenCalledOnce();
});
