// The story of a fire on its page, and its sealed package in a browser without the product and without a network.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { withZip } from '@lookout/ingest';
import { expect, it } from 'vitest';
import { openAlarm, openMonitor, rowOf } from './lib/alarm-actions.ts';
import { eventually } from './lib/eventually.ts';
import { describeWithServer } from './lib/fixture.ts';
import { popup } from './lib/pages.ts';
import { call, cameraSees, signIn, WENCHUAN } from './lib/wire.ts';

const WALL = { width: 1920, height: 1080 } as const;
const OFFICE = { width: 1366, height: 768 } as const;

/** @param file a .zip @param folder becomes what it holds */
const unpack = (file: string, folder: string): Promise<void> =>
  withZip(file, async (entries) => {
    for (const entry of entries) {
      const at = path.join(folder, entry.name);
      await mkdir(path.dirname(at), { recursive: true });
      await writeFile(at, await entry.read());
    }
  });

describeWithServer('the story of a fire', import.meta.filename, { own: true, env: { FIRE_ASSOCIATION: 'on' } }, ({ open, base }) => {
  it('opens from the popup, grows, and is sealed in a package that opens and verifies with the network cut', async () => {
    const { page, context } = await openMonitor(open, 'wenchuan');
    await cameraSees(base(), WENCHUAN, { address: '北坡林班' });
    await rowOf(page, '北坡林班').waitFor();
    await openAlarm(page, '北坡林班');
    const [story] = await Promise.all([
      context.waitForEvent('page'),
      popup(page).getByRole('region', { name: '火情' }).getByRole('link', { name: '经过' }).click(),
    ]);
    await story.setViewportSize(OFFICE);
    await story.getByRole('heading', { name: /^火情经过 · / }).waitFor();
    const lines = story.getByRole('region', { name: '经过' }).getByRole('listitem');
    await lines.filter({ hasText: '火警到达' }).waitFor();

    // Another desk acts: the story goes on by itself.
    const aba = await signIn(base(), 'aba');
    const { data } = await call(base(), 'GET', '/fire/api/Statistic/getLatestFireAlarmList', undefined, aba);
    await call(base(), 'POST', '/fire/api/fire/acknowledge', { id: data[0].id }, aba);
    await lines.filter({ hasText: '接警' }).waitFor();
    for (const size of [OFFICE, WALL]) {
      await story.setViewportSize(size);
      expect(await story.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    }
    await story.getByRole('button', { name: /^处置 / }).click();
    await eventually(() => lines.filter({ hasText: '火警到达' }).count()).toBe(0);

    const [download] = await Promise.all([story.waitForEvent('download'), story.getByRole('button', { name: '封存包' }).click()]);
    const folder = await mkdtemp(path.join(tmpdir(), 'lookout-package-'));
    try {
      await unpack(await download.path(), folder);
      const offline = await context.browser()?.newContext({ offline: true });
      if (offline === undefined) throw new Error('no browser');
      try {
        const alone = await offline.newPage();
        const faults: string[] = [];
        alone.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
        alone.on('pageerror', (error) => faults.push(error.message));
        await alone.goto(pathToFileURL(path.join(folder, 'index.html')).href);
        await alone.getByRole('heading', { name: '火情经过 · 封存包' }).waitFor();
        await alone.getByText('火警到达').first().waitFor();
        await alone.getByRole('button', { name: 'English' }).click();
        await alone.getByRole('heading', { name: 'Story of a fire · sealed package' }).waitFor();
        const result = alone.locator('#result');
        await alone.locator('#folder').setInputFiles(folder);
        await result.getByText(/^\d+ files checked · sound$/).waitFor();
        const page = path.join(folder, 'events.jsonl');
        await writeFile(page, (await readFile(page, 'utf8')).replace('汶川', '茂县'));
        await alone.locator('#folder').setInputFiles(folder);
        await result.getByText('events.jsonl: content was changed').waitFor();
        await result.getByText(/· not sound$/).waitFor();
        expect(faults).toEqual([]);
      } finally {
        await offline.close();
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
