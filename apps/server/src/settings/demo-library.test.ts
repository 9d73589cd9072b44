import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DEMO_LIBRARY, DEMO_LIBRARY_PATH, headerLinks } from './demo-library.ts';

const NOTHING = { links: {}, digitalForestry: [] } as const;
const KINDS = ['environment', 'backstage', 'emergencyPlan'] as const;

it('without configuration the demo offers two videos and two PDFs of its own; links to outside systems open demo pages, and emergency plans have no URL because the app has a page for them', () => {
  const { urlOf, digitalForestry } = headerLinks({ demo: 'on', ...NOTHING });
  expect(digitalForestry.map(({ kind }) => kind)).toEqual(['video', 'video', 'pdf', 'pdf']);
  expect(digitalForestry.every(({ title }) => title.includes('演示'))).toBe(true);
  expect(KINDS.map((id) => urlOf(id)?.startsWith('/') ?? false)).toEqual([true, true, false]);
});

it('configured links take precedence in the demo too; outside the demo there are no others', () => {
  const own = { title: '手册', kind: 'pdf', url: 'https://example.test/b.pdf' } as const;
  const links = { environment: 'https://env.example.test/' };
  const real = headerLinks({ demo: 'off', ...NOTHING });
  expect([real.digitalForestry, KINDS.map(real.urlOf)]).toEqual([[], [null, null, null]]);
  const demo = headerLinks({ demo: 'quiet', links, digitalForestry: [own] });
  expect([demo.digitalForestry, demo.urlOf('environment')]).toEqual([[own], links.environment]);
});

it("the demo library's files exist, are H.264 or PDF, and are small", async () => {
  const { urlOf, digitalForestry } = headerLinks({ demo: 'on', ...NOTHING });
  const named = [...digitalForestry.map(({ url }) => url), ...KINDS.map(urlOf)].flatMap((url) =>
    url?.startsWith(DEMO_LIBRARY_PATH) ? [url.slice(DEMO_LIBRARY_PATH.length)] : [],
  );
  expect(named.toSorted()).toEqual((await readdir(DEMO_LIBRARY)).toSorted());
  for (const name of named) {
    const bytes = await readFile(join(DEMO_LIBRARY, name));
    expect(bytes.length, name).toBeLessThan(120_000);
    if (name.endsWith('.pdf')) expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    else expect([bytes.subarray(4, 8).toString(), bytes.includes('avc1')]).toEqual(['ftyp', true]);
  }
});
