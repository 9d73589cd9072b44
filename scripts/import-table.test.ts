import { execFileSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const cruiser = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');

const table = createRequire(import.meta.url)(path.join(root, 'dependencies.cjs')) as {
  readonly rooms: Record<string, string[]>;
  readonly siblings: Record<string, Record<string, string[]>>;
};

interface Report {
  readonly summary: {
    readonly violations: readonly { readonly rule: { readonly name: string }; readonly from: string; readonly to: string }[];
  };
  readonly modules: readonly { readonly source: string; readonly dependencies: readonly { readonly resolved: string }[] }[];
}

function cruise(cwd: string, ...roots: string[]): Report {
  const args = [cruiser, '--config', path.join(root, '.dependency-cruiser.cjs'), '--output-type', 'json', ...roots];
  return JSON.parse(execFileSync(process.execPath, args, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 })) as Report;
}

describe('the import linter', () => {
  it('finds every forbidden edge of a deliberately broken tree, and nothing else', () => {
    const { summary } = cruise(path.join(root, 'scripts/fixtures/broken-tree'), 'packages', 'apps');
    expect([...new Set(summary.violations.map((v) => `${v.rule.name}: ${v.from}`))].sort()).toEqual(
      [
        'features:apps/web: apps/web/src/features/b/index.ts',
        'layer:apps/server/acting: apps/server/src/acting/act.ts',
        'layer:apps/server/serve: apps/server/src/serve/asks-a-service.ts',
        'layer:apps/server/services: apps/server/src/services/answered.ts',
        'no-http:apps/server/src/services: apps/server/src/services/answered.ts',
        'layer:apps/web/entities: apps/web/src/entities/alarm/upwards.ts',
        'layer:apps/web/shared: apps/web/src/shared/upwards.ts',
        'library:(cesium|@cesium/[^/]+): apps/web/src/features/a/index.ts',
        'must-resolve: packages/geo/src/index.ts',
        'no-circular: packages/store/src/cycle-a.ts',
        'room:apps/server: apps/server/src/main.ts',
        'room:packages/domain: packages/domain/src/index.ts',
        'sibling:apps/web/src/entities/task: apps/web/src/entities/task/knows-alarms.ts',
        'sibling:apps/web/src/entities: apps/web/src/entities/weather/has-no-row.ts',
      ].sort(),
    );
  });

  it('follows our own packages by name: an edge it cannot see it cannot judge', () => {
    const { modules } = cruise(root, 'packages/contract/src');
    const contract = modules.find((m) => m.source === 'packages/contract/src/live/topics.ts');
    expect(contract?.dependencies.map((d) => d.resolved)).toContain('packages/domain/src/index.ts');
  });

  it('has a row for every folder of siblings, and none for what is gone', () => {
    for (const [layer, rows] of Object.entries(table.siblings)) {
      const folders = readdirSync(path.join(root, layer)).filter((name) => name !== 'testing');
      expect(Object.keys(rows).sort()).toEqual(folders.sort());
    }
  });

  it('knows every room that exists', () => {
    const { rooms } = table;
    const { workspaces } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { workspaces: string[] };
    const manifests = globSync(
      workspaces.map((pattern) => `${pattern}/package.json`),
      { cwd: root },
    );
    expect(Object.keys(rooms).sort()).toEqual(manifests.map((file) => path.dirname(file)).sort());
  });
});
