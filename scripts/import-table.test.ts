import { execFileSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const cruiser = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');

const table = createRequire(import.meta.url)(path.join(root, 'dependencies.cjs')) as {
  readonly rooms: Record<string, string[]>;
  readonly roles: Record<string, { readonly files: string }>;
  readonly parts: Record<string, string[]>;
  readonly known: Record<string, string[]>;
  readonly layers: Record<string, readonly (string | string[])[]>;
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
    const { summary } = cruise(path.join(root, 'scripts/fixtures/broken-tree'), 'features', 'packages', 'apps');
    const found = [...new Set(summary.violations.map((v) => `${v.rule.name}: ${v.from}`))];
    expect(found.filter((line) => !line.startsWith('role:')).sort()).toEqual([
      'features:apps/server: features/bad/bad.server.ts',
      'features:apps/web: features/bad/web/page.ts',
      'globe-on-demand: features/bad/web/page.ts',
      'known:packages/fusion: packages/fusion/src/index.ts',
      'layer:apps/server/acting: apps/server/src/acting/act.ts',
      'layer:apps/server/serve: apps/server/src/serve/asks-a-service.ts',
      'layer:apps/server/services: apps/server/src/services/answered.ts',
      'layer:apps/web/shared: apps/web/src/shared/upwards.ts',
      'library:(cesium|@cesium/[^/]+): features/bad/bad.calls.ts',
      'must-resolve: packages/geo/src/index.ts',
      'no-circular: packages/store/src/cycle-a.ts',
      'no-circular: packages/store/src/type-cycle-a.ts',
      'no-http:apps/server/src/services: apps/server/src/services/answered.ts',
      'parts: features/bad/parts/part.ts',
      'parts:admin: features/admin/web/page.ts',
      'room:apps/server: apps/server/src/main.ts',
      'room:packages/domain: packages/domain/src/index.ts',
    ]);
    // Each role is violated three times: within its feature, towards another feature, and towards a room.
    const brokenRoles = Object.keys(table.roles).flatMap((role) => [`role:${role}`, `role:${role}:others`, `role:${role}:rooms`]);
    expect(found.flatMap((line) => /^(role:[^ ]+): features\/bad\//.exec(line)?.[1] ?? []).sort()).toEqual(brokenRoles.sort());
  });

  it('resolves our own packages by name, because an import that it cannot resolve is not checked', () => {
    const { modules } = cruise(root, 'packages/contract/src');
    const contract = modules.find((m) => m.source === 'packages/contract/src/live/topics.ts');
    expect(contract?.dependencies.map((d) => d.resolved)).toContain('packages/domain/src/index.ts');
  });

  it('finds a role for every file of a feature', () => {
    const ofRole = new RegExp(
      `^features/[^/]+/(?:${Object.values(table.roles)
        .map(({ files }) => files)
        .join('|')})$`,
    );
    const files = globSync('features/*/**/*.{ts,tsx,css}', { cwd: root }).filter((file) => !/node_modules|\/testing\//.test(file));
    const withoutRole = files.filter((file) => !ofRole.test(file) && !/\.(test|harness|fixture)\.tsx?$/.test(file));
    expect(withoutRole).toEqual([]);
  });

  it('finds a layer for everything in the source of the server', () => {
    const layers = new Set(table.layers['apps/server']?.flat());
    const entries = readdirSync(path.join(root, 'apps/server/src')).filter((name) => name !== 'testing' && !name.endsWith('.test.ts'));
    expect(entries.filter((name) => !layers.has(name))).toEqual([]);
  });

  it('names only features that exist', () => {
    const folders = new Set(readdirSync(path.join(root, 'features')));
    const named = [...Object.entries(table.parts).flat(2), ...Object.values(table.known).flat()];
    expect(named.filter((name) => !folders.has(name))).toEqual([]);
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
