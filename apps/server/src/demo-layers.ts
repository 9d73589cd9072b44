// What the demo draws of map layers and 3D scenes by itself, at its first start, through the code of the imports. Everything is labelled 示意.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { GridNo, VectorLayerKind } from '@lookout/domain';
import { readLayerFile } from '@lookout/ingest';
import type { Store } from '@lookout/store';
import { demoFarms, demoRoads, demoVillages } from './demo-layers-shapes.ts';
import { watchTowerModel } from './demo-layers-tower.ts';
import { writeLayer } from './import/layers.ts';
import { writeScene } from './import/scene.ts';

const ABA = '513200' as GridNo;
/** Under this the store remembers that it was done: who removes a layer does not get it back. */
const DONE = 'demo.layers';

const LAYERS: readonly { readonly name: string; readonly kind: VectorLayerKind; readonly collection: () => object }[] = [
  { name: '演示林场', kind: 'forest-farm', collection: demoFarms },
  { name: '演示村落', kind: 'village', collection: demoVillages },
  { name: '演示道路', kind: 'road', collection: demoRoads },
];
/** On the slope above the county seat of Wenchuan. */
const TOWER = { name: '演示瞭望塔', position: { lng: 103.62, lat: 31.495 } };

/** Harmless on every start: done once for a store. */
export async function seedDemoLayers(store: Store, dataDir: string): Promise<void> {
  if ((await store.settings.get(DONE)) === true) return;
  for (const { name, kind, collection } of LAYERS) {
    const file = new TextEncoder().encode(JSON.stringify(collection()));
    const { features } = await readLayerFile(`${name}.geojson`, file);
    await writeLayer(store, { kind, name, gridNo: ABA, schematic: true }, features);
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'lookout-demo-'));
  try {
    const file = path.join(folder, 'tower.glb');
    await writeFile(file, watchTowerModel());
    const scene = { ...TOWER, gridNo: ABA, schematic: true, heightMetres: null, headingDegrees: 0, scale: 1 };
    await writeScene(store, dataDir, file, scene);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await store.settings.set(DONE, true);
}
