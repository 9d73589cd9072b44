// Every region's web app is the same program with a different row. REGION reaches the build only through the module `@region`, and each
// build contains exactly that row. A full build with Cesium for each region would prove no more and take minutes.
import { REGIONS } from '@lookout/region';
import { build, loadConfigFromFile, type Plugin, type UserConfig } from 'vite';
import { afterEach, describe, expect, it } from 'vitest';
import { regionModule } from './region-module.ts';

const CONFIG = new URL('../vite.config.ts', import.meta.url).pathname;
const before = process.env.REGION;
afterEach(() => {
  if (before === undefined) delete process.env.REGION;
  else process.env.REGION = before;
});

/** The real settings of `vite build` under this REGION. */
async function configOf(id: string): Promise<UserConfig> {
  process.env.REGION = id;
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, CONFIG, undefined, 'silent');
  if (!loaded) throw new Error('no vite.config.ts');
  return loaded.config;
}

const pluginsOf = ({ plugins = [] }: UserConfig) => (plugins as unknown[]).flat(5) as Plugin[];

describe.each(Object.values(REGIONS))('REGION=$id', (row) => {
  it('a build holds exactly the row of its region', async () => {
    const mine = pluginsOf(await configOf(row.id)).filter(({ name }) => name === 'lookout-region');
    const result = await build({
      configFile: false,
      logLevel: 'silent',
      plugins: mine,
      build: { write: false, rollupOptions: { input: '@region', preserveEntrySignatures: 'strict' } },
    });
    const [output] = (Array.isArray(result) ? result : [result]).flatMap((one) => ('output' in one ? one.output : []));
    if (output?.type !== 'chunk') throw new Error('nothing was built');
    const { region } = (await import(`data:text/javascript,${encodeURIComponent(output.code)}`)) as { region: unknown };
    expect(region).toEqual(JSON.parse(JSON.stringify(row)));
  });
});

it('nothing else in the settings of the build depends on REGION', async () => {
  const settings = await Promise.all(
    Object.keys(REGIONS).map(async (id) => {
      const config = await configOf(id);
      return JSON.stringify({ ...config, plugins: pluginsOf(config).map(({ name }) => name) });
    }),
  );
  expect(new Set(settings).size).toBe(1);
});

it('an unknown region fails the build', () => {
  expect(() => regionModule('atlantis')).toThrow('REGION=atlantis: no such region');
});
