// npm run import -- KIND FILE…: imports real data, before the first start or while the server runs. Rows are rejected one by one; an unreadable file
// is rejected as a whole. The exit code is 1 when anything was rejected.
import '../settings/own-files.ts';
import { parseArgs } from 'node:util';
import { errorMessage } from '@lookout/features/errors.ts';
import { seedGazetteer } from '@lookout/features/grid/gazetteer-seed.store.ts';
import { type Gazetteer, loadGazetteer } from '@lookout/features/grid/service/gazetteer.ts';
import { UnreadableFile } from '@lookout/ingest';
import { gazetteerSeed } from '@lookout/store/seed';
import { Refusal } from '../acting/refusal.ts';
import { withStore } from '../commands/command-database.ts';
import { readConfig } from '../settings/config.ts';
import type { ImportKind, SourceCommand } from './kind.ts';
import { kinds, kindsWithOptions, sourceCommands } from './kinds.ts';

/** Several connections, because a large import writes while it reads. */
const CONNECTIONS = 4;
/** The maximum number of rejected lines printed; the rest is counted. */
const SHOWN = 100;

const [kind = '', ...given] = process.argv.slice(2);
const run = taskOf(kind, given);
if (run === null) {
  console.error(usage());
  process.exitCode = 2;
} else {
  try {
    process.exitCode = (await run()) ? 0 : 1;
  } catch (error) {
    console.error(reasonOf(error));
    process.exitCode = 1;
  }
}

/** @returns null for invalid arguments */
function taskOf(name: string, args: readonly string[]): (() => Promise<boolean>) | null {
  const act = sourceCommands[name]?.[args[0] ?? ''];
  if (act) return () => doAct(act, args.slice(1));
  const { importer, files } = readArguments(name, args);
  return importer && files.length > 0 ? () => importAll(importer, files) : null;
}

function usage(): string {
  const names = [...Object.keys(kinds), ...Object.keys(kindsWithOptions)].join('、');
  const options = Object.entries(kindsWithOptions).map(
    ([name, { options }]) => `  ${name}：${options.map((one) => `--${one}`).join(' ')}\n`,
  );
  const acts =
    '  dem --list、landcover --list、canopy --list、roads --list：列出已导入的高程、地类、树冠、道路 the elevation, land cover, canopies and roads that were imported；--remove NAME…：删除 removes it；roads --rejoin：换了高程以后重新连接路网 joins the roads anew after new elevation\n';
  return `用法：npm run import -- KIND FILE…\n  KIND：${names}\n${options.join('')}${acts}Usage: npm run import -- KIND FILE… with one of these kinds.`;
}

async function doAct(run: SourceCommand, names: readonly string[]): Promise<boolean> {
  const config = readConfig(process.env);
  await withStore(config, { connections: CONNECTIONS }, (store) =>
    run(names, {
      store,
      clock: () => new Date(),
      dataDir: config.dataDir,
      demoRelief: config.demo !== 'off',
      print: (line) => console.log(line),
    }),
  );
  return true;
}

/** @returns no importer when the kind or one of its options is unknown */
function readArguments(name: string, args: readonly string[]): { importer: ImportKind | undefined; files: readonly string[] } {
  const known = kindsWithOptions[name];
  if (!known) return { importer: kinds[name], files: args };
  try {
    const options = Object.fromEntries(known.options.map((option) => [option, { type: 'string' as const }]));
    // `--at -70.5,12`: a value may begin with a minus sign.
    const joined = args.flatMap((arg, i) =>
      i > 0 && isOption(args[i - 1]) ? [] : isOption(arg) && i + 1 < args.length ? [`${arg}=${args[i + 1]}`] : [arg],
    );
    const { values, positionals } = parseArgs({ args: joined, options, allowPositionals: true });
    return { importer: known.make(values as Record<string, string>), files: positionals };
  } catch (error) {
    console.error(reasonOf(error));
    return { importer: undefined, files: [] };
  }
}

async function importAll(run: ImportKind, paths: readonly string[]): Promise<boolean> {
  const config = readConfig(process.env);
  const clock = () => new Date();
  return withStore(config, { connections: CONNECTIONS }, async (store) => {
    // Before the first start the grids do not exist yet; later this changes nothing.
    await seedGazetteer(store, gazetteerSeed());
    let known: Promise<Gazetteer> | null = null;
    const gazetteer = () => (known ??= loadGazetteer(store));
    let isWhole = true;
    for (const [i, file] of paths.entries()) {
      console.log(`[${i + 1}/${paths.length}] ${file}`);
      try {
        const report = await run(file, {
          store,
          clock,
          dataDir: config.dataDir,
          demoRelief: config.demo !== 'off',
          print: (line) => console.log(`  ${line}`),
          gazetteer,
          hasSmsGateway: config.smsUrl !== null,
          passwordPolicy: config.securityPolicy,
        });
        console.log(`  收到 ${report.received}，采用 ${report.accepted}，重复 ${report.duplicates}，拒绝 ${report.rejected.length}`);
        if (report.history) console.log(`  其中 ${report.history} 行是历史热点（超过两天、归档数据或已知热源）：已入库，不报警`);
        const unit = kind === 'boundaries' || kind === 'layers' || kind === 'roads' ? '条' : '行';
        for (const { line, column, error } of report.rejected.slice(0, SHOWN)) {
          console.log(`  第 ${line} ${unit}${column ? `“${column}”` : ''}：${errorMessage(error, 'zh')}`);
        }
        if (report.rejected.length > SHOWN) console.log(`  …… 另有 ${report.rejected.length - SHOWN} ${unit}`);
        isWhole &&= report.rejected.length === 0;
      } catch (error) {
        isWhole = false;
        console.error(`  没有导入：${reasonOf(error)}`);
      }
    }
    return isWhole;
  });
}

function reasonOf(error: unknown): string {
  if (error instanceof UnreadableFile) return errorMessage(error.fault, 'zh');
  if (error instanceof Refusal) return errorMessage(error, 'zh');
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '没有这个文件';
  return error instanceof Error ? error.message : String(error);
}

function isOption(arg: string | undefined): boolean {
  return arg !== undefined && /^--[a-z]+$/.test(arg);
}
