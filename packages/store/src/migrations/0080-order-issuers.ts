// The grid in which an order was given: the event that names it is archived with its month once the fire is over. See docs/decisions/0098.
import type { Migration } from './migration.ts';

export const orderIssuers: Migration = {
  name: '0080-order-issuers',
  sql: `
-- null: given before this column, and the event had left already.
alter table fire_order add column issued_in text collate "C";
update fire_order set issued_in = event.actor_grid_no from event
where event.object_id = fire_order.fire_id::text and event.kind = 'alarm.ordered' and event.actor = 'officer'
  and event.payload ->> 'orderId' = fire_order.id::text;
`,
};
