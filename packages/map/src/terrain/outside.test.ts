import type { TerrainProvider } from 'cesium';
import { expect, it } from 'vitest';
import { addOutsideTerrain } from './outside.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

function setUp() {
  const reasons: string[] = [];
  const timers: Array<() => void> = [];
  let mesh: TerrainProvider | 'own' = 'own';
  return {
    reasons,
    timers,
    mesh: () => mesh,
    options: {
      put: (provider: TerrainProvider) => {
        mesh = provider;
      },
      takeBack: () => {
        mesh = 'own';
      },
      onTrouble: (reason: string) => reasons.push(reason),
      setTimer: (run: () => void) => {
        timers.push(run);
        return () => undefined;
      },
    },
  };
}
const aProvider = (answer: () => Promise<unknown>): TerrainProvider => ({ requestTileGeometry: answer }) as unknown as TerrainProvider;

it('while the server does not respond our own terrain is drawn, which is reported once; the server’s mesh is set once it responds', async () => {
  const ground = setUp();
  let isThere = false;
  const provider = aProvider(async () => 'tile');
  addOutsideTerrain('https://ground.example/', {
    ...ground.options,
    open: async () => {
      if (!isThere) throw new Error('no layer.json');
      return provider;
    },
  });
  await settle();
  ground.timers[0]?.();
  await settle();
  expect([ground.reasons, ground.mesh()]).toEqual([['no layer.json'], 'own']);
  isThere = true;
  ground.timers[1]?.();
  await settle();
  expect([ground.reasons.length, ground.mesh()]).toEqual([1, provider]);
});

it('our own terrain replaces the mesh of a server that fails later', async () => {
  const ground = setUp();
  const provider = aProvider(() => Promise.reject(new Error('503')));
  addOutsideTerrain('https://ground.example/', { ...ground.options, open: async () => provider });
  await settle();
  expect(ground.mesh()).toBe(provider);
  for (let k = 1; k <= 6; k++) await provider.requestTileGeometry(0, 0, k)?.catch(() => undefined);
  await settle();
  expect([ground.reasons, ground.mesh(), ground.timers.length]).toEqual([['503'], 'own', 1]);
});

it('a server without root tiles counts as down at once, because Cesium requests nothing else from it', async () => {
  const ground = setUp();
  const provider = aProvider(() => Promise.reject(new Error('404')));
  addOutsideTerrain('https://ground.example/', { ...ground.options, open: async () => provider });
  await settle();
  await provider.requestTileGeometry(0, 0, 0)?.catch(() => undefined);
  await settle();
  expect([ground.reasons, ground.mesh()]).toEqual([['404'], 'own']);
});

it('after stop no mesh is set', async () => {
  const ground = setUp();
  addOutsideTerrain('https://ground.example/', { ...ground.options, open: async () => aProvider(async () => 'tile') })();
  await settle();
  expect(ground.mesh()).toBe('own');
});
