// Tests share a worker's database (`sharedTestServer`): starting with a separate database, connections and seeding costs three times as
// much. A test file that needs this is listed here with the reason.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const CALL = /\bstartTestServer\(/g;

/** The number of such calls in each file, by reason. */
const OWN_STARTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'a second server beside that of the file: `databaseUrl`': {
    'admin/commands': 3,
    'features/auth/login': 6,
    'features/auth/session': 2,
    'features/auth/second-factor': 2,
    'features/auth/own-sessions': 3,
    'features/auth/sign-on': 5,
    'features/auth/switching': 1,
    'features/map-embed/map-embeds': 1,
    'features/notification/notifications': 1,
    'features/ranger/rangers': 1,
    'features/sms/sms': 1,
    'features/statistics/statistics': 1,
    'features/task/patrols': 1,
    'features/video/shared-recordings': 1,
    'services/files/shared-pictures': 1,
    'serve/serve': 1,
    'services/changes': 1,
    'tracing/tracing': 2,
  },
  'databases of its own server': { 'access/keys': 1 },
  'backups, replicas, upgrades': { 'backup/backup': 1, 'backup/drill': 1, 'backup/replica': 1, 'backup/upgrade': 1 },
  'measured alone, with everything switched on': { 'reliability/alarm-path': 1 },
  'settings of a start, with or without the demo': { 'doctor/doctor': 2, 'serve/specified-calls': 1 },
  'imports that change the gazetteer or the ground': {
    'demo/roads/demo-roads': 1,
    'features/auth/session': 1,
    'features/grid/grids': 1,
    'import/dem': 1,
    'import/roads': 1,
    'import/tables': 1,
    'services/changes': 1,
  },
  'faults and what is sent to harm': {
    'reliability/hostile-topics': 1,
    'reliability/hostile-uploads': 1,
    'run/unclaimed-uploads': 1,
    'serve/fence': 1,
  },
};

it('Every start with a separate database is listed with its reason', () => {
  const wanted: Record<string, number> = {};
  for (const files of Object.values(OWN_STARTS))
    for (const [file, calls] of Object.entries(files)) wanted[file] = (wanted[file] ?? 0) + calls;
  const found: Record<string, number> = {};
  for (const file of globSync('{apps/server/src,features}/**/*.{integration.test,harness}.ts', { cwd: ROOT })) {
    const calls = readFileSync(path.join(ROOT, file), 'utf8').match(CALL)?.length ?? 0;
    if (calls > 0)
      found[file.replace(/^apps\/server\/src\/|(?<=^features\/[^/]+)\/(server|service)(?=\/)|\.(integration\.test|harness)\.ts$/g, '')] =
        calls;
  }
  expect(found).toEqual(wanted);
});
