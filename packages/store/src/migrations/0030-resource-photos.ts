// Photos of resources: ids of uploads, at most three.
import type { Migration } from './migration.ts';

export const resourcePhotos: Migration = {
  name: '0030-resource-photos',
  sql: `
alter table resource add column photos uuid[] not null default '{}';
alter table resource_removed add column photos uuid[] not null default '{}';

-- Other photos are a change, as another name is.
drop trigger resource_changed on resource;
create trigger resource_changed before update of name, photos on resource for each row execute function resource_was_changed();
`,
};
