import { codedError } from '@lookout/contract';
import type { GridNo, Named } from '@lookout/domain';
import { openDesk } from '@lookout/web/app/testing/desk.tsx';
import { answerOwnGrid } from '@lookout/web/app/testing/own-grid.ts';
import { refusedBy } from '@lookout/web/app/testing/wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import type { MapEmbed } from '../../map-embed/map-embed.ts';
import { EmbedsTab } from './EmbedsTab.tsx';

const { embedPage, issueEmbed, issueWall, revokeEmbed } = contract.mapEmbed;
const ID = '6f1d1f0a-0d0e-4d6c-9d5a-2f4f4b7f0001';
const TOKEN = `map_${'x'.repeat(43)}`;
const EMBED = {
  id: ID,
  name: '汶川县门户',
  gridNo: '513221' as GridNo,
  gridName: '汶川县',
  layers: ['alarms' as const, 'boundaries' as const],
  origins: ['https://portal.example.gov.cn'],
  issuedBy: '汶川县值班员',
  issuedAt: new Date('2026-11-24T02:00:00Z'),
  expiresAt: new Date('2100-01-01T00:00:00Z'),
  revokedBy: null,
  revokedAt: null,
  lastUsedAt: null,
} satisfies Named<MapEmbed>;

function openTab() {
  const desk = openDesk({ at: '/manage/admin?tab=embeds' });
  const { wire, show } = desk;
  wire.on(embedPage, () => ({ total: 1, pageNo: 1, pageSize: 20, list: [EMBED] }));
  answerOwnGrid(wire);
  show(<EmbedsTab />);
  return desk;
}

it('a token is issued for sites entered one per line, and is shown once with the address to embed', async () => {
  const { wire, user } = openTab();
  wire.on(issueEmbed, () => ({ ...EMBED, token: TOKEN }));
  await user.click(await screen.findByRole('button', { name: '签发令牌' }));
  const drawer = await screen.findByRole('dialog', { name: '签发令牌' });
  await user.click(within(drawer).getByRole('button', { name: '签发令牌' }));
  await within(drawer).findByText('请填写名称');
  await within(drawer).findByText('请填写允许嵌入的网站');
  expect(wire.calls(issueEmbed)).toHaveLength(0);
  await user.type(within(drawer).getByLabelText('名称'), '汶川县门户');
  await user.type(within(drawer).getByLabelText('允许嵌入的网站'), 'https://portal.example.gov.cn{Enter}http://10.0.0.8:8090');
  await user.click(within(drawer).getByRole('button', { name: '签发令牌' }));
  const shown = await screen.findByRole('dialog', { name: '令牌已签发：汶川县门户' });
  expect(within(shown).getByLabelText<HTMLTextAreaElement>('地址').value).toContain(`/map?embed=${ID}#token=${TOKEN}`);
  expect(wire.calls(issueEmbed)[0]?.body).toMatchObject({
    name: '汶川县门户',
    gridNo: '513221',
    layers: ['alarms', 'resources', 'boundaries', 'danger'],
    origins: ['https://portal.example.gov.cn', 'http://10.0.0.8:8090'],
  });
});

it('a wall link is valid until it is revoked, and its address is shown once, without an embed code', async () => {
  const { wire, user } = openTab();
  wire.on(issueWall, () => ({ ...EMBED, name: '值班大厅', layers: ['wall' as const], origins: [], expiresAt: null, token: TOKEN }));
  await user.click(await screen.findByRole('button', { name: '新建大屏链接' }));
  const drawer = await screen.findByRole('dialog', { name: '新建大屏链接' });
  await user.type(within(drawer).getByLabelText('名称'), '值班大厅');
  await user.click(within(drawer).getByRole('button', { name: '新建大屏链接' }));
  const shown = await screen.findByRole('dialog', { name: '大屏链接已新建：值班大厅' });
  expect(within(shown).getByLabelText<HTMLTextAreaElement>('地址').value).toContain(`/wall?link=${ID}#token=${TOKEN}`);
  expect(within(shown).queryByLabelText('嵌入代码')).toBeNull();
  expect(wire.calls(issueWall)[0]?.body).toEqual({ name: '值班大厅', gridNo: '513221', expiresAt: null });
});

it('a token that another administrator revoked first is listed with that administrator’s name', async () => {
  const { wire, user } = openTab();
  const row = { ...revokeEmbed, path: revokeEmbed.path.replace('{id}', ID) };
  wire.on(row, () => {
    wire.on(embedPage, () => ({
      total: 1,
      pageNo: 1,
      pageSize: 20,
      list: [{ ...EMBED, revokedBy: '阿坝州值班员', revokedAt: new Date('2026-11-24T03:00:00Z') }],
    }));
    return refusedBy(codedError('embed-revoked-before', { by: '阿坝州值班员' }), EMBED);
  });
  await user.click(await screen.findByRole('button', { name: '吊销' }));
  await waitFor(() => expect(screen.getAllByRole('button', { name: '吊销' })).toHaveLength(2));
  await user.click(screen.getAllByRole('button', { name: '吊销' }).at(-1) as HTMLElement);
  await screen.findByText('令牌已由阿坝州值班员吊销');
  expect((await screen.findByText('已吊销')).closest('[title]')?.getAttribute('title')).toContain('阿坝州值班员');
});
