import { expect, it, vi } from 'vitest';
import { createRiverLoader } from './river-loader.ts';

const FILE = { lines: [[0, [102, 31, 102.5, 31.5]]], names: [['岷江', 'Min Jiang', 103.5, 31.6]] };

it('rivers are requested once, when the camera is high enough; a failure is reported, and the request is repeated on retry', async () => {
  const answers = [new Response(null, { status: 503 }), Response.json(FILE)];
  const fetch = vi.fn(async () => answers.shift() ?? Response.error());
  const add = vi.fn();
  const onFailed = vi.fn();
  const loader = createRiverLoader({ fetch, add, language: 'en', fromMetres: 100_000, onFailed });
  loader.see({ heightMetres: 50_000 });
  expect(fetch).not.toHaveBeenCalled();
  loader.see({ heightMetres: 100_000 });
  loader.see({ heightMetres: 300_000 });
  await vi.waitFor(() => expect(onFailed).toHaveBeenCalledWith(true));
  loader.retry();
  await vi.waitFor(() => expect(add).toHaveBeenCalledOnce());
  expect(fetch).toHaveBeenCalledTimes(2);
  expect(add).toHaveBeenCalledWith({
    lines: [{ level: 0, degrees: [102, 31, 102.5, 31.5] }],
    names: [{ id: 'river 0', rank: 'river', text: 'Min Jiang', lng: 103.5, lat: 31.6 }],
  });
});
