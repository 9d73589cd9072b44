import type { TerrainProvider } from 'cesium';
import { expect, it } from 'vitest';
import { addOutsideTerrain } from './outside.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

function aDesk() {
  const told: string[] = [];
  const timers: Array<() => void> = [];
  let mesh: TerrainProvider | 'own' = 'own';
  return {
    told,
    timers,
    mesh: () => mesh,
    options: {
      put: (provider: TerrainProvider) => {
        mesh = provider;
      },
      takeBack: () => {
        mesh = 'own';
      },
      onTrouble: (reason: string) => told.push(reason),
      setTimer: (run: () => void) => {
        timers.push(run);
        return () => undefined;
      },
    },
  };
}
const aProvider = (answer: () => Promise<unknown>): TerrainProvider => ({ requestTileGeometry: answer }) as unknown as TerrainProvider;

it('a server that is not there leaves our own ground, is told once, and is put as soon as it is there', async () => {
  const desk = aDesk();
  let isThere = false;
  const provider = aProvider(async () => 'tile');
  addOutsideTerrain('https://ground.example/', {
    ...desk.options,
    open: async () => {
      if (!isThere) throw new Error('no layer.json');
      return provider;
    },
  });
  await settle();
  desk.timers[0]?.();
  await settle();
  expect([desk.told, desk.mesh()]).toEqual([['no layer.json'], 'own']);
  isThere = true;
  desk.timers[1]?.();
  await settle();
  expect([desk.told.length, desk.mesh()]).toEqual([1, provider]);
});

it('a server that dies later gives way to our own ground', async () => {
  const desk = aDesk();
  const provider = aProvider(() => Promise.reject(new Error('503')));
  addOutsideTerrain('https://ground.example/', { ...desk.options, open: async () => provider });
  await settle();
  expect(desk.mesh()).toBe(provider);
  for (let k = 1; k <= 6; k++) await provider.requestTileGeometry(0, 0, k)?.catch(() => undefined);
  await settle();
  expect([desk.told, desk.mesh(), desk.timers.length]).toEqual([['503'], 'own', 1]);
});

it('a server without the roots of its mesh is given up at once: nothing else would ever be asked of it', async () => {
  const desk = aDesk();
  const provider = aProvider(() => Promise.reject(new Error('404')));
  addOutsideTerrain('https://ground.example/', { ...desk.options, open: async () => provider });
  await settle();
  await provider.requestTileGeometry(0, 0, 0)?.catch(() => undefined);
  await settle();
  expect([desk.told, desk.mesh()]).toEqual([['404'], 'own']);
});

it('after its end nothing is put any more', async () => {
  const desk = aDesk();
  addOutsideTerrain('https://ground.example/', { ...desk.options, open: async () => aProvider(async () => 'tile') })();
  await settle();
  expect(desk.mesh()).toBe('own');
});
