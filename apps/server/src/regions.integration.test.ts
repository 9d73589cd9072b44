// The server starts in every region and gives the web app the region and the configured links.
import { type ExternalLinkId, REGIONS } from '@lookout/region';
import { describe, expect, it } from 'vitest';
import { sharedTestServer } from './testing/index.ts';

const ADMIN = 'https://admin.example.test/';

it('without configuration the demo’s own videos and papers are served, in byte ranges for players', async () => {
  const server = await sharedTestServer();
  try {
    const { access_token: token } = await server.login('aba');
    const { digitalForestry, externalLinks } = (await server.call('GET', '/auth/api/auth/installation', { token })).body.data;
    const addresses: string[] = [...digitalForestry, ...externalLinks].flatMap(({ url }) => url ?? []);
    expect(addresses).toHaveLength(6);
    for (const address of addresses.filter((one) => /\.\w+$/.test(one))) {
      const reply = await fetch(server.base + address, { headers: { range: 'bytes=0-7' } });
      expect([reply.status, reply.headers.get('content-type')]).toEqual([206, address.endsWith('.mp4') ? 'video/mp4' : 'application/pdf']);
      expect(Buffer.from(await reply.arrayBuffer()).toString()).toMatch(/%PDF|ftyp/);
      expect(reply.headers.get('content-security-policy')).toContain("object-src 'self'");
    }
    expect((await fetch(`${server.base}/demo-library/nothing.pdf`)).status).toBe(404);
  } finally {
    await server.stop();
  }
});

/** 应急预案 is one of our own pages and needs no link. */
const URLS: Readonly<Record<ExternalLinkId, unknown>> = {
  backstage: ADMIN,
  environment: expect.stringMatching(/^\//),
  emergencyPlan: null,
};

describe.each(Object.values(REGIONS))('REGION=$id', ({ id, name, externalLinks }) => {
  it('starts, is ready, and returns its name and its links', async () => {
    const env = { REGION: id, LINK_BACKSTAGE_URL: ADMIN, DIGITAL_FORESTRY: '操作手册|https://example.test/b.pdf' };
    const server = await sharedTestServer({ env });
    try {
      expect(await server.call('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
      const { access_token: token } = await server.login('aba');
      const { body } = await server.call('GET', '/auth/api/auth/installation', { token });
      expect(body.data).toEqual({
        isDemo: true,
        region: id,
        regionName: name,
        replayMenuFullName: '阿坝州值班员',
        recordings: { days: 7, gigabytes: 20 },
        passwordPolicy: 'standard',
        externalLinks: externalLinks.map((link) => ({ ...link, url: URLS[link.id] })),
        digitalForestry: [{ title: '操作手册', kind: 'pdf', url: 'https://example.test/b.pdf' }],
      });
      expect((await server.call('GET', '/auth/api/auth/installation')).status).toBe(401);
      // The region's locks only affect the pickers of the web app. They neither grant nor revoke a grid here.
      const usersOf = async (gridNo: string) =>
        (await server.call('POST', '/auth/api/auth/admin/user/page', { token, body: { gridNo, pageSize: 500 } })).status;
      expect([await usersOf('513200'), await usersOf('513221'), await usersOf('410781'), await usersOf('230000')]).toEqual([
        200, 200, 422, 422,
      ]);
    } finally {
      await server.stop();
    }
  });
});
