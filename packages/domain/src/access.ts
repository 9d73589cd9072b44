// Capabilities of accounts. The specification's permission codes, which replies and menus carry, are in the contract (permission-codes.ts).

/** Each capability opens pages of the main shell (specification §6). */
export const MENU_CAPABILITIES = [
  'watch-alarms',
  'watch-video',
  'see-statistics',
  'act-on-alarms',
  'see-rangers',
  'support-decisions',
  'dispatch',
  'set-up-cameras',
] as const;

/** Capabilities without a separate page in the specification. */
export const OTHER_CAPABILITIES = ['delete-alarms', 'administer-users', 'read-audit', 'report-as-ranger'] as const;

export type Capability = (typeof MENU_CAPABILITIES)[number] | (typeof OTHER_CAPABILITIES)[number];
export const CAPABILITIES: readonly Capability[] = [...MENU_CAPABILITIES, ...OTHER_CAPABILITIES];

const known = new Set<string>(CAPABILITIES);
export const isCapability = (text: string): text is Capability => known.has(text);

/** A ranger uses the app and has no desk. An administrator of rangers also has their capability, in order to grant it. */
export const isRanger = (rights: readonly Capability[]): boolean => rights.includes('report-as-ranger') && !rights.includes('watch-alarms');

/** The right that a page or a call requires. `officer`: anyone with a desk, with any capabilities (specification §2: 用火报备 needs none). */
export type Right = Capability | 'officer';

export const hasRight = (rights: ReadonlySet<Capability>, right: Right): boolean =>
  right === 'officer' ? !isRanger([...rights]) : rights.has(right);

/** A duty desk acts on alarms, and part of the server's capacity is reserved for it. An account that only watches is not a desk. */
export const isDesk = (rights: ReadonlySet<Capability>): boolean => rights.has('act-on-alarms');
/** What an embedded map may show: alarms, resources, administrative boundaries, fire danger. */
export const MAP_EMBED_LAYERS = ['alarms', 'resources', 'boundaries', 'danger'] as const;
export type MapEmbedLayer = (typeof MAP_EMBED_LAYERS)[number];

/** What a read token may open: layers of the bare map, or the wall (大屏) with all that it shows. */
export const EMBED_LAYERS = [...MAP_EMBED_LAYERS, 'wall'] as const;
export type EmbedLayer = (typeof EMBED_LAYERS)[number];
