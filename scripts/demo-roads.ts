// Lays out the roads of the demo over its relief and stores them with the server (apps/server/src/demo/roads/roads.json). Run it again when
// a test reports that the relief or the layout has changed:
//   node scripts/run.mjs scripts/demo-roads.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { layOutDemoRoads, ROADS_MADE_FROM, STORED_ROADS, type StoredRoads } from '@lookout/server/demo/roads/stage.ts';
import { hashOf } from './lib/stamp.mjs';

const root = join(import.meta.dirname, '..');
const roads: StoredRoads = { madeFrom: hashOf(root, ROADS_MADE_FROM), stages: layOutDemoRoads() };
// One line for each piece, so that changes are readable in a diff.
const text = JSON.stringify(roads).replaceAll('],[', '],\n[');
writeFileSync(STORED_ROADS, `${text}\n`);
