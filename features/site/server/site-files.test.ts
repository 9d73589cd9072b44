import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readLayerFile } from '@lookout/ingest';
import { describe, expect, it } from 'vitest';
import { sitesDocument } from './report.ts';
import { type PrintedSites, sitesGeoJson, sitesKml } from './site-files.ts';

const NAME = '<黑山> & "二号" \u0000\u0007';
const SITES: PrintedSites = {
  question: {
    ...{ gridNo: '513221' as PrintedSites['question']['gridNo'], gridName: '汶川 & <县>', count: 2, mastMetres: 30, rangeMetres: 15_000 },
    ...{ targetMetres: 10, source: 'places', spacingMetres: null },
  },
  result: {
    ...{ candidates: 7, outside: 1, withoutElevation: 0, masts: 3, forestHectares: 1_000, forestWeight: 4_000 },
    ...{ seenHectares: 250, seenWeight: 1_000, dangerDay: null },
    chosen: [
      { name: NAME, position: { lng: 103.5, lat: 31.25 }, groundMetres: 2_310, addedHectares: 400.04, addedWeight: 2_000, roadMetres: 730 },
      { name: 'R2', position: { lng: 103.6, lat: 31.35 }, groundMetres: 1_900, addedHectares: 100, addedWeight: 200, roadMetres: null },
    ],
  },
};
const files = { 'sites.geojson': sitesGeoJson(SITES), 'sites.kml': sitesKml(SITES, 'zh') };

/** Of GDAL (Debian: gdal-bin). */
const PEER = 'ogrinfo';
const hasGdal = ((): boolean => {
  try {
    execFileSync(PEER, ['--version'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
})();

describe('the files of chosen sites', () => {
  it.each(Object.entries(files))('%s is read back with its places and names', async (name, text) => {
    const { features, refused } = await readLayerFile(name, Buffer.from(text));
    expect(refused).toEqual([]);
    expect(features.map(({ geometry }) => geometry)).toEqual([
      { type: 'Point', coordinates: [103.5, 31.25] },
      { type: 'Point', coordinates: [103.6, 31.35] },
    ]);
    expect(features[0]?.name).toContain('<黑山> & "二号"');
    expect(features[0]?.attributes).toMatchObject({ roadMetres: expect.anything() });
    expect(String(features[0]?.attributes.addedHectares)).toBe('400');
  });

  it.skipIf(!hasGdal).each(Object.entries(files))('%s is read by GDAL', (name, text) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'site-files-'));
    try {
      writeFileSync(path.join(folder, name), text);
      const found = execFileSync(PEER, ['-ro', '-al', path.join(folder, name)], { encoding: 'utf8' });
      expect(found).toContain('Feature Count: 2');
      expect(found).toContain('<黑山> & "二号"');
      expect(found).toMatch(/POINT (?:Z )?\(103\.5 31\.25/);
      expect(found).toMatch(/addedHectares \(\w+\) = 400/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('has a page with each site, the totals and their shares, in both languages', () => {
    for (const language of ['zh', 'en'] as const) {
      const { title, blocks } = sitesDocument(SITES, language, new Date('2026-12-01T00:00:00Z'));
      expect(title).toContain('汶川');
      const table = blocks.find((block) => block.kind === 'table');
      expect(table?.kind === 'table' && table.rows.map((row) => row.slice(0, 4))).toEqual([
        ['1', NAME, '103.50000', '31.25000'],
        ['2', 'R2', '103.60000', '31.35000'],
      ]);
      const totals = blocks.flatMap((block) => (block.kind === 'facts' && block.across === 1 ? block.rows.map(({ value }) => value) : []));
      expect(totals.map((value) => value.match(/[\d.]+/g))).toEqual([['1000'], ['250', '25'], ['500', '55'], ['750', '80']]);
    }
  });
});
