import { openDesk } from '@lookout/web/app/testing/desk.tsx';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import { GroupsTab } from './GroupsTab.tsx';
import { MenusTab } from './MenusTab.tsx';

it('an empty list of groups states who creates the first one, below one picture', async () => {
  const { wire, show } = openDesk({ at: '/manage/admin?tab=groups' });
  wire.on(contract.admin.groups, () => []);
  show(<GroupsTab />);
  await screen.findByText('还没有组织');
  screen.getByText(/由全国管理员在这里新建/);
  expect(document.querySelectorAll('.ant-empty-image')).toHaveLength(1);
});

it('an empty list of menus states the next step, below one picture', async () => {
  const { wire, show } = openDesk({ at: '/manage/admin?tab=menus' });
  wire.on(contract.auth.allMenus, () => []);
  show(<MenusTab />);
  await screen.findByText('没有菜单');
  screen.getByText(/请刷新页面/);
  expect(document.querySelectorAll('.ant-empty-image')).toHaveLength(1);
});
