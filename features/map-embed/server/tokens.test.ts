import type { Capability, GridNo, MapEmbedLayer } from '@lookout/domain';
import { expect, it } from 'vitest';
import { WALL_RIGHTS } from '../map-embed.ts';
import { tokenHandlers } from './tokens.ts';

const NOW = new Date('2026-11-24T02:00:00Z');

it('a token shows no layer that its issuer does not see: a user administrator without other rights issues boundaries, and no alarms', async () => {
  const issued: unknown[] = [];
  const tx = { mapEmbeds: { create: async (embed: unknown) => void issued.push(embed) }, audit: { append: async () => undefined } };
  const grids = () => ({ find: () => ({}), nameOf: () => '汶川县' });
  const { issueEmbed } = tokenHandlers({
    store: { transaction: <T>(work: (own: unknown) => Promise<T>) => work(tx) } as never,
    grids: grids as never,
    sessionsChanged: () => undefined,
  });
  const issue = (rights: readonly Capability[], layers: readonly MapEmbedLayer[]) => {
    const caller = { kind: 'account', fullName: '管理员', rights: new Set(rights) };
    const audit = { target: () => undefined, detail: () => undefined, take: () => ({}) };
    const body = { name: '县门户', gridNo: '513221' as GridNo, layers, origins: ['https://portal.example.gov.cn'] };
    const expiresAt = new Date(NOW.getTime() + 86_400_000);
    return issueEmbed({ caller, audit, now: NOW, scope: '513221' } as never, { body: { ...body, expiresAt } } as never);
  };
  await expect(issue(['administer-users'], ['boundaries', 'alarms'])).rejects.toMatchObject({ code: 'rights-beyond-yours' });
  expect(issued).toEqual([]);
  await issue(['administer-users'], ['boundaries']);
  await issue(['administer-users', 'watch-alarms'], ['boundaries', 'alarms']);
  expect(issued).toMatchObject([{ layers: ['boundaries'] }, { layers: ['boundaries', 'alarms'] }]);
});

it('a wall token is issued only by a user with every right to what the wall shows', async () => {
  const { issueWall } = tokenHandlers({
    store: {} as never,
    grids: (() => ({ find: () => ({}) })) as never,
    sessionsChanged: () => undefined,
  });
  const audit = { target: () => undefined };
  for (const missing of WALL_RIGHTS) {
    const rights = new Set<Capability>(['administer-users', ...WALL_RIGHTS.filter((right) => right !== missing)]);
    const context = { caller: { kind: 'account', fullName: '管理员', rights }, audit, now: NOW, scope: '513221' };
    const issued = issueWall(context as never, { body: { name: '大厅', gridNo: '513221' as GridNo } } as never);
    await expect(issued).rejects.toMatchObject({ code: 'rights-beyond-yours' });
  }
});
