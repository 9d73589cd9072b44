// The types of the tables for kysely. The tables themselves are defined in packages/store/src/migrations.
import type { GridNo } from '@lookout/domain';

export interface AccountTable {
  id: string;
  user_name: string;
  password_hash: string;
  full_name: string;
  head_url: string | null;
  phone: string | null;
  grid_no: GridNo;
  group_id: string;
  device_id: string | null;
  topic: string | null;
  enabled: boolean;
  demo: boolean;
  /** null: the user chose the password. */
  password_given_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface MenuTable {
  code: string;
  name: string;
  icon: string | null;
  parent_code: string | null;
  kind: 'menu' | 'element';
  path: string | null;
  ord: number;
  visible: boolean;
}

export interface AdminTables {
  org_group: { id: string; name: string; parent_id: string | null };
  account: AccountTable;
  account_right: { account_id: string; code: string };
  account_grid: { account_id: string; grid_no: GridNo };
  menu: MenuTable;
}
