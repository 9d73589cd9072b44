import type { PlaceName } from '@lookout/map';
import { expect, it, vi } from 'vitest';
import { createNameLoader, provincesIn } from './name-loader.ts';

const at = (gridNo: string, longitude: number, latitude: number, more: object = {}) => ({
  gridNo,
  name: gridNo,
  latinName: null,
  level: 'prefecture' as const,
  isSeat: false,
  longitude,
  latitude,
  ...more,
});
const FAR = [at('513200', 102.2, 31.9), at('510100', 104.1, 30.7), at('620100', 103.8, 36.1)];
const bands = Object.fromEntries(
  ['province', 'prefecture', 'county', 'seat', 'town'].map((rank) => [rank, { toMetres: 400_000 }]),
) as never;
const view = (heightMetres: number, lng = 103, lat = 31, half = 0.5) => ({
  heightMetres,
  box: { west: lng - half, east: lng + half, south: lat - half, north: lat + half },
});

it('a view needs the provinces of the prefectures around it, or of the nearest prefecture if there is none', () => {
  expect(provincesIn(FAR, view(0).box)).toEqual(['510000']);
  expect(provincesIn(FAR, view(0, 95, 40).box)).toEqual(['620000']);
  expect(provincesIn(FAR, view(0, 103, 33, 2).box)).toEqual(['510000', '620000']);
});

function aLoader(language: 'zh' | 'en' = 'zh') {
  const asked: (string | null)[] = [];
  const shown: PlaceName[] = [];
  const states: boolean[] = [];
  let isDown = false;
  const rows = [
    at('513221', 103.3, 31.2, { name: '汶川县', latinName: 'Wenchuan', level: 'county' }),
    at('513221100', 103.6, 31.5, { name: '威州镇', latinName: 'Weizhou', level: 'town', isSeat: true }),
  ];
  const loader = createNameLoader({
    load: async (province) => {
      asked.push(province);
      if (isDown) throw new Error('offline');
      return province === null ? FAR : rows;
    },
    add: (names) => shown.push(...names),
    language,
    bands,
    onFailed: (isFailed) => states.push(isFailed),
  });
  return {
    loader,
    asked,
    shown,
    states,
    setDown: (next: boolean) => {
      isDown = next;
    },
  };
}

it('from far, only the nation is requested; near, each province in view once', async () => {
  const { loader, asked, shown } = aLoader();
  loader.see(view(2_000_000));
  await vi.waitFor(() => expect(shown).toHaveLength(3));
  expect(asked).toEqual([null]);
  loader.see(view(30_000));
  loader.see(view(20_000));
  await vi.waitFor(() => expect(shown).toHaveLength(5));
  expect(asked).toEqual([null, '510000']);
  expect(shown.at(-1)).toEqual({ id: '513221100', rank: 'seat', text: '威州镇', lng: 103.6, lat: 31.5 });
});

it('in English the Latin name is shown, or the Chinese one if there is none', async () => {
  const { loader, shown } = aLoader('en');
  loader.see(view(30_000));
  await vi.waitFor(() => expect(shown).toHaveLength(5));
  expect(shown.map(({ text }) => text)).toEqual(['513200', '510100', '620100', 'Wenchuan', 'Weizhou']);
});

it('a failure is reported, and the request is repeated on retry', async () => {
  const { loader, shown, states, setDown } = aLoader();
  setDown(true);
  loader.see(view(30_000));
  await vi.waitFor(() => expect(states).toEqual([true]));
  setDown(false);
  loader.retry();
  await vi.waitFor(() => expect(shown).toHaveLength(5));
  expect(states).toEqual([true, false]);
});
